"""Every kind of misbehaviour: the match ends, the right side loses for the right reason, and no process is left."""

import pytest

from protocol.client.base import Client
from protocol.match import supervise
from protocol.match.config import EngineConfig
from protocol.match.record import Reason
from protocol.match.runner import Done, Stopped
from protocol.match.supervise import open_engine
from tests.fakes.misbehaving import MODES
from tests.fakes.processes import is_gone, needs_proc
from tests.protocol.match.playing import GOOD, config_of, engine, fake, groups, play_all  # noqa: F401

pytestmark = [needs_proc, pytest.mark.both_modes]

LOSES = {
    "crash-at-start": Reason.NO_START,
    "no-handshake": Reason.NO_START,
    "crash": Reason.CRASH,
    "killed": Reason.CRASH,
    "child": Reason.CRASH,
    "close-stdout": Reason.CRASH,
    "partial-and-exit": Reason.CRASH,
    "stall": Reason.STALL,
    "garbage": Reason.STALL,
    "binary": Reason.STALL,
    "flood": Reason.STALL,
    "long-line": Reason.STALL,
    "partial": Reason.STALL,
    "deaf": Reason.STALL,
    "late": Reason.TIME,
    "flood-then-answer": Reason.TIME,
    "flood-stderr": Reason.TIME,
    "illegal": Reason.ILLEGAL_MOVE,
    "nonsense-move": Reason.ILLEGAL_MOVE,
    "no-move": Reason.ILLEGAL_MOVE,
    "no-answer-word": Reason.PROTOCOL_VIOLATION,
    "two-answers": Reason.PROTOCOL_VIOLATION,
}
PLAYS = ("none", "slow-start", "chatter", "ignores-quit", "ignores-stop", "child-at-start")
BY_THE_RULES = {Reason.NO_PIECE, Reason.NO_MOVE, Reason.REPETITION, Reason.NO_PROGRESS}


def test_every_mode_is_tried() -> None:
    assert {*LOSES, *PLAYS} == set(MODES)


def open_with_little_time_for_the_bad(config: EngineConfig) -> Client:
    """Not for the good one: this machine may be slow."""
    client = open_engine(config)
    if config.name == "bad":
        start = client.start
        client.start = lambda timeout: start(0.5)
    return client


@pytest.mark.parametrize(
    ("protocol", "mode"),
    [("uci", mode) for mode in LOSES] + [("hub", mode) for mode in ("crash", "stall", "late", "illegal")],
)
def test_the_right_side_loses(protocol: str, mode: str, groups, tmp_path, monkeypatch) -> None:  # noqa: F811
    if mode == "no-handshake":
        monkeypatch.setattr(supervise, "open_engine", open_with_little_time_for_the_bad)
    reason = LOSES[mode]
    # The others have all the time they like.
    time = {"movetime": "0.1"} if reason in (Reason.STALL, Reason.TIME) else {"depth": "1"}
    bad = engine("bad", fake(protocol, mode, "--delay", 0.8), **time)
    stall = 1.5 if reason is Reason.TIME else 0.3 if reason is Reason.STALL else 20
    events, records = play_all(config_of(GOOD, bad, stall=stall), tmp_path / "match.jsonl")
    assert isinstance(events[-1], Done)
    assert [record.number for record in records] == [1, 2]
    for record in records:
        assert (record.winner_name, record.reason) == ("good", reason)
        assert "bad" in record.detail
    assert groups
    assert all(is_gone(group) for group in groups)


@pytest.mark.parametrize("mode", PLAYS)
def test_the_game_goes_on(mode: str, groups, tmp_path) -> None:  # noqa: F811
    bad = engine("bad", fake("uci", mode))
    _, records = play_all(config_of(GOOD, bad), tmp_path / "match.jsonl")
    assert len(records) == 2
    assert {record.reason for record in records} <= BY_THE_RULES
    assert not any(record.faults for record in records)
    assert all(is_gone(group) for group in groups)


def test_the_evidence_is_kept(tmp_path) -> None:
    bad = engine("bad", fake("uci", "crash", "--after", 2))
    _, records = play_all(config_of(GOOD, bad, concurrency=1), tmp_path / "match.jsonl")
    for record in records:
        (fault,) = record.faults
        assert (fault.engine, fault.kind, fault.stderr) == ("bad", "crash", "out of cheese")
        assert (
            fault.text
            == record.detail
            == ("bad has ended with exit status 3, saying 'out of cheese' (expected bestmove)")
        )
        assert any(line.startswith("> go ") for line in fault.lines)
        assert len([move for move in record.moves]) in (4, 5)  # two of its own


def test_engines_are_started_again_only_so_often(tmp_path) -> None:
    bad = engine("bad", fake("uci", "crash"))
    config = config_of(GOOD, bad, concurrency=1, restarts=2, rounds=5)
    events, records = play_all(config, tmp_path / "match.jsonl")
    assert [record.reason for record in records] == [Reason.CRASH] * 3
    stopped = [event.reason for event in events if isinstance(event, Stopped)]
    assert stopped == ["bad has failed again, after 2 restarts: the match cannot go on"]
    # Another start of the match is another try.
    _, records = play_all(config, tmp_path / "match.jsonl")
    assert len(records) == 6


def test_an_illegal_move_costs_no_restart(tmp_path) -> None:
    bad = engine("bad", fake("hub", "illegal"))
    _, records = play_all(config_of(GOOD, bad, restarts=0, rounds=2), tmp_path / "match.jsonl")
    assert [record.reason for record in records] == [Reason.ILLEGAL_MOVE] * 4
    assert "1-32" in records[0].detail
