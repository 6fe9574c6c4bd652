"""Another program as a transport: it is started, spoken to over its pipes, and surely ended.

Its standard output is cut into lines, each stamped on arrival; its standard error is drained, of
which the end is kept. Whatever it does (flood, stall, close its output, leave children behind, not
read), nobody waits for it longer than he said, and memory stays bounded.
"""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Self

from attrs import field, frozen

from protocol.lines import Line, LineBuffer
from protocol.transport.keeper import KEEPER
from protocol.transport.surroundings import own_environment, resolved

LONGEST_LINE = 1 << 13
"""Bytes of a line; longer ones arrive as `Overlong`."""
LINES_AHEAD = 4096
"""Lines kept for a receiver that does not come; then the oldest are dropped."""
STDERR_KEPT = 1 << 13
"""Bytes kept of the end of standard error."""

_CHUNK = 1 << 16
_FLOOD_PAUSE = 0.01
_DRAIN = 0.1
_DRAIN_MOST = 5.0
_TERMINATION_GRACE = 0.5
_KILL_WAIT = 5.0
_UNREAD = "it does not read its input"
_POSIX = os.name == "posix"


@frozen
class Arrival:
    """A line of the program's."""

    line: Line
    at: int
    """When it was read, in nanoseconds of `time.perf_counter_ns`."""


@frozen
class End:
    """The program's standard output has ended, and nothing more will come."""

    at: int = field(factory=time.perf_counter_ns)


