"""The fitted evaluation: how men and kings stand in windows of the board, what pieces there are, and a few terms more.

Every window of four rows by two neighbouring squares is looked up in a table by the men on its eight
squares, fifteen windows in all on 8x8; on boards with kings every one of three rows by two squares by the
men and kings on its six, eighteen in all. Rows are read at once for the windows that lie side by side:
their numbers, to base three or five, are packed in one word, and such words make the places in the tables.

Weights are pairs, for the full and for the empty board (see `trained`). Those of the windows are packed in one word
too, and summed at once.
"""

from array import array
from operator import add

import cython

from engine.evaluation.trained import (
    KING_STATES,
    KING_WINDOWS,
    MOST_KINGS,
    SIDES,
    STATES,
    WINDOWS,
    Trained,
    trained_weights,
)
from engine.rules.variants import Color, Variant

if cython.compiled:
    from cython.cimports.engine.rules.bits import lowest, popcount
else:
    from engine.rules.bits import lowest, popcount

ONE = cython.declare(cython.ulonglong, 1)
LANE = cython.declare(cython.ulonglong, 0xFFFF)
ROW = cython.declare(cython.ulonglong, 0xF)
MEN_ROW = cython.declare(cython.ulonglong, 9)  # states of a row of a window
MEN_ROWS = cython.declare(cython.ulonglong, 81)  # of two
KING_ROW = cython.declare(cython.ulonglong, 25)  # of a row of a window with kings
LOWER_HALF = cython.declare(cython.int, 1 << 16)
WINDOW_STATES = cython.declare(cython.int, STATES)
PHASE_BITS = 8
SCALE_SHIFT = cython.declare(cython.int, PHASE_BITS + 4)  # the share of the phase, and sixteenths
FULL_PHASE = cython.declare(cython.int, 1 << PHASE_BITS)
EXCHANGED = (0, 2, 1, 4, 3)
MATERIAL_KINGS = cython.declare(cython.int, MOST_KINGS)
MATERIAL_SIDES = cython.declare(cython.int, SIDES)
KING_WINDOW_STATES = cython.declare(cython.int, KING_STATES)


def patterns_of(variant: Variant) -> "Patterns | None":
    """The fitted evaluation of a game, made once; None if the game has none."""
    if variant not in _MADE:
        trained = trained_weights(variant)
        _MADE[variant] = None if trained is None else Patterns(variant, trained)
    return _MADE[variant]


_MADE: dict = {}


@cython.cclass
class Patterns:
    """The tables of one 8x8 game; nothing in them changes, so threads may share them."""

    def __init__(self, variant: Variant, trained: Trained) -> None:
        if not cython.compiled:
            self.ahead = [0] * 128
            self.runner_rows = [0] * 6
            self.rows = [0] * 32
            self.king_rows = [0] * 64
            self.offsets = [0] * 8
            self.king_freedom = [0] * 10
            self.runaway = [0] * 6
            self.man = [0] * 2
            self.king = [0] * 2
            self.step = [0] * 2
            self.to_move = [0] * 2
            self.phase = [0] * 64
        self.variant = variant
        self._set_masks(variant)
        self._set_rows(variant)
        self.windows = _expanded(trained.windows, WINDOWS, 4, 2)
        self.king_windows = _expanded(trained.king_windows, KING_WINDOWS, 3, 4)
        self.material = trained.material
        for pieces in range(64):
            share = min(pieces, 2 * variant.men_each) << PHASE_BITS
            self.phase[pieces] = (share + variant.men_each) // (2 * variant.men_each)
        terms = trained.terms
        for half in range(2):
            self.man[half] = terms["man"][0][half]
            self.king[half] = terms["king"][0][half]
            self.step[half] = terms["step"][0][half]
            self.to_move[half] = terms["to_move"][0][half]
            for steps in range(3):
                self.runaway[2 * steps + half] = terms["runaway"][steps][half]
            for freedom in range(5):
                self.king_freedom[2 * freedom + half] = terms["king_freedom"][freedom][half]

    def _set_masks(self, variant: Variant) -> None:
        geometry = variant.geometry
        row, column, bit_of = geometry.row, geometry.column, geometry.bit_of
        self.short_shift = geometry.short_shift
        self.long_shift = geometry.long_shift
        self.squares = geometry.mask
        for color in Color:
            target = variant.promotion_row(color)
            for steps in range(3):
                self.runner_rows[3 * color + steps] = geometry.row_mask(abs(target - 1 - steps))
            for square in geometry.squares:
                self.ahead[64 * color + bit_of[square]] = geometry.bitboard(
                    s
                    for s in geometry.squares
                    if abs(row(s) - target) < abs(row(square) - target)
                    and abs(column(s) - column(square)) <= abs(row(s) - row(square)) + 1
                )

    def _set_rows(self, variant: Variant) -> None:
        # By kind and four bits. White's men count 1, Black's 2, White's kings 3, Black's 4.
        for row in range(8):
            self.offsets[row] = variant.geometry.bit_of[4 * row + 1]
        for kind in range(4):
            for bits in range(16):
                if kind < 2:
                    self.rows[16 * kind + bits] = (kind + 1) * _packed_row(bits, 3)
                self.king_rows[16 * kind + bits] = (kind + 1) * _packed_row(bits, 5)


