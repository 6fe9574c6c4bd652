"""What comments hold for programs: clocks and evaluations; and the marks behind moves."""

import re

from attrs import frozen

from engine.rules.pdn.values import PdnEvaluation
from engine.rules.variants import Color

_TIME = r"(\d{1,4}):(\d{1,2}):(\d{1,2}(?:[.,]\d{1,6})?)"
_CLK = re.compile(rf"\[%\s*clk\s+{_TIME}\s*\]", re.IGNORECASE)
_CLOCK = re.compile(r"\[%\s*clock\s+([^\]]*)\]", re.IGNORECASE)
_SIDED_TIME = re.compile(rf"([wWbB]?)\s*{_TIME}")
_EVAL = re.compile(
    r"\[%\s*eval\s+(?:(?P<men>[-+]?\d{1,6}(?:\.\d{1,9})?)|#(?P<win>[-+]?\d{1,6}))(?:\s*,\s*(?P<depth>\d{1,4}))?\s*\]",
    re.IGNORECASE,
)

_MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
ONLY_MOVE = 7
"""The glyph for what `*` means behind a move."""


@frozen
class CommentParts:
    """A comment, taken apart."""

    text: str
    clock: float | None
    evaluation: PdnEvaluation | None


def take_apart(text: str, mover: Color) -> CommentParts:
    """The text of a comment, and the clock of `mover` and the evaluation in it.

    `[%clk …]` and `[%eval …]` are taken out of the text; `[%clock …]`, which may hold both clocks,
    and all other commands stay.
    """
    clock = None
    evaluation = None
    if "[%" in text:
        found = _CLK.search(text)
        if found is not None:
            clock = _seconds(*found.groups())
            text = text[: found.start()] + " " + text[found.end() :]
        else:
            clock = _clock_of(text, mover)
        found = _EVAL.search(text)
        if found is not None:
            evaluation = PdnEvaluation(
                None if found["men"] is None else float(found["men"]),
                None if found["win"] is None else int(found["win"]),
                None if found["depth"] is None else int(found["depth"]),
            )
            text = text[: found.start()] + " " + text[found.end() :]
    return CommentParts(" ".join(text.split()), clock, evaluation)


def _clock_of(text: str, mover: Color) -> float | None:
    command = _CLOCK.search(text)
    if command is None:
        return None
    for side, *time in _SIDED_TIME.findall(command[1]):
        if side.upper() in ("", mover.letter):
            return _seconds(*time)
    return None


def _seconds(hours: str, minutes: str, seconds: str) -> float:
    return round(int(hours) * 3600 + int(minutes) * 60 + float(seconds.replace(",", ".")), 6)


def format_commands(clock: float | None, evaluation: PdnEvaluation | None) -> list[str]:
    """The commands that a comment gives clock and evaluation with."""
    commands = []
    if clock is not None:
        thousandths = round(clock * 1000)
        seconds, fraction = divmod(thousandths, 1000)
        tail = f".{fraction:03}".rstrip("0") if fraction else ""
        commands.append(f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{tail}]")
    if evaluation is not None:
        if evaluation.win_in is not None:
            score = f"#{evaluation.win_in}"
        else:
            score = f"{evaluation.men:.3f}"
            score = score.removesuffix("0")
        depth = "" if evaluation.depth is None else f",{evaluation.depth}"
        commands.append(f"[%eval {score}{depth}]")
    return commands


def mark_glyph(text: str) -> int | None:
    """The glyph for a mark such as `!?`; None for signs that are no opinion on a move."""
    return _MARKS.get(text, 3 if text.startswith("!!") else 4 if text.startswith("??") else None)
