"""The fitted evaluation: men by patterns, kings by square and freedom, and a few terms more.

Every window of four rows by two neighbouring squares is looked up in a table by the men on its eight
squares, fifteen windows in all on 8x8. Rows are read two at a time: nine bits of a board give the
numbers, to base three, of the three windows that lie side by side, packed in one word; two such words
make the places in the tables.

Tables and terms are pairs of weights, for the full and for the empty board (see `trained`).
"""

from array import array

import cython

from engine.evaluation.trained import STATES, WINDOWS, Trained, trained_weights
from engine.rules.variants import Color, Variant

if cython.compiled:
    from cython.cimports.engine.rules.bits import lowest, popcount
else:
    from engine.rules.bits import lowest, popcount

ONE = cython.declare(cython.ulonglong, 1)
ROW_PAIR = cython.declare(cython.ulonglong, 0x1FF)
LANE = cython.declare(cython.ulonglong, 0xFFFF)
HALF = cython.declare(cython.ulonglong, 81)  # states of two rows of a window
PAIR_STRIDE = cython.declare(cython.int, 512)
WINDOW_STATES = cython.declare(cython.int, STATES)
PHASE_BITS = 8
SCALE_SHIFT = cython.declare(cython.int, PHASE_BITS + 4)  # the share of the phase, and sixteenths
FULL_PHASE = cython.declare(cython.int, 1 << PHASE_BITS)
SWAPPED = (0, 2, 1)


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
            self.pairs = [0] * 2048
            self.offsets = [0] * 7
            self.king_square = [0] * 256
            self.king_freedom = [0] * 10
            self.runaway = [0] * 6
            self.man = [0] * 2
            self.king = [0] * 2
            self.step = [0] * 2
            self.to_move = [0] * 2
            self.opposition = [0] * 2
            self.phase = [0] * 64
        self.variant = variant
        self._set_masks(variant)
        self._set_pairs(variant)
        self.tables = _expanded(trained.patterns)
        for pieces in range(64):
            share = min(pieces, 2 * variant.men_each) << PHASE_BITS
            self.phase[pieces] = (share + variant.men_each) // (2 * variant.men_each)
        terms = trained.terms
        geometry = variant.geometry
        last = geometry.square_count + 1
        for half in range(2):
            self.man[half] = terms["man"][0][half]
            self.king[half] = terms["king"][0][half]
            self.step[half] = terms["step"][0][half]
            self.to_move[half] = terms["to_move"][0][half]
            self.opposition[half] = terms["opposition"][0][half]
            for steps in range(3):
                self.runaway[2 * steps + half] = terms["runaway"][steps][half]
            for freedom in range(5):
                self.king_freedom[2 * freedom + half] = terms["king_freedom"][freedom][half]
            for square in geometry.squares:
                bit = geometry.bit_of[square]
                self.king_square[2 * bit + half] = terms["king_square"][square - 1][half]
                self.king_square[128 + 2 * bit + half] = terms["king_square"][last - square - 1][half]

    def _set_masks(self, variant: Variant) -> None:
        geometry = variant.geometry
        row, column, bit_of = geometry.row, geometry.column, geometry.bit_of
        self.short_shift = geometry.short_shift
        self.long_shift = geometry.long_shift
        self.squares = geometry.mask
        self.odd_rows = geometry.bitboard(square for square in geometry.squares if row(square) % 2)
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

    def _set_pairs(self, variant: Variant) -> None:
        # pairs[parity of the upper row, colour, nine bits]; White's men count 1, Black's 2.
        bit_of = variant.geometry.bit_of
        for upper in range(7):
            self.offsets[upper] = bit_of[4 * upper + 1]
        for parity in range(2):
            first = bit_of[4 * parity + 1]
            digit_bits = [bit_of[4 * parity + 1 + index] - first for index in range(8)]
            for bits in range(512):
                packed = 0
                for window in range(3):
                    number = 0
                    for index in (window, window + 1, window + 4, window + 5):
                        number = 3 * number + (bits >> digit_bits[index] & 1)
                    packed |= number << 16 * window
                for color in Color:
                    self.pairs[(2 * parity + color) * 512 + bits] = packed * (color + 1)


def _expanded(own: array) -> array:
    # From the weights of WINDOWS as their side sees them to those of all windows as White sees them.
    turned = []
    for state in range(STATES):
        other = 0
        for _ in range(8):
            other = 3 * other + SWAPPED[state % 3]
            state //= 3
        turned.append(2 * other)
    tables = array("h", bytes(2 * 2 * 15 * STATES))
    for number, (row, column) in enumerate(WINDOWS):
        base = 2 * number * STATES
        for half in range(2):
            seen = own[base + half : base + 2 * STATES : 2]
            others = [-own[base + place + half] for place in turned]
            one, other = 2 * (3 * row + column) * STATES, 2 * (3 * (4 - row) + 2 - column) * STATES
            if one == other:
                seen = others = array("h", [mine + theirs for mine, theirs in zip(seen, others, strict=True)])
            tables[one + half : one + 2 * STATES : 2] = seen
            tables[other + half : other + 2 * STATES : 2] = array("h", others)
    return tables


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _windows_value(
    patterns: Patterns, white: cython.ulonglong, black: cython.ulonglong, share: cython.int
) -> cython.int:
    # As White sees them.
    upper: cython.int
    _window: cython.int
    offset: cython.int
    full: cython.int = 0
    empty: cython.int = 0
    place: cython.int
    base: cython.int = 0
    state: cython.ulonglong
    one: cython.ulonglong = 0
    two: cython.ulonglong = 0
    three: cython.ulonglong = 0
    table: cython.int
    for upper in range(7):
        offset = patterns.offsets[upper]
        table = 1024 if upper & 1 else 0
        one = two
        two = three
        three = patterns.pairs[table + cython.cast(cython.int, white >> offset & ROW_PAIR)]
        three += patterns.pairs[table + PAIR_STRIDE + cython.cast(cython.int, black >> offset & ROW_PAIR)]
        if upper >= 2:
            state = one * HALF + three
            for _window in range(3):
                place = 2 * (base + cython.cast(cython.int, state & LANE))
                full += patterns.tables[place]
                empty += patterns.tables[place + 1]
                state >>= 16
                base += WINDOW_STATES
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
        bit = lowest(kings)
        square = ONE << bit
        kings ^= square
        freedom: cython.int = popcount((square >> short | square >> long | square << short | square << long) & empty)
        full += patterns.king_square[128 * side + 2 * bit] + patterns.king_freedom[2 * freedom]
        bare += patterns.king_square[128 * side + 2 * bit + 1] + patterns.king_freedom[2 * freedom + 1]
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
    value += _side_value(patterns, white & ~kings, white & kings, black, empty, 0, share)
    value -= _side_value(patterns, black & ~kings, black & kings, white, empty, 1, share)
    if side:
        value = -value
    value += patterns.to_move[0] * share + patterns.to_move[1] * (FULL_PHASE - share)
    if popcount(own) == popcount(opponent):
        # Who has the opposition is told by the pieces on the rows of the parity of the mover's home row.
        rows: cython.ulonglong = patterns.odd_rows if side == 0 else patterns.squares & ~patterns.odd_rows
        last_move: cython.int = patterns.opposition[0] * share + patterns.opposition[1] * (FULL_PHASE - share)
        value += last_move if popcount(pieces & rows) & 1 else -last_move
    # Shifts of what is not negative: the value must not depend on the colours.
    return value >> SCALE_SHIFT if value >= 0 else -(-value >> SCALE_SHIFT)
