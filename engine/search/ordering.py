"""The order in which moves are tried: the table's move, big captures, killers, history.

Moves stay where the generator put them, since their index names them; a parallel list of scores
says which comes next.
"""

import cython

from engine.search import parameters

if cython.compiled:
    from cython.cimports.engine.rules.bits import popcount
    from cython.cimports.engine.rules.movegen import MoveList
else:
    from engine.rules.bits import popcount
    from engine.rules.movegen import MoveList

TABLE_MOVE = cython.declare(cython.int, 1 << 30)
CAPTURE = cython.declare(cython.int, 1 << 24)
PROMOTION = cython.declare(cython.int, 1 << 23)
FIRST_KILLER = cython.declare(cython.int, 1 << 22)
SECOND_KILLER = cython.declare(cython.int, 1 << 21)
PICKED = cython.declare(cython.int, -(1 << 30))
MOVE_BITS = cython.declare(cython.int, 0xFFF)
SIDE_STRIDE = cython.declare(cython.int, 4096)
HISTORY_SHIFT = cython.declare(cython.int, parameters.HISTORY_SHIFT)
HISTORY_BONUS_LIMIT = cython.declare(cython.int, parameters.HISTORY_BONUS_LIMIT)


@cython.cclass
class Ordering:
    """What one search thread has learnt about which moves are good: killers and history."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.history = [0] * 8192
            self.killers = [0] * 512
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        index: cython.int
        for index in range(8192):
            self.history[index] = 0
        for index in range(512):
            self.killers[index] = -1

    def new_search(self) -> None:
        """Forget the killers, whose plies have moved, and half of the history."""
        index: cython.int
        for index in range(8192):
            self.history[index] >>= 1
        for index in range(512):
            self.killers[index] = -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score_moves(
    ordering: Ordering,
    moves: MoveList,
    scores: cython.int[::1],
    start: cython.int,
    end: cython.int,
    table_move: cython.int,
    ply: cython.int,
    side: cython.int,
    kings: cython.ulonglong,
) -> cython.void:
    """Write the scores of the moves in [start, end); `table_move` counts from `start`, NO_MOVE if none."""
    index: cython.int
    for index in range(start, end):
        captured: cython.ulonglong = moves.captured[index]
        squares: cython.int = moves.squares[index]
        move: cython.int = squares & MOVE_BITS
        if captured:
            scores[index] = CAPTURE + 16 * popcount(captured) + 8 * popcount(captured & kings) + (squares >> 12)
        elif squares >> 12:
            scores[index] = PROMOTION
        elif move == ordering.killers[2 * ply]:
            scores[index] = FIRST_KILLER
        elif move == ordering.killers[2 * ply + 1]:
            scores[index] = SECOND_KILLER
        else:
            scores[index] = ordering.history[side * SIDE_STRIDE + move]
    if start + table_move < end:
        scores[start + table_move] = TABLE_MOVE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pick(scores: cython.int[::1], start: cython.int, end: cython.int) -> cython.int:
    """Index of the move to try next, which is marked; of equal ones the first."""
    best: cython.int = start
    best_score: cython.int = scores[start]
    index: cython.int
    for index in range(start + 1, end):
        if scores[index] > best_score:
            best_score = scores[index]
            best = index
    scores[best] = PICKED
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _adjust(ordering: Ordering, slot: cython.int, bonus: cython.int, size: cython.int) -> cython.void:
    value: cython.int = ordering.history[slot]
    ordering.history[slot] = value + bonus - (value * size >> HISTORY_SHIFT)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reward(
    ordering: Ordering,
    moves: MoveList,
    scores: cython.int[::1],
    start: cython.int,
    end: cython.int,
    best: cython.int,
    depth: cython.int,
    ply: cython.int,
    side: cython.int,
) -> cython.void:
    """A quiet move refuted the node: raise it, and lower the others that were tried before it."""
    move: cython.int = moves.squares[best] & MOVE_BITS
    if ordering.killers[2 * ply] != move:
        ordering.killers[2 * ply + 1] = ordering.killers[2 * ply]
        ordering.killers[2 * ply] = move
    size: cython.int = depth * depth
    if size > HISTORY_BONUS_LIMIT:
        size = HISTORY_BONUS_LIMIT
    base: cython.int = side * SIDE_STRIDE
    _adjust(ordering, base + move, size, size)
    index: cython.int
    for index in range(start, end):
        if index != best and scores[index] == PICKED:
            _adjust(ordering, base + (moves.squares[index] & MOVE_BITS), -size, size)
