"""Two ends joined in memory, for tests and for engines in one process."""

import queue
import threading


class MemoryTransport:
    """One end of a pair made by `pair`. Closing an end is the end of input for the other."""

    def __init__(self) -> None:
        self.peer: MemoryTransport | None = None
        self._incoming: queue.Queue[bytes] = queue.Queue()
        self._lock = threading.Lock()
        self._closed = False

    def receive(self, timeout: float | None = None) -> bytes:
        """The next piece as it was sent. Raises TimeoutError after `timeout` seconds."""
        try:
            data = self._incoming.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"nothing received for {timeout} s") from None
        if not data:
            self._incoming.put(data)  # the end stays the end
        return data

    def send(self, data: bytes) -> None:
        """Gives `data` to the other end."""
        with self._lock:
            if data and not self._closed and self.peer:
                self.peer._incoming.put(data)

    def close(self) -> None:
        """No more bytes from this end."""
        with self._lock:
            if not self._closed and self.peer:
                self.peer._incoming.put(b"")
            self._closed = True


def pair() -> tuple[MemoryTransport, MemoryTransport]:
    """Two ends: what one sends, the other receives."""
    here, there = MemoryTransport(), MemoryTransport()
    here.peer, there.peer = there, here
    return here, there
