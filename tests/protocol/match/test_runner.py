"""The runner: every game of the schedule once, whatever is stopped when; engines stay while they are needed."""

import threading
from collections import Counter

import pytest

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.notation import parse_move
from engine.rules.variants import find_variant
from protocol.match.journal import Journal
from protocol.match.openings import openings_from
from protocol.match.record import GameRecord, Reason
from protocol.match.runner import Done, Finished, Runner, Started
from tests.fakes.processes import is_gone, needs_proc
from tests.fakes.signals import slow_signal
from tests.protocol.match.playing import GOOD, config_of, engine, fake, groups, play_all  # noqa: F401

pytestmark = [needs_proc, pytest.mark.both_modes]

A, B, C = (engine(name, fake("hub", "none")) for name in "abc")


def replayed(record: GameRecord) -> Game:
    """The game, by the rules."""
    game = Game(parse_fen(record.opening.start, find_variant(record.variant)))
    for text in (*record.opening.moves, *(move.text for move in record.moves)):
        game.play(parse_move(game.position, text))
    return game


def test_a_round_robin(tmp_path, groups) -> None:  # noqa: F811
    config = config_of(A, B, C, rounds=2)
    events, records = play_all(config, tmp_path / "match.jsonl")
    assert [record.number for record in records] == list(range(1, 13))
    assert Counter((record.white, record.black) for record in records) == {
        (one, other): 2 for one in "abc" for other in "abc" if one != other
    }
    for record in records:
        game = replayed(record)
        assert game.result.winner is record.winner
        assert record.detail == game.result.detail
    openings = {record.round: set() for record in records}
    for record in records:
        openings[record.round].add(record.opening.label)
    assert all(len(labels) == 1 for labels in openings.values())
    assert openings[1] != openings[2]
    assert sum(isinstance(event, Started) for event in events) == 12
    assert all(is_gone(group) for group in groups)


def test_engines_stay_from_game_to_game(tmp_path, groups) -> None:  # noqa: F811
    play_all(config_of(A, B, rounds=3, concurrency=1), tmp_path / "match.jsonl")
    assert len(groups) == 2


def test_the_games_follow_from_the_seed(tmp_path) -> None:
    courses = []
    for name, concurrency in (("one", 1), ("two", 2)):
        _, records = play_all(config_of(A, B, rounds=3, concurrency=concurrency), tmp_path / name)
        courses.append([(record.opening, [move.text for move in record.moves]) for record in records])
    assert courses[0] == courses[1]


def test_a_match_goes_on_where_it_stopped(tmp_path) -> None:
    path = tmp_path / "match.jsonl"
    config = config_of(A, B, rounds=3)
    journal = Journal.create(path, config)
    runner = Runner(config, journal, openings_from(config.openings, config.variant), config.engines)
    for event in runner.events(0.05):
        if isinstance(event, Finished):
            runner.drain()
    journal.close()
    before = tuple(journal.records())
    assert 1 <= len(before) < 6
    _, records = play_all(config, path)
    assert [record.number for record in records] == list(range(1, 7))
    assert set(before) <= set(records)
    assert play_all(config, path) == ([Done()], records)


def test_what_is_aborted_is_not_scored(tmp_path, groups) -> None:  # noqa: F811
    path = tmp_path / "match.jsonl"
    config = config_of(GOOD, engine("bad", fake("uci", "stall", "--after", 2)), stall=60, rounds=2)
    journal = Journal.create(path, config)
    runner = Runner(config, journal, openings_from(config.openings, config.variant), config.engines)
    timer = threading.Timer(3, runner.abort)
    timer.start()
    events = list(runner.events(0.05))
    journal.close()
    assert isinstance(events[-1], Done)
    assert not any(isinstance(event, Finished) for event in events)
    assert journal.played == frozenset()
    assert all(is_gone(group) for group in groups)


def test_a_signal_keeps_no_event_back(tmp_path) -> None:
    """Ctrl+C under load: its handler is done only when the tick is over."""
    config = config_of(GOOD, engine("bad", fake("uci", "stall", "--after", 2)), stall=60, rounds=1)
    journal = Journal.create(tmp_path / "match.jsonl", config)
    runner = Runner(config, journal, openings_from(config.openings, config.variant), config.engines)
    events = runner.events(0.2)
    try:
        while next(events) is not None:
            pass
        with slow_signal():
            assert next(events) is None
    finally:
        runner.abort()
    assert isinstance([*events][-1], Done)
    journal.close()


def test_more_games_at_a_time_than_there_are(tmp_path) -> None:
    _, records = play_all(config_of(A, B, rounds=1, concurrency=16), tmp_path / "match.jsonl")
    assert len(records) == 2


def test_adjudication_is_named(tmp_path) -> None:
    # The fake says 10 centimen at every move.
    rule = {"plies": "6", "score": "10", "count": "4"}
    _, records = play_all(config_of(A, B, draw=rule), tmp_path / "draw.jsonl")
    for record in records:
        assert (record.winner, record.reason, record.adjudicated) == (None, Reason.DRAW_ADJUDICATION, True)
        assert len(record.opening.moves) + len(record.moves) == 7  # three of the opening without a score
    _, records = play_all(config_of(A, B, move_limit=9), tmp_path / "limit.jsonl")
    for record in records:
        assert (record.winner, record.reason) == (None, Reason.MOVE_LIMIT)
        assert len(record.opening.moves) + len(record.moves) == 9
    _, records = play_all(config_of(A, B, resign={"score": "10", "count": "2"}), tmp_path / "resign.jsonl")
    assert all(record.reason is not Reason.RESIGN_ADJUDICATION for record in records)


def test_a_fault_of_ours_is_not_hidden(tmp_path, monkeypatch) -> None:
    from protocol.match import runner as module

    def fail(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(module, "play", fail)
    path = tmp_path / "match.jsonl"
    events, records = play_all(config_of(A, B), path)
    reasons = [event.reason for event in events if isinstance(event, module.Stopped)]
    assert reasons and all(reason.startswith("internal error: ") for reason in reasons)
    assert records == ()
    assert "KeyError" in path.read_text()
