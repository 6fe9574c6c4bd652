"""How long each won or lost position with few pieces takes: worked out backwards from the ends of games.

A position is lost in n plies if every move leads to a win of the other side, in n - 1 plies at most, and
won in n if a move leads to a loss in n - 1. So the positions lost at once give those won in one ply, these
the ones lost in two, and so on; what is left when nothing more is found is drawn. Repetition and the counts
of moves without progress are not seen here.
"""

import itertools
from collections.abc import Callable

import cython

from engine.endgame.index import Index, Material
from engine.endgame.table import DRAWN
from engine.rules.movegen import MoveList
from engine.rules.position import rules_of
from engine.rules.variants import Variant

if cython.compiled:
    from cython.cimports.engine.endgame.index import board_of, index_of
    from cython.cimports.engine.rules.bits import popcount
    from cython.cimports.engine.rules.movegen import generate, has_capture
else:
    from engine.endgame.index import board_of, index_of
    from engine.rules.bits import popcount
    from engine.rules.movegen import generate, has_capture

IMPOSSIBLE = 255
"""The value of a place that belongs to no position, while a table is made."""

ONE = cython.declare(cython.ulonglong, 1)
SQUARES = cython.declare(cython.int, 32)
ROW = cython.declare(cython.int, 4)
COUNTS = cython.declare(cython.int, 4)  # in a row of the table of binomials
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
            turned = (*material[2:], *material[:2])
            if material <= turned:
                self._run_pair(sorted({material, turned}))
            done += self.index.slice_size(material)

    def smooth(self) -> None:
        """Give places that nobody asks for, those of no position and those with a capture to be made, the value
        of the place before them: the values take less room so."""
        for material in self.index.materials():
            men, crowned, other_men, other_crowned = material
            self._smooth(
                self.index.first(material), self.index.slice_size(material), men, crowned, other_men, other_crowned
            )

    def _run_pair(self, materials: list[Material]) -> None:
        # A slice and the one with the sides exchanged, which lead to each other and to those done before.
        for material in materials:
            men, crowned, other_men, other_crowned = material
            self._mark_impossible(
                self.index.first(material), self.index.slice_size(material), men, crowned, other_men, other_crowned
            )
        longest: cython.int = self.longest
        for plies in itertools.count():
            if plies > longest + 1:
                break
            if plies + LOST_NOW >= NO_POSITION:
                raise OverflowError(f"a win of {plies} plies: expected less than {IMPOSSIBLE - 1}")
            found = 0
            for material in materials:
                men, crowned, other_men, other_crowned = material
                found += self._find(
                    self.index.first(material),
                    self.index.slice_size(material),
                    men,
                    crowned,
                    other_men,
                    other_crowned,
                    plies,
                )
            if found and plies > longest:
                longest = plies
        self.longest = longest

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_up(
        self,
        first: cython.longlong,
        number: cython.longlong,
        men: cython.int,
        crowned: cython.int,
        other_men: cython.int,
        other_crowned: cython.int,
    ) -> cython.bint:
        # The position of that place, White to move; whether it is one and has its place there.
        place: cython.longlong = first + number
        kings: cython.ulonglong
        other_kings: cython.ulonglong
        own: cython.ulonglong
        opponent: cython.ulonglong
        size: cython.longlong = self.index.binomials[COUNTS * SQUARES + other_crowned]
        other_kings = board_of(self.index, number % size, other_crowned, 0)
        number //= size
        size = self.index.binomials[COUNTS * (SQUARES - ROW) + other_men]
        opponent = board_of(self.index, number % size, other_men, ROW)
        number //= size
        size = self.index.binomials[COUNTS * SQUARES + crowned]
        kings = board_of(self.index, number % size, crowned, 0)
        number //= size
        own = board_of(self.index, number, men, 0)
        self.own = own | kings
        self.opponent = opponent | other_kings
        self.kings = kings | other_kings
        if popcount(self.own | self.opponent) != men + crowned + other_men + other_crowned:
            return False
        return men + other_men > 0 or index_of(self.index, self.own, self.opponent, self.kings, 0) == place

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
    def _mark_impossible(
        self,
        first: cython.longlong,
        size: cython.longlong,
        men: cython.int,
        crowned: cython.int,
        other_men: cython.int,
        other_crowned: cython.int,
    ) -> cython.longlong:
        number: cython.longlong
        marked: cython.longlong = 0
        for number in range(size):
            if not self._set_up(first, number, men, crowned, other_men, other_crowned):
                self.values[first + number] = NO_POSITION
                marked += 1
        return marked

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(
        self,
        first: cython.longlong,
        size: cython.longlong,
        men: cython.int,
        crowned: cython.int,
        other_men: cython.int,
        other_crowned: cython.int,
        plies: cython.int,
    ) -> cython.longlong:
        # Sets the positions that are won (lost, for even plies) in so many; how many there are.
        number: cython.longlong
        found: cython.longlong = 0
        known: cython.bint
        for number in range(size):
            if self.values[first + number] != UNKNOWN:
                continue
            self._set_up(first, number, men, crowned, other_men, other_crowned)
            known = self._wins(plies) if plies & 1 else self._loses(plies)
            if known:
                self.values[first + number] = plies + LOST_NOW
                found += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _smooth(
        self,
        first: cython.longlong,
        size: cython.longlong,
        men: cython.int,
        crowned: cython.int,
        other_men: cython.int,
        other_crowned: cython.int,
    ) -> cython.void:
        number: cython.longlong
        last: cython.int = UNKNOWN
        for number in range(size):
            if not self._set_up(first, number, men, crowned, other_men, other_crowned) or has_capture(
                self.rules, self.own, self.opponent, self.kings, 0
            ):
                self.values[first + number] = last
            else:
                last = self.values[first + number]
