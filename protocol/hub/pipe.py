"""Whether the other side has read what we wrote to a pipe."""

import os
import stat


def has_unread(descriptor: int) -> bool:
    """Whether bytes that were written to the pipe still wait in it. False where that cannot be known: elsewhere than
    on Linux, and for what is no pipe."""
    try:
        import fcntl
        import termios

        if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            return False
        return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), "little") > 0
    except (ImportError, OSError):
        return False
