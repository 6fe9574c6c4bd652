"""Ctrl+C while there is nothing to end in order: modules are being loaded, or all is done."""

# Not signal, which loads others: what comes before `end_at_once` is what Ctrl+C finds unprepared.
import _signal
import os

_INTERRUPTED = 130


def end_at_once() -> None:
    """From now on Ctrl+C ends the process without a word, with status 130; not where it is ignored or taken."""
    # A KeyboardInterrupt would not do: inside the import system it may be printed, and lost.
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _end)


def raise_again() -> None:
    """From now on Ctrl+C is a KeyboardInterrupt again, if `end_at_once` has changed that."""
    if _signal.getsignal(_signal.SIGINT) is _end:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def _end(*_: object) -> None:
    os._exit(_INTERRUPTED)
