"""Readers of what is given on the command lines of the measuring scripts, for argparse: it tells what they refuse."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

from engine.rules.errors import VariantError
from engine.rules.variants import Variant, find_variant


def whole(least: int = 1, most: int = 10**15) -> Callable[[str], int]:
    """A reader of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        if not text.isascii() or not text.removeprefix("-").isdigit():
            raise ArgumentTypeError(f"expected a whole number, found {text!r}")
        if not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text} is out of range: expected {least} to {most}")
        return int(text)

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """A reader of numbers from `least` to `most`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ArgumentTypeError(f"expected a number, found {text!r}") from None
        if not least <= value <= most:
            raise ArgumentTypeError(f"{text} is out of range: expected {least:g} to {most:g}")
        return value

    return read


def game(text: str) -> Variant:
    """The game of that name."""
    try:
        return find_variant(text)
    except VariantError as error:
        raise ArgumentTypeError(str(error)) from None


def present(text: str) -> Path:
    """A file that there is."""
    path = Path(text)
    if not path.is_file():
        raise ArgumentTypeError(f"{text!r}: no such file")
    return path


def checkout(text: str) -> Path:
    """The root of a checkout."""
    path = Path(text)
    if not (path / "engine" / "search").is_dir():
        raise ArgumentTypeError(f"{text!r}: expected the top folder of a checkout, with engine/ in it")
    return path.resolve()
