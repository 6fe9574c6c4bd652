"""A watchman who ends the engines that we started if we are ended ourselves, even by SIGKILL.

One small process beside ours reads a pipe that only we can write to. We tell it which process groups
live; when the pipe ends, and that it does however we die, it ends those that are left as
`ProcessTransport.close` does: SIGTERM, half a second to tidy up, SIGKILL. It costs an engine's start
nothing, works on every POSIX system, and reaches whole groups, which a parent-death signal does not
(and that one would also strike when merely the starting thread ends).
"""

import atexit
import contextlib
import os
import subprocess
import threading

from protocol.transport.surroundings import own_environment

_SCRIPT = """
trap '' HUP INT TERM QUIT
groups=' '
while read -r word group; do
    case $word in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do
    kill -s TERM -- "-$group" 2>/dev/null
done
for look in 1 2 3 4 5; do
    left=''
    for group in $groups; do
        kill -s 0 -- "-$group" 2>/dev/null && left="$left $group"
    done
    groups=$left
    [ -n "$groups" ] || exit
    /bin/sleep 0.1
done
for group in $groups; do
    kill -s KILL -- "-$group" 2>/dev/null
done
"""


class Keeper:
    """Watches over process groups. Starts its process with the first of them; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def watch(self, group: int) -> None:
        """From now on this group ends with us."""
        with self._lock:
            if self._owner != os.getpid():  # never started, or we are a fork of the one who did
                self._start()
            self._tell(f"+ {group}\n")

    def release(self, group: int) -> None:
        """The group is gone: its number may soon belong to others."""
        with self._lock:
            if self._owner == os.getpid():
                self._tell(f"- {group}\n")

    def _start(self) -> None:
        self._owner = os.getpid()
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd="/",
                env=own_environment(),
                start_new_session=True,
            )
        except OSError:
            self._process = None  # no shell on this system: engines then end by the end of their input
        else:
            atexit.register(self._stop, self._process)

    def _tell(self, line: str) -> None:
        if self._process and self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.write(line.encode())

    def _stop(self, process: subprocess.Popen[bytes]) -> None:
        if self._owner == os.getpid() and process.stdin:
            process.stdin.close()
            process.wait()


KEEPER = Keeper()
"""The one of this process."""
