"""The value of a position."""

from attrs import frozen


@frozen
class Score:
    """A value for the side to move: either `centimen` (hundredths of a man) or a proved `win_in` plies.

    `win_in` is above 0 when the side to move wins in that many plies, else it loses in `-win_in`
    plies (0: it has lost already). Exactly one of the two is set.
    """

    centimen: int | None = None
    win_in: int | None = None

    def __attrs_post_init__(self) -> None:
        if (self.centimen is None) == (self.win_in is None):
            raise ValueError(f"a score is either centimen or a win: got {self.centimen} and {self.win_in}")
