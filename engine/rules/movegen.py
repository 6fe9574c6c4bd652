"""Move generation: one kernel for every game of the table, driven by the flags of its record.

Positions come as three bitboards (own pieces, the opponent's, all kings) and the side to move.
Generated moves go into a MoveList used as a stack: a caller gives the index to start at and gets
the index behind the last move, so that one list serves a whole line of play.
"""

from array import array

import cython

from engine.rules.variants import Promotion, Variant

if cython.compiled:
    from cython.cimports.engine.rules.bits import lowest, popcount
else:
    from engine.rules.bits import lowest, popcount

ONE = cython.declare(cython.ulonglong, 1)
PATH_STRIDE = cython.declare(cython.int, 32)
WHITE_FORWARD = cython.declare(cython.int, 0b0011)
BLACK_FORWARD = cython.declare(cython.int, 0b1100)
ALL_DIRECTIONS = cython.declare(cython.int, 0b1111)
ENDS_CAPTURE = cython.declare(cython.int, int(Promotion.ENDS_CAPTURE))
GOES_ON_AS_KING = cython.declare(cython.int, int(Promotion.GOES_ON_AS_KING))


@cython.cclass
class Rules:
    """The record of a game as C values."""

    def __init__(self, variant: Variant) -> None:
        geometry = variant.geometry
        self.variant = variant
        self.short_shift = geometry.short_shift
        self.long_shift = geometry.long_shift
        self.squares = geometry.mask
        self.promotion_white = geometry.row_mask(0)
        self.promotion_black = geometry.row_mask(geometry.size - 1)
        self.men_backward = variant.men_capture_backward
        self.men_take_kings = variant.men_capture_kings
        self.flying = variant.flying_kings
        self.promotion = int(variant.promotion)
        self.man_value = variant.precedence.man
        self.king_value = variant.precedence.king
        self.by_king_value = variant.precedence.by_king
        self.order_value = variant.precedence.order


