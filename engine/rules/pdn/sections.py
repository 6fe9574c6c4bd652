"""Cuts a file into games, block by block, so that a file of any size takes little memory."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from attrs import define, field

from engine.rules.pdn import kinds
from engine.rules.pdn.encoding import TextDecoder, as_utf8
from engine.rules.pdn.tags import TAG_START, canonical_name, is_italian, match_tag, tag_value
from engine.rules.pdn.tokens import Tokens
from engine.rules.quoting import quoted

BLOCK = 1 << 18
"""Bytes read at once."""
MAX_GAME = 1 << 20
"""A longer game is cut, in bytes; no real one comes near it."""
_MAX_LINE = 1 << 13  # bytes of a line with tags that are looked at together
_MAX_TAGS = 200

_TAG = re.compile(TAG_START)
_NEXT_TAG = re.compile(rb"\n[ \t]*" + TAG_START)
_GAME_KINDS = frozenset({kinds.NUMBER, kinds.MOVE, kinds.PATH, kinds.UNKNOWN_MOVE, kinds.SETUP})
_BLANKS = b" \t\xa0\xc2"
_LONGEST_TAG_START = 300
_BOM = b"\xef\xbb\xbf"
_UNDECIDED_TAILS = (b"\r", _BOM[:2], _BOM[:1])  # what they mean is said by what follows


@define
class RawGame:
    """A game as it stands in the file, not yet understood."""

    number: int
    line: int
    """The line of the file where it begins, from 1."""
    tags: list[tuple[str, str]] = field(factory=list)
    tag_lines: list[int] = field(factory=list)
    """For each tag, its line."""
    is_italian: bool = False
    """Whether a tag had an Italian name."""
    text: bytes = b""
    """The moves, without the result at their end."""
    text_line: int = 1
    """The line where the moves begin."""
    ending: str = ""
    """The result or `*` at the end of the moves."""
    after: bytes = b""
    """What follows the result, and is no part of the next game."""
    problems: list[tuple[int, str]] = field(factory=list)
    """Lines, and what is wrong with them."""

    def tag(self, name: str) -> str | None:
        """The value of the first tag of that name."""
        return next((value for known, value in self.tags if known == name), None)


class Sections:
    """The games of a file; iterate over it once.

    A game ends with a result or `*`, or where the tags of the next one begin.
    """

    def __init__(self, source: BinaryIO | Iterable[bytes], decoder: TextDecoder) -> None:
        self._blocks = _blocks_of(source)
        self._decoder = decoder
        self._tokens = Tokens()
        self._convert: Callable[[bytes, bool], bytes] | None = None
        self._buffer = b""
        self._place = 0
        self._held = b""
        self._ended = False
        self._line = 1
        self._number = 0
        self._leading: tuple[int, str] | None = None

    def __iter__(self) -> Iterator[RawGame]:
        game = self._next_game()
        gap = False
        while self._fill_line():
            line_end = self._buffer.find(b"\n", self._place, self._place + _MAX_LINE)
            if line_end < 0:
                line_end = min(self._place + _MAX_LINE, len(self._buffer))
            first = self._first_of_line(line_end)
            if first == line_end:
                gap = True
                self._go_to(min(line_end + 1, len(self._buffer)))
            elif self._buffer[first] == 0x25:  # %
                self._go_to(min(line_end + 1, len(self._buffer)))
            elif _TAG.match(self._buffer, first, line_end):
                name, raw, end, closed = match_tag(self._buffer, first, line_end)
                known = game.tag(canonical_name(name)) is not None
                if (gap and game.tags and (known or name == "Event")) or len(game.tags) >= _MAX_TAGS:
                    yield game
                    game = self._next_game()
                self._add_tag(game, name, raw, closed)
                gap = False
                self._go_to(end)
                if not self._buffer[end:line_end].strip():
                    self._go_to(min(line_end + 1, len(self._buffer)))
            else:
                yield from self._games_of_body(game)
                game = self._next_game()
                gap = False
        if game.tags:
            yield game
        elif self._leading and not self._number:
            yield RawGame(1, 1, problems=[self._leading])

    def _next_game(self) -> RawGame:
        return RawGame(self._number + 1, self._line)

    def _begun(self, game: RawGame) -> None:
        """Counts a game that has begun."""
        self._number += 1
        game.number = self._number
        game.line = self._line
        if self._number == 1 and self._leading:
            game.problems.append(self._leading)

    def _add_tag(self, game: RawGame, name: str, raw: bytes, closed: bool) -> None:
        if not game.tags:
            self._begun(game)
        self._decoder.note(raw)
        game.is_italian |= is_italian(name)
        name = canonical_name(name)
        game.tags.append((name, tag_value(self._decoder.decode(raw))))
        game.tag_lines.append(self._line)
        if not closed:
            game.problems.append((self._line, f"tag {name} without ']' behind its value"))

    def _first_of_line(self, line_end: int) -> int:
        """Where the line has its first letter that is no blank."""
        place = self._place
        while place < line_end and self._buffer[place] in _BLANKS:
            place += 1
        return place

    def _go_to(self, place: int) -> None:
        self._line += self._buffer.count(b"\n", self._place, place)
        self._place = place

    def _fill_line(self) -> bool:
        """Makes sure that a whole line, or much of a long one, is in the buffer; False at the end of the file."""
        while (
            self._buffer.find(b"\n", self._place, self._place + _MAX_LINE) < 0
            and len(self._buffer) - self._place < _MAX_LINE
        ):
            if self._ended:
                return self._place < len(self._buffer)
            self._read_block()
        return True

    def _read_block(self) -> None:
        """Adds a block to the buffer, with `\\n` at the ends of lines, and drops what was read of it."""
        block = next(self._blocks, b"")
        self._ended = not block
        if self._convert is None:
            while not self._ended and len(block) < len(_BOM):
                more = next(self._blocks, b"")
                self._ended = not more
                block += more
            self._convert = as_utf8(block)
        block = self._held + self._convert(block, self._ended)
        self._held = b""
        if not self._ended:
            cut = next((tail for tail in _UNDECIDED_TAILS if block.endswith(tail)), b"")
            block, self._held = block[: len(block) - len(cut)], cut
        if b"\r" in block:
            block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if _BOM in block:
            block = block.replace(_BOM, b"")
        self._buffer = self._buffer[self._place :] + block
        self._place = 0

    def _games_of_body(self, game: RawGame) -> Iterator[RawGame]:
        """The games in the moves that begin here, up to the next tags; `game` has the tags before them."""
        end, is_cut = self._body_end()
        body = self._buffer[self._place : end]
        tokens = self._tokens
        tokens.scan(body)
        self._decoder.note(body)
        begin = 0
        index = 0
        while True:
            last = tokens.game_end(index)
            has_ending = last < tokens.count
            behind = tokens.stop
            if is_cut and not has_ending and begin:
                break  # the rest is read with what follows
            game.text_line = self._line
            if has_ending:
                behind = tokens.ends[last]
                game.text = body[begin : tokens.starts[last]]
                game.ending = body[tokens.starts[last] : behind].decode("latin-1")
            else:
                if is_cut:
                    text = f"game of more than {MAX_GAME} bytes: the rest of it is left out"
                    game.problems.append((self._line, text))
                cut = self._points_at_end(game, body, index)
                game.text = body[begin:cut]
                game.ending = body[cut:behind].decode("latin-1").strip()
            if game.tags or has_ending or self._has_moves(index):
                if not game.tags:
                    self._begun(game)
                index = self._next_begin(last + 1) if has_ending else tokens.count
                following = tokens.starts[index] if index < tokens.count else tokens.stop
                if is_cut and index == tokens.count:
                    following = behind
                game.after = body[behind:following]
                yield game
            else:
                if not self._leading and not self._number and tokens.count and not is_cut:
                    text = self._decoder.decode(body.split(b"\n", 1)[0].strip())
                    self._leading = self._line, f"text {quoted(text)} before the first game"
                following = behind
            self._line += body.count(b"\n", begin, following)
            begin = following
            if index >= tokens.count or not has_ending:
                break
            game = self._next_game()
        self._place += begin

    def _body_end(self) -> tuple[int, bool]:
        """Where the next tags begin, or the file ends, and whether neither is near."""
        searched = 0
        while True:
            found = _NEXT_TAG.search(self._buffer, self._place + searched)
            if found is not None:
                return found.start() + 1, False
            if self._ended:
                return len(self._buffer), False
            if len(self._buffer) - self._place >= MAX_GAME:
                return self._place + MAX_GAME, True
            searched = max(len(self._buffer) - self._place - _LONGEST_TAG_START, 0)
            self._read_block()

    def _points_at_end(self, game: RawGame, body: bytes, index: int) -> int:
        """Where the result begins that looks like a move (`4-6`) and is that of the tag; `stop` without one."""
        tokens = self._tokens
        last = tokens.count - 1
        if last < index or tokens.kinds[last] != kinds.MOVE:
            return tokens.stop
        text = body[tokens.starts[last] : tokens.ends[last]].decode("latin-1")
        return tokens.starts[last] if text == game.tag("Result") else tokens.stop

    def _has_moves(self, index: int) -> bool:
        tokens = self._tokens
        return any(tokens.kinds[place] in _GAME_KINDS for place in range(index, tokens.count))

    def _next_begin(self, index: int) -> int:
        """Index of the token that begins the next game, behind a result; `count` if there is only text."""
        tokens = self._tokens
        if index < tokens.count and tokens.kinds[index] in _GAME_KINDS:
            return index
        while index < tokens.count:
            is_first = tokens.kinds[index] == kinds.NUMBER and tokens.values[index] & 0xFFFF == 1
            if is_first and index + 1 < tokens.count and tokens.kinds[index + 1] in _GAME_KINDS:
                return index
            index += 1
        return index


def _blocks_of(source: BinaryIO | Iterable[bytes]) -> Iterator[bytes]:
    read = getattr(source, "read", None)
    blocks = iter(source) if read is None else iter(lambda: read(BLOCK), b"")
    return (block for block in blocks if block)
