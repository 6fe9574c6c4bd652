"""The entry point: finds the subcommand, and turns what goes wrong into one line and an exit status.

Exit status: 0 done, 1 what was asked about failed, 2 wrong usage, 130 ended by Ctrl+C.
"""

import errno
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from protocol.cli.arguments import Subcommand, UsageError
from protocol.cli.interrupts import raise_again
from protocol.text import did_you_mean, one_line, quoted

SUBCOMMANDS = {
    "uci": "serve the UCI-like protocol on standard input and output",
    "hub": "serve the Hub protocol on standard input and output",
    "dxp": "play by DXP, in lines or over TCP",
    "match": "play matches between engines",
    "pdn": "check game records",
    "doctor": "check whether another engine keeps its protocol",
    "analyse": "analyse a position: board, lines, scores",
    "perft": "count the lines of play of a position",
    "bench": "search fixed positions; print speed and the number that identifies the behaviour",
    "version": "print version, build, Python and platform",
}
"""Each is the module of its name beside this one; loaded only when asked for."""

_FULL = (errno.ENOSPC, errno.EFBIG)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line (of this process by default) and returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = ""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - else what is for it would go to standard output
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        # What is loaded now stays for good: looking through it for garbage would only delay the first answer.
        gc.disable()
        subcommand, rest = _choose(words)
        gc.freeze()
        gc.enable()
        raise_again()
        status = 0
        if subcommand is not None:
            name = subcommand.name
            if any(word in ("--help", "-h") for word in rest):
                print(subcommand.help_text())
            else:
                status = subcommand.run(subcommand.parse(rest))
        if sys.stdout:
            sys.stdout.flush()
        return status
    except UsageError as error:
        print(f"{' '.join(['damiera', name]).strip()}: {one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _abandon_output()
        return 1
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _FULL and not error.filename:
            reason = f"cannot write standard output: {reason}"
        print(f"{' '.join(['damiera', name]).strip()}: {one_line(reason)}", file=sys.stderr)
        _abandon_output()
        return 1


def _abandon_output() -> None:
    """Nobody reads it, or it cannot be written; the interpreter must not try to write the rest at its end."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _choose(words: list[str]) -> tuple[Subcommand | None, list[str]]:
    """The subcommand and its own words; None if the answer was printed already."""
    if words and words[0] in ("--help", "-h", "help"):
        print(_help_text())
        return None, []
    if words and words[0] in ("--version", "-V"):
        words = ["version", *words[1:]]
    if not words or words[0].startswith("-"):
        from protocol.cli.detecting import DETECTING

        return DETECTING, words
    if words[0] not in SUBCOMMANDS:
        hint = did_you_mean(words[0], SUBCOMMANDS, f"expected one of {' '.join(SUBCOMMANDS)}")
        raise UsageError(f"unknown command {quoted(words[0])}: {hint}")
    return import_module(f"protocol.cli.{words[0]}").SUBCOMMAND, words[1:]


def _help_text() -> str:
    width = max(map(len, SUBCOMMANDS))
    return "\n".join(
        [
            "usage: damiera [COMMAND] [ARGUMENTS]",
            "",
            "A draughts engine. Without a command it serves standard input and output;",
            "the first line (uci, hub or a DXP message) picks the protocol.",
            "",
            *(f"  {name:<{width}}  {summary}" for name, summary in SUBCOMMANDS.items()),
            "",
            "damiera COMMAND --help says more.",
            "",
            "Examples:",
            "  damiera uci",
            "  damiera dxp --listen --variant international",
            "  damiera doctor scan hub",
            '  damiera analyse "W:W21,22,K30:B5,12" --depth 12',
            "  damiera perft 8 --variant english",
        ]
    )
