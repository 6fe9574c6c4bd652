"""A move as a value."""

from attrs import frozen


@frozen(eq=False)
class Move:
    """A legal move of some position. Squares are numbered row by row from the top left.

    Two moves are the same if they go from and to the same squares and take the same pieces, in
    whatever order.
    """

    path: tuple[int, ...]
    """Every square stood on, first to last: for a capture the landing squares, which are where it
    turns, or just behind the piece taken where it goes straight on."""
    captured: tuple[int, ...] = ()
    """Squares of the pieces taken, in rising order."""
    promotes: bool = False
    """Whether a man becomes a king."""

    @property
    def origin(self) -> int:
        """Square of departure."""
        return self.path[0]

    @property
    def target(self) -> int:
        """Square of arrival."""
        return self.path[-1]

    @property
    def is_capture(self) -> bool:
        """Whether it takes anything."""
        return bool(self.captured)

    @property
    def identity(self) -> tuple[int, int, tuple[int, ...]]:
        """What makes it one move: from, to and the pieces taken."""
        return self.path[0], self.path[-1], self.captured

    def __eq__(self, other: object) -> bool:
        return self.identity == other.identity if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identity)
