"""Reads the moves of one game, with its comments and variations, by the rules."""

import re
from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from engine.rules.errors import PositionError, RulesError
from engine.rules.fen import parse_fen
from engine.rules.move import Move
from engine.rules.notation import format_move, parse_move
from engine.rules.pdn import kinds
from engine.rules.pdn.comments import ONLY_MOVE, mark_glyph, take_apart
from engine.rules.pdn.draft import LineDraft
from engine.rules.pdn.encoding import TextDecoder
from engine.rules.pdn.replay import Cursor
from engine.rules.pdn.results import parse_result
from engine.rules.pdn.tokens import Tokens
from engine.rules.pdn.values import PdnLine, PdnMove
from engine.rules.position import Position
from engine.rules.quoting import quoted

MAX_DEPTH = 50
"""Variations nested deeper are read as comments."""

_LETTERS = re.compile(rb"[A-Za-z\x80-\xff]{2}")
_LIKE_MOVE = re.compile(rb"(?:\d{1,2}|[A-Ja-j]\d)[-x:]\w|[A-Ja-j]\d[A-Ja-j]\d")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_TOTALS = (2, 10, 12)  # points of a game in international draughts, or of a game in sets
_LONGEST_SIBLING = 300
_LOOK_AHEAD = 150  # tokens
_SEARCHES = 50  # for each game

Report = Callable[[int, int, str], None]
"""Takes the place in the text, the number of the move and what is wrong."""

_UNKNOWN = PdnMove()


@frozen
class _Anchor:
    """Where a variation may begin."""

    position: Position
    ply: int
    """The half-move number of its first move."""
    steps: int = 0
    """What it is played instead of: the last move (0), the next one (1), or one of the variation before it (2)."""
    place: int = 0
    """With two steps, the index of that move."""


