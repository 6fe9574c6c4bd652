"""The messages of the Hub protocol, as values. Positions, moves and parameter values are text here.

Times are seconds, as on the wire.
"""

from enum import StrEnum
from typing import Literal

from attrs import asdict, evolve, frozen

ParamType = Literal["bool", "int", "real", "string", "enum"]


class Order(StrEnum):
    """A command without arguments; the value is how it is written."""

    HUB = "hub"
    INIT = "init"
    NEW_GAME = "new-game"
    PING = "ping"
    PONDER_HIT = "ponder-hit"
    STOP = "stop"
    QUIT = "quit"


@frozen
class SetParam:
    """Set a parameter."""

    name: str
    value: str


@frozen
class SetPosition:
    """A position to stand on: a board, or None for the start of the game, then moves."""

    board: str | None = None
    moves: tuple[str, ...] = ()


@frozen
class Level:
    """Limits of the next search. The clock does not hold the increment of the move to come.

    `moves` counts the moves until the next time control. Clocks may be negative: some programs send that.
    """

    depth: int | None = None
    nodes: int | None = None
    move_time: float | None = None
    moves: int | None = None
    time: float | None = None
    inc: float | None = None
    infinite: bool = False

    def joined(self, later: "Level") -> "Level":
        """Both together; what `later` sets replaces what was set before."""
        return evolve(
            self, **{name: value for name, value in asdict(later).items() if not (value is None or value is False)}
        )


class GoMode(StrEnum):
    """What a search is for."""

    THINK = "think"
    PONDER = "ponder"
    """On the opponent's time, until `ponder-hit`."""
    ANALYZE = "analyze"
    """Without a clock of its own."""


@frozen
class Go:
    """Search."""

    mode: GoMode = GoMode.THINK


Command = Order | SetParam | SetPosition | Level | Go


class Notice(StrEnum):
    """An answer without arguments."""

    WAIT = "wait"
    READY = "ready"
    PONG = "pong"


@frozen
class Id:
    """Who the engine is."""

    name: str
    version: str = ""
    author: str = ""
    country: str = ""


@frozen
class Param:
    """A parameter the engine has, with its present value."""

    name: str
    value: str
    type: ParamType
    minimum: str | None = None
    maximum: str | None = None
    values: tuple[str, ...] = ()


@frozen
class Info:
    """Progress of a search: seconds, `nps` in millions a second.

    `score` is in men for the side to move; 100 - n/100 is a win in n plies, its negative a loss.
    """

    depth: int | None = None
    mean_depth: float | None = None
    score: float | None = None
    nodes: int | None = None
    time: float | None = None
    nps: float | None = None
    pv: tuple[str, ...] = ()
    message: str = ""
    """A remark for people. It is not of the protocol, which lets programs pass over what they do not know."""


@frozen
class Done:
    """The answer to one `go`; no move: there is none."""

    move: str | None
    ponder: str | None = None


@frozen
class Error:
    """Something that came cannot be done."""

    message: str


@frozen
class Unknown:
    """A line of the engine that is none of the protocol's; to be ignored."""

    line: str


Reply = Notice | Id | Param | Info | Done | Error | Unknown
