"""The options of the engine: one table, from which every protocol and the command line list theirs."""

import os
import re
from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from engine.rules.errors import VariantError
from engine.rules.quoting import quoted
from engine.rules.variants import VARIANTS, find_variant
from engine.search import parameters, skill, table

Kind = Literal["check", "spin", "combo", "string", "button"]
Value = bool | int | str
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


class OptionError(ValueError):
    """An option that does not exist, or a value it cannot have; `str()` is the one-line message."""


@frozen
class Option:
    """One option. `minimum` and `maximum` belong to a spin, `choices` to a combo."""

    name: str
    kind: Kind
    default: Value | None
    help: str
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    def read(self, text: str | None) -> Value | None:
        """The value that a text means; None for a button. Raises OptionError."""
        if self.kind == "button":
            return None
        if text is None:
            raise OptionError(f"option {self.name}: no value given, expected {self._expected}")
        text = text.strip()
        if self.kind == "string":
            return "" if text == "<empty>" else text
        if self.kind == "check":
            if text.lower() in ("true", "on", "yes", "1"):
                return True
            if text.lower() in ("false", "off", "no", "0"):
                return False
        elif self.kind == "spin":
            number = int(text) if _WHOLE_NUMBER.fullmatch(text) else None
            if number is not None and self.minimum <= number <= self.maximum:
                return number
        else:
            for choice in self.choices:
                if choice.lower() == text.lower():
                    return choice
        raise OptionError(f"option {self.name}: value {quoted(text)}, expected {self._expected}")

    @property
    def _expected(self) -> str:
        if self.kind == "check":
            return "true or false"
        if self.kind == "spin":
            return f"a whole number from {self.minimum} to {self.maximum}"
        if self.kind == "combo":
            return "one of " + " ".join(self.choices)
        return "a text"


@frozen
class VariantOption(Option):
    """The choice of a game, which also goes by its aliases."""

    def read(self, text: str | None) -> Value | None:
        """The name of the game. Raises OptionError."""
        try:
            return find_variant(text or "").name
        except VariantError:
            return super().read(text)


OPTIONS: tuple[Option, ...] = (
    VariantOption(
        "UCI_Variant",
        "combo",
        "italian",
        "The game that is played; setting it starts a new one.",
        choices=tuple(VARIANTS),
    ),
    Option("Hash", "spin", 64, "Size of the transposition table, MiB.", 1, table.LARGEST),
    Option("Threads", "spin", 1, "Processor cores that search together.", 1, max(1, os.cpu_count() or 1)),
    Option("MultiPV", "spin", 1, "How many best lines are searched and shown.", 1, 100),
    Option("Ponder", "check", False, "Whether the other program lets the engine think on the opponent's time."),
    Option(
        "Move Overhead",
        "spin",
        50,
        "Milliseconds lost at each move between the engine and the clock; "
        "at most a quarter of the clock, or 20, are kept back.",
        0,
        10_000,
    ),
    Option(
        "Repetitions",
        "spin",
        3,
        "How often the same position must occur to be a draw; some federations ask for four.",
        3,
        4,
    ),
    Option(
        "Contempt",
        "spin",
        parameters.CONTEMPT,
        "Centimen by which a draw is thought worse than an even position: above 0 draws are avoided.",
        -100,
        100,
    ),
    Option("Skill Level", "spin", skill.FULL, "How well the engine plays, at most.", 0, skill.FULL),
    Option("UCI_LimitStrength", "check", False, "Whether the strength is limited to UCI_Elo."),
    Option(
        "UCI_Elo",
        "spin",
        skill.MOST_ELO,
        "The strength to play at, on a nominal scale of equal steps.",
        skill.LEAST_ELO,
        skill.MOST_ELO,
    ),
    Option("Clear Hash", "button", None, "Forgets everything in the transposition table."),
    Option("Debug Log File", "string", "", "A file to which all input and output is copied; empty for none."),
)
"""Every option, in the order in which it is shown."""

_BY_NAME = {option.name.lower(): option for option in OPTIONS}


def find_option(name: str) -> Option:
    """The option of that name, in any case. Raises OptionError, with a suggestion where one is close."""
    wanted = " ".join(name.split()).lower()
    if wanted in _BY_NAME:
        return _BY_NAME[wanted]
    from difflib import get_close_matches  # only a mistake pays for its import

    close = get_close_matches(wanted, _BY_NAME, n=1, cutoff=0.6)
    hint = (
        f"did you mean {_BY_NAME[close[0]].name}?"
        if close
        else "expected one of " + ", ".join(option.name for option in OPTIONS)
    )
    raise OptionError(f"unknown option {quoted(name)}: {hint}")


class OptionValues:
    """The present values of all options that have one, by name: `values["Hash"]`."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS if option.kind != "button"}

    def __getitem__(self, name: str) -> Value:
        return self._values[find_option(name).name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def set(self, name: str, text: str | None) -> None:
        """Read a value and keep it; a button keeps nothing. Raises OptionError and changes nothing then."""
        option = find_option(name)
        value = option.read(text)
        if option.kind != "button":
            self._values[option.name] = value