@cython.cclass
class MoveList:
    """A stack of moves.

    Move i is `squares[i]` (from | to << 6 | promotes << 12, as bit indices) and `captured[i]` (a
    bitboard). With `keep_paths` the landing squares are kept as well. `overflowed` tells that moves
    were left out because the list was full.
    """

    def __init__(self, capacity: int, keep_paths: bool = False) -> None:
        self.capacity = capacity
        self.keep_paths = keep_paths
        self.overflowed = False
        self.captured = array("Q", bytes(8 * capacity))
        self.squares = array("i", bytes(4 * capacity))
        self.paths = array("B", bytes(PATH_STRIDE * capacity if keep_paths else 1))
        if not cython.compiled:
            self._trail = [0] * 64

    def path(self, index: int) -> tuple:
        """Bit indices of every square stood on by move `index`."""
        base: cython.int = index * PATH_STRIDE
        if self.captured[index] and self.keep_paths:
            return tuple([self.paths[base + 1 + step] for step in range(self.paths[base])])
        return self.squares[index] & 63, self.squares[index] >> 6 & 63

    def promotes(self, index: int) -> bool:
        """Whether move `index` makes a king."""
        return bool(self.squares[index] >> 12 & 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _step(rules: Rules, board: cython.ulonglong, direction: cython.int) -> cython.ulonglong:
    # 0 up-left, 1 up-right, 2 down-left, 3 down-right; a direction and its reverse add up to 3.
    if direction == 0:
        return board >> rules.long_shift
    if direction == 1:
        return board >> rules.short_shift
    if direction == 2:
        return board << rules.short_shift
    return board << rules.long_shift


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _jumpers_up(
    rules: Rules, pieces: cython.ulonglong, targets: cython.ulonglong, empty: cython.ulonglong
) -> cython.ulonglong:
    # Those of `pieces` that can jump a neighbour upwards.
    left: cython.ulonglong = ((empty << rules.long_shift) & targets) << rules.long_shift
    right: cython.ulonglong = ((empty << rules.short_shift) & targets) << rules.short_shift
    return pieces & (left | right)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _jumpers_down(
    rules: Rules, pieces: cython.ulonglong, targets: cython.ulonglong, empty: cython.ulonglong
) -> cython.ulonglong:
    left: cython.ulonglong = ((empty >> rules.short_shift) & targets) >> rules.short_shift
    right: cython.ulonglong = ((empty >> rules.long_shift) & targets) >> rules.long_shift
    return pieces & (left | right)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _man_jumpers(
    rules: Rules, men: cython.ulonglong, targets: cython.ulonglong, empty: cython.ulonglong, side: cython.int
) -> cython.ulonglong:
    if rules.men_backward:
        return _jumpers_up(rules, men, targets, empty) | _jumpers_down(rules, men, targets, empty)
    if side == 0:
        return _jumpers_up(rules, men, targets, empty)
    return _jumpers_down(rules, men, targets, empty)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _flyer_has_capture(
    rules: Rules, kings: cython.ulonglong, targets: cython.ulonglong, empty: cython.ulonglong
) -> cython.bint:
    # All kings slide at once: a ray ends at the next piece, so rays of one direction never overlap.
    direction: cython.int
    for direction in range(4):
        front: cython.ulonglong = _step(rules, kings, direction)
        while front:
            if _step(rules, front & targets, direction) & empty:
                return True
            front = _step(rules, front & empty, direction)
    return False


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def has_capture(
    rules: Rules,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
) -> cython.bint:
    """Whether the side to move must capture."""
    empty: cython.ulonglong = rules.squares & ~(own | opponent)
    targets: cython.ulonglong = opponent if rules.men_take_kings else opponent & ~kings
    if _man_jumpers(rules, own & ~kings, targets, empty, side):
        return True
    own_kings: cython.ulonglong = own & kings
    if not own_kings:
        return False
    if rules.flying:
        return _flyer_has_capture(rules, own_kings, opponent, empty)
    return (_jumpers_up(rules, own_kings, opponent, empty) | _jumpers_down(rules, own_kings, opponent, empty)) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _complete(
    rules: Rules,
    moves: MoveList,
    taken: cython.ulonglong,
    value: cython.longlong,
    depth: cython.int,
    promotes: cython.int,
) -> cython.void:
    # A whole capture: keep it if it has the highest value so far and is not there yet.
    index: cython.int
    if value < moves._best:
        return
    if value > moves._best:
        moves._best = value
        moves._end = moves._first
    squares: cython.int = moves._trail[0] | moves._trail[depth] << 6 | promotes << 12
    if depth > 2:
        # The same pieces in another order are the same move; two captures cannot be reordered.
        index = moves._end - 1
        while index >= moves._first and (moves.squares[index] ^ squares) & 63 == 0:
            if moves.squares[index] == squares and moves.captured[index] == taken:
                return
            index -= 1
    if moves._end >= moves.capacity:
        moves.overflowed = True
        return
    moves.squares[moves._end] = squares
    moves.captured[moves._end] = taken
    if moves.keep_paths:
        base: cython.int = moves._end * PATH_STRIDE
        moves.paths[base] = depth + 1
        for index in range(depth + 1):
            moves.paths[base + 1 + index] = moves._trail[index]
    moves._end += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _jump(
    rules: Rules,
    moves: MoveList,
    square: cython.ulonglong,
    taken: cython.ulonglong,
    value: cython.longlong,
    order: cython.longlong,
    depth: cython.int,
    directions: cython.int,
) -> cython.bint:
    # Captures of a man, or of a king that does not fly; False if there is none to go on with.
    found: cython.bint = False
    direction: cython.int
    for direction in range(4):
        if not directions >> direction & 1:
            continue
        victim: cython.ulonglong = _step(rules, square, direction) & moves._targets & ~taken
        landing: cython.ulonglong = _step(rules, victim, direction) & moves._empty
        if not landing:
            continue
        found = True
        crowned: cython.bint = victim & moves._kings != 0
        gained: cython.longlong = value + (rules.king_value if crowned else rules.man_value)
        kings_met: cython.longlong = order << 1 | crowned
        total: cython.longlong = gained + kings_met * rules.order_value
        promotes: cython.bint = landing & moves._promotion != 0
        goes_on: cython.bint
        moves._trail[depth] = lowest(landing)
        if promotes and rules.promotion == ENDS_CAPTURE:
            goes_on = False
        elif promotes and rules.promotion == GOES_ON_AS_KING:
            goes_on = _fly(rules, moves, landing, taken | victim, gained, kings_met, depth + 1, -1, True)
        else:
            goes_on = _jump(rules, moves, landing, taken | victim, gained, kings_met, depth + 1, directions)
        if not goes_on:
            _complete(rules, moves, taken | victim, total, depth, promotes)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fly(
    rules: Rules,
    moves: MoveList,
    square: cython.ulonglong,
    taken: cython.ulonglong,
    value: cython.longlong,
    order: cython.longlong,
    depth: cython.int,
    heading: cython.int,
    promotes: cython.bint,
) -> cython.bint:
    # Captures of a flying king; False if there is none to go on with. Where it stands further than
    # just behind the piece it took, `heading` is the line it came along: going straight on is then
    # the same capture as from just behind, and is not made twice.
    found: cython.bint = False
    direction: cython.int
    for direction in range(4):
        if direction == heading:
            continue
        front: cython.ulonglong = _step(rules, square, direction)
        while front & moves._empty:
            front = _step(rules, front, direction)
        victim: cython.ulonglong = front & moves._targets & ~taken
        landing: cython.ulonglong = _step(rules, victim, direction) & moves._empty
        if not landing:
            continue
        found = True
        crowned: cython.bint = victim & moves._kings != 0
        gained: cython.longlong = value + (rules.king_value if crowned else rules.man_value)
        kings_met: cython.longlong = order << 1 | crowned
        goes_on: cython.bint = False
        barred: cython.int = -1
        first: cython.ulonglong = landing
        while landing:
            moves._trail[depth] = lowest(landing)
            if _fly(rules, moves, landing, taken | victim, gained, kings_met, depth + 1, barred, promotes):
                goes_on = True
            barred = direction
            landing = _step(rules, landing, direction) & moves._empty
        if goes_on:
            continue
        total: cython.longlong = gained + kings_met * rules.order_value
        while first:
            moves._trail[depth] = lowest(first)
            _complete(rules, moves, taken | victim, total, depth, promotes)
            first = _step(rules, first, direction) & moves._empty
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def generate_captures(
    rules: Rules,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
    moves: MoveList,
    start: cython.int,
) -> cython.int:
    """Write the legal captures from index `start` on; the index behind the last one."""
    empty: cython.ulonglong = rules.squares & ~(own | opponent)
    own_kings: cython.ulonglong = own & kings
    bit: cython.int
    square: cython.ulonglong
    moves._first = start
    moves._end = start
    moves._best = 0
    moves._kings = kings

    moves._targets = opponent if rules.men_take_kings else opponent & ~kings
    moves._promotion = rules.promotion_black if side else rules.promotion_white
    directions: cython.int = BLACK_FORWARD if side else WHITE_FORWARD
    if rules.men_backward:
        directions = ALL_DIRECTIONS
    pieces: cython.ulonglong = _man_jumpers(rules, own & ~kings, moves._targets, empty, side)
    while pieces:
        bit = lowest(pieces)
        square = ONE << bit
        pieces ^= square
        moves._trail[0] = bit
        moves._empty = empty | square
        _jump(rules, moves, square, 0, 0, 0, 1, directions)

    moves._targets = opponent
    if rules.flying:
        pieces = own_kings
    else:
        pieces = _jumpers_up(rules, own_kings, opponent, empty) | _jumpers_down(rules, own_kings, opponent, empty)
    moves._promotion = 0
    while pieces:
        bit = lowest(pieces)
        square = ONE << bit
        pieces ^= square
        moves._trail[0] = bit
        moves._empty = empty | square
        if rules.flying:
            _fly(rules, moves, square, 0, rules.by_king_value, 0, 1, -1, False)
        else:
            _jump(rules, moves, square, 0, rules.by_king_value, 0, 1, ALL_DIRECTIONS)
    return moves._end


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _append(
    moves: MoveList, end: cython.int, origin: cython.int, target: cython.int, promotes: cython.int
) -> cython.int:
    if end >= moves.capacity:
        moves.overflowed = True
        return end
    moves.squares[end] = origin | target << 6 | promotes << 12
    moves.captured[end] = 0
    return end + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _append_steps(
    moves: MoveList, end: cython.int, targets: cython.ulonglong, shift: cython.int, promotion: cython.ulonglong
) -> cython.int:
    # Quiet moves to all of `targets`, each from the square `shift` bits on.
    while targets:
        bit: cython.int = lowest(targets)
        square: cython.ulonglong = targets & (ONE << bit)
        end = _append(moves, end, bit + shift, bit, square & promotion != 0)
        targets ^= square
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_quiet(
    rules: Rules,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
    moves: MoveList,
    start: cython.int,
) -> cython.int:
    empty: cython.ulonglong = rules.squares & ~(own | opponent)
    men: cython.ulonglong = own & ~kings
    pieces: cython.ulonglong = own & kings
    short: cython.int = rules.short_shift
    long: cython.int = rules.long_shift
    end: cython.int = start
    if side == 0:
        end = _append_steps(moves, end, (men >> long) & empty, long, rules.promotion_white)
        end = _append_steps(moves, end, (men >> short) & empty, short, rules.promotion_white)
    else:
        end = _append_steps(moves, end, (men << short) & empty, -short, rules.promotion_black)
        end = _append_steps(moves, end, (men << long) & empty, -long, rules.promotion_black)
    if pieces and not rules.flying:
        end = _append_steps(moves, end, (pieces >> long) & empty, long, 0)
        end = _append_steps(moves, end, (pieces >> short) & empty, short, 0)
        end = _append_steps(moves, end, (pieces << short) & empty, -short, 0)
        end = _append_steps(moves, end, (pieces << long) & empty, -long, 0)
        return end
    while pieces:
        bit: cython.int = lowest(pieces)
        square: cython.ulonglong = ONE << bit
        pieces ^= square
        direction: cython.int
        for direction in range(4):
            front: cython.ulonglong = _step(rules, square, direction) & empty
            while front:
                end = _append(moves, end, bit, lowest(front), 0)
                front = _step(rules, front, direction) & empty
    return end


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def generate(
    rules: Rules,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
    moves: MoveList,
    start: cython.int,
) -> cython.int:
    """Write the legal moves from index `start` on; the index behind the last one."""
    if has_capture(rules, own, opponent, kings, side):
        return generate_captures(rules, own, opponent, kings, side, moves, start)
    return _generate_quiet(rules, own, opponent, kings, side, moves, start)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_moves(
    rules: Rules,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
    moves: MoveList,
    start: cython.int,
) -> cython.int:
    """Number of legal moves; the list from `start` on is scratch."""
    if has_capture(rules, own, opponent, kings, side):
        return generate_captures(rules, own, opponent, kings, side, moves, start) - start
    empty: cython.ulonglong = rules.squares & ~(own | opponent)
    men: cython.ulonglong = own & ~kings
    pieces: cython.ulonglong = own & kings
    short: cython.int = rules.short_shift
    long: cython.int = rules.long_shift
    count: cython.int
    if side == 0:
        count = popcount((men >> long) & empty) + popcount((men >> short) & empty)
    else:
        count = popcount((men << short) & empty) + popcount((men << long) & empty)
    if not pieces:
        return count
    direction: cython.int
    for direction in range(4):
        front: cython.ulonglong = _step(rules, pieces, direction) & empty
        while front:
            count += popcount(front)
            if not rules.flying:
                break
            front = _step(rules, front, direction) & empty
    return count
