"""Lines are written with pauses, because some programs lose lines that reach them together.

py-draughts waits with `select` and then reads through a buffer, so that the second of two lines
stays there unseen until more comes. Half a millisecond between them is enough on an idle machine; on
a busy one it may sleep for longer, and where it can be known we wait until it has read.
"""

from collections import deque
from collections.abc import Callable
from enum import Enum, auto

from attrs import define, field

from protocol.pacing import PacedWriter

GAP = 0.005
"""Seconds between two lines."""
LONG_GAP = 0.010
"""Seconds before `wait`, `ready` and `done`, for which programs wait."""
LAG = GAP + LONG_GAP
"""Seconds that `done` may wait for, with the last report before it."""
INFO_INTERVAL = 0.070
"""Seconds between two reports of a search while it runs."""
PATIENCE = 0.25
"""Seconds that a line waits until the one before it has been read."""
_LOOK = 0.001
MOST_WAITING = 10_000
"""Lines that may wait before `HubWriter.write` does."""


class Pace(Enum):
    """What kind of line it is."""

    LINE = auto()
    MILESTONE = auto()
    """`wait`, `ready` or `done`."""
    INFO = auto()
    """A report, which a later one makes worthless."""


@define
class PacedQueue:
    """Lines that wait for their time; times are seconds of any clock that does not go back.

    `has_unread` says whether the other side has yet to read something.
    """

    _has_unread: Callable[[], bool] = field(default=lambda: False)
    _lines: deque[tuple[bytes, Pace]] = field(factory=deque, init=False)
    _last_line: float = field(default=float("-inf"), init=False)
    _last_info: float = field(default=float("-inf"), init=False)

    def __len__(self) -> int:
        return len(self._lines)

    def put(self, line: bytes, pace: Pace) -> None:
        """Adds a line; a report replaces the one just before it."""
        if pace is Pace.INFO and self._lines and self._lines[-1][1] is Pace.INFO:
            self._lines.pop()
        self._lines.append((line, pace))

    def due(self) -> float | None:
        """When the first line may be written; None if there is none."""
        if not self._lines:
            return None
        pace = self._lines[0][1]
        if pace is Pace.INFO and len(self._lines) == 1:
            return max(self._last_line + GAP, self._last_info + INFO_INTERVAL)
        return self._last_line + (LONG_GAP if pace is Pace.MILESTONE else GAP)

    def pause(self, now: float) -> float | None:
        """Seconds until the first line may go, or is to be asked about again; None if there is no line."""
        due = self.due()
        if due is None:
            return None
        if due <= now < self._last_line + PATIENCE and self._has_unread():
            return _LOOK
        return due - now

    def take(self) -> tuple[bytes, Pace]:
        """The first line, to be written now."""
        return self._lines.popleft()

    def wrote(self, pace: Pace, now: float) -> None:
        """Notes when a line was written."""
        self._last_line = now
        if pace is Pace.INFO:
            self._last_info = now


class HubWriter(PacedWriter[Pace]):
    """Writes lines in their pace."""

    _queue: PacedQueue

    def __init__(self, send: Callable[[bytes], None], has_unread: Callable[[], bool] = lambda: False) -> None:
        super().__init__(send, PacedQueue(has_unread))

    def write(self, line: bytes, pace: Pace) -> None:
        """Adds a line, from any thread. Waits only if thousands wait already."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._queue) < MOST_WAITING)
            if not self._closed:
                self._queue.put(line, pace)
                self._changed.notify_all()
