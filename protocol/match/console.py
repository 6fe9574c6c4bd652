"""What a match says while it runs: for people, with a live line on a terminal, or one JSON object a line."""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from engine.rules.variants import Color
from protocol.match.record import GameRecord

_ERASE = "\r\x1b[K"
_REFRESH = 0.5
"""Seconds between two live lines."""


class Console:
    """Writes for people. All methods belong to one thread."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - closed, it is None
        self._is_live = self._out.isatty()
        self._shown = ""
        self._refreshed = 0.0

    def say(self, *lines: str) -> None:
        """Prints lines, above the live one."""
        text = "".join(f"{_printable(line)}\n" for line in lines)
        self._write((_ERASE if self._shown else "") + text + self._shown)

    def game(self, record: GameRecord, total: int) -> None:
        """A finished game."""
        self.say(game_line(record, total))
        for fault in record.faults:
            if fault.text != record.detail:
                self.say(f"  {fault.engine}: {fault.kind}: {fault.text}")

    def status(self, text: str) -> None:
        """The live line, on a terminal; not more often than a person can read."""
        now = time.monotonic()
        if self._is_live and now - self._refreshed >= _REFRESH:
            self._refreshed = now
            width = shutil.get_terminal_size().columns - 1
            self._shown = _printable(text)[:width]
            self._write(_ERASE + self._shown)

    def event(self, event: str, value: Mapping[str, Any]) -> None:
        """For programs; nothing here."""

    def complain(self, text: str) -> None:
        """One line about something that is wrong."""
        self.clear()
        print(f"damiera match: {_printable(text)}", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Takes the live line away."""
        if self._shown:
            self._shown = ""
            self._refreshed = 0.0
            self._write(_ERASE)

    def _write(self, text: str) -> None:
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()


class JsonConsole(Console):
    """Writes for programs: objects only."""

    def say(self, *lines: str) -> None:
        """Nothing: it is for people."""

    def game(self, record: GameRecord, total: int) -> None:
        """A finished game, with all but its moves."""
        value = record.to_json()
        value["plies"] = len(value.pop("moves")) + len(record.opening.moves)
        self.event("game", value)

    def status(self, text: str) -> None:
        """Nothing."""

    def event(self, event: str, value: Mapping[str, Any]) -> None:
        """One object, with its kind in `event`."""
        self._write(json.dumps({"event": event, **value}) + "\n")


def game_line(record: GameRecord, total: int) -> str:
    """`12/100 new (White) beats old: no legal move; 63 half-moves, 4.2 s; three-move 6 (Inferno)`."""
    white, black = (f"{name} ({color.name.title()})" for name, color in zip(record.engines, Color, strict=True))
    if record.winner is None:
        course = f"{white} and {black} draw"
    else:
        course = f"{white} beats {black}" if record.winner is Color.WHITE else f"{black} beats {white}"
    plies = len(record.opening.moves) + len(record.moves)
    number = f"{record.number:>{len(str(total))}}/{total}"
    return f"{number} {course}: {record.detail}; {plies} half-moves, {record.duration:.1f} s; {record.opening.label}"


def duration(seconds: float) -> str:
    """`3:07`, `1:02:07`, `2 d 03:07`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours // 24} d {hours % 24:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows of words as lines, the first column to the left, the others to the right."""
    rows = [*rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        words = (word.rjust(width) for word, width in zip(others, widths[1:], strict=True))
        lines.append("  ".join([first.ljust(widths[0]), *words]))
    return lines


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
