"""Positions with few pieces, numbered: the place of each in a table of endings.

The board is seen by the side to move, so that only one side's turn is numbered. A slice holds the positions
of one material; in it the place is made of four numbers, those of the squares of the own men, the own
kings, the opposing men and the opposing kings, each as a combination. Men do not stand on their last row.
Kings alone do not know up from down or left from right: of the four ways to turn such a position about its
long diagonals the one of the lowest place stands for all.

Places where two pieces share a square, and those of the turned positions, belong to no position.
"""

from collections.abc import Iterator
from math import comb

import cython

from engine.rules.geometry import Geometry
from engine.rules.variants import Variant

if cython.compiled:
    from cython.cimports.engine.rules.bits import lowest, popcount
else:
    from engine.rules.bits import lowest, popcount

ONE = cython.declare(cython.ulonglong, 1)
SQUARES_OF_BOARD = 32
SQUARES_OF_ROW = 4
SQUARES = cython.declare(cython.int, SQUARES_OF_BOARD)
ROW = cython.declare(cython.int, SQUARES_OF_ROW)
MOST = cython.declare(cython.int, 3)  # pieces of a kind that a side has
COUNTS = cython.declare(cython.int, 4)
MATERIALS = 256

Material = tuple[int, int, int, int]
"""Own men, own kings, opposing men, opposing kings."""


@cython.cclass
class Index:
    """The places of a game on 8x8 with at most `pieces` pieces, or `kings` if there are only kings, of which each
    side has one at least and three of a kind at most."""

    def __init__(self, variant: Variant, pieces: int, kings: int) -> None:
        if variant.geometry.size != 8 or not 2 <= pieces <= 4 or not pieces <= kings <= 6:
            raise ValueError(
                f"{pieces} pieces, {kings} kings of {variant.name}: expected 2 to 4 and up to 6 on a board of 8x8"
            )
        if not cython.compiled:
            self.dense = [0] * 128
            self.bits = [0] * 32
            self.turned = [0] * 256
            self.binomials = [0] * 132
            self.bases = [0] * MATERIALS
        self.variant = variant
        self.pieces = pieces
        self.kings = kings
        # A side's squares count from its home row, so that White's run against the bits and Black's with them.
        for square in variant.geometry.squares:
            bit = variant.geometry.bit_of[square]
            self.dense[bit] = SQUARES - square
            self.dense[64 + bit] = square - 1
            self.bits[SQUARES - square] = bit
        for bit, images in _turned_bits(variant.geometry):
            for turn, image in enumerate(images):
                self.turned[64 * turn + bit] = image
        for number in range(SQUARES + 1):
            for count in range(COUNTS):
                self.binomials[COUNTS * number + count] = comb(number, count)
        for place in range(MATERIALS):
            self.bases[place] = -1
        self.size = 0
        for material in self.materials():
            men, kings, other_men, other_kings = material
            self.bases[_place(men, kings, other_men, other_kings)] = self.size
            self.size += self.slice_size(material)

    def materials(self) -> Iterator[Material]:
        """All slices in the order of their places: each comes after those that its moves lead to, but for the
        one that has the sides exchanged."""
        counts = range(COUNTS)
        found = [
            (men, kings, other_men, other_kings)
            for men in counts
            for kings in counts
            for other_men in counts
            for other_kings in counts
            if men + kings
            and other_men + other_kings
            and men + kings + other_men + other_kings <= (self.pieces if men + other_men else self.kings)
        ]
        return iter(sorted(found, key=_order))

    def slice_size(self, material: Material) -> int:
        """Places of a slice."""
        men, kings, other_men, other_kings = material
        return (
            comb(SQUARES - ROW, men)
            * comb(SQUARES, kings)
            * comb(SQUARES - ROW, other_men)
            * comb(SQUARES, other_kings)
        )

    def first(self, material: Material) -> int:
        """The first place of a slice."""
        men, kings, other_men, other_kings = material
        return self.bases[_place(men, kings, other_men, other_kings)]

    def place(self, own: int, opponent: int, kings: int, side: int) -> int:
        """The place of a position; -1 if it has none."""
        return index_of(self, own, opponent, kings, side)


