"""Command lines: what a subcommand takes, reading it, and its help. Errors are one line with a suggestion."""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from protocol.text import did_you_mean, quoted


class UsageError(Exception):
    """A wrong word on the command line: `str()` is one line that names it and what was expected."""


@frozen
class Flag:
    """`--name VALUE`, or a switch if there is no `metavar`.

    `convert` reads the value and raises UsageError or ValueError with what was expected.
    """

    name: str
    help: str
    metavar: str | None = None
    convert: Callable[[str], Any] = str
    default: Any = None
    repeats: bool = False
    """Whether it may come more than once; its value is then a tuple."""
    details: Callable[[], Sequence[str]] = lambda: ()
    """More lines of help, which stand after all the flags."""

    @property
    def key(self) -> str:
        """Its name in the values that are read: `--max-depth` is `max_depth`."""
        return self.name.removeprefix("--").replace("-", "_")


@frozen
class Operand:
    """A word without a flag, by its place."""

    name: str
    help: str
    convert: Callable[[str], Any] = str
    required: bool = True

    @property
    def key(self) -> str:
        """Its name in the values that are read."""
        return self.name.lower()


@frozen
class Subcommand:
    """One subcommand. `run` takes the values read and returns the exit status."""

    name: str
    summary: str
    run: Callable[[dict[str, Any]], int]
    operands: tuple[Operand, ...] = ()
    flags: tuple[Flag, ...] = ()
    examples: tuple[str, ...] = ()

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """The values of a command line, every key present. Raises UsageError."""
        values: dict[str, Any] = {operand.key: None for operand in self.operands}
        values |= {flag.key: () if flag.repeats else flag.default for flag in self.flags}
        flags = {flag.name: flag for flag in self.flags}
        operands = iter(self.operands)
        seen: set[str] = set()
        rest = list(words)
        only_operands = False
        while rest:
            word = rest.pop(0)
            if word == "--" and not only_operands:
                only_operands = True
            elif word.startswith("--") and not only_operands:
                name, equals, value = word.partition("=")
                if name not in flags:
                    hint = did_you_mean(name, flags, f"expected one of {' '.join(flags)}")
                    raise UsageError(f"unknown option {quoted(name)}: {hint}")
                flag = flags[name]
                if name in seen and not flag.repeats:
                    raise UsageError(f"{name} is given twice")
                seen.add(name)
                if flag.metavar is None:
                    if equals:
                        raise UsageError(f"{name} takes no value, found {quoted(value)}")
                    values[flag.key] = True
                    continue
                if not equals:
                    if not rest:
                        raise UsageError(f"{name}: expected {flag.metavar}")
                    value = rest.pop(0)
                read = _convert(flag.convert, value, name)
                values[flag.key] = (*values[flag.key], read) if flag.repeats else read
            else:
                operand = next(operands, None)
                if operand is None:
                    expected = " ".join(operand.name for operand in self.operands) or "no argument"
                    hint = did_you_mean("--" + word, flags, f"expected {expected}")
                    raise UsageError(f"unexpected argument {quoted(word)}: {hint}")
                values[operand.key] = _convert(operand.convert, word, operand.name)
        for operand in operands:
            if operand.required:
                raise UsageError(f"expected {operand.name}: {operand.help}")
        return values

    def help_text(self) -> str:
        """What `--help` prints."""
        usage = " ".join(
            ["damiera", *self.name.split()]
            + [operand.name if operand.required else f"[{operand.name}]" for operand in self.operands]
            + [f"[{_flag_usage(flag)}]" for flag in self.flags]
        )
        lines = [f"usage: {usage}", "", self.summary, ""]
        entries = [(operand.name, operand.help) for operand in self.operands]
        entries += [(_flag_usage(flag), flag.help) for flag in self.flags]
        width = max((len(left) for left, _ in entries), default=0)
        lines += [f"  {left:<{width}}  {right}" for left, right in entries]
        for flag in self.flags:
            lines += flag.details()
        if self.examples:
            lines += ["", "Examples:", *(f"  {example}" for example in self.examples)]
        return "\n".join(lines)


def _flag_usage(flag: Flag) -> str:
    return flag.name if flag.metavar is None else f"{flag.name} {flag.metavar}"


def _convert(convert: Callable[[str], Any], text: str, place: str) -> Any:
    try:
        return convert(text)
    except (UsageError, ValueError) as error:
        raise UsageError(f"{place}: {error}") from None


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""

    def convert(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
            raise UsageError(f"expected a whole number, found {quoted(text)}")
        number = int(text)
        if not low <= number <= high:
            raise UsageError(f"{number} is out of range: expected {low} to {high}")
        return number

    return convert
