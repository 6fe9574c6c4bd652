"""What clients give and take, the same for every protocol."""

from enum import StrEnum
from typing import Self

from attrs import frozen

from engine.rules.move import Move
from engine.rules.variants import Color
from engine.score import Score


@frozen
class Identity:
    """Who an engine says it is; empty where it says nothing."""

    name: str = ""
    version: str = ""
    author: str = ""


@frozen
class Clock:
    """What a side has left, in milliseconds. The increment is credited after each of its moves."""

    time: float
    increment: float = 0


@frozen
class SearchLimits:
    """How long an engine may think; the limits that are set hold together.

    `clocks` are White's and Black's. `moves_to_go` counts the moves of the side to move until its
    next time control. `movetime` is in milliseconds, `mate` in own moves.
    """

    clocks: tuple[Clock, Clock] | None = None
    moves_to_go: int | None = None
    movetime: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    infinite: bool = False

    def clock(self, color: Color) -> Clock | None:
        """The clock of a side."""
        return self.clocks[color] if self.clocks else None


@frozen
class Report:
    """How a search stands by the engine's own account; None where it did not say.

    The score is for the side to move; `time` is in milliseconds, `nps` in nodes per second. `pv`
    stays text: nobody has checked it.
    """

    depth: int | None = None
    seldepth: int | None = None
    score: Score | None = None
    nodes: int | None = None
    nps: int | None = None
    time: float | None = None
    pv: tuple[str, ...] = ()


class Outcome(StrEnum):
    """How a game ended."""

    WHITE_WINS = "white wins"
    BLACK_WINS = "black wins"
    DRAW = "draw"
    UNKNOWN = "unknown"
    """It was broken off, or nobody says."""

    @classmethod
    def won_by(cls, winner: Color | None) -> Self:
        """The outcome with this winner; None: a draw."""
        return (cls.WHITE_WINS, cls.BLACK_WINS, cls.DRAW)[2 if winner is None else winner]


@frozen
class Answer:
    """The answer to one search. Without a move the side to move has none, or there is a claim."""

    move: Move | None
    elapsed: int
    """Nanoseconds between our `go` (or ponder hit) and the arrival of the answer; 0 if it came before."""
    ponder: Move | None = None
    """The reply that the engine expects; always legal after `move`."""
    report: Report | None = None
    """The last account of the search, if there was one."""
    text: str = ""
    """The move as the engine wrote it."""
    claim: Outcome | None = None
    """How it ends the game instead of moving, where the protocol has words for it (DXP)."""
