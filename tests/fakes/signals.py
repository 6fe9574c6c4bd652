"""A signal whose handler is still at work when somebody's time to wait is over."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

HANDLING = 0.3
"""Seconds that the handler takes."""


@contextmanager
def slow_signal() -> Iterator[None]:
    """It comes in 50 ms; who still waits 10 s later fails. Main thread, POSIX."""
    came = False

    def take(*_: object) -> None:
        nonlocal came
        if came:
            raise AssertionError("a wait has outlived its limit")
        came = True
        time.sleep(HANDLING)

    before = signal.signal(signal.SIGALRM, take)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 10)
    try:
        yield
        assert came
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
