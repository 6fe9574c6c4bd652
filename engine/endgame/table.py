"""What is known of every position with few pieces: whether it is won, lost or drawn, and in how many plies.

A value is DRAWN, or one more than the plies to the end of the game, both sides doing their best: odd
values are losses of the side to move, even ones its wins. Only positions without a capture have one.
"""

import cython

from engine.endgame.index import Index
from engine.endgame.store import read_values
from engine.rules.position import Position
from engine.rules.variants import Variant

if cython.compiled:
    from cython.cimports.engine.endgame.index import index_of
else:
    from engine.endgame.index import index_of

DRAWN = 0
NO_VALUE = cython.declare(cython.int, -1)


@cython.cclass
class EndingTable:
    """The values of the positions of a game with at most `pieces` pieces, or `kings` if there are only kings and three
    at most on a side; nothing in it changes, so threads may share it."""

    def __init__(self, variant: Variant, pieces: int, kings: int, values: bytes) -> None:
        self.index = Index(variant, pieces, kings)
        if len(values) != self.index.size:
            raise ValueError(f"endings of {variant.name}: {len(values)} values, expected {self.index.size}")
        self.values = values

    def value(self, position: Position) -> int | None:
        """The value of a position without a capture; None if it is not in the table."""
        found = value_of(self, position.own, position.opponent, position.kings, position.side)
        return None if found < 0 else found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def value_of(
    table: EndingTable,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
) -> cython.int:
    """The value of a position without a capture, -1 if it has none."""
    place: cython.longlong = index_of(table.index, own, opponent, kings, side)
    return table.values[place] if place >= 0 else NO_VALUE


def endings_of(variant: Variant) -> "EndingTable | None":
    """The table of a game, read once; None if the game has none. Raises PackedError if its file is damaged."""
    if variant not in _READ:
        found = read_values(variant.name)
        _READ[variant] = None if found is None else EndingTable(variant, *found)
    return _READ[variant]


_READ: dict = {}
