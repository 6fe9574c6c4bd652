"""Which progress reports of a search are worth a line."""

from engine.player import Info

_BOUND_INTERVAL = 500.0


class InfoThrottle:
    """Lets every exact result through, and a mere bound only if nothing was said for half a second."""

    def __init__(self) -> None:
        self._last = 0.0

    def passes(self, info: Info) -> bool:
        """Whether to print `info`; its own `time` (milliseconds of search) is the clock."""
        if info.bound != "exact" and info.time - self._last < _BOUND_INTERVAL:
            return False
        self._last = info.time
        return True
