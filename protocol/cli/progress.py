"""A line on standard error that says how far long work has come, where that is a terminal."""

import sys
import time

REFRESH = 0.5
"""Seconds until the line is shown, and between two states of it."""
_WIDTH = 79


class Progress:
    """How far one piece of work is, and how long it will yet take. Shows nothing where nobody would see it."""

    def __init__(self) -> None:
        self._began = self._shown_at = time.monotonic()
        self._is_shown = False

    def update(self, share: float, text: str) -> None:
        """That share of the work is done, more than none; `text` says it for people."""
        now = time.monotonic()
        if now < self._shown_at + REFRESH or not sys.stderr.isatty():
            return
        self._shown_at = now
        left = (now - self._began) * (1 - share) / share
        sys.stderr.write(f"\r{f'{text}, about {left:.0f} s left'[:_WIDTH]:<{_WIDTH}}")
        sys.stderr.flush()
        self._is_shown = True

    def clear(self) -> None:
        """Takes the line away, so that another can be printed."""
        if self._is_shown:
            sys.stderr.write("\r" + " " * _WIDTH + "\r")
            sys.stderr.flush()
            self._is_shown = False
