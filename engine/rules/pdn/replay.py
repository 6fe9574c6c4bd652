"""Plays the moves of game records at the speed of C, as long as they are plain: from, to and no doubt."""

from array import array

import cython

from engine.rules.move import Move
from engine.rules.pdn import kinds
from engine.rules.pdn.values import PdnMove
from engine.rules.position import Position, rules_of
from engine.rules.squares import named_square
from engine.rules.variants import Color, Variant

if cython.compiled:
    from cython.cimports.engine.rules.movegen import MoveList, generate
    from cython.cimports.engine.rules.pdn.tokens import Tokens
else:
    from engine.rules.movegen import MoveList, generate
    from engine.rules.pdn.tokens import Tokens

NUMBER = cython.declare(cython.int, kinds.NUMBER)
MOVE = cython.declare(cython.int, kinds.MOVE)
ONE = cython.declare(cython.ulonglong, 1)

_CAPACITY = 1 << 14
_KEPT_CAPTURES = 1 << 16


def _codes(variant: Variant) -> array:
    """The bit index of each square by its code in a token, -1 where there is none."""
    bits = array("i", [-1]) * (kinds.NO_SQUARE + 1)
    bit_of = variant.geometry.bit_of
    for number in range(1, 100):
        square = named_square(variant, str(number))
        if square is not None:
            bits[number] = bit_of[square]
    for file in range(10):
        for rank in range(11):
            square = named_square(variant, f"{'abcdefghij'[file]}{rank}")
            if square is not None:
                bits[kinds.NAMED + 16 * file + rank] = bit_of[square]
    return bits


@cython.final
@cython.cclass
class Cursor:
    """A position, and the one before the last move, on which a line of one game is played."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._rules = rules_of(variant)
        self._moves = MoveList(_CAPACITY, keep_paths=True)
        self._bit_of = _codes(variant)
        # Entries are values, so that the same move need not be made again for each time it is played.
        self._quiet = [None] * (1 << 13)
        self._captures = {}
        self.set(Position.start(variant))

    def set(self, position: Position) -> None:
        """Puts a position of the same game on the board; then there is no move before it."""
        self._own = self._own_before = position.own
        self._opponent = self._opponent_before = position.opponent
        self._kings = self._kings_before = position.kings
        self._side = self._side_before = int(position.side)

    @property
    def position(self) -> Position:
        """The present position."""
        return self._as_position(self._side, self._own, self._opponent, self._kings)

    @property
    def mover(self) -> Color:
        """The side that made the last move."""
        return Color(1 - self._side)

    @property
    def before(self) -> Position:
        """The position before the last move, or the present one if that was put on the board."""
        return self._as_position(self._side_before, self._own_before, self._opponent_before, self._kings_before)

    def _as_position(self, side: int, own: int, opponent: int, kings: int) -> Position:
        white, black = (opponent, own) if side else (own, opponent)
        return Position(self.variant, Color(side), white, black, kings)

    def restore(self, before: Position, position: Position) -> None:
        """Goes back to where the line stood: the position before the last move, and the one after it."""
        self.set(before)
        self._advance_to(position)

    def ends(self, value: int) -> tuple[int, int]:
        """The squares of a token's value, 0 for what is not on the board."""
        square_of = self.variant.geometry.square_of
        origin, target = self._bit_of[value & 511], self._bit_of[value >> 9 & 511]
        return square_of[origin] if origin >= 0 else 0, square_of[target] if target >= 0 else 0

    def play(self, move: Move) -> None:
        """Plays a legal move."""
        self._advance_to(self.position.after(move))

    def pass_turn(self) -> None:
        """Gives the move to the other side."""
        self._advance_to(self._as_position(1 - self._side, self._opponent, self._own, self._kings))

    def _advance_to(self, position: Position) -> None:
        side, own, opponent, kings = self._side, self._own, self._opponent, self._kings
        self.set(position)
        self._side_before, self._own_before, self._opponent_before, self._kings_before = side, own, opponent, kings

    def run(self, tokens: Tokens, index: int, end: int, entries: list) -> int:
        """Plays the moves from token `index` on and adds them to `entries`.

        Returns the index of the first token that is neither a number nor a plain legal move: a
        comment, a path, an illegal or an ambiguous move; or `end`.
        """
        place: cython.int = index
        last: cython.int = end
        found: cython.int
        while place < last:
            if tokens.kinds[place] == MOVE:
                found = self._find(tokens.values[place])
                if found < 0:
                    break
                entries.append(self._entry(found))
                self._make(found)
            elif tokens.kinds[place] != NUMBER:
                break
            place += 1
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find(self, value: cython.int) -> cython.int:
        # The one legal move with these squares, as an index into the list; -1 if there is not just one.
        origin: cython.int = self._bit_of[value & 511]
        target: cython.int = self._bit_of[value >> 9 & 511]
        if origin < 0 or target < 0 or not self._own >> origin & ONE:
            return -1
        squares: cython.int = origin | target << 6
        found: cython.int = -1
        index: cython.int
        count: cython.int = generate(self._rules, self._own, self._opponent, self._kings, self._side, self._moves, 0)
        for index in range(count):
            if self._moves.squares[index] & 0xFFF == squares:
                if found >= 0:
                    return -1
                found = index
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make(self, index: cython.int) -> cython.void:
        squares: cython.int = self._moves.squares[index]
        captured: cython.ulonglong = self._moves.captured[index]
        origin: cython.ulonglong = ONE << (squares & 63)
        target: cython.ulonglong = ONE << (squares >> 6 & 63)
        own: cython.ulonglong = self._own
        kings: cython.ulonglong = self._kings & ~captured
        self._own_before = own
        self._opponent_before = self._opponent
        self._kings_before = self._kings
        self._side_before = self._side
        if kings & origin:
            kings = kings & ~origin | target
        elif squares >> 12:
            kings |= target
        self._own = self._opponent & ~captured
        self._opponent = own & ~origin | target
        self._kings = kings
        self._side ^= 1

    @cython.cfunc
    def _entry(self, index: cython.int):
        # The move as an entry of a line, without annotations.
        squares: cython.int = self._moves.squares[index]
        captured: cython.ulonglong = self._moves.captured[index]
        if captured:
            key = (squares, captured, self._moves.path(index))
            entry = self._captures.get(key)
            if entry is None:
                if len(self._captures) >= _KEPT_CAPTURES:
                    self._captures.clear()
                entry = self._captures[key] = self._made(index)
            return entry
        entry = self._quiet[squares]
        if entry is None:
            entry = self._quiet[squares] = self._made(index)
        return entry

    def _made(self, index: int) -> PdnMove:
        geometry = self.variant.geometry
        path = tuple([geometry.square_of[bit] for bit in self._moves.path(index)])
        return PdnMove(Move(path, geometry.squares_in(self._moves.captured[index]), self._moves.promotes(index)))
