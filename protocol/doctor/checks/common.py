"""What a check is, and what several of them do.

A check returns what it has measured, in a few words. What it cannot find out raises CheckSkipped,
what it finds wrong CheckFailed or the EngineError of the client.
"""

from collections.abc import Callable, Sequence

from attrs import frozen

from engine.rules.move import Move
from engine.rules.position import Position
from protocol.client.values import Answer, SearchLimits
from protocol.doctor.patient import Patient

PATIENCE = 5.0
"""Seconds to wait for an answer that is to come at once, or after a short search."""
QUIET = 0.3
"""Seconds in which what should not come would have come."""
TRIES = 3


@frozen
class Check:
    """A check: its name, and what makes it."""

    name: str
    run: Callable[[Patient], str]


def ms(seconds: float) -> str:
    """A time for people, in milliseconds."""
    return f"{seconds * 1000:.3g} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"


def search(
    patient: Patient, limits: SearchLimits, start: Position | None = None, moves: Sequence[Move] = ()
) -> tuple[Answer, float]:
    """The answer to one search, which is legal, and the seconds that it took."""
    client = patient.ready()
    client.set_position(start or Position.start(patient.variant), moves)
    answer = client.go(limits, patient.bounded(PATIENCE))
    return answer, answer.elapsed / 1e9
