"""Cuts the text of moves into tokens, at the speed of C.

Squares are not checked here, since the game may not be known yet. `kinds` says what kinds there are.
"""

import re
from array import array

import cython

from engine.rules.pdn import kinds
from engine.rules.pdn.tags import TAG_START

NUMBER = cython.declare(cython.int, kinds.NUMBER)
MOVE = cython.declare(cython.int, kinds.MOVE)
PATH = cython.declare(cython.int, kinds.PATH)
UNKNOWN_MOVE = cython.declare(cython.int, kinds.UNKNOWN_MOVE)
RESULT = cython.declare(cython.int, kinds.RESULT)
STAR = cython.declare(cython.int, kinds.STAR)
COMMENT = cython.declare(cython.int, kinds.COMMENT)
OPEN = cython.declare(cython.int, kinds.OPEN)
CLOSE = cython.declare(cython.int, kinds.CLOSE)
NAG = cython.declare(cython.int, kinds.NAG)
MARK = cython.declare(cython.int, kinds.MARK)
SETUP = cython.declare(cython.int, kinds.SETUP)
WORD = cython.declare(cython.int, kinds.WORD)
ELLIPSIS = cython.declare(cython.int, kinds.ELLIPSIS)
TAKES = cython.declare(cython.int, kinds.TAKES)
NAMED = cython.declare(cython.int, kinds.NAMED)
NO_SQUARE = cython.declare(cython.int, kinds.NO_SQUARE)

_PADDING = b"\n\n\n\n"  # so that looking ahead needs no check
_MAX_BRACKET = 2000  # bytes between brackets that are no comment, or in a set-up
_TAG = re.compile(TAG_START)


