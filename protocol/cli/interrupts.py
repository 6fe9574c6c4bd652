"""Ctrl+C while there is nothing to end in order: modules are being loaded, or all is done."""

# Not signal, which loads others: what comes before `end_at_once` is what Ctrl+C finds unprepared.
import _signal
import atexit
import os

_INTERRUPTED = 130


def end_at_once() -> None:
    """From now on Ctrl+C ends the process without a word, with status 130; not where it is ignored or taken."""
    # A KeyboardInterrupt would not do: inside the import system it may be printed, and lost.
    if _signal.getsignal(_signal.SIGINT) in (_signal.default_int_handler, _raise_once):
        _signal.signal(_signal.SIGINT, _end)


def raise_again() -> None:
    """From now on Ctrl+C is a KeyboardInterrupt again, if `end_at_once` has changed that. Another one ends at once."""
    if _signal.getsignal(_signal.SIGINT) is _end:
        _signal.signal(_signal.SIGINT, _raise_once)


def ignore_at_the_very_end() -> None:
    """Once the interpreter has but to go, Ctrl+C will do nothing: it gives the signal back to the system then, which
    would have it kill us."""
    atexit.register(_signal.signal, _signal.SIGINT, _signal.SIG_IGN)


def _raise_once(*_: object) -> None:
    # Nobody waits for an end in order twice. In a single-file executable the second is the first, passed on by its
    # launcher, and as a KeyboardInterrupt it would fall into that end.
    _signal.signal(_signal.SIGINT, _end)
    raise KeyboardInterrupt


def _end(*_: object) -> None:
    os._exit(_INTERRUPTED)
