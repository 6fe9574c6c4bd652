"""A lock among processes: a file that one of them at a time holds."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def held(path: str | os.PathLike[str], on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Holds the lock, once others have let go of it; `on_wait` is called if that takes a wait."""
    with open(path, "w") as file:
        if not _try_lock(file):
            on_wait()
            while not _try_lock(file):
                time.sleep(0.2)
        # Closing the file unlocks it.
        yield


def _try_lock(file) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
