"""How long each won or lost position with few pieces takes: worked out backwards from the ends of games.

A position is lost in n plies if every move leads to a win of the other side, in n - 1 plies at most, and
won in n if a move leads to a loss in n - 1. So the positions lost at once give those won in one ply, these
the ones lost in two, and so on; what is left when nothing more is found is drawn. Repetition and the counts
of moves without progress are not seen here.
"""

from collections.abc import Callable

import cython

from engine.endgame import index as numbering
from engine.endgame.index import Index, Material, turned
from engine.endgame.table import DRAWN
from engine.rules.movegen import MoveList
from engine.rules.position import rules_of
from engine.rules.variants import Variant

if cython.compiled:
    from cython.cimports.engine.endgame.index import board_of, combinations, index_of
    from cython.cimports.engine.rules.bits import popcount
    from cython.cimports.engine.rules.movegen import generate, has_capture
else:
    from engine.endgame.index import board_of, combinations, index_of
    from engine.rules.bits import popcount
    from engine.rules.movegen import generate, has_capture

IMPOSSIBLE = 255
"""The value of a place that belongs to no position, while a table is made."""

ONE = cython.declare(cython.ulonglong, 1)
SQUARES = cython.declare(cython.int, numbering.SQUARES_OF_BOARD)
ROW = cython.declare(cython.int, numbering.SQUARES_OF_ROW)
UNKNOWN = cython.declare(cython.int, DRAWN)
NO_POSITION = cython.declare(cython.int, IMPOSSIBLE)
LOST_NOW = cython.declare(cython.int, 1)
_CAPACITY = 4096


@cython.cclass
class Generator:
    """The values of all places of an index, as `engine.endgame.table` reads them, `longest` the most plies of any."""

    def __init__(self, variant: Variant, pieces: int, kings: int) -> None:
        if not variant.loses_without_move:
            raise ValueError(f"endings of {variant.name}: expected a game in which who has no move loses")
        self.index = Index(variant, pieces, kings)
        self.rules = rules_of(variant)
        self.moves = MoveList(_CAPACITY)
        self.values = bytearray(self.index.size)
        self.longest = 0

    def run(self, on_slice: Callable[[Material, int], None] = lambda material, done: None) -> None:
        """Work out all values. `on_slice` is told each material that is begun, and the places done before.

        Raises OverflowError if a win takes longer than a value can say.
        """
        done = 0
        for material in self.index.materials():
            on_slice(material, done)
            other = turned(material)
            if material <= other:
                self._run_pair(sorted({material, other}))
            done += self.index.slice_size(material)

    def smooth(self) -> None:
        """Give places that nobody asks for, those of no position and those with a capture to be made, the value
        of the place before them: the values take less room so."""
        for material in self.index.materials():
            self._take_up(material)
            self._smooth()

    def _run_pair(self, materials: list[Material]) -> None:
        # A slice and the one with the sides exchanged, which lead to each other and to those done before.
        for material in materials:
            self._take_up(material)
            self._mark_impossible()
        plies = 0
        while plies <= self.longest + 1:
            if plies + LOST_NOW >= NO_POSITION:
                raise OverflowError(f"a win of {plies} plies: expected less than {IMPOSSIBLE - 1}")
            for material in materials:
                self._take_up(material)
                if self._find(plies):
                    self.longest = max(self.longest, plies)
            plies += 1

    def _take_up(self, material: Material) -> None:
        # The slice that the methods below are about.
        self.men, self.crowned, self.other_men, self.other_crowned = material
        self.first = self.index.first(material)
        self.size = self.index.slice_size(material)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_up(self, place: cython.longlong) -> cython.bint:
        # The position of a place of the slice, White to move; whether there is one that has its place there.
        number: cython.longlong = place - self.first
        size: cython.longlong = combinations(self.index, SQUARES, self.other_crowned)
        other_kings: cython.ulonglong = board_of(self.index, number % size, self.other_crowned, 0)
        number //= size
        size = combinations(self.index, SQUARES - ROW, self.other_men)
        opponent: cython.ulonglong = board_of(self.index, number % size, self.other_men, ROW)
        number //= size
        size = combinations(self.index, SQUARES, self.crowned)
        kings: cython.ulonglong = board_of(self.index, number % size, self.crowned, 0)
        own: cython.ulonglong = board_of(self.index, number // size, self.men, 0)
        self.own = own | kings
        self.opponent = opponent | other_kings
        self.kings = kings | other_kings
        if popcount(self.own | self.opponent) != self.men + self.crowned + self.other_men + self.other_crowned:
            return False
        return own | opponent != 0 or index_of(self.index, self.own, self.opponent, self.kings, 0) == place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _value_after(self, move: cython.int) -> cython.int:
        # The value of the position after a move, for the other side.
        squares: cython.int = self.moves.squares[move]
        captured: cython.ulonglong = self.moves.captured[move]
        origin: cython.ulonglong = ONE << (squares & 63)
        target: cython.ulonglong = ONE << (squares >> 6 & 63)
        opponent: cython.ulonglong = self.opponent & ~captured
        if opponent == 0:
            return LOST_NOW
        kings: cython.ulonglong = self.kings & ~captured
        if kings & origin:
            kings = kings & ~origin | target
        elif squares >> 12:
            kings |= target
        return self.values[index_of(self.index, opponent, self.own & ~origin | target, kings, 1)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wins(self, plies: cython.int) -> cython.bint:
        # Whether a move leads to a loss of one ply less.
        move: cython.int
        end: cython.int = generate(self.rules, self.own, self.opponent, self.kings, 0, self.moves, 0)
        for move in range(end):  # noqa: SIM110 (no generators without the interpreter)
            if self._value_after(move) == plies - 1 + LOST_NOW:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _loses(self, plies: cython.int) -> cython.bint:
        # Whether every move leads to a win of fewer plies.
        move: cython.int
        value: cython.int
        end: cython.int = generate(self.rules, self.own, self.opponent, self.kings, 0, self.moves, 0)
        for move in range(end):
            value = self._value_after(move)
            if value == UNKNOWN or value & 1 or value >= plies + LOST_NOW:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _mark_impossible(self) -> cython.void:
        place: cython.longlong
        for place in range(self.first, self.first + self.size):
            if not self._set_up(place):
                self.values[place] = NO_POSITION

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, plies: cython.int) -> cython.bint:
        # Sets the positions that are won (lost, for even plies) in so many; whether there are any.
        place: cython.longlong
        found: cython.bint = False
        known: cython.bint
        for place in range(self.first, self.first + self.size):
            if self.values[place] != UNKNOWN:
                continue
            self._set_up(place)
            known = self._wins(plies) if plies & 1 else self._loses(plies)
            if known:
                self.values[place] = plies + LOST_NOW
                found = True
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _smooth(self) -> cython.void:
        place: cython.longlong
        last: cython.int = UNKNOWN
        for place in range(self.first, self.first + self.size):
            if not self._set_up(place) or has_capture(self.rules, self.own, self.opponent, self.kings, 0):
                self.values[place] = last
            else:
                last = self.values[place]
