"""What a search tells: values, free of any protocol's text."""

from typing import Literal

from attrs import frozen

from engine.rules.move import Move
from engine.score import Score
from engine.search import parameters

Bound = Literal["exact", "lower", "upper"]


@frozen
class Info:
    """The state of a search after an iteration, for one line of play."""

    depth: int
    """The iteration, in plies: unlikely moves are searched less deep, forced ones deeper."""
    seldepth: int
    """Plies of the longest line looked at."""
    multipv: int
    """Rank of this line, 1 the best."""
    score: Score
    """Value for the side to move."""
    bound: Bound
    """Whether the value is that, or at least ("lower") or at most ("upper") that."""
    nodes: int
    """Positions entered since the search began."""
    nps: int
    """Nodes per second."""
    hashfull: int
    """How full the table is with this search, in thousandths."""
    tbhits: int
    """Positions found in endgame tables."""
    time: int
    """Milliseconds since the search began."""
    pv: tuple[Move, ...]
    """The line, from the position searched."""


@frozen
class BestMove:
    """The answer of a search."""

    move: Move | None
    """None if the game is over."""
    ponder: Move | None = None
    """The reply that is expected."""


def score_of(value: int) -> Score:
    """A value of the search as a score."""
    if value >= parameters.WIN_BOUND:
        return Score(win_in=parameters.WIN - value)
    if value <= -parameters.WIN_BOUND:
        return Score(win_in=-(parameters.WIN + value))
    return Score(centimen=value)
