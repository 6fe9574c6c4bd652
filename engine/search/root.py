"""The position at the root of a search, as bare values."""

from typing import NamedTuple


class RootState(NamedTuple):
    """The position at the root of a worker."""

    own: int
    opponent: int
    kings: int
    side: int
    """0 White, 1 Black."""
    key: int
    quiet: bool
    """Whether neither side could take if it were to move."""
    reversible: int
    """Half-moves since the last capture or man's move."""
