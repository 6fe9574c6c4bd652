"""Standard input and output as a transport.

Works on the file descriptors: a thread that waits in `sys.stdin` holds a lock that would stop the
interpreter from ending.
"""

import contextlib
import os
import queue
import threading

_CHUNK = 1 << 16
_CHUNKS_AHEAD = 64
_LOOK = 0.2
_WATCH = 0.05
_STUCK = 5.0


class StdioTransport:
    """Reads one descriptor in a thread of its own, writes another under a lock.

    When the other side closes its reading end, `receive` reports the end of input too. When it
    closes its writing end and then reads nothing of our output for five seconds, the process ends.
    """

    def __init__(self, input_fd: int = 0, output_fd: int = 1) -> None:
        self._input_fd = input_fd
        self._output_fd = output_fd
        self._incoming: queue.Queue[bytes] = queue.Queue(_CHUNKS_AHEAD)
        self._lock = threading.Lock()
        self._writing = False
        self._writes = 0
        self._broken = False
        self._closed = threading.Event()
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def receive(self) -> bytes:
        """Waits for input; empty at its end."""
        # A wait without a limit does not see a signal that came just before it; on Windows, none.
        while not self._broken:
            try:
                return self._incoming.get(timeout=_LOOK)
            except queue.Empty:
                continue
        return b""

    def send(self, data: bytes) -> None:
        """Writes all of `data` at once; nothing is buffered."""
        with self._lock:
            if self._broken:
                return
            self._writing = True
            try:
                while data:
                    data = data[os.write(self._output_fd, data) :]
                    self._writes += 1
            except OSError:
                self._broken = True
            finally:
                self._writing = False
        if self._broken:
            self._wake()

    def close(self) -> None:
        """Stops watching; the descriptors stay open, they belong to the process."""
        self._closed.set()

    def _wake(self) -> None:
        with contextlib.suppress(queue.Full):  # then nobody waits, and the next receive sees the flag
            self._incoming.put_nowait(b"")

    def _read(self) -> None:
        data = b"start"
        while data:
            try:
                data = os.read(self._input_fd, _CHUNK)
            except OSError:
                data = b""
            self._incoming.put(data)
        # Counted in looks, not by the clock: a process that was stopped or had no processor is not stuck.
        looks, writes = 0, self._writes
        while not self._closed.wait(_WATCH):
            looks = looks + 1 if self._writing and self._writes == writes else 0
            writes = self._writes
            if looks * _WATCH > _STUCK:
                os._exit(0)
