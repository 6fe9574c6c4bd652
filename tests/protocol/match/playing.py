"""Helpers: matches of the misbehaving engine, played in this process."""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.match.config import MatchConfig
from protocol.match.journal import Journal, read_journal
from protocol.match.openings import openings_from
from protocol.match.record import GameRecord
from protocol.match.runner import Event, Finished, Runner
from protocol.match.settings import Draft, read_match
from protocol.transport.keeper import KEEPER

FAKE = Path(__file__).parents[2] / "fakes" / "misbehaving.py"


def fake(protocol: str, mode: str, *arguments: object) -> str:
    """The command line of the misbehaving engine."""
    return shlex.join([sys.executable, str(FAKE), protocol, mode, *map(str, arguments)])


def engine(name: str, command: str, **words: str) -> tuple[str, dict[str, str]]:
    """An engine of a draft."""
    protocol = "hub" if " hub " in command else "uci"
    return f"{name}: ", {"cmd": command, "name": name, "proto": protocol, **words}


GOOD = engine("good", fake("uci", "none"), depth="1")


def config_of(*engines: tuple[str, dict[str, str]], **settings: object) -> MatchConfig:
    """A short match; settings as on the command line, with `_` for `-`."""
    words = {key.replace("_", "-"): value if isinstance(value, dict) else str(value) for key, value in settings.items()}
    return read_match(Draft({"rounds": "1", "seed": "7", "concurrency": "2", "depth": "1", **words}, engines))


def play_all(config: MatchConfig, path: Path) -> tuple[list[Event | None], tuple[GameRecord, ...]]:
    """All events, and the games in the order of the schedule."""
    journal = Journal.reopen(path) if path.exists() else Journal.create(path, config)
    openings = openings_from(config.openings, config.variant)
    events = list(Runner(config, journal, openings, config.engines).events(0.05))
    journal.close()
    finished = [event.record for event in events if isinstance(event, Finished)]
    _, records = read_journal(path)
    assert set(finished) <= set(records)
    return events, tuple(sorted(records, key=lambda record: record.number))


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The process groups of all the engines that were started."""
    started: list[int] = []
    watch = KEEPER.watch

    def note(group: int) -> None:
        started.append(group)
        watch(group)

    monkeypatch.setattr(KEEPER, "watch", note)
    yield started
