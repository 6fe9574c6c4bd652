"""How much memory the system can still give."""

import os

_MEMINFO = "/proc/meminfo"
_GROUP = "/sys/fs/cgroup/memory."


def available_memory() -> int | None:
    """Bytes that can be had without others being driven out, or None where the system does not say.

    Linux promises more memory than it has and ends the process that comes to collect, so it has to be
    asked beforehand (proc(5) MemAvailable; memory.max of control groups, version 2). Elsewhere: the
    memory of the machine.
    """
    known = [amount for amount in (_free(), _left_in_group()) if amount is not None]
    return min(known, default=None)


def _free() -> int | None:
    try:
        with open(_MEMINFO, encoding="ascii") as lines:
            for line in lines:
                name, _, amount = line.partition(":")
                if name == "MemAvailable":
                    return int(amount.split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _left_in_group() -> int | None:
    try:
        with open(_GROUP + "max", encoding="ascii") as limit, open(_GROUP + "current", encoding="ascii") as used:
            return max(0, int(limit.read()) - int(used.read()))
    except (OSError, ValueError):
        return None  # no groups, or the limit is "max"
