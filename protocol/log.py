"""A log file of everything that passes a session, in both directions."""

import os
import stat
import time
from typing import Self

from protocol.errors import RemoteError
from protocol.text import quoted

LOG_OPTION = "Debug Log File"
"""The engine option that names the file."""
_LONGEST_LINE = 2000


class Log:
    """An open log file. A failed write ends it silently: a log must never stop a game."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def open(cls, path: str) -> Self:
        """Opens `path` to append to it. Raises RemoteError if that cannot be done."""
        try:
            # Without O_NONBLOCK a named pipe would hold us until somebody reads it.
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0), 0o644)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise RemoteError(f"cannot write the log file {quoted(path)}: {reason}") from None
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise RemoteError(f"cannot write the log file {quoted(path)}: not an ordinary file")
        return cls(descriptor)

    @classmethod
    def configured(cls, path: str) -> Self | None:
        """The log file that an option names; None without a name, or if it cannot be written."""
        try:
            return cls.open(path) if path else None
        except RemoteError:
            return None

    def received(self, line: str) -> None:
        """Notes a line of the other side."""
        self._write(">", line)

    def sent(self, line: str) -> None:
        """Notes a line of ours."""
        self._write("<", line)

    def close(self) -> None:
        """Ends the log."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def _write(self, direction: str, line: str) -> None:
        if self._descriptor is None:
            return
        now = time.time()
        stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now)) + f".{int(now * 1000) % 1000:03}"
        text = f"{stamp} {direction} {line[:_LONGEST_LINE]}\n"
        try:
            os.write(self._descriptor, text.encode("utf-8", errors="replace"))
        except OSError:
            self.close()
