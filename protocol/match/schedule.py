"""Who plays whom, when and with which side: a function of the game's number, so that nothing has to be remembered."""

from enum import StrEnum
from itertools import combinations

from attrs import field, frozen


class Format(StrEnum):
    """Which engines meet."""

    ROUND_ROBIN = "round-robin"
    """Every two."""
    GAUNTLET = "gauntlet"
    """The first and each of the others."""


@frozen
class Assignment:
    """One game of the schedule. Numbers count from 1, engines from 0."""

    number: int
    pair: int
    round: int
    white: int
    black: int


@frozen
class Schedule:
    """All games of a match: round by round, in each one pair for every two engines that meet."""

    engines: int
    rounds: int
    format: Format = Format.ROUND_ROBIN
    meetings: tuple[tuple[int, int], ...] = field(init=False)
    """The engines that meet, in the order of a round."""

    def __attrs_post_init__(self) -> None:
        every = combinations(range(self.engines), 2)
        is_gauntlet = self.format is Format.GAUNTLET
        meetings = tuple(meeting for meeting in every if not is_gauntlet or meeting[0] == 0)
        object.__setattr__(self, "meetings", meetings)

    def __len__(self) -> int:
        """Games in all."""
        return 2 * self.rounds * len(self.meetings)

    def game(self, number: int) -> Assignment:
        """The game of that number, 1 to `len`."""
        if not 1 <= number <= len(self):
            raise IndexError(f"game {number}: expected 1 to {len(self)}")
        pair, second = divmod(number - 1, 2)
        round_, meeting = divmod(pair, len(self.meetings))
        first, other = self.meetings[meeting]
        white, black = (other, first) if second else (first, other)
        return Assignment(number, pair + 1, round_ + 1, white, black)
