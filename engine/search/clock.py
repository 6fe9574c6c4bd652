"""How long to think.

With `time` on the clock, `increment` a move and n moves to go (MOVES_LEFT where there is no time
control ahead), a move's share is

    left  = time - overhead,    share = left / n + INCREMENT_SHARE % of increment

where the overhead counts for OVERHEAD_MOST % of the time at most, or OVERHEAD_LEAST ms if they are more.

No iteration starts after `soft` = SOFT_SHARE % of the share, and the search is cut off at `hard` =
HARD_FACTOR shares. Both stay below HARD_SHARE % of what is left, or below all of it for the last
move before the time control. A clock that has run out leaves MINIMUM. A fixed `movetime` is used up
but for the overhead, of which no more is taken off than MOVETIME_RESERVE % or MOVETIME_LEAST ms,
whichever is more, and never more than MOVETIME_MOST %. The lag of an answer comes off all times first.
"""

from math import inf

from attrs import frozen

from engine.search import parameters
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.ticks import now

MINIMUM = 1.0
"""Least time of a search, milliseconds."""


@frozen
class Budget:
    """Bounds in milliseconds from the start of the search."""

    soft: float
    """No iteration starts later; infinite for a fixed time a move, which is used up."""
    hard: float
    """The search is cut off here."""


class Timer:
    """The clock of one search: started with it, or at the ponder hit if it is `held`.

    `began` is the reading of `ticks.now` when the search was asked for, if that was earlier. Without a
    budget the clock never runs out.
    """

    def __init__(self, budget: Budget | None, signal: StopSignal, held: bool = False, began: int | None = None) -> None:
        self.budget = budget
        self._signal = signal
        self._held = held
        self._began = now() if began is None else began
        if not held:
            self._arm(self._began)

    @property
    def elapsed(self) -> float:
        """Milliseconds since the search began."""
        return (now() - self._began) / 1e6

    def release(self) -> None:
        """The ponder hit: the hard bound counts from here. The time pondered counts as time thought, so
        a search that has thought long enough ends at once."""
        self._held = False
        if self.budget is not None and self.elapsed >= self.budget.soft:
            self._signal.raised = True
        self._arm(now())

    @property
    def ticking(self) -> bool:
        """Whether the search is on a clock that runs."""
        return self.budget is not None and not self._held

    def enough(self, scale: float = 1.0) -> bool:
        """Whether no further iteration should start; `scale` stretches the soft bound."""
        return self.ticking and self.elapsed >= self.budget.soft * scale

    def _arm(self, start: int) -> None:
        if self.budget is not None:
            self._signal.deadline = start + int(self.budget.hard * 1e6)


def budget(limits: Limits, overhead: float) -> Budget | None:
    """The time of one search, or None without a clock.

    `overhead` is lost between us and the clock at every move (the option Move Overhead), milliseconds.
    """
    bounds = []
    if limits.movetime is not None:
        movetime = limits.movetime - limits.lag
        bounds.append(Budget(inf, max(MINIMUM, movetime - _reserve(movetime, overhead))))
    if limits.time is not None or limits.increment > 0:
        bounds.append(_share(limits, overhead))
    return min(bounds, key=lambda bound: bound.hard, default=None)


def _reserve(movetime: float, overhead: float) -> float:
    wanted = max(movetime * parameters.MOVETIME_RESERVE / 100, parameters.MOVETIME_LEAST)
    return min(overhead, wanted, movetime * parameters.MOVETIME_MOST / 100)


def _share(limits: Limits, overhead: float) -> Budget:
    increment = max(0.0, limits.increment)
    # A clock that only counts increments has one on it now.
    time = (increment if limits.time is None else limits.time) - limits.lag
    most = max(time * parameters.OVERHEAD_MOST / 100, parameters.OVERHEAD_LEAST)
    left = max(0.0, time - min(overhead, most))
    moves = parameters.MOVES_LEFT if not limits.moves_to_go or limits.moves_to_go < 0 else limits.moves_to_go
    moves = min(moves, parameters.MOVES_LEFT)
    share = left / moves + increment * parameters.INCREMENT_SHARE / 100
    longest = left if limits.moves_to_go == 1 else left * parameters.HARD_SHARE / 100
    hard = max(MINIMUM, min(share * parameters.HARD_FACTOR, longest))
    soft = max(MINIMUM, min(share * parameters.SOFT_SHARE / 100, hard))
    return Budget(soft, hard)
