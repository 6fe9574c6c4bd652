"""The static value of a position without captures.

One function for every game: the boards differ in their masks, which are made from the geometry, and
the games in their weights. Turning the board and exchanging the colours does not change the value.
"""

import cython

from engine.evaluation.patterns import patterns_of
from engine.evaluation.weights import Weights, weights_of
from engine.rules.position import Position
from engine.rules.variants import Color, Variant

if cython.compiled:
    from cython.cimports.engine.evaluation.patterns import pattern_value
    from cython.cimports.engine.rules.bits import lowest, popcount
else:
    from engine.evaluation.patterns import pattern_value
    from engine.rules.bits import lowest, popcount

LIMIT = 20_000
"""Values lie within ±LIMIT, far below those of wins."""

ONE = cython.declare(cython.ulonglong, 1)
BOUND = cython.declare(cython.int, LIMIT)
ENDING_PIECES = cython.declare(cython.int, 8)
DRAWN_SHIFT = cython.declare(cython.int, 4)  # a lead that does not win counts a sixteenth


@cython.cclass
class Evaluator:
    """The masks and weights of one game.

    Where the game has fitted weights (see `patterns`) they give the value, unless `weights` are given:
    then these do. What draws a lead home in an ending comes from `weights` in both cases.
    """

    def __init__(self, variant: Variant, weights: Weights | None = None) -> None:
        if not cython.compiled:
            self.home = [0, 0]
            self.bridge = [0, 0]
            self.rows = [0] * 20
            self.ahead = [0] * 128
            self.advance = [0] * 10
            self.distance = [0] * 4096
        self.variant = variant
        patterns = patterns_of(variant) if weights is None else None
        self.is_fitted = patterns is not None
        if patterns is not None:
            self.patterns = patterns
        self.weights = weights = weights or weights_of(variant)
        self._set_masks(variant)
        self.flying = variant.flying_kings
        self.full = 2 * variant.men_each
        self.sign = 1 if variant.loses_without_move else -1
        self.man = weights.man
        self.king = weights.king
        self.home_man = weights.home
        self.bridge_pair = weights.bridge
        self.centre_piece = weights.centre
        self.edge_man = weights.edge
        self.support = weights.support
        self.step = weights.step
        self.runaway = weights.runaway
        self.king_step = weights.king_step
        self.trapped_king = weights.trapped_king
        self.to_move = weights.to_move
        self.exchange = weights.exchange
        self.closeness = weights.closeness
        self.drawn_lead = weights.drawn_lead
        for row, value in enumerate(weights.advance):
            self.advance[row] = value

    def _set_masks(self, variant: Variant) -> None:
        geometry = variant.geometry
        size = geometry.size
        row, column, bit_of = geometry.row, geometry.column, geometry.bit_of
        inner = range(size // 4, size - size // 4)
        self.short_shift = geometry.short_shift
        self.long_shift = geometry.long_shift
        self.squares = geometry.mask
        self.last_row = size - 1
        self.centre = geometry.bitboard(s for s in geometry.squares if row(s) in inner and column(s) in inner)
        self.edge = geometry.bitboard(s for s in geometry.squares if column(s) in (0, size - 1))
        self.main_road = geometry.bitboard(s for s in geometry.squares if row(s) + column(s) == size - 1)
        for color in Color:
            home = variant.promotion_row(color.other)
            self.home[color] = geometry.row_mask(home)
            # Seen by its owner, the second and the second-last dark square but for the corner's: c1 and g1.
            bridge = (2, size - 2) if (geometry.corner == "left") == (color == Color.WHITE) else (1, size - 3)
            self.bridge[color] = geometry.bitboard(
                s for s in geometry.squares if row(s) == home and column(s) in bridge
            )
            for steps in range(size - 1):
                self.rows[10 * color + steps] = geometry.row_mask(abs(home - steps))
            for square in geometry.squares:
                target = variant.promotion_row(color)
                self.ahead[64 * color + bit_of[square]] = geometry.bitboard(
                    s
                    for s in geometry.squares
                    if abs(row(s) - target) < abs(row(square) - target)
                    and abs(column(s) - column(square)) <= abs(row(s) - row(square)) + 1
                )
        for one in geometry.squares:
            for other in geometry.squares:
                steps = max(abs(row(one) - row(other)), abs(column(one) - column(other)))
                self.distance[64 * bit_of[one] + bit_of[other]] = steps

    def value(self, position: Position) -> int:
        """The value for the side to move, centimen, within ±LIMIT. Captures that are due are not seen."""
        return evaluate(self, position.own, position.opponent, position.kings, position.side)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _side_value(
    evaluator: Evaluator,
    men: cython.ulonglong,
    kings: cython.ulonglong,
    opponent: cython.ulonglong,
    opposing_men: cython.ulonglong,
    empty: cython.ulonglong,
    side: cython.int,
) -> cython.int:
    # Everything but material.
    short: cython.int = evaluator.short_shift
    long: cython.int = evaluator.long_shift
    value: cython.int = 0
    square: cython.ulonglong
    if men:
        own: cython.ulonglong = men | kings
        row: cython.int
        for row in range(2, evaluator.last_row):
            value += evaluator.advance[row] * popcount(men & evaluator.rows[10 * side + row])
        value += evaluator.edge_man * popcount(men & evaluator.edge)
        if opposing_men:
            value += evaluator.home_man * popcount(men & evaluator.home[side])
            if men & evaluator.bridge[side] == evaluator.bridge[side]:
                value += evaluator.bridge_pair
        steps: cython.int
        if side == 0:
            steps = popcount((men >> short) & empty) + popcount((men >> long) & empty)
            value += evaluator.support * (popcount(men & (own >> short)) + popcount(men & (own >> long)))
        else:
            steps = popcount((men << short) & empty) + popcount((men << long) & empty)
            value += evaluator.support * (popcount(men & (own << short)) + popcount(men & (own << long)))
        value += evaluator.step * steps
        # Only in the last three rows before the crown does a clear way mean something.
        last: cython.int = 10 * side + evaluator.last_row
        runners: cython.ulonglong = men & (
            evaluator.rows[last - 1] | evaluator.rows[last - 2] | evaluator.rows[last - 3]
        )
        while runners:
            square = runners & (ONE << lowest(runners))
            runners ^= square
            if evaluator.ahead[64 * side + lowest(square)] & opponent == 0:
                value += evaluator.runaway
    value += evaluator.centre_piece * popcount((men | kings) & evaluator.centre)
    while kings:
        square = kings & (ONE << lowest(kings))
        kings ^= square
        freedom: cython.int = popcount((square >> short | square >> long | square << short | square << long) & empty)
        value += evaluator.king_step * freedom if freedom else evaluator.trapped_king
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _chase(evaluator: Evaluator, hunters: cython.ulonglong, hunted: cython.ulonglong) -> cython.int:
    # How near the kings of the side that is ahead are to each opposing piece, in steps.
    value: cython.int = 0
    while hunters:
        hunter: cython.int = lowest(hunters)
        hunters ^= ONE << hunter
        left: cython.ulonglong = hunted
        while left:
            piece: cython.int = lowest(left)
            left ^= ONE << piece
            value += evaluator.last_row - evaluator.distance[64 * hunter + piece]
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def evaluate(
    evaluator: Evaluator,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
) -> cython.int:
    """The value for the side to move, centimen, within ±LIMIT."""
    empty: cython.ulonglong = evaluator.squares & ~(own | opponent)
    own_kings: cython.ulonglong = own & kings
    opposing_kings: cython.ulonglong = opponent & kings
    own_men: cython.ulonglong = own & ~kings
    opposing_men: cython.ulonglong = opponent & ~kings
    own_count: cython.int = popcount(own)
    opposing_count: cython.int = popcount(opponent)
    king_count: cython.int = popcount(own_kings)
    opposing_king_count: cython.int = popcount(opposing_kings)
    total: cython.int = own_count + opposing_count

    value: cython.int
    if evaluator.is_fitted:
        value = pattern_value(evaluator.patterns, own, opponent, kings, side)
        if total <= ENDING_PIECES:
            value += _closing_in(evaluator, own, opponent, kings)
        return _bounded(value)

    value = evaluator.man * (own_count - king_count - opposing_count + opposing_king_count)
    value += evaluator.king * (king_count - opposing_king_count)
    value += _side_value(evaluator, own_men, own_kings, opponent, opposing_men, empty, side)
    value -= _side_value(evaluator, opposing_men, opposing_kings, own, own_men, empty, side ^ 1)
    value += evaluator.to_move

    # Divisions are of what is not negative: the two modes round others differently.
    if own_count > opposing_count:
        value += (own_count - opposing_count) * (evaluator.full - total) * evaluator.exchange // evaluator.full
    elif opposing_count > own_count:
        value -= (opposing_count - own_count) * (evaluator.full - total) * evaluator.exchange // evaluator.full
    if total <= ENDING_PIECES:
        value += _closing_in(evaluator, own, opponent, kings)

    if evaluator.drawn_lead and value:
        ahead: cython.bint = value > 0
        weak: cython.ulonglong = opponent if ahead else own
        weak_kings: cython.ulonglong = weak & kings
        strong_count: cython.int = own_count if ahead else opposing_count
        if weak_kings and _holds(evaluator, weak, weak_kings, strong_count):
            value = value >> DRAWN_SHIFT if ahead else -(-value >> DRAWN_SHIFT)

    return _bounded(value * evaluator.sign)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bounded(value: cython.int) -> cython.int:
    if value > BOUND:
        return BOUND
    if value < -BOUND:
        return -BOUND
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _closing_in(
    evaluator: Evaluator, own: cython.ulonglong, opponent: cython.ulonglong, kings: cython.ulonglong
) -> cython.int:
    # What the side that is ahead in an ending gains by bringing its kings to the others.
    own_count: cython.int = popcount(own)
    opposing_count: cython.int = popcount(opponent)
    if own_count > opposing_count and opposing_count:
        return evaluator.closeness * _chase(evaluator, own & kings, opponent) // opposing_count
    if opposing_count > own_count and own_count:
        return -(evaluator.closeness * _chase(evaluator, opponent & kings, own) // own_count)
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _holds(
    evaluator: Evaluator, weak: cython.ulonglong, weak_kings: cython.ulonglong, strong_count: cython.int
) -> cython.bint:
    # Whether a flying king draws against that many pieces: few of them, or one more on the main road.
    if strong_count <= evaluator.drawn_lead:
        return True
    return strong_count == 3 and weak == weak_kings and weak & evaluator.main_road != 0