class LineReader:
    """Reads the moves of one game; `tokens` are those of `text`."""

    def __init__(self, text: bytes, tokens: Tokens, cursor: Cursor, decoder: TextDecoder, report: Report) -> None:
        self._text = text
        self._tokens = tokens
        self._cursor = cursor
        self._decoder = decoder
        self._report = report
        self._searches_left = _SEARCHES
        self.result: str | None = None
        """The result in points that ended the main line, if it looked like a move."""

    def read(self, start: Position) -> PdnLine:
        """The main line from that position."""
        self._cursor.set(start)
        return self._line(0, self._tokens.count, LineDraft(self._first_ply(start), 0))

    def _first_ply(self, start: Position) -> int:
        """The half-move number, from 0, of the first move: what the record says at its begin, else by the side."""
        tokens = self._tokens
        if tokens.count and tokens.kinds[0] == kinds.NUMBER:
            number = max(tokens.values[0] & 0xFFFF, 1)
            return 2 * (number - 1) + (tokens.values[0] >= kinds.ELLIPSIS)
        return int(start.side != start.variant.starts)

    def is_legal(self, start: Position) -> bool:
        """Whether the whole main line is legal from that position."""
        return self._skim(0, self._tokens.count, start)[0] >= self._tokens.count

    def _line(self, begin: int, end: int, line: LineDraft) -> PdnLine:
        """Reads the tokens from `begin` to `end`, from the position of the cursor on."""
        tokens = self._tokens
        kind_of = tokens.kinds
        entries = line.entries
        index = begin
        while True:
            count = len(entries)
            index = self._cursor.run(tokens, index, end, entries)
            if line.ahead and len(entries) > count:
                line.draft(count).variations = line.ahead
                line.ahead = []
            if index >= end:
                break
            kind = kind_of[index]
            if kind == kinds.COMMENT:
                self._comment(index, line)
            elif kind in (kinds.MOVE, kinds.PATH):
                if not self._odd_move(index, end, line):
                    break
            elif kind == kinds.OPEN:
                index = self._bracket(index, line)
            elif kind in (kinds.NAG, kinds.MARK, kinds.STAR):
                self._glyph(index, line)
            elif kind in (kinds.UNKNOWN_MOVE, kinds.SETUP):
                if not self._set_up(index, line):
                    break
            elif kind == kinds.WORD:
                behind = self._words_end(index, end)
                if not self._words(index, behind, line):
                    break
                index = behind - 1
            elif kind == kinds.CLOSE:
                self._error(index, line, "')' without '(' before it")
            index += 1
        return line.finished()

    def _error(self, index: int, line: LineDraft, text: str) -> None:
        self._report(self._tokens.starts[index], line.move_number, text)

    def _raw(self, first: int, last: int) -> bytes:
        """The text from token `first` to token `last`."""
        return self._text[self._tokens.starts[first] : self._tokens.ends[last]]

    def _decoded(self, first: int, last: int) -> str:
        return " ".join(self._decoder.decode(self._raw(first, last)).split())

    def _comment(self, index: int, line: LineDraft) -> None:
        if self._tokens.values[index]:
            self._error(index, line, "comment without '}' behind it")
        self._add_comment(self._decoded(index, index), line)

    def _add_comment(self, text: str, line: LineDraft) -> None:
        if line.entries and "[%" in text:
            entry = line.draft()
            parts = take_apart(text, self._cursor.mover)
            text = parts.text
            if parts.clock is not None:
                entry.clock = parts.clock
            if parts.evaluation is not None:
                entry.evaluation = parts.evaluation
        if text:
            (line.draft().comments if line.entries else line.comments).append(text)

    def _glyph(self, index: int, line: LineDraft) -> None:
        kind = self._tokens.kinds[index]
        if kind == kinds.NAG:
            glyph = self._tokens.values[index]
        elif kind == kinds.STAR:
            glyph = ONLY_MOVE
        else:
            glyph = mark_glyph(self._raw(index, index).decode("latin-1"))
        if line.entries and glyph is not None:
            line.draft().nags.append(glyph)

    def _odd_move(self, index: int, end: int, line: LineDraft) -> bool:
        """Plays a move that is not plain. False if there is none, so that the line ends."""
        candidates = self._candidates(index)
        if candidates:
            move = self._likeliest(candidates, index, end, line)
        else:
            try:
                move = self._parsed(index)
            except RulesError as error:
                if not line.depth and self._is_points(index, end):
                    self.result = self._decoded(index, index)
                else:
                    self._error(index, line, str(error))
                return False
        self._cursor.play(move)
        line.entries.append(PdnMove(move))
        if line.ahead:
            line.draft().variations = line.ahead
            line.ahead = []
        return True

    def _parsed(self, index: int) -> Move:
        """The move of a token. Raises RulesError."""
        text = _DASHES.sub("-", self._decoded(index, index).replace("\xd7", "x"))
        return parse_move(self._cursor.position, text)

    def _candidates(self, index: int) -> list[Move]:
        """The captures that a token may mean which has only their ends."""
        if self._tokens.kinds[index] != kinds.MOVE:
            return []
        ends = self._cursor.ends(self._tokens.values[index])
        try:
            moves = self._cursor.position.legal_moves
        except PositionError:
            return []  # of more moves than can be listed; reported where the move is read
        return [move for move in moves if (move.origin, move.target) == ends]

    def _likeliest(self, candidates: list[Move], index: int, end: int, line: LineDraft) -> Move:
        """The one of several moves after which the line goes on best.

        If it would go on worse after another, that is reported where the line would end then: a reader that
        does not look ahead may find an illegal move there.
        """
        if self._searches_left <= 0:
            return candidates[0]
        self._searches_left -= 1
        position, before = self._cursor.position, self._cursor.before
        end = min(end, index + _LOOK_AHEAD)
        ends = [self._skim(index + 1, end, position.after(move)) for move in candidates]
        self._cursor.restore(before, position)
        best = candidates[ends.index(max(ends))]
        stop, plies = min(ends)
        if stop < max(ends)[0]:
            meant = format_move(position, best, style="full")
            text = (
                f"move {quoted(self._decoded(stop, stop))} is legal only if {quoted(self._decoded(index, index))} "
                f"of move {line.move_number} means {meant}: expected the whole path there"
            )
            self._report(self._tokens.starts[stop], (line.next_ply + 1 + plies) // 2 + 1, text)
        return best

    def _is_points(self, index: int, end: int) -> bool:
        """Whether a would-be move is a result such as `4-6`: it comes last, and the points make up a whole."""
        tokens = self._tokens
        value = tokens.values[index]
        if tokens.kinds[index] != kinds.MOVE or value & kinds.TAKES:
            return False
        if any(tokens.kinds[place] in (kinds.MOVE, kinds.PATH) for place in range(index + 1, end)):
            return False
        first, second = value & kinds.NO_SQUARE, value >> 9 & kinds.NO_SQUARE
        return first < kinds.NAMED and first + second in _TOTALS

    def _set_up(self, index: int, line: LineDraft) -> bool:
        """Puts a position on the board, or passes the turn. False if that cannot be read, so that the line ends."""
        try:
            position = self._position_of(index)
        except RulesError as error:
            self._error(index, line, str(error))
            return False
        if position is None:
            self._cursor.pass_turn()
            line.entries.append(_UNKNOWN)
        else:
            self._cursor.set(position)
            line.entries.append(PdnMove(setup=position))
            line.setups += 1
        return True

    def _position_of(self, index: int) -> Position | None:
        """The position of a set-up, None for an unknown move or a null move (`/FEN "B::"/`). Raises RulesError."""
        if self._tokens.kinds[index] == kinds.UNKNOWN_MOVE:
            return None
        fen = self._decoded(index, index).strip("/ ")[3:].strip(" :\"'")
        if not any(letter.isdigit() for letter in fen):
            return None
        return parse_fen(fen, self._cursor.variant)

    def _words_end(self, index: int, end: int) -> int:
        while index < end and self._tokens.kinds[index] == kinds.WORD:
            index += 1
        return index

    def _words(self, first: int, behind: int, line: LineDraft) -> bool:
        """Reports what is no part of a game. False if a move may be meant by it, so that the line ends."""
        for place in range(first, behind):
            if _LIKE_MOVE.match(self._raw(place, place)):
                self._error(place, line, f"move {quoted(self._decoded(place, place))} cannot be read")
                return False
        text = self._decoded(first, behind - 1)
        if parse_result(text, self._cursor.variant.starts) is None:
            self._error(first, line, f"text {quoted(text)} cannot be read: expected a move, or braces around it")
        return True

    def _bracket(self, index: int, line: LineDraft) -> int:
        """Reads a variation; the index of its last token."""
        close = self._tokens.values[index]
        if close < 0:
            self._error(index, line, "variation without ')' behind it")
            return index
        if line.depth >= MAX_DEPTH or not line.entries or self._is_prose(index + 1, close):
            text = self._decoded(index, close)[1:-1].replace("{", " ").replace("}", " ")
            self._add_comment(" ".join(text.split()), line)
            return close
        position, before = self._cursor.position, self._cursor.before
        anchor = self._anchor(index + 1, close, line)
        self._cursor.set(anchor.position)
        variation = self._line(index + 1, close, LineDraft(anchor.ply, line.depth + 1))
        self._cursor.restore(before, position)
        if variation == PdnLine():
            return close
        if anchor.steps == 1:
            line.ahead.append(variation)
            return close
        variations = line.draft().variations
        if anchor.steps == 0:
            variations.append(variation)
            return close
        moves = list(variations[-1].moves)
        entry = moves[anchor.place]
        moves[anchor.place] = evolve(entry, variations=(*entry.variations, variation))
        variations[-1] = evolve(variations[-1], moves=tuple(moves))
        return close

    def _is_prose(self, begin: int, end: int) -> bool:
        """Whether brackets hold text, as in files of old programs, and not moves."""
        moves = False
        for place in range(begin, end):
            kind = self._tokens.kinds[place]
            if kind == kinds.WORD and _LETTERS.search(self._raw(place, place)):
                return True
            moves |= kind in (kinds.MOVE, kinds.PATH, kinds.UNKNOWN_MOVE)
        return not moves

    def _anchor(self, begin: int, end: int, line: LineDraft) -> _Anchor:
        """Where the variation fits: instead of the last move, else where most of its moves are legal."""
        farthest, best = -1, None
        for anchor in self._anchors(line):
            stop, _ = self._skim(begin, end, anchor.position)
            if stop >= end:
                return anchor
            if stop > farthest:
                farthest, best = stop, anchor
        return best

    def _anchors(self, line: LineDraft) -> Iterator[_Anchor]:
        position, before = self._cursor.position, self._cursor.before
        yield _Anchor(before, line.next_ply - 1)
        yield _Anchor(position, line.next_ply, 1)
        variations = line.draft().variations
        if not variations or len(variations[-1].moves) > _LONGEST_SIBLING or self._searches_left <= 0:
            return
        # Some programs close a variation before they tell of another move within it.
        self._searches_left -= 1
        anchors = []
        position = before
        for place, entry in enumerate(variations[-1].moves):
            if entry.move is None:
                break
            anchors.append(_Anchor(position, line.next_ply - 1 + place, 2, place))
            position = position.after(entry.move)
        yield from reversed(anchors[1:])

    def _skim(self, begin: int, end: int, start: Position) -> tuple[int, int]:
        """The first token that cannot be played (`end` if all can) and the number of moves before it.

        Leaves the cursor somewhere.
        """
        tokens = self._tokens
        cursor = self._cursor
        cursor.set(start)
        entries: list[PdnMove] = []
        index = begin
        while True:
            index = cursor.run(tokens, index, end, entries)
            if index >= end:
                return end, len(entries)
            kind = tokens.kinds[index]
            if kind == kinds.OPEN:
                index = max(index, tokens.values[index])
            elif kind in (kinds.MOVE, kinds.PATH):
                candidates = self._candidates(index)
                try:
                    cursor.play(candidates[0] if candidates else self._parsed(index))
                except RulesError:
                    return end if self._is_points(index, end) else index, len(entries)
                entries.append(_UNKNOWN)
            elif kind in (kinds.UNKNOWN_MOVE, kinds.SETUP):
                try:
                    position = self._position_of(index)
                except RulesError:
                    return index, len(entries)
                if position is None:
                    cursor.pass_turn()
                    entries.append(_UNKNOWN)
                else:
                    cursor.set(position)
            elif kind == kinds.WORD and _LIKE_MOVE.match(self._raw(index, index)):
                return index, len(entries)
            index += 1