def _turned_bits(geometry: Geometry) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each bit with those that it becomes: left as it is, turned about either long diagonal, and about both."""
    square_at = {(geometry.row(square), geometry.column(square)): square for square in geometry.squares}
    last = geometry.size - 1
    for (row, column), square in square_at.items():
        images = ((row, column), (column, row), (last - column, last - row), (last - row, last - column))
        yield geometry.bit_of[square], tuple(geometry.bit_of[square_at[image]] for image in images)


def turned(material: Material) -> Material:
    """The same with the sides exchanged."""
    men, kings, other_men, other_kings = material
    return other_men, other_kings, men, kings


def _order(material: Material) -> tuple:
    # Fewer pieces first, then fewer men; a slice and the one with the sides exchanged side by side.
    return sum(material), material[0] + material[2], sorted((material, turned(material))), material


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place(men: cython.int, kings: cython.int, other_men: cython.int, other_kings: cython.int) -> cython.int:
    return ((men * COUNTS + kings) * COUNTS + other_men) * COUNTS + other_kings


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def combinations(index: Index, squares: cython.int, count: cython.int) -> cython.longlong:
    """In how many ways 0 to 3 pieces stand on that many squares."""
    return index.binomials[COUNTS * squares + count]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _combination(
    index: Index, board: cython.ulonglong, count: cython.int, side: cython.int, first: cython.int
) -> cython.longlong:
    # The number of a set of squares, seen by that side, among those from `first` on.
    number: cython.longlong = 0
    taken: cython.int
    bit: cython.int
    for taken in range(count):
        bit = lowest(board)
        board &= board - 1
        if side:
            number += combinations(index, index.dense[64 + bit] - first, taken + 1)
        else:
            number += combinations(index, index.dense[bit] - first, count - taken)
    return number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def board_of(index: Index, number: cython.longlong, count: cython.int, first: cython.int) -> cython.ulonglong:
    """The squares of a combination, as White sees them: the inverse of `_combination`."""
    board: cython.ulonglong = 0
    square: cython.int = SQUARES - 1
    while count:
        while combinations(index, square, count) > number:
            square -= 1
        number -= combinations(index, square, count)
        board |= ONE << index.bits[square + first]
        count -= 1
    return board


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def index_of(
    index: Index,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
) -> cython.longlong:
    """The place of a position; -1 if it has none."""
    count: cython.int = popcount(own | opponent)
    if own == 0 or opponent == 0 or (count > index.pieces and (count > index.kings or (own | opponent) & ~kings)):
        return -1
    place: cython.longlong = _place_of(index, own, opponent, kings, side)
    if (own | opponent) & ~kings:
        return place
    turn: cython.int
    for turn in range(1, 4):
        mine: cython.ulonglong = _turned(index, own, turn)
        theirs: cython.ulonglong = _turned(index, opponent, turn)
        other: cython.longlong = _place_of(index, mine, theirs, mine | theirs, side)
        if other < place:
            place = other
    return place


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _turned(index: Index, board: cython.ulonglong, turn: cython.int) -> cython.ulonglong:
    image: cython.ulonglong = 0
    while board:
        image |= ONE << index.turned[64 * turn + lowest(board)]
        board &= board - 1
    return image


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _place_of(
    index: Index,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
) -> cython.longlong:
    men: cython.int = popcount(own & ~kings)
    crowned: cython.int = popcount(own & kings)
    other_men: cython.int = popcount(opponent & ~kings)
    other_crowned: cython.int = popcount(opponent & kings)
    if crowned > MOST or other_crowned > MOST:
        return -1
    number: cython.longlong = _combination(index, own & ~kings, men, side, 0)
    number *= combinations(index, SQUARES, crowned)
    number += _combination(index, own & kings, crowned, side, 0)
    number *= combinations(index, SQUARES - ROW, other_men)
    number += _combination(index, opponent & ~kings, other_men, side, ROW)
    number *= combinations(index, SQUARES, other_crowned)
    number += _combination(index, opponent & kings, other_crowned, side, 0)
    return index.bases[_place(men, crowned, other_men, other_crowned)] + number
