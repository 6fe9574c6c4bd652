"""A line of play while it is searched: the position of each ply, made from the one before."""

from collections.abc import Sequence

import cython

from engine.rules.draws import DrawTable
from engine.rules.position import Position, rules_of
from engine.rules.variants import Variant
from engine.rules.zobrist import position_key
from engine.search import parameters
from engine.search.table import Table

if cython.compiled:
    from cython.cimports.engine.rules.bits import lowest
    from cython.cimports.engine.rules.draws import (
        advance,
        balance_half_moves,
        balance_limit,
        balance_of,
        reversible_half_moves,
    )
    from cython.cimports.engine.rules.zobrist import piece_key
else:
    from engine.rules.bits import lowest
    from engine.rules.draws import (
        advance,
        balance_half_moves,
        balance_limit,
        balance_of,
        reversible_half_moves,
    )
    from engine.rules.zobrist import piece_key

ONE = cython.declare(cython.ulonglong, 1)
MASK64 = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
SCRAMBLE = cython.declare(cython.ulonglong, 0x5851_F42D_4C95_7F2D)  # odd: no two counts are mixed to the same key
TURN = cython.declare(cython.ulonglong, position_key(0, 0, 0, 1))
COUNT_HORIZON = cython.declare(cython.int, parameters.COUNT_HORIZON)
NEVER = cython.declare(cython.int, parameters.NEVER)
KEPT_KEYS = 1000
"""Keys of the game before the root that are remembered."""


@cython.cclass
class Line:
    """The positions from the root, ply 0, on. A node is entered by its ply, put there by `make`.

    `oldest_repeated` is the first ply of those that a draw by repetition went back to, below 0 within
    the game before the root, NEVER if there was none.
    """

    def __init__(self, variant: Variant, table: Table) -> None:
        if not cython.compiled:
            self.own = [0] * 256
            self.opponent = [0] * 256
            self.kings = [0] * 256
            self.counters = [0] * 256
            self.side = [0] * 256
            self.keys = [0] * 1280
        self.variant = variant
        self.table = table
        self.rules = rules_of(variant)
        self.draws = DrawTable(variant.draws, variant.geometry)
        self.oldest_repeated = NEVER

    def begin(self, position: Position, keys: Sequence[int], counters: int, repetitions: int) -> None:
        """Put the root there; see `Worker.set_root`."""
        kept = keys[-KEPT_KEYS:]
        self.root = len(kept) - 1
        for index, key in enumerate(kept):
            self.keys[index] = key
        self.own[0] = position.own
        self.opponent[0] = position.opponent
        self.kings[0] = position.kings
        self.side[0] = position.side
        self.counters[0] = counters
        self.repetitions = repetitions

    def step_forward(self) -> None:
        """Make ply 1 the root. Raises ValueError after KEPT_KEYS steps."""
        if self.root >= KEPT_KEYS:
            raise ValueError(f"more than {KEPT_KEYS} moves since set_root")
        self.root += 1
        self.own[0] = self.own[1]
        self.opponent[0] = self.opponent[1]
        self.kings[0] = self.kings[1]
        self.side[0] = self.side[1]
        self.counters[0] = self.counters[1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make(self, ply: cython.int, squares: cython.int, captured: cython.ulonglong) -> cython.void:
        # The position after a move, into the arrays at the next ply.
        side: cython.int = self.side[ply]
        own: cython.ulonglong = self.own[ply]
        kings: cython.ulonglong = self.kings[ply]
        origin_bit: cython.int = squares & 63
        target_bit: cython.int = squares >> 6 & 63
        origin: cython.ulonglong = ONE << origin_bit
        target: cython.ulonglong = ONE << target_bit
        kind: cython.int = 2 * side
        key: cython.ulonglong = self.keys[self.root + ply] ^ TURN
        crowned: cython.ulonglong = kings & ~captured
        irreversible: cython.bint = True
        if kings & origin:
            key ^= piece_key(kind + 1, origin_bit) ^ piece_key(kind + 1, target_bit)
            crowned = crowned & ~origin | target
            irreversible = captured != 0
        else:
            key ^= piece_key(kind, origin_bit) ^ piece_key(kind + (squares >> 12), target_bit)
            if squares >> 12:
                crowned |= target
        taken: cython.ulonglong = captured
        while taken:
            bit: cython.int = lowest(taken)
            taken &= taken - 1
            king: cython.int = kings >> bit & 1
            key ^= piece_key((kind ^ 2) + king, bit)
        own = own & ~origin | target
        opponent: cython.ulonglong = self.opponent[ply] & ~captured
        child: cython.int = ply + 1
        self.own[child] = opponent
        self.opponent[child] = own
        self.kings[child] = crowned
        self.side[child] = side ^ 1
        self.keys[self.root + child] = key
        if side == 0:
            self.counters[child] = advance(self.draws, self.counters[ply], irreversible, own, opponent, crowned)
        else:
            self.counters[child] = advance(self.draws, self.counters[ply], irreversible, opponent, own, crowned)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def repeats(self, ply: cython.int) -> cython.bint:
        # Once in the line searched is enough: what was done twice can be done again. Positions of the
        # game before it must have occurred as often as the rules say.
        here: cython.int = self.root + ply
        key: cython.ulonglong = self.keys[here]
        earliest: cython.int = here - reversible_half_moves(self.counters[ply])
        if earliest < 0:
            earliest = 0
        occurrences: cython.int = 1
        index: cython.int = here - 4
        while index >= earliest:
            if self.keys[index] == key:
                occurrences += 1
                if index >= self.root or occurrences >= self.repetitions:
                    if index - self.root < self.oldest_repeated:
                        self.oldest_repeated = index - self.root
                    return True
            index -= 2
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def table_key(self, ply: cython.int) -> cython.ulonglong:
        # A position whose count nears its limit is worth something else than the same one without.
        key: cython.ulonglong = self.keys[self.root + ply]
        counters: cython.ulonglong = self.counters[ply]
        if counters == 0:
            return key
        reversible: cython.ulonglong = reversible_half_moves(counters)
        counted: cython.ulonglong = balance_half_moves(counters)
        if reversible_half_moves(counters) + COUNT_HORIZON < self.draws.reversible_limit:
            reversible = 0
        if balance_half_moves(counters) + COUNT_HORIZON < balance_limit(self.draws, balance_of(counters)):
            counted = 0
        mix: cython.ulonglong = counted << 16 | reversible
        return key ^ (mix * SCRAMBLE & MASK64)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def can_step(self, ply: cython.int) -> cython.bint:
        # Whether there is a quiet move; kings, flying or not, need an empty neighbour for one.
        short: cython.int = self.rules.short_shift
        long: cython.int = self.rules.long_shift
        own: cython.ulonglong = self.own[ply]
        kings: cython.ulonglong = own & self.kings[ply]
        empty: cython.ulonglong = self.rules.squares & ~(own | self.opponent[ply])
        up: cython.ulonglong = own if self.side[ply] == 0 else kings
        down: cython.ulonglong = kings if self.side[ply] == 0 else own
        return (up >> short | up >> long | down << short | down << long) & empty != 0