def _packed_row(bits: int, base: int) -> int:
    # What the pieces of a row count in each of the three windows that lie side by side.
    return sum((base * (bits >> window & 1) + (bits >> window + 1 & 1)) << 16 * window for window in range(3))


def _expanded(own: array, windows: tuple[tuple[int, int], ...], height: int, kinds: int) -> array:
    # From the weights of some windows as their side sees them to those of all windows as White sees them: the
    # one for the full board in the lower half of a word.
    base = kinds + 1
    turned = [0]
    for digit in range(2 * height):
        turned = [value * base**digit + before for before in turned for value in EXCHANGED[:base]]
    states = len(turned)
    packed = [one + LOWER_HALF * other for one, other in zip(own[::2], own[1::2], strict=True)]
    tables = array("i", bytes(4 * 3 * (9 - height) * states))
    for number, (row, column) in enumerate(windows):
        seen = array("i", packed[number * states : (number + 1) * states])
        others = array("i", [-seen[state] for state in turned])
        one, other = (3 * row + column) * states, (3 * (8 - height - row) + 2 - column) * states
        if one == other:
            seen = others = array("i", map(add, seen, others))
        tables[one : one + states] = seen
        tables[other : other + states] = others
    return tables


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(packed: cython.int, share: cython.int) -> cython.int:
    # Of a sum of packed weights.
    empty: cython.int = packed + LOWER_HALF // 2 >> 16
    return (packed - empty * LOWER_HALF) * share + empty * (FULL_PHASE - share)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _windows_value(
    patterns: Patterns, white: cython.ulonglong, black: cython.ulonglong, share: cython.int
) -> cython.int:
    # As White sees them.
    row: cython.int
    _window: cython.int
    offset: cython.int
    total: cython.int = 0
    base: cython.int = 0
    state: cython.ulonglong
    last: cython.ulonglong
    this: cython.ulonglong = 0
    one: cython.ulonglong
    two: cython.ulonglong = 0
    three: cython.ulonglong = 0
    for row in range(8):
        offset = patterns.offsets[row]
        last = this
        this = patterns.rows[cython.cast(cython.int, white >> offset & ROW)]
        this += patterns.rows[16 + cython.cast(cython.int, black >> offset & ROW)]
        one = two
        two = three
        three = last * MEN_ROW + this
        if row >= 3:
            state = one * MEN_ROWS + three
            for _window in range(3):
                total += patterns.windows[base + cython.cast(cython.int, state & LANE)]
                state >>= 16
                base += WINDOW_STATES
    return _mixed(total, share)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _king_windows_value(
    patterns: Patterns, white: cython.ulonglong, black: cython.ulonglong, kings: cython.ulonglong, share: cython.int
) -> cython.int:
    # As White sees them.
    row: cython.int
    _window: cython.int
    offset: cython.int
    total: cython.int = 0
    base: cython.int = 0
    one: cython.ulonglong = 0
    two: cython.ulonglong = 0
    three: cython.ulonglong = 0
    state: cython.ulonglong
    white_kings: cython.ulonglong = white & kings
    black_kings: cython.ulonglong = black & kings
    white ^= white_kings
    black ^= black_kings
    for row in range(8):
        offset = patterns.offsets[row]
        one = two
        two = three
        three = patterns.king_rows[cython.cast(cython.int, white >> offset & ROW)]
        three += patterns.king_rows[16 + cython.cast(cython.int, black >> offset & ROW)]
        three += patterns.king_rows[32 + cython.cast(cython.int, white_kings >> offset & ROW)]
        three += patterns.king_rows[48 + cython.cast(cython.int, black_kings >> offset & ROW)]
        if row >= 2:
            state = (one * KING_ROW + two) * KING_ROW + three
            for _window in range(3):
                total += patterns.king_windows[base + cython.cast(cython.int, state & LANE)]
                state >>= 16
                base += KING_WINDOW_STATES
    return _mixed(total, share)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pieces(men: cython.int, kings: cython.int) -> cython.int:
    return men * (MATERIAL_KINGS + 1) + (kings if kings < MATERIAL_KINGS else MATERIAL_KINGS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _material_value(
    patterns: Patterns, white: cython.ulonglong, black: cython.ulonglong, kings: cython.ulonglong, share: cython.int
) -> cython.int:
    # As White sees it.
    ours: cython.int = _pieces(popcount(white & ~kings), popcount(white & kings))
    theirs: cython.int = _pieces(popcount(black & ~kings), popcount(black & kings))
    one: cython.int = 2 * (ours * MATERIAL_SIDES + theirs)
    other: cython.int = 2 * (theirs * MATERIAL_SIDES + ours)
    full: cython.int = patterns.material[one] - patterns.material[other]
    empty: cython.int = patterns.material[one + 1] - patterns.material[other + 1]
    return full * share + empty * (FULL_PHASE - share)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _side_value(
    patterns: Patterns,
    men: cython.ulonglong,
    kings: cython.ulonglong,
    opponent: cython.ulonglong,
    empty: cython.ulonglong,
    side: cython.int,
    share: cython.int,
) -> cython.int:
    short: cython.int = patterns.short_shift
    long: cython.int = patterns.long_shift
    steps: cython.int
    full: cython.int
    bare: cython.int
    bit: cython.int
    square: cython.ulonglong
    row: cython.int
    count: cython.int = popcount(men)
    king_count: cython.int = popcount(kings)
    if side == 0:
        steps = popcount((men >> short) & empty) + popcount((men >> long) & empty)
    else:
        steps = popcount((men << short) & empty) + popcount((men << long) & empty)
    full = patterns.man[0] * count + patterns.king[0] * king_count + patterns.step[0] * steps
    bare = patterns.man[1] * count + patterns.king[1] * king_count + patterns.step[1] * steps
    for row in range(3):
        runners: cython.ulonglong = men & patterns.runner_rows[3 * side + row]
        while runners:
            bit = lowest(runners)
            runners &= runners - 1
            if patterns.ahead[64 * side + bit] & opponent == 0:
                full += patterns.runaway[2 * row]
                bare += patterns.runaway[2 * row + 1]
    while kings:
        square = kings & -kings
        kings ^= square
        freedom: cython.int = popcount((square >> short | square >> long | square << short | square << long) & empty)
        full += patterns.king_freedom[2 * freedom]
        bare += patterns.king_freedom[2 * freedom + 1]
    return full * share + bare * (FULL_PHASE - share)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pattern_value(
    patterns: Patterns,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
) -> cython.int:
    """The value for the side to move, centimen; not bounded."""
    white: cython.ulonglong = own if side == 0 else opponent
    black: cython.ulonglong = opponent if side == 0 else own
    pieces: cython.ulonglong = own | opponent
    empty: cython.ulonglong = patterns.squares & ~pieces
    share: cython.int = patterns.phase[popcount(pieces)]
    value: cython.int = _windows_value(patterns, white & ~kings, black & ~kings, share)
    if kings:
        value += _king_windows_value(patterns, white, black, kings, share)
    value += _material_value(patterns, white, black, kings, share)
    value += _side_value(patterns, white & ~kings, white & kings, black, empty, 0, share)
    value -= _side_value(patterns, black & ~kings, black & kings, white, empty, 1, share)
    if side:
        value = -value
    value += patterns.to_move[0] * share + patterns.to_move[1] * (FULL_PHASE - share)
    # Shifts of what is not negative: the value must not depend on the colours.
    return value >> SCALE_SHIFT if value >= 0 else -(-value >> SCALE_SHIFT)
