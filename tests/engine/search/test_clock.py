"""Time management by numbers."""

import time
from math import inf

import pytest

from engine.search.clock import MINIMUM, Budget, Timer, budget
from engine.search.limits import Limits
from engine.search.stop import StopSignal


@pytest.mark.parametrize(
    "limits, overhead, expected",
    [
        # left = 59950, share = 59950 / 20 + 1000
        (Limits(time=60_000, increment=1000), 50, Budget(59_950 / 20 + 1000, 4 * (59_950 / 20 + 1000))),
        # ten moves to the time control
        (Limits(time=10_050, moves_to_go=10), 50, Budget(1000, 4000)),
        # more moves to go than a game lasts
        (Limits(time=20_050, moves_to_go=100), 50, Budget(1000, 4000)),
        # the last move before the time control may take all of it but the overhead
        (Limits(time=1050, moves_to_go=1), 50, Budget(1000, 1000)),
        # two moves to go: not more than a half
        (Limits(time=1050, moves_to_go=2), 50, Budget(500, 500)),
        # hardly any time but a large increment: not more than half of what is there
        (Limits(time=150, increment=2000), 10, Budget(70, 70)),
        # an increment without a clock: there is one increment on it
        (Limits(increment=1050), 50, Budget(500, 500)),
        # of a short clock a quarter at most is kept back, of a very short one 20 ms
        (Limits(time=100, increment=10), 50, Budget(13.75, 37.5)),
        (Limits(time=100, increment=10), 5, Budget(14.75, 47.5)),
        (Limits(time=40), 50, Budget(MINIMUM, 4)),
        (Limits(time=40, increment=10), 50, Budget(10, 10)),
        (Limits(time=0), 50, Budget(MINIMUM, MINIMUM)),
        (Limits(time=-300, increment=0), 50, Budget(MINIMUM, MINIMUM)),
        (Limits(time=20), 50, Budget(MINIMUM, MINIMUM)),
        (Limits(time=-300, increment=100), 50, Budget(MINIMUM, MINIMUM)),
        (Limits(time=1000, moves_to_go=0), 0, Budget(1000 / 20, 4 * 1000 / 20)),
        (Limits(time=1000, moves_to_go=-3), 0, Budget(1000 / 20, 4 * 1000 / 20)),
        (Limits(movetime=1000), 50, Budget(inf, 950)),
        # a tenth at most is kept back, or 20 ms, or four tenths
        (Limits(movetime=300), 50, Budget(inf, 270)),
        (Limits(movetime=150), 50, Budget(inf, 130)),
        (Limits(movetime=50), 50, Budget(inf, 30)),
        (Limits(movetime=50), 4, Budget(inf, 46)),
        (Limits(movetime=10), 50, Budget(inf, 6)),
        (Limits(movetime=0), 50, Budget(inf, MINIMUM)),
        (Limits(movetime=-5), 50, Budget(inf, MINIMUM)),
        # the answer is under way for a while
        (Limits(movetime=115, lag=15), 50, Budget(inf, 80)),
        (Limits(movetime=10, lag=15), 50, Budget(inf, MINIMUM)),
        (Limits(time=115, increment=10, lag=15), 50, Budget(13.75, 37.5)),
        # the tighter of the two
        (Limits(movetime=100, time=100_000), 0, Budget(inf, 100)),
        (Limits(movetime=10_000, time=200), 0, Budget(10, 40)),
        (Limits(depth=5), 50, None),
        (Limits(nodes=100), 50, None),
    ],
)
def test_budget(limits: Limits, overhead: float, expected: Budget | None) -> None:
    found = budget(limits, overhead)
    if expected is None:
        assert found is None
    else:
        assert (found.soft, found.hard) == pytest.approx((expected.soft, expected.hard))


def test_the_clock_is_never_overdrawn() -> None:
    """Whatever is on the clock, the hard bound and the overhead, or a quarter of the clock, fit into it."""
    for time_left in (100, 250, 1000, 5000, 600_000):
        for increment in (0, 10, 1000, 100_000):
            for moves in (None, 1, 2, 5, 40):
                found = budget(Limits(time=time_left, increment=increment, moves_to_go=moves), 50)
                assert MINIMUM <= found.soft <= found.hard
                assert found.hard + min(50, time_left / 4) <= time_left


def test_a_whole_game_fits_into_the_clock() -> None:
    left, moves = 60_000.0, 0
    while moves < 200:
        left -= budget(Limits(time=left, increment=100), 20).hard
        assert left > 0
        left += 100
        moves += 1


def test_a_timer_sets_the_deadline_at_the_hard_bound() -> None:
    signal = StopSignal()
    timer = Timer(Budget(soft=5, hard=50_000), signal)
    assert signal.deadline > 0
    assert not timer.enough(1e6)
    time.sleep(0.01)
    assert timer.enough()
    assert not timer.enough(1e6)


def test_without_a_budget_there_is_no_end() -> None:
    signal = StopSignal()
    timer = Timer(None, signal)
    assert signal.deadline == 0
    assert not timer.ticking
    assert not timer.enough(0)


def test_a_held_clock_starts_when_it_is_released() -> None:
    signal = StopSignal()
    timer = Timer(Budget(soft=1, hard=50_000), signal, held=True)
    time.sleep(0.005)
    assert signal.deadline == 0
    assert not timer.enough()
    timer.release()
    assert signal.deadline > 0
    assert timer.enough()
    assert signal.raised, "it has thought for longer than the soft bound already"


def test_a_short_ponder_goes_on() -> None:
    signal = StopSignal()
    timer = Timer(Budget(soft=60_000, hard=90_000), signal, held=True)
    timer.release()
    assert not signal.raised
