"""How far a search may go."""

from attrs import frozen

from engine.rules.move import Move


@frozen
class Limits:
    """Bounds of one search; those that are set hold together, the first reached ends it.

    Times are milliseconds and belong to the side to move. `moves_to_go` counts its moves until
    the next time control. `mate` is a win in that many own moves. With `ponder` the clock stands
    until the ponder hit. `lag` is what an answer has to wait, once it is found, before the other side
    can have it. `search_moves` restricts the root to these moves if not empty.
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    time: float | None = None
    increment: float = 0
    moves_to_go: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    lag: float = 0
    search_moves: tuple[Move, ...] = ()
