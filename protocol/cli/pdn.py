"""`damiera pdn check`: are the game records of a file in order?"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from attrs import frozen

from engine.rules.pdn.reader import read_games
from engine.rules.pdn.values import PdnGame
from engine.rules.variants import Variant
from protocol.cli.arguments import Flag, Operand, Subcommand, UsageError
from protocol.cli.progress import Progress
from protocol.games import game_named
from protocol.text import did_you_mean, quoted

_ACTIONS = ("check",)
_STANDARD_INPUT = "-"
_LARGE = 4_000_000
_BLOCK = 1 << 18


@frozen
class _PdnSubcommand(Subcommand):
    """The first word that is no flag says what to do, all others are files."""

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """As any subcommand, with any number of files. Raises UsageError."""
        valued = {flag.name for flag in self.flags if flag.metavar}
        flags: list[str] = []
        others: list[str] = []
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == "--":
                others += rest
                break
            if not word.startswith("--"):
                others.append(word)
                continue
            flags.append(word)
            if word in valued and rest:
                flags.append(rest.pop(0))
        values = super().parse([*flags, "--", *others[:2]])
        action = values["action"]
        if action not in _ACTIONS:
            hint = did_you_mean(action, _ACTIONS, f"expected {' or '.join(_ACTIONS)}")
            raise UsageError(f"unknown action {quoted(action)}: {hint}")
        return {**values, "files": tuple(others[1:])}


def _blocks(name: str, file: BinaryIO, size: int, progress: Progress) -> Iterator[bytes]:
    """The file, block by block; how far it is read is told of one that takes a while. Raises UsageError."""
    read = 0
    while block := _block(name, file):
        read += len(block)
        if size >= _LARGE:
            progress.update(read / size, f"{name}: {100 * read // size} % of {size / 1e6:.0f} MB")
        yield block
    progress.clear()


def _block(name: str, file: BinaryIO) -> bytes:
    try:
        return file.read(_BLOCK)
    except OSError as error:
        raise UsageError(f"cannot read {quoted(name)}: {error.strerror or error}") from None


def _open(name: str) -> tuple[BinaryIO, int]:
    """The file and its size in bytes, 0 if that is not known. Raises UsageError."""
    if name == _STANDARD_INPUT:
        if sys.stdin is None:
            raise UsageError(f"cannot read {quoted(name)}: standard input is closed")
        return sys.stdin.buffer, 0
    path = Path(name)
    try:
        return path.open("rb"), path.stat().st_size
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read {quoted(name)}: {reason}") from None


def _games(name: str, variant: Variant | None, progress: Progress) -> Iterator[tuple[str, PdnGame]]:
    """The games of a file, each with its name as it is shown. Raises UsageError."""
    file, size = _open(name)
    shown = name.encode("utf-8", "replace").decode("utf-8")
    try:
        for game in read_games(_blocks(shown, file, size, progress), variant):
            yield shown, game
    finally:
        if name != _STANDARD_INPUT:
            file.close()


def _run(values: dict[str, Any]) -> int:
    names = values["files"]
    games = moves = errors = unread = 0
    for name in names:
        progress = Progress()
        try:
            for shown, game in _games(name, values["variant"], progress):
                games += 1
                moves += game.line.count
                errors += len(game.errors)
                for error in game.errors:
                    progress.clear()
                    print(f"{shown}:{error}")
        except UsageError as error:
            progress.clear()
            if len(names) == 1:
                raise
            unread += 1
            print(f"damiera pdn: {error}", file=sys.stderr)
    print(f"games {games} moves {moves} errors {errors}")
    if unread:
        return 2
    return 1 if errors else 0


SUBCOMMAND = _PdnSubcommand(
    name="pdn",
    summary=(
        "Reads game records by the rules of their games. Prints a line `FILE:LINE: game G, move M: ...` for each\n"
        "problem, then how many games, moves (half-moves of the main lines) and errors there are. Exit status 1\n"
        "if there are errors, 2 if a file cannot be read; the others are read all the same."
    ),
    run=_run,
    operands=(
        Operand("ACTION", " or ".join(_ACTIONS)),
        Operand("FILE...", f"files of records; {_STANDARD_INPUT} for standard input"),
    ),
    flags=(Flag("--variant", "the game of records without GameType tag (default: found out)", "NAME", game_named),),
    examples=("damiera pdn check games.pdn", "damiera pdn check --variant brazilian one.pdn two.pdn"),
)
