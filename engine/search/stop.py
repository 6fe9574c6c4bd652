"""What ends a running search from outside."""

import cython


@cython.cclass
class StopSignal:
    """Shared between the search thread, which only reads it, and whoever wants the search to end.

    Set `raised` to stop at once. `deadline` is a reading of `ticks.now` after which the search stops
    by itself, 0 for none; it may be set while the search runs (that is what a ponder hit does).
    """

    def __init__(self) -> None:
        self.raised = False
        self.deadline = 0
