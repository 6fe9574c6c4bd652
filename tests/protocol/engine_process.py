"""The engine as a process of its own, as other programs start it."""

import contextlib
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "protocol")


class EngineProcess:
    """Starts `damiera ARGUMENTS` and talks to it in lines; notes when each line came.

    `command` is the program, `more` goes to `Popen`. As a context manager it leaves no process behind.
    """

    def __init__(self, *arguments: str, command: Sequence[str] = COMMAND, **more: object) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            **{"cwd": ROOT, **more},
        )
        self.errors = b""
        self._lines: queue.Queue[tuple[float, str] | None] = queue.Queue()
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self._lines.put((time.monotonic(), line.decode().removesuffix("\n")))
        self._lines.put(None)

    def _read_errors(self) -> None:
        self.errors = self.process.stderr.read()

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join()
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.stderr.close()

    def say(self, *lines: str) -> float:
        """Sends lines in one write; returns the time of it, in seconds."""
        data = "".join(line + "\n" for line in lines).encode()
        now = time.monotonic()
        while data:
            data = data[self.process.stdin.write(data) :]
        return now

    def hear(self, timeout: float = 20.0) -> tuple[float, str]:
        """The next line and the time it came. Raises EOFError at the end, queue.Empty after `timeout` seconds."""
        heard = self._lines.get(timeout=timeout)
        if heard is None:
            raise EOFError(f"the engine ended: {self.errors.decode()}")
        return heard

    def hear_until(self, start: str, timeout: float = 20.0) -> tuple[float, str]:
        """The first line that begins so, and the time it came."""
        while True:
            when, line = self.hear(timeout)
            if line.startswith(start):
                return when, line

    def end(self, timeout: float = 10.0) -> tuple[float, int]:
        """Waits for the process to end; the time it did, and its exit status."""
        status = self.process.wait(timeout)
        return time.monotonic(), status