@cython.final
@cython.cclass
class Tokens:
    """The tokens of one text; made once and used again for the next.

    Token i is `kinds[i]`, `values[i]` and the bytes from `starts[i]` to `ends[i]`, with i below
    `count`. The scan ended at `stop`: the end of the text, or a tag.
    """

    def __init__(self) -> None:
        self.count = 0
        self.stop = 0
        self._make_room(4096)

    def _make_room(self, capacity: int) -> None:
        self.capacity = capacity
        self.kinds = array("i", bytes(4 * capacity))
        self.values = array("i", bytes(4 * capacity))
        self.starts = array("i", bytes(4 * capacity))
        self.ends = array("i", bytes(4 * capacity))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _emit(self, kind: cython.int, value: cython.int, start: cython.int, end: cython.int) -> cython.int:
        self.kinds[self.count] = kind
        self.values[self.count] = value
        self.starts[self.count] = start
        self.ends[self.count] = end
        self.count += 1
        return end

    def scan(self, text: bytes) -> None:
        """Finds the tokens of a text."""
        self._data = bytearray(text + _PADDING)
        place: cython.int = 0
        last: cython.int = len(text)
        letter: cython.int
        length: cython.int
        self.count = 0
        self.stop = last
        self._open = -1
        self._flat = False
        self._unclosed = False
        if last >= self.capacity:  # no token is empty
            self._make_room(2 * last)
        while place < last:
            letter = self._data[place]
            length = self._blank(place)
            if length:
                place += length
            elif 48 <= letter <= 57:
                place = self._number_or_move(place)
            elif 65 <= letter <= 74 or 97 <= letter <= 106:
                place = self._named_move(place)
            elif letter == 46 or letter == 44 or letter == 59:  # . , ;
                place += 1
            elif letter == 123:  # {
                place = self._comment(place, last)
            elif letter == 40 or letter == 41:  # ( )
                place = self._bracket(letter, place)
            elif letter == 91:  # [
                if _TAG.match(text, place, last):
                    break
                length = text.find(b"]", place, min(place + _MAX_BRACKET, last))
                if length < 0 or text.find(b"\n", place, length) >= 0:
                    place += 1
                else:
                    place = self._emit(COMMENT, 0, place, length + 1)
            elif letter == 42:  # *
                place = self._emit(STAR, self._is_behind_move(place), place, place + 1)
            elif letter == 37 and (place == 0 or self._data[place - 1] == 10):  # % at the begin of a line
                while self._data[place] != 10:
                    place += 1
            elif letter == 47:  # /
                length = text.find(b"/", place + 1, min(place + _MAX_BRACKET, last))
                if length > 0 and text[place + 1 : length].lstrip()[:3].upper() == b"FEN":
                    place = self._emit(SETUP, 0, place, length + 1)
                else:
                    place = self._emit(MARK, 0, place, place + 1)
            else:
                place = self._sign(place)
        self.stop = min(place, last)
        while self._open >= 0:
            length = self._open
            self._open = self.values[length]
            self.values[length] = -1

    def _is_behind_move(self, place: int) -> bool:
        if self.count == 0 or self.ends[self.count - 1] != place:
            return False
        return self.kinds[self.count - 1] in (MOVE, PATH, MARK)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _blank(self, place: cython.int) -> cython.int:
        # Length in bytes of the blank at `place`, 0 for none; hard spaces are blanks.
        letter: cython.int = self._data[place]
        if letter == 32 or 9 <= letter <= 13 or letter == 0xA0:
            return 1
        if letter == 0xC2 and self._data[place + 1] == 0xA0:
            return 2
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _behind_blanks(self, place: cython.int) -> cython.int:
        length: cython.int = self._blank(place)
        while length and place < self.stop:
            place += length
            length = self._blank(place)
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _join(self, place: cython.int) -> cython.int:
        # What joins two squares at `place`: 0 for nothing, else its length in bytes, plus 16 for the sign of
        # a capture. Dashes of word processors (cp1252, UTF-8) and the sign of multiplication are meant so too.
        letter: cython.int = self._data[place]
        if letter == 45:  # -
            return 1
        if letter == 120 or letter == 88 or letter == 58 or letter == 0xD7:  # x X : and the cross of cp1252
            return 17
        if letter < 128:
            return 0
        if letter == 0x96 or letter == 0x97:
            return 1
        if letter == 0xE2 and self._data[place + 1] == 0x80 and 0x90 <= self._data[place + 2] <= 0x95:
            return 3
        if letter == 0xE2 and self._data[place + 1] == 0x88 and self._data[place + 2] == 0x92:
            return 3
        if letter == 0xC3 and self._data[place + 1] == 0x97:
            return 18
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _square(self, place: cython.int, named: cython.bint) -> cython.int:
        # Code of the square at `place`, plus its length in bytes times 1024; 0 for none.
        start: cython.int = place
        code: cython.int = 0
        if named:
            letter: cython.int = self._data[place] | 32
            if letter < 97 or letter > 106:
                return 0
            code = NAMED + 16 * (letter - 97)
            place += 1
        digits: cython.int = place
        number: cython.int = 0
        while 48 <= self._data[place] <= 57:
            number = min(10 * number + self._data[place] - 48, 999)
            place += 1
        if place == digits:
            return 0
        if place - digits > 2 or (named and number > 10):
            return NO_SQUARE | (place - start) << 10
        return code + number | (place - start) << 10

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _number_or_move(self, start: cython.int) -> cython.int:
        square: cython.int = self._square(start, False)
        place: cython.int = start + (square >> 10)
        square &= NO_SQUARE
        if self._data[place] == 46:  # .
            number: cython.int = 0
            for index in range(start, place):
                number = min(10 * number + self._data[index] - 48, 9999)
            dots: cython.int = 0
            while self._data[place] == 46:
                dots += 1
                place += 1
            return self._emit(NUMBER, number | (ELLIPSIS if dots > 2 else 0), start, place)
        if self._data[place] == 47 and square == 1 and self._data[place + 1] == 50:  # 1/2
            place += 2
            other: cython.int = self._behind_blanks(place)
            length: cython.int = self._join(other) & 15
            if length:
                other = self._behind_blanks(other + length)
                if self._data[other] == 49 and self._data[other + 1] == 47 and self._data[other + 2] == 50:
                    place = other + 3
            return self._emit(RESULT, 0, start, place)
        if place - start > 3 and (place - start) % 2 == 0 and self._blank(place):
            return self._emit(PATH, 0, start, place)
        return self._squares(start, place, square, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _named_move(self, start: cython.int) -> cython.int:
        square: cython.int = self._square(start, True)
        if not square:
            return self._word(start)
        return self._squares(start, start + (square >> 10), square & NO_SQUARE, True)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _squares(self, start: cython.int, place: cython.int, first: cython.int, named: cython.bint) -> cython.int:
        # What follows the first square: a move, a result, or nothing that makes it one.
        second: cython.int = first
        squares: cython.int = 1
        takes: cython.int = 0
        crossed: cython.bint = False
        letter: cython.int
        while True:
            behind: cython.int = self._behind_blanks(place)
            sign: cython.int = self._join(behind)
            other: cython.int = behind + (sign & 15)
            if not sign and not (named and behind == place):
                break
            # `1: 11-15` is no capture.
            if sign and (behind > place or self._data[behind] != 58):
                other = self._behind_blanks(other)
            square: cython.int = self._square(other, named)
            if not square:
                break
            second = square & NO_SQUARE
            place = other + (square >> 10)
            squares += 1
            if second == NO_SQUARE or squares > 2:
                first = NO_SQUARE
            if sign & 16:
                takes = TAKES
                crossed = self._data[behind] != 58
        letter = self._data[place]
        if 48 <= letter <= 57 or 65 <= letter <= 90 or 97 <= letter <= 122 or (letter > 127 and not self._blank(place)):
            return self._word(start)
        if squares == 1:
            if named:
                return self._word(start)
            return self._emit(NUMBER, min(first, 9999), start, place)
        if first == NO_SQUARE:
            return self._emit(PATH, 0, start, place)
        if not named and (first == 0 or second == 0 or (first == second and not crossed)):
            return self._emit(RESULT, 0, start, place)
        return self._emit(MOVE, first | second << 9 | takes, start, place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _comment(self, start: cython.int, end: cython.int) -> cython.int:
        # Braces are nested if they match up; if not, the first closing one ends the comment.
        depth: cython.int = 1
        first: cython.int = -1
        place: cython.int = end if self._unclosed else start + 1
        while place < end:
            if self._data[place] == 125:
                depth -= 1
                if first < 0:
                    first = place
                if depth == 0 or self._flat:
                    return self._emit(COMMENT, 0, start + 1, place) + 1
            elif self._data[place] == 123:
                depth += 1
            place += 1
        self._flat = True
        if first >= 0:
            return self._emit(COMMENT, 0, start + 1, first) + 1
        self._unclosed = True
        place = start + 1
        while place < end and not (self._data[place] == 10 and self._data[place + 1] == 10):
            place += 1
        return self._emit(COMMENT, 1, start + 1, place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bracket(self, letter: cython.int, start: cython.int) -> cython.int:
        # A variation, or a mark such as (?).
        place: cython.int = start + 1
        if letter == 40:
            while self._data[place] == 33 or self._data[place] == 63:
                place += 1
            if place > start + 1 and self._data[place] == 41:
                return self._emit(MARK, 0, start + 1, place) + 1
            place = start + 1
            # Until its end is found, it holds the index of the variation around it.
            self._emit(OPEN, self._open, start, start + 1)
            self._open = self.count - 1
            return place
        partner: cython.int = self._open
        if partner >= 0:
            self._open = self.values[partner]
            self.values[partner] = self.count
        return self._emit(CLOSE, partner, start, place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sign(self, start: cython.int) -> cython.int:
        # Marks, glyphs, moves that nobody knows; if it is none of them, a word.
        letter: cython.int = self._data[start]
        place: cython.int = start + 1
        if letter == 33 or letter == 63:  # ! ?
            while self._data[place] == 33 or self._data[place] == 63:
                place += 1
            return self._emit(MARK, 0, start, place)
        if letter == 36:  # $
            value: cython.int = 0
            while 48 <= self._data[place] <= 57:
                value = min(10 * value + self._data[place] - 48, 9999)
                place += 1
            return self._emit(NAG if place > start + 1 else WORD, value, start, place)
        if letter == 61 or letter == 43 or letter == 126 or letter == 35:  # = + ~ #
            return self._emit(MARK, 0, start, place)
        if letter == 0x85:  # three dots in one letter
            return place
        if letter == 0xE2 and self._data[place] == 0x80 and self._data[place + 1] == 0xA6:
            return start + 3
        length: cython.int = self._join(start)
        if not 0 < length < 16:
            return self._word(start)
        place = self._behind_blanks(start + length)
        if self._join(place) == length:
            return self._emit(UNKNOWN_MOVE, 0, start, place + length)
        return self._emit(MARK, 0, start, start + length)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _word(self, start: cython.int) -> cython.int:
        place: cython.int = start
        while not self._blank(place):
            letter: cython.int = self._data[place]
            if place > start and (letter == 123 or letter == 40 or letter == 41 or letter == 91):
                break
            place += 1
        return self._emit(WORD, 0, start, place)

    def game_end(self, index: int) -> int:
        """Index of the result or `*` that ends the game whose tokens begin at `index`; `count` without one."""
        place: cython.int = index
        kind: cython.int
        while place < self.count:
            kind = self.kinds[place]
            if kind == RESULT or (kind == STAR and not self.is_mark(place)):
                return place
            if kind == OPEN and self.values[place] > 0:
                place = self.values[place]
            place += 1
        return self.count

    def is_mark(self, index: int) -> bool:
        """Whether the `*` at `index` marks the move right before it: the game goes on behind it."""
        if not self.values[index] or index + 1 == self.count:
            return False
        following = self.kinds[index + 1]
        return following != NUMBER or self.values[index + 1] & 0xFFFF != 1
