"""Cores: as many games as there are cores for, each on its own."""

import os
import threading

import pytest

from protocol.match.config import EngineConfig
from protocol.match.cores import CAN_KEEP, default_concurrency, keep_to, needed, shares
from tests.protocol.match.playing import config_of, engine, fake, play_all

ONE, FOUR, MANY = (
    EngineConfig("a", "a"),
    EngineConfig("b", "b", options=(("threads", "4"),)),
    EngineConfig("c", "c", options=(("Threads", "64"),)),
)


def test_a_game_needs_the_threads_of_its_greater_engine_and_of_both_when_they_ponder() -> None:
    assert needed((ONE, ONE), ponder=False) == 1
    assert needed((ONE, FOUR), ponder=False) == 4
    assert needed((ONE, FOUR), ponder=True) == 8


def test_concurrency_leaves_cores_for_threads(monkeypatch) -> None:
    monkeypatch.setattr("protocol.match.cores.available", lambda: list(range(8)))
    assert default_concurrency((ONE, ONE), ponder=False) == 8
    assert default_concurrency((ONE, ONE), ponder=True) == 4
    assert default_concurrency((ONE, FOUR), ponder=False) == 2
    assert default_concurrency((MANY,), ponder=False) == 1


@pytest.mark.parametrize("games", range(1, 9))
def test_every_core_is_of_exactly_one_game(games) -> None:
    cores = [3, 4, 7, 8, 9, 12, 13, 20]
    own = shares(cores, games, 1)
    assert len(own) == games
    assert [core for share in own for core in share] == cores
    assert max(map(len, own)) - min(map(len, own)) <= 1


@pytest.mark.parametrize(("games", "need"), [(9, 1), (2, 5), (1, 9)])
def test_games_share_cores_of_which_there_are_too_few(games, need) -> None:
    assert shares(list(range(8)), games, need) == []


@pytest.mark.skipif(not CAN_KEEP, reason="this system decides itself")
def test_a_thread_and_what_it_starts_keep_to_their_cores() -> None:
    before = os.sched_getaffinity(0)
    core = max(before)
    seen = []

    def bound() -> None:
        keep_to([core])
        inner = threading.Thread(target=lambda: seen.append(os.sched_getaffinity(0)))
        inner.start()
        inner.join()

    thread = threading.Thread(target=bound)
    thread.start()
    thread.join()
    assert seen == [{core}]
    assert os.sched_getaffinity(0) == before


@pytest.mark.skipif(not CAN_KEEP, reason="this system decides itself")
@pytest.mark.parametrize("unbound", ["yes", "no"])
def test_the_games_of_a_match_keep_apart(tmp_path, monkeypatch, unbound) -> None:
    bound = []
    monkeypatch.setattr("protocol.match.runner.available", lambda: [5, 6, 7])
    monkeypatch.setattr("protocol.match.runner.keep_to", bound.append)
    one, other = (engine(name, fake("hub", "none")) for name in "ab")
    play_all(config_of(one, other, rounds=2, concurrency=2, unbound=unbound), tmp_path / "match.jsonl")
    assert sorted(bound) == ([[5, 6, 7], [5, 6, 7]] if unbound == "yes" else [[5], [6, 7]])
