"""The weights that were fitted by numbers: one data file per game in `data`, made by scripts/train_evaluation.py.

A file (see `engine.packed`) holds 16-bit numbers: first those of the men's windows, window by window, then of the
kings' windows, then of MATERIAL, then those of TERMS. Each weight is a pair, for the board full and for it empty, in
SIXTEENTHS of a centimen; between the two it changes in proportion to the pieces that are left.
"""

import sys
from array import array
from pathlib import Path

from attrs import frozen

from engine.packed import read_packed
from engine.rules.variants import Variant

SIXTEENTHS = 16
WINDOWS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1))
"""First row and first square in the row of each window that has weights of its own, as its side sees the
board. A window is two squares wide and four rows high. The others are these, seen by the other side."""
STATES = 3**8
"""Ways in which men can stand on the eight squares of a window."""

KING_WINDOWS = tuple((row, column) for row in range(3) for column in range(3))
"""The same for windows of two squares by three rows, for boards with kings."""
KING_STATES = 5**6
"""Ways in which men and kings can stand on their six squares; those without a king weigh nothing."""

MOST_OF_WINDOWS = (1 << 15) - 1
"""What the largest weights of the windows of a kind may come to together: their sums have to fit into half a word."""

MOST_MEN = 12
"""Men of a side on 8x8."""
MOST_KINGS = 5
"""Kings of a side that `MATERIAL` tells apart."""
SIDES = (MOST_MEN + 1) * (MOST_KINGS + 1)
MATERIAL = SIDES * SIDES
"""Pieces of both sides: what they are worth besides their sum."""

TERMS: tuple[tuple[str, int], ...] = (
    ("man", 1),
    ("king", 1),
    ("step", 1),
    ("runaway", 3),
    ("king_freedom", 5),
    ("to_move", 1),
)
"""Name and number of weights of each term besides the patterns.

`step`: a square that a man can step to. `runaway`: a man past all opposing pieces, one to three steps
from the crown. `king_freedom`: a king by its empty neighbours. `to_move`: having the move.
"""

DATA = Path(__file__).with_name("data")


@frozen
class Trained:
    """The fitted weights of one game."""

    windows: array
    """Pairs by window and state."""
    king_windows: array
    """Pairs by window and state."""
    material: array
    """Pairs by the men and kings of a side, and of the other."""
    terms: dict[str, list[tuple[int, int]]]
    """Pairs of each of TERMS."""


def trained_weights(variant: Variant) -> Trained | None:
    """The fitted weights of a game, None if it has none. Raises PackedError if the file is damaged."""
    file = DATA / f"{variant.name}.weights"
    if not file.is_file():
        return None
    numbers = array("h", read_packed(file)[1])
    if sys.byteorder == "big":
        numbers.byteswap()
    place = 0
    tables = []
    for count in (len(WINDOWS) * STATES, len(KING_WINDOWS) * KING_STATES, MATERIAL):
        tables.append(numbers[place : place + 2 * count])
        place += 2 * count
    terms = {}
    for name, count in TERMS:
        terms[name] = [(numbers[place + 2 * index], numbers[place + 2 * index + 1]) for index in range(count)]
        place += 2 * count
    return Trained(*tables, terms)
