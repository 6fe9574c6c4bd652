"""What a program in a single file needs besides.

It is run by two processes. The first, the launcher, unpacks it into a folder of its own and starts the second, which
is this one; it passes on the signals that it gets, and removes the folder in the end.
"""

import os
import sys
import threading
import time

_LOOK = 0.2
"""Seconds between two looks at the launcher."""


def is_single_file() -> bool:
    """Whether we were unpacked; the folder of a folder build lies beside its program."""
    return os.path.dirname(sys._MEIPASS) != os.path.dirname(sys.executable)


def end_with_launcher() -> None:
    """From now on this process ends soon after the launcher, which cannot tell it of its end by SIGKILL."""
    threading.Thread(target=_follow, args=(os.getppid(),), name="launcher", daemon=True).start()


def _follow(launcher: int) -> None:
    if os.name == "nt":
        import _winapi

        process = _winapi.OpenProcess(_winapi.SYNCHRONIZE, False, launcher)
        _winapi.WaitForSingleObject(process, _winapi.INFINITE)
    else:
        while os.getppid() == launcher:
            time.sleep(_LOOK)
        import shutil

        shutil.rmtree(sys._MEIPASS, ignore_errors=True)
    os._exit(1)
