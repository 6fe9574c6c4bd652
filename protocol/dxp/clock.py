"""The time of a DXP game. Each program measures by itself: nobody tells the other what is left."""

import time
from collections.abc import Callable

from attrs import define, field

from engine.rules.variants import Color
from engine.search.limits import Limits

LAG = 0.1
"""Seconds charged to us for each move beyond those measured: the way to the other side and back."""
MOVETIME = 500.0
"""Time of a move where the game has no clock, milliseconds."""
ALLOWANCE = 5.0
ALLOWANCE_A_MOVE = 1.0
"""Seconds, at once and for each of their moves, by which they may be over the time before we claim it."""


@define
class GameClock:
    """Seconds used by each side, of `minutes` each (0: no clock), in a game of at most `moves` each (0: no limit)."""

    minutes: float
    moves: int
    now: Callable[[], float] = field(default=time.monotonic)
    used: dict[Color, float] = field(factory=lambda: dict.fromkeys(Color, 0.0), init=False)
    reported: dict[Color, float] = field(factory=lambda: dict.fromkeys(Color, 0.0), init=False)
    """What their MOVE messages say they have used."""
    _since: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._since = self.now()

    def turn(self) -> None:
        """A move begins."""
        self._since = self.now()

    @property
    def elapsed(self) -> float:
        """Seconds since the move began."""
        return self.now() - self._since

    def we_moved(self, color: Color) -> int:
        """Charges our move, begins theirs; the whole seconds that it took."""
        elapsed = self.elapsed
        self.used[color] += elapsed + LAG
        self.turn()
        return min(9999, int(elapsed))

    def they_moved(self, color: Color, reported: int) -> None:
        """Charges their move, begins ours."""
        self.used[color] += self.elapsed
        self.reported[color] += reported
        self.turn()

    def is_used_up(self, color: Color) -> bool:
        """Whether that side has used all its time, as we measure it."""
        return 0 < self.minutes * 60 < self.used[color] + self.elapsed

    def is_over(self, color: Color, moves: int) -> bool:
        """Whether that side, which has made so many moves, has overstepped beyond doubt.

        Our measure holds the way of the messages too, and some programs report no time at all; so
        both measures must say so.
        """
        limit = self.minutes * 60
        margin = ALLOWANCE + ALLOWANCE_A_MOVE * moves
        return limit > 0 and self.used[color] > limit + margin and self.reported[color] > limit

    def limits(self, color: Color, moves_made: int, ponder: bool = False) -> Limits:
        """How long that side may think for its next move."""
        if self.minutes <= 0:
            return Limits(movetime=MOVETIME, ponder=ponder)
        left = max(0.0, self.minutes * 60 - self.used[color] - LAG)
        moves_to_go = self.moves - moves_made if self.moves > moves_made else None
        return Limits(time=left * 1000, moves_to_go=moves_to_go, ponder=ponder)
