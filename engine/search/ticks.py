"""The clock of the search: monotonic nanoseconds from an arbitrary start.

Compiled code reads it by `ticks` of ticks.pxd, everyone else by `now`: both are the same clock.
"""

import cython

if not cython.compiled:
    from time import perf_counter_ns as ticks


def now() -> int:
    """Nanoseconds; only differences mean anything."""
    return ticks()
