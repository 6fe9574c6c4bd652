"""Finds out what game a record is of."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from attrs import define, field

from engine.rules.fen import parse_fen
from engine.rules.pdn import kinds
from engine.rules.pdn.sections import RawGame
from engine.rules.pdn.tokens import Tokens
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color, Numbering, Variant

_LOOK_AHEAD = 64
"""Games that wait for one that tells them apart from another game."""
_LOOK_AHEAD_BYTES = 1 << 19
_FEN_NUMBER = re.compile(r"\d+")
_FEN_NAMED = re.compile(r"[ac-jAC-J][1-9]")  # B12 may be Black and 12

# Games that nothing in a record tells from another come only with a GameType.
_NO_CANDIDATES = frozenset({"antidraughts", "portuguese"})
_TOLD_APART = tuple(variant for name, variant in VARIANTS.items() if name not in _NO_CANDIDATES)
_LARGE = tuple(variant for variant in _TOLD_APART if variant.square_count > 32)
_NAMED = tuple(variant for variant in _TOLD_APART if variant.numbering == Numbering.ALGEBRAIC)
# Files without GameType were mostly made by programs for English draughts.
_NUMBERED = (
    VARIANTS["english"],
    *(
        variant
        for variant in _TOLD_APART
        if variant.square_count == 32 and variant.name != "english" and variant not in _NAMED
    ),
    *_NAMED,
)
_BY_GAME_TYPE = {str(variant.game_type_number): variant for variant in reversed(VARIANTS.values())} | VARIANTS


@define
class GameType:
    """What the GameType tag says."""

    variant: Variant | None
    """None for a game that is not in the table."""
    starts: Color | None
    """The side that begins, if that is said."""


def parse_game_type(text: str) -> GameType:
    """The meaning of a GameType tag: its number and the side that begins; a name is understood too."""
    number, _, rest = text.partition(",")
    variant = _BY_GAME_TYPE.get(number.strip().lower().lstrip("0"))
    starts = {"W": Color.WHITE, "B": Color.BLACK}.get(rest.strip()[:1].upper())
    return GameType(variant, starts)


def start_position(raw: RawGame, variant: Variant, starts: Color | None) -> Position:
    """The position that a record begins from. Raises FenError."""
    fen = raw.tag("FEN")
    if fen:
        return parse_fen(fen, variant)
    return _usual_start(variant, starts)


@cache
def _usual_start(variant: Variant, starts: Color | None) -> Position:
    start = Position.start(variant)
    return start if starts is None else Position(variant, starts, start.white, start.black, start.kings)


def candidates(raw: RawGame, tokens: Tokens) -> tuple[Variant, ...]:
    """The games that the squares of a record are of, the likeliest first."""
    seen = False
    for index in range(tokens.count):
        if tokens.kinds[index] != kinds.MOVE:
            continue
        seen = True
        for code in (tokens.values[index] & kinds.NO_SQUARE, tokens.values[index] >> 9 & kinds.NO_SQUARE):
            if code >= kinds.NAMED:
                return _NAMED
            if code > 32:
                return _LARGE
    fen = raw.tag("FEN") or ""
    if not seen and _FEN_NAMED.search(fen):
        return _NAMED
    if any(int(number[:4]) > 32 for number in _FEN_NUMBER.findall(fen)):
        return _LARGE
    if raw.is_italian:
        return (VARIANTS["italian"], *(variant for variant in _NUMBERED if variant.name != "italian"))
    return (*_NUMBERED, *_LARGE) if seen else _NUMBERED


@define
class Detector:
    """Tells the game of records without GameType, in the order of the file.

    Records follow each other that are of one game as a rule. So a record that may be of several
    waits until another one, legal in fewer of them, decides for both.
    """

    legal: Callable[[RawGame, Variant], bool]
    """Whether all moves of a record are legal in a game."""
    tokens: Tokens
    """Scratch."""
    current: tuple[Variant, ...] = ()
    """What the last records may be of, the likeliest first."""
    _waiting: list[RawGame] = field(factory=list)
    _bytes: int = 0
    _settled: bool = False

    def feed(self, raw: RawGame) -> Iterator[tuple[RawGame, Variant]]:
        """Takes the next record; gives those whose game is known now."""
        self.tokens.scan(raw.text)
        possible = candidates(raw, self.tokens)
        kept = tuple(variant for variant in self.current if variant in possible)
        if self._settled and kept and self.legal(raw, kept[0]):
            yield raw, kept[0]
            return
        fitting = tuple(variant for variant in possible if self.legal(raw, variant))
        both = tuple(variant for variant in kept if variant in fitting)
        if self._settled:
            if both:
                # Legal in the second choice and not in the first: so the first was wrong.
                self.current = both
                yield raw, both[0]
                return
            if not fitting and kept:
                yield raw, kept[0]
                return
        elif self._waiting and (both or (not fitting and kept)):
            yield from self._wait(raw, both or kept)
            return
        yield from self.flush()
        self._settled = False
        yield from self._wait(raw, fitting or possible)

    def _wait(self, raw: RawGame, left: tuple[Variant, ...]) -> Iterator[tuple[RawGame, Variant]]:
        self._waiting.append(raw)
        self._bytes += len(raw.text) + 500
        self.current = left
        if len(left) == 1 or len(self._waiting) >= _LOOK_AHEAD or self._bytes >= _LOOK_AHEAD_BYTES:
            yield from self.flush()

    def flush(self) -> Iterator[tuple[RawGame, Variant]]:
        """Gives the records that still wait."""
        waiting, self._waiting, self._bytes = self._waiting, [], 0
        self._settled = self._settled or bool(waiting)
        for raw in waiting:
            yield raw, self.current[0]
