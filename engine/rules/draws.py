"""The counts that end a game as a draw: moves without progress, and moves with few pieces.

Each position of a line of play has its counters, one 64-bit number: `start_counters` for the first
position, then `advance` for each half-move; `is_count_draw` tells whether a count is full. The game
and the search both count this way. Repetition is no count and is not dealt with here.
"""

from array import array
from collections.abc import Iterator

import cython

from engine.rules.geometry import Geometry
from engine.rules.variants import BalanceRule, DrawRules, Recount

if cython.compiled:
    from cython.cimports.engine.rules.bits import popcount
else:
    from engine.rules.bits import popcount

# Counters: reversible half-moves in bits 0-15, half-moves of the balance in bits 16-31, its class from bit 32.
COUNT_MASK = cython.declare(cython.ulonglong, 0xFFFF)
NO_LIMIT = cython.declare(cython.int, 1 << 20)

if not cython.compiled:
    COUNT_MASK = 0xFFFF
    NO_LIMIT = 1 << 20

_RULE_BITS = 4


@cython.cclass
class DrawTable:
    """The draw rules of a game, looked up by the pieces on the board.

    A balance class is 0 where no few-piece rule holds. Otherwise its low four bits are the rule's
    place in the table, from 1, and the rest names the material if the rule counts from its change.
    """

    def __init__(self, rules: DrawRules, geometry: Geometry) -> None:
        self.rules = rules
        self.reversible_limit = NO_LIMIT if rules.reversible_half_moves is None else rules.reversible_half_moves
        self.largest = max((rule.total[1] for rule in rules.balance), default=0)
        self.limits = array("i", [0, *(rule.half_moves for rule in rules.balance), *[0] * (1 << _RULE_BITS)])
        self.main_road = geometry.bitboard(square for square in geometry.squares if _on_long_diagonal(geometry, square))
        classes = array("i", bytes(2 * array("i").itemsize * max(1, self.largest**4)))
        for index, material in enumerate(_materials(self.largest)):
            for on_road in (False, True):
                for number, rule in enumerate(rules.balance, 1):
                    if _applies(rule, *material, on_road):
                        by_material = rule.recount == Recount.ON_MATERIAL
                        classes[2 * index + on_road] = number | (index + 1 if by_material else 0) << _RULE_BITS
                        break
        self.classes = classes

    def rule(self, balance: int) -> BalanceRule | None:
        """The rule of a balance class."""
        number = balance & (1 << _RULE_BITS) - 1
        return self.rules.balance[number - 1] if number else None


def _on_long_diagonal(geometry: Geometry, square: int) -> bool:
    row, column = geometry.row(square), geometry.column(square)
    return row + column == geometry.size - 1 if geometry.corner == "left" else row == column


def _materials(largest: int) -> Iterator[tuple[int, int, int, int]]:
    """White men, white kings, black men, black kings: fewer than `largest` of each, in the order of the table."""
    counts = range(largest)
    return ((wm, wk, bm, bk) for wm in counts for wk in counts for bm in counts for bk in counts)


def _applies(rule: BalanceRule, wm: int, wk: int, bm: int, bk: int, on_road: bool) -> bool:
    lone_king = (wm == 0 and wk == 1) or (bm == 0 and bk == 1)
    return (
        wk > 0
        and bk > 0
        and rule.total[0] <= wm + wk + bm + bk <= rule.total[1]
        and (lone_king or not rule.lone_king)
        and (wm + bm == 0 or not rule.kings_only)
        and (on_road or not rule.main_road)
    )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def balance_class(
    table: DrawTable, white: cython.ulonglong, black: cython.ulonglong, kings: cython.ulonglong
) -> cython.int:
    """The class of a position, which changes exactly when the count starts again; 0: nothing is counted."""
    if table.largest == 0 or popcount(white | black) > table.largest:
        return 0
    white_kings: cython.int = popcount(white & kings)
    black_kings: cython.int = popcount(black & kings)
    if white_kings == 0 or black_kings == 0:
        return 0
    white_pieces: cython.int = popcount(white)
    black_pieces: cython.int = popcount(black)
    size: cython.int = table.largest
    index: cython.int = white_pieces - white_kings
    index = index * size + white_kings
    index = index * size + black_pieces - black_kings
    index = index * size + black_kings
    weaker: cython.ulonglong = white if white_pieces < black_pieces else black
    on_road: cython.int = 1 if weaker & kings & table.main_road else 0
    return table.classes[2 * index + on_road]


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def balance_limit(table: DrawTable, balance: cython.int) -> cython.int:
    """The half-moves after which that class is a draw; 0 for class 0, which never is."""
    return table.limits[balance & 15]


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def start_counters(
    table: DrawTable, white: cython.ulonglong, black: cython.ulonglong, kings: cython.ulonglong
) -> cython.ulonglong:
    """The counters of a position with nothing counted yet."""
    balance: cython.ulonglong = balance_class(table, white, black, kings)
    return balance << 32


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def advance(
    table: DrawTable,
    counters: cython.ulonglong,
    irreversible: cython.bint,
    white: cython.ulonglong,
    black: cython.ulonglong,
    kings: cython.ulonglong,
) -> cython.ulonglong:
    """The counters after a half-move: `irreversible` if it took or a man moved; the sets are those after it."""
    reversible: cython.ulonglong = 0
    if not irreversible:
        reversible = counters & COUNT_MASK
        if reversible < COUNT_MASK:
            reversible += 1
    balance: cython.ulonglong = balance_class(table, white, black, kings)
    count: cython.ulonglong = 0
    if balance != 0 and balance == counters >> 32:
        count = counters >> 16 & COUNT_MASK
        if count < COUNT_MASK:
            count += 1
    return balance << 32 | count << 16 | reversible


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def is_count_draw(table: DrawTable, counters: cython.ulonglong) -> cython.bint:
    """Whether a count is full. A side that cannot move has lost all the same: that comes first."""
    if reversible_half_moves(counters) >= table.reversible_limit:
        return True
    balance: cython.int = balance_of(counters)
    return balance != 0 and balance_half_moves(counters) >= balance_limit(table, balance)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def reversible_half_moves(counters: cython.ulonglong) -> cython.int:
    """Half-moves since the last capture or man's move, 65535 at most."""
    return counters & COUNT_MASK


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def balance_half_moves(counters: cython.ulonglong) -> cython.int:
    """Half-moves in the present balance class, 65535 at most."""
    return counters >> 16 & COUNT_MASK


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def balance_of(counters: cython.ulonglong) -> cython.int:
    """The balance class."""
    return counters >> 32
