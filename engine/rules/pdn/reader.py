"""Reads game records from a stream, forgiving: what cannot be read is reported, and the rest is read."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from engine.rules.errors import RulesError
from engine.rules.fen import format_fen
from engine.rules.pdn.detect import Detector, parse_game_type, start_position
from engine.rules.pdn.encoding import TextDecoder
from engine.rules.pdn.lines import LineReader
from engine.rules.pdn.replay import Cursor
from engine.rules.pdn.results import UNKNOWN, Outcome, PdnResult, parse_result
from engine.rules.pdn.sections import RawGame, Sections
from engine.rules.pdn.tokens import Tokens
from engine.rules.pdn.values import PdnError, PdnGame, PdnLine, PdnMove
from engine.rules.position import Position
from engine.rules.quoting import quoted
from engine.rules.variants import VARIANTS, Color, Variant

MAX_ERRORS = 50
"""More errors in one game are counted, not listed."""


def read_games(source: BinaryIO | Iterable[bytes], variant: Variant | None = None) -> Iterator[PdnGame]:
    """The games of a file, one after the other; never raises for what is in the file.

    `source` is a file opened for bytes, or gives blocks of bytes. Memory is bounded: a game of more
    than a megabyte is cut. Games without a GameType tag are taken as those of `variant`; if that is
    None, what game they are is found out from the squares, the rules and the games around them.
    """
    return _Reader(variant).read(source)


class _Reader:
    def __init__(self, variant: Variant | None) -> None:
        self._variant = variant
        self._tokens = Tokens()
        self._decoder = TextDecoder()
        self._cursors: dict[Variant, Cursor] = {}
        self._detector = Detector(self._is_legal, Tokens())

    def read(self, source: BinaryIO | Iterable[bytes]) -> Iterator[PdnGame]:
        for raw in Sections(source, self._decoder):
            type_text = raw.tag("GameType")
            if type_text:
                for waiting, variant in self._detector.flush():
                    yield self._game(waiting, variant, None)
                game_type = parse_game_type(type_text)
                variant = game_type.variant
                if variant is None:
                    yield self._unknown_game(raw, type_text)
                    continue
                if self._variant is not None and self._variant.game_type_number == variant.game_type_number:
                    variant = self._variant  # antidraughts has the number of international draughts
                yield self._game(raw, variant, game_type.starts)
            elif self._variant is not None:
                yield self._game(raw, self._variant, None)
            else:
                for waiting, variant in self._detector.feed(raw):
                    yield self._game(waiting, variant, None)
        for waiting, variant in self._detector.flush():
            yield self._game(waiting, variant, None)

    def _cursor(self, variant: Variant) -> Cursor:
        cursor = self._cursors.get(variant)
        if cursor is None:
            cursor = self._cursors[variant] = Cursor(variant)
        return cursor

    def _is_legal(self, raw: RawGame, variant: Variant) -> bool:
        try:
            start = start_position(raw, variant, None)
        except RulesError:
            return False
        tokens = self._detector.tokens
        reader = LineReader(raw.text, tokens, self._cursor(variant), self._decoder, lambda *_: None)
        return reader.is_legal(start)

    def _game(self, raw: RawGame, variant: Variant, starts: Color | None) -> PdnGame:
        problems = _Problems(raw)
        try:
            start = start_position(raw, variant, starts)
        except RulesError as error:
            problems.at_tag("FEN", str(error))
            return self._finished(raw, variant, None, PdnLine(), starts, None, problems)
        self._tokens.scan(raw.text)
        reader = LineReader(raw.text, self._tokens, self._cursor(variant), self._decoder, problems.in_text)
        line = reader.read(start)
        return self._finished(raw, variant, start, line, starts, reader.result, problems)

    def _unknown_game(self, raw: RawGame, type_text: str) -> PdnGame:
        problems = _Problems(raw)
        known = " ".join(sorted({str(variant.game_type_number) for variant in VARIANTS.values()}))
        problems.at_tag("GameType", f"GameType {quoted(type_text)} is not known: expected one of {known}")
        return self._finished(raw, None, None, PdnLine(), None, None, problems)

    def _finished(
        self,
        raw: RawGame,
        variant: Variant | None,
        start: Position | None,
        line: PdnLine,
        starts: Color | None,
        points: str | None,
        problems: "_Problems",
    ) -> PdnGame:
        if starts is None:
            starts = Color.WHITE if variant is None else variant.starts
        after = raw.after.replace(b"{", b" ").replace(b"}", b" ").strip(b" \t\n*")
        if after:
            line = _with_last_comment(line, " ".join(self._decoder.decode(after).split()))
        tags = raw.tags
        if start is not None and raw.tag("FEN"):
            tags = [(name, format_fen(start) if name == "FEN" else value) for name, value in tags]
        return PdnGame(
            tuple(tags),
            variant,
            start,
            line,
            _result(raw, points, starts),
            tuple(problems.errors),
            raw.number,
            raw.line,
        )


class _Problems:
    """The errors of one game."""

    def __init__(self, raw: RawGame) -> None:
        self._raw = raw
        self._count = 0
        self.errors: list[PdnError] = []
        for line, text in raw.problems:
            self._add(line, 1, text)

    def _add(self, line: int, move: int, text: str) -> None:
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(PdnError(line, self._raw.number, move, text))

    def at_tag(self, name: str, text: str) -> None:
        """Something wrong with a tag."""
        place = next(index for index, (known, _) in enumerate(self._raw.tags) if known == name)
        self._add(self._raw.tag_lines[place], 1, text)

    def in_text(self, place: int, move: int, text: str) -> None:
        """Something wrong at a place in the text of the moves."""
        if len(self.errors) < MAX_ERRORS:
            self._add(self._raw.text_line + self._raw.text.count(b"\n", 0, place), move, text)


def _result(raw: RawGame, points: str | None, starts: Color) -> PdnResult:
    """The result of a game: that of its tag if there is one, else what stands at the end of the moves."""
    for text in (raw.tag("Result"), raw.ending, points):
        result = None if text is None else parse_result(text, starts)
        if result is not None and result.outcome != Outcome.UNKNOWN:
            return result
    return UNKNOWN


def _with_last_comment(line: PdnLine, text: str) -> PdnLine:
    if not line.moves:
        return PdnLine((), (*line.comments, text))
    last = line.moves[-1]
    moves = (
        *line.moves[:-1],
        PdnMove(last.move, (*last.comments, text), last.nags, last.variations, last.clock, last.evaluation, last.setup),
    )
    return PdnLine(moves, line.comments)
