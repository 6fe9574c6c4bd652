"""Perft: the number of lines of play of a given length, the measure of a move generator."""

from collections.abc import Iterator

import cython

from engine.rules.move import Move
from engine.rules.position import Position, rules_of

if cython.compiled:
    from cython.cimports.engine.rules.movegen import MoveList, Rules, count_moves, generate
else:
    from engine.rules.movegen import MoveList, Rules, count_moves, generate

MAX_DEPTH = 64
_CAPACITY = 1 << 16
ONE = cython.declare(cython.ulonglong, 1)


@cython.cclass
class StopFlag:
    """Ends a running count from another thread: set `raised`."""

    def __init__(self) -> None:
        self.raised = False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _perft(
    rules: Rules,
    own: cython.ulonglong,
    opponent: cython.ulonglong,
    kings: cython.ulonglong,
    side: cython.int,
    depth: cython.int,
    moves: MoveList,
    start: cython.int,
    stop: StopFlag,
) -> cython.ulonglong:
    if depth == 1:
        return count_moves(rules, own, opponent, kings, side, moves, start)
    end: cython.int = generate(rules, own, opponent, kings, side, moves, start)
    total: cython.ulonglong = 0
    index: cython.int
    for index in range(start, end):
        if stop.raised:
            break
        squares: cython.int = moves.squares[index]
        captured: cython.ulonglong = moves.captured[index]
        origin: cython.ulonglong = ONE << (squares & 63)
        target: cython.ulonglong = ONE << (squares >> 6 & 63)
        crowned: cython.ulonglong = kings & ~captured
        if crowned & origin:
            crowned = crowned & ~origin | target
        elif squares >> 12:
            crowned |= target
        total += _perft(
            rules, opponent & ~captured, own & ~origin | target, crowned, side ^ 1, depth - 1, moves, end, stop
        )
    return total


def perft(position: Position, depth: int, stop: StopFlag | None = None) -> int:
    """Number of lines of `depth` plies (0 to 64), moves counted by from, to and pieces taken.

    A count that `stop` ends early is too low.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"perft depth {depth}: expected 0-{MAX_DEPTH}")
    if depth == 0:
        return 1
    rules: Rules = rules_of(position.variant)
    moves: MoveList = MoveList(_CAPACITY)
    flag: StopFlag = stop or StopFlag()
    own: cython.ulonglong = position.own
    opponent: cython.ulonglong = position.opponent
    kings: cython.ulonglong = position.kings
    side: cython.int = position.side
    plies: cython.int = depth
    with cython.nogil:
        total: cython.ulonglong = _perft(rules, own, opponent, kings, side, plies, moves, 0, flag)
    return total


def divide(position: Position, depth: int, stop: StopFlag | None = None) -> Iterator[tuple[Move, int]]:
    """Each legal move with the number of lines of `depth` plies that begin with it."""
    for move in position.legal_moves:
        yield move, perft(position.after(move), depth - 1, stop)
