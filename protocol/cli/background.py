"""Work that Ctrl+C must be able to end although compiled code does not look at the keyboard."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def interruptible(work: Callable[[], T], stop: Callable[[], None] | None = None) -> T:
    """The result of `work`, done in a thread of its own; on Ctrl+C `stop` must make it end soon.

    Without `stop` the work is then left alone, and ends with the process. Raises what `work` raises.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []
    # `Thread.join`, interrupted by Ctrl+C, takes the thread for ended in Python 3.11 and 3.12.
    ended = threading.Event()

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            ended.set()

    threading.Thread(target=run, daemon=True).start()
    try:
        while not ended.wait(0.2):
            pass
    except KeyboardInterrupt:
        if stop is not None:
            stop()
            ended.wait(1.0)
        raise
    if failure:
        raise failure[0]
    return outcome[0]
