"""Names of squares, as players write them: numbers or algebraic."""

from functools import cache

from engine.rules.geometry import Geometry
from engine.rules.variants import Numbering, Variant

_FILES = "abcdefghij"


@cache
def _algebraic_names(geometry: Geometry) -> tuple[str, ...]:
    names = [""]
    for square in geometry.squares:
        names.append(f"{_FILES[geometry.column(square)]}{geometry.size - geometry.row(square)}")
    return tuple(names)


@cache
def _algebraic_squares(geometry: Geometry) -> dict[str, int]:
    return {name: square for square, name in enumerate(_algebraic_names(geometry)) if square}


def square_name(variant: Variant, square: int) -> str:
    """The official name of a square: its number, or `c3` in games written so."""
    if variant.numbering == Numbering.ALGEBRAIC:
        return _algebraic_names(variant.geometry)[square]
    return str(variant.official(square))


def square_order(variant: Variant, square: int) -> int:
    """Sorts squares by their names: by number, or by rank and then file (a1, c1, e1, g1, b2, …)."""
    if variant.numbering == Numbering.ALGEBRAIC:
        geometry = variant.geometry
        return (geometry.size - geometry.row(square)) * geometry.size + geometry.column(square)
    return variant.official(square)


def named_square(variant: Variant, name: str) -> int | None:
    """The square of that name, or None if the board has no such square.

    Numbers, with or without leading zeros, are the game's official ones (row by row from the top
    left in games written in algebraic notation); algebraic names, in either case, are understood in
    every game.
    """
    if name.isascii() and name.isdigit():
        number = int(name)
        return variant.official(number) if number in variant.geometry.squares else None
    return _algebraic_squares(variant.geometry).get(name.lower())


def expected_squares(variant: Variant) -> str:
    """What a square may be called, for messages: `1-32`, or `a1-h8 (dark) or 1-32`."""
    numbers = f"1-{variant.square_count}"
    if variant.numbering == Numbering.ALGEBRAIC:
        corner = f"{_FILES[variant.geometry.size - 1]}{variant.geometry.size}"
        return f"a dark square a1-{corner} or 1-{variant.square_count}"
    return numbers
