"""Writing with pauses, in a thread of its own, for the sake of programs that lose what reaches them together."""

import threading
import time
import typing
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Queue(typing.Protocol[T]):
    """What waits to be written. Times are seconds of a clock that does not go back."""

    def pause(self, now: float) -> float | None:
        """Seconds until the first may be written, or is to be asked about again; None if nothing waits."""

    def take(self) -> tuple[bytes, T]:
        """Takes the first, which must be there, to write it now; and what kind it is."""

    def wrote(self, kind: T, now: float) -> None:
        """Learns that it was written."""


class PacedWriter(Generic[T]):
    """Writes what its queue holds when its time has come, so that nobody else waits for the pauses.

    The queue is changed and asked under `_changed` only.
    """

    def __init__(
        self, send: Callable[[bytes], None], queue: Queue[T], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._send = send
        self._queue = queue
        self._clock = clock
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="output", daemon=True)
        self._thread.start()

    def close(self, timeout: float) -> bool:
        """Writes what waits, without pauses; True if that was done within `timeout` seconds."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (item := self._next()) is not None:
            data, kind = item
            self._send(data)
            with self._changed:
                self._queue.wrote(kind, self._clock())

    def _next(self) -> tuple[bytes, T] | None:
        """What is next, when its time has come; None at the end."""
        with self._changed:
            while (pause := self._queue.pause(self._clock())) is None or pause > 0:
                if self._closed:
                    break
                self._changed.wait(pause)
            if pause is None:
                return None
            item = self._queue.take()
            self._changed.notify_all()
            return item
