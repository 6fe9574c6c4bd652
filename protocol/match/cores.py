"""The processor cores of the games that are played at the same time.

Two engines that think at the same time on as many cores disturb each other where the system may move
them about: one that is to answer now waits for the core on which the other thinks. So each game keeps to
cores of its own, on which its two engines take turns (Linux; elsewhere the system decides).
"""

import contextlib
import os
from collections.abc import Iterable

from protocol.match.config import EngineConfig

CAN_KEEP = hasattr(os, "sched_setaffinity")
"""Whether the system lets a thread choose its cores."""


def available() -> list[int]:
    """The numbers of the cores that we may use."""
    if CAN_KEEP:
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def needed(engines: Iterable[EngineConfig], ponder: bool) -> int:
    """How many cores a game keeps busy; with pondering both sides think all the time."""
    threads = max(engine.threads for engine in engines)
    return 2 * threads if ponder else threads


def default_concurrency(engines: Iterable[EngineConfig], ponder: bool) -> int:
    """As many games as keep every core busy."""
    return max(1, len(available()) // needed(engines, ponder))


def shares(cores: list[int], games: int, need: int) -> list[list[int]]:
    """The cores of each of the games played at the same time, or nothing if there are not `need` for each."""
    if len(cores) < games * need:
        return []
    return [cores[len(cores) * game // games : len(cores) * (game + 1) // games] for game in range(games)]


def keep_to(cores: list[int]) -> None:
    """Binds this thread, and the threads and processes that it starts from now on."""
    if CAN_KEEP:
        with contextlib.suppress(OSError):  # a core has gone since
            os.sched_setaffinity(0, cores)
