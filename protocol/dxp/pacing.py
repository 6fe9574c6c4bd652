"""Messages are written with pauses where the other side would run two together.

Some programs take whatever a read returns for one message, so that of two that arrive together the
second is lost: a GAMEACC directly before the first MOVE, say.
"""

from collections import deque
from collections.abc import Callable

from attrs import define, field

from protocol.pacing import PacedWriter

GAP = 0.25
"""Seconds between two of our messages that the other side has not answered in between."""
MOST_WAITING = 64
"""Messages that may wait: whoever makes us answer more than that at once does not play a game."""
MOST_REMARKS = 8
"""Messages that may wait when a CHAT comes, which can be spared."""


class DirectWriter:
    """Writes messages as they come, to a side that cuts its input properly."""

    is_crowded = False
    """Never: nothing waits."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send

    def write(self, message: bytes) -> None:
        """Writes one message with its end."""
        self._send(message)

    def answered(self) -> None:
        """Changes nothing."""

    def close(self, timeout: float) -> bool:
        """Nothing waits."""
        return True


@define
class MessageQueue:
    """Messages that wait for their time. Times are seconds of a clock that does not go back."""

    _gap: float
    _waiting: deque[bytes] = field(factory=deque, init=False)
    _free_at: float = field(default=float("-inf"), init=False)
    is_writing: bool = field(default=False, init=False)
    """Whether a message has been taken and is not known to be written."""

    @property
    def is_crowded(self) -> bool:
        """Whether as many messages wait as may when a CHAT comes."""
        return len(self._waiting) >= MOST_REMARKS

    def put(self, message: bytes) -> None:
        """Adds a message; one too many, and a CHAT sooner, is left out: it is an answer to a flood."""
        if len(self._waiting) < MOST_WAITING and not (self.is_crowded and message.startswith(b"C")):
            self._waiting.append(message)

    def answered(self) -> None:
        """The other side has shown that it has read our last message: the next needs no pause."""
        if not self._waiting and not self.is_writing:
            self._free_at = float("-inf")

    def pause(self, now: float) -> float | None:
        """Seconds until the first message may go; None if there is none."""
        return self._free_at - now if self._waiting else None

    def take(self) -> tuple[bytes, None]:
        """The first message, to be written now."""
        self.is_writing = True
        return self._waiting.popleft(), None

    def wrote(self, kind: None, now: float) -> None:
        """Notes when a message was written."""
        self.is_writing = False
        self._free_at = now + self._gap


class MessageWriter(PacedWriter[None]):
    """Writes messages with a pause where two would come together."""

    _queue: MessageQueue

    def __init__(self, send: Callable[[bytes], None], gap: float = GAP) -> None:
        super().__init__(send, MessageQueue(gap))

    def write(self, message: bytes) -> None:
        """Adds one message with its end, from any thread."""
        with self._changed:
            self._queue.put(message)
            self._changed.notify_all()

    @property
    def is_crowded(self) -> bool:
        """As in `MessageQueue`."""
        with self._changed:
            return self._queue.is_crowded

    def answered(self) -> None:
        """As in `MessageQueue`."""
        with self._changed:
            self._queue.answered()