class ProcessTransport:
    """A running program. Threads of its own read its output, so that it never waits for us.

    It gets a session, hence a process group, of its own: a Ctrl+C on the terminal is not for it, and
    it is ended together with the processes it has started, but for those that have left the group.
    If we die, it dies (see `keeper`).
    """

    def __init__(self, command: Sequence[str], *, directory: str | None = None, patience: float = 2.0) -> None:
        """Starts `command`, without a shell, in `directory`.

        `patience` is how long `send` waits for a program that does not read, in seconds.
        Raises OSError if it cannot be started.
        """
        self.command = tuple(command)
        self._patience = patience
        self._lines: queue.Queue[Arrival | End] = queue.Queue()
        self._end: End | None = None
        self._stderr = bytearray()
        self._dropped = 0
        self._pieces = 0
        self._busy = False
        """Whether its output has brought us something that is not in `_lines` yet."""
        self._sending = threading.Lock()
        self._closing = threading.Lock()
        self._leaving = False
        self._closed = False
        self._status: int | None = None
        self._exited = threading.Event()
        self._process = _start(self.command, directory)
        self.pid = self._process.pid
        if _POSIX:
            KEEPER.watch(self.pid)
        self._stdin: int | None = _own(self._process.stdin)
        if _POSIX:
            os.set_blocking(self._stdin, False)
        else:
            self._outgoing: queue.Queue[bytes | None] = queue.Queue(64)
            self._thread("stdin", self._write_outgoing, self._stdin)
        self._stdout_thread = self._thread("stdout", self._read_stdout, _own(self._process.stdout))
        self._stderr_thread = self._thread("stderr", self._read_stderr, _own(self._process.stderr))
        self._thread("exit", self._await_exit)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def exit_status(self) -> int | None:
        """None while it runs; then its exit status, or minus the number of the signal that ended it."""
        return self._status

    @property
    def stderr_tail(self) -> str:
        """The end of what it wrote to standard error so far."""
        return bytes(self._stderr).decode("utf-8", errors="replace")

    @property
    def dropped(self) -> int:
        """Lines that were dropped because nobody received them."""
        return self._dropped

    def receive_line(self, timeout: float) -> Arrival | End:
        """The next line, or the end, which stays the end. Raises TimeoutError after `timeout` seconds."""
        if self._end:
            return self._end
        try:
            arrival = self._lines.get(timeout=max(0.0, timeout)) if timeout > 0 else self._lines.get_nowait()
        except queue.Empty:
            raise TimeoutError(f"nothing received for {timeout:g} s") from None
        if isinstance(arrival, End):
            self._end = arrival
        return arrival

    def send(self, data: bytes, patience: float | None = None) -> None:
        """Writes all of `data`. After the program has closed its input, does nothing.

        Raises TimeoutError if it does not read for `patience` seconds, by default what was said at the start.
        """
        patience = self._patience if patience is None else patience
        with self._sending:
            if self._stdin is None or self._leaving:
                return
            if not _POSIX:
                self._queue_outgoing(data, patience)
                return
            deadline = time.monotonic() + patience
            while data:
                try:
                    data = data[os.write(self._stdin, data) :]
                except BlockingIOError:
                    self._await_room(deadline)
                except OSError:
                    return
                if self._leaving:
                    return

    def wait(self, timeout: float) -> bool:
        """Waits for it to exit by itself; whether it did."""
        return self._exited.wait(timeout)

    def last_words(self) -> str:
        """The last line that it wrote to its standard error before it exited; what is on its way is waited for."""
        self._stderr_thread.join(_DRAIN)
        return next(reversed(self.stderr_tail.strip().splitlines()), "")

    def close_input(self) -> None:
        """Ends its standard input; for many programs that is the sign to go."""
        with self._sending:
            stdin, self._stdin = self._stdin, None
            if stdin is None:
                return
            if _POSIX:
                os.close(stdin)
            else:
                with contextlib.suppress(queue.Full):
                    self._outgoing.put_nowait(None)

    def close(self, grace: float = 0.5) -> None:
        """Ends it, and whatever it has started: end of input, `grace` seconds, SIGTERM, half a second, SIGKILL.

        May be called from any thread, and again. A receiver sees the end.
        """
        self._leaving = True
        with self._closing:
            if self._closed:
                return
            self.close_input()
            if not self._exited.wait(grace):
                self._signal(signal.SIGTERM)
                self._exited.wait(_TERMINATION_GRACE)
            # Even if it has gone: what it started may not have. Until it is reaped its number is its own.
            self._signal(signal.SIGKILL if _POSIX else signal.SIGTERM)
            if _POSIX:
                KEEPER.release(self.pid)
            if self._exited.wait(_KILL_WAIT):
                self._process.wait()
            for thread in (self._stdout_thread, self._stderr_thread):
                thread.join(_DRAIN)
            self._closed = True

    def _signal(self, number: signal.Signals) -> None:
        # On macOS a group of nobody but the dead gives PermissionError.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if _POSIX:
                os.killpg(self.pid, number)
            else:
                _end_tree(self.pid)

    def _thread(self, name: str, work: object, *arguments: object) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments, name=f"{name} of {self.pid}", daemon=True)
        thread.start()
        return thread

    def _await_room(self, deadline: float) -> None:
        import select  # POSIX only

        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError(_UNREAD)
        room = select.poll()
        room.register(self._stdin, select.POLLOUT)
        room.poll(min(left, 0.05) * 1000)

    def _queue_outgoing(self, data: bytes, patience: float) -> None:
        try:
            self._outgoing.put(data, timeout=patience)
        except queue.Full:
            raise TimeoutError(_UNREAD) from None

    def _write_outgoing(self, stdin: int) -> None:
        """Windows: its pipes know no waiting with a limit, so that a thread must risk being stuck."""
        with contextlib.suppress(OSError):
            while (data := self._outgoing.get()) is not None:
                while data:
                    data = data[os.write(stdin, data) :]
        with contextlib.suppress(OSError):
            os.close(stdin)

    def _read_stdout(self, descriptor: int) -> None:
        buffer = LineBuffer(LONGEST_LINE)
        lines = self._lines
        for data in _chunks(descriptor):
            now = time.perf_counter_ns()
            self._busy = True
            self._pieces += 1
            for line in buffer.feed(data):
                if lines.qsize() >= LINES_AHEAD:
                    with contextlib.suppress(queue.Empty):
                        lines.get_nowait()
                        self._dropped += 1
                lines.put(Arrival(line, now))
            self._busy = False
        end = End()
        for line in buffer.finish():
            lines.put(Arrival(line, end.at))
        lines.put(end)

    def _read_stderr(self, descriptor: int) -> None:
        for data in _chunks(descriptor):
            self._stderr = (self._stderr + data)[-STDERR_KEPT:]

    def _await_exit(self) -> None:
        if hasattr(os, "waitid"):
            # It stays unreaped, so that its number cannot become another's before we have killed its group.
            with contextlib.suppress(ChildProcessError):
                found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
                self._status = found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        else:
            self._status = self._process.wait()
        self._exited.set()
        # A child of its may hold its output open: that must not hide the death. Nor must the end overtake what it said.
        deadline = time.monotonic() + _DRAIN_MOST
        pieces = -1
        while self._stdout_thread.is_alive() and time.monotonic() < deadline:
            if pieces == self._pieces and not self._busy:
                break
            pieces = self._pieces
            self._stdout_thread.join(_DRAIN)
        if self._stdout_thread.is_alive():
            self._lines.put(End())


def _start(command: tuple[str, ...], directory: str | None) -> subprocess.Popen[bytes]:
    if _POSIX:
        apart = {"start_new_session": True}
    else:
        apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        resolved(command),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        bufsize=0,
        cwd=directory,
        env=own_environment(),
        **apart,
    )


def _own(pipe: object) -> int:
    """The bare descriptor: a reader thread closes its own, so that no other can be mistaken for it."""
    descriptor = os.dup(pipe.fileno())
    pipe.close()
    return descriptor


def _chunks(descriptor: int):
    """What arrives, until the end; then closes."""
    try:
        while data := os.read(descriptor, _CHUNK):
            yield data
            if len(data) == _CHUNK:
                time.sleep(_FLOOD_PAUSE)  # a flood must leave time for the other engines
    except OSError:
        pass
    finally:
        os.close(descriptor)


def _end_tree(pid: int) -> None:
    """Windows: ends a process and those it has started."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(pid)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_KILL_WAIT,
            creationflags=subprocess.CREATE_NO_WINDOW,
        )
