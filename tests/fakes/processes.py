"""Looking at the system's processes, where there is a /proc."""

import os
import time
from pathlib import Path

import pytest

PROC = Path("/proc")

needs_proc = pytest.mark.skipif(not (PROC / "self/stat").exists(), reason="there is no /proc to look into")


def group_members(group: int) -> list[int]:
    """The living processes of a process group; a zombie lives no more."""
    members = []
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            state, _, its_group = stat.rpartition(")")[2].split()[:3]
            if int(its_group) == group and state not in "ZX":
                members.append(int(entry.name))
    return members


def is_gone(group: int, within: float = 5.0) -> bool:
    """Whether nothing of the group is left, now or after some seconds."""
    end = time.monotonic() + within
    while group_members(group):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def memory_of(pid: int | None = None) -> int:
    """The resident memory of a process, by default ours, in bytes."""
    pages = (PROC / str(pid or os.getpid()) / "statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
