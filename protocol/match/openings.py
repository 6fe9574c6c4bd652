"""The openings of a match: where they come from, and which one a pair of games plays.

Which one is a function of the seed and the round, and of nothing that happened before: all openings
are shuffled and dealt, and when they are used up they are shuffled again in another order.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from attrs import field, frozen

from engine.openings.ballots import OpeningError, ballots, kinds_of
from engine.openings.short import LONGEST, PLIES, short_openings
from engine.rules.errors import RulesError
from engine.rules.fen import format_fen, parse_fen
from engine.rules.game import Game
from engine.rules.pdn.reader import read_games
from engine.rules.variants import Variant
from protocol.match.shuffle import shuffled
from protocol.moves import line_of
from protocol.text import did_you_mean, quoted

SHORT = "short"
"""The kind for games without a deck: see `engine.openings.short`."""
KINDS = ("three-move", "two-move", "eleven-man", SHORT)
LARGEST_FILE = 64 << 20
"""Bytes; a file of openings that is larger is refused."""


@frozen
class Opening:
    """A beginning that both games of a pair share."""

    label: str
    game: Game
    """What comes next is for the engines."""


@frozen
class Openings:
    """A collection to draw from; never empty."""

    source: str
    """As `openings_from` takes it."""
    all: tuple[Opening, ...]
    digest: str = field(init=False)
    """Changes when any opening does: for a match that goes on later."""

    def __attrs_post_init__(self) -> None:
        sha = hashlib.sha256()
        for opening in self.all:
            game = opening.game
            moves = line_of(game.start, game.moves, "full")
            sha.update(f"{opening.label}|{format_fen(game.start)}|{' '.join(moves)}\n".encode())
        object.__setattr__(self, "digest", sha.hexdigest())

    def drawn(self, seed: int, round_: int) -> Opening:
        """The opening of a round, 1 the first."""
        deal, place = divmod(round_ - 1, len(self.all))
        return self.all[_order(len(self.all), seed, deal)[place]]


@lru_cache(maxsize=4)
def _order(count: int, seed: int, deal: int) -> list[int]:
    return shuffled(count, seed, deal)


def default_source(variant: Variant) -> str:
    """What a match of that game begins with if nobody says."""
    return "three-move" if "three-move" in kinds_of(variant) else SHORT


def openings_from(source: str, variant: Variant) -> Openings:
    """The openings that a word names.

    `three-move`, `two-move`, `eleven-man`, with `:TABLE` for one of the Italian draw tables;
    `short`, with `:PLIES`; a FILE.fen with a position a line; a FILE.pdn, of which each game is an
    opening, with `:PLIES` after it for no more than so many half-moves.

    Raises OpeningError, in one line with the place.
    """
    kind, detail = _parts(source)
    name = kind.lower()
    if name == SHORT:
        found = _short(variant, _plies(detail, LONGEST) if detail else PLIES)
    elif name in KINDS:
        found = _ballots(variant, name, detail)
    elif name.endswith(".fen"):
        found = _read(kind, lambda path: _positions(path, variant))
    elif name.endswith(".pdn"):
        limit = _plies(detail, 1000) if detail else None
        found = _read(kind, lambda path: _games(path, variant, limit))
    else:
        hint = did_you_mean(kind, KINDS, f"expected {', '.join(KINDS)}, a .pdn or a .fen file")
        raise OpeningError(f"unknown openings {quoted(kind)}: {hint}")
    return Openings(source, tuple(found))


def file_of(source: str) -> Path | None:
    """The file that a word for openings names; None if it names none."""
    kind = _parts(source)[0]
    return Path(kind) if kind.lower().endswith((".fen", ".pdn")) else None


def _parts(source: str) -> tuple[str, str]:
    """What comes before the last colon and what after it; nothing may."""
    kind, colon, detail = source.rpartition(":")
    if not colon or (len(kind) == 1 and detail[:1] in ("\\", "/")):  # a drive of Windows
        return source, ""
    return kind, detail


def _plies(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most):
        raise OpeningError(f"openings of {quoted(text)} half-moves: expected a number from 1 to {most}")
    return int(text)


def _ballots(variant: Variant, kind: str, table: str) -> Iterator[Opening]:
    for ballot in ballots(variant, kind, table):
        name = f" ({ballot.name})" if ballot.name else ""
        yield Opening(f"{kind} {ballot.number}{name}", ballot.game)


def _short(variant: Variant, plies: int) -> Iterator[Opening]:
    for number, game in enumerate(short_openings(variant, plies), 1):
        yield Opening(f"short {number}", game)


def _read(name: str, read: Callable[[Path], Iterable[Opening]]) -> list[Opening]:
    path = Path(name)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise OpeningError(f"{name} is of more than {LARGEST_FILE >> 20} MB: expected a file of openings")
        found = list(_playable(read(path)))
    except OSError as error:
        raise OpeningError(f"cannot read {name}: {error.strerror or error}") from None
    if not found:
        raise OpeningError(f"{name}: expected at least one opening from which a game can be played")
    return found


def _positions(path: Path, variant: Variant) -> Iterator[Opening]:
    text = path.read_text("utf-8-sig", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line and not line.startswith("#"):
            try:
                yield Opening(f"{path.name} {number}", Game(parse_fen(line, variant)))
            except RulesError as error:
                raise OpeningError(f"{path}:{number}: {error}") from None


def _games(path: Path, variant: Variant, limit: int | None) -> Iterator[Opening]:
    with path.open("rb") as file:
        for record in read_games(file, variant):
            if record.errors:
                raise OpeningError(f"{path}:{record.errors[0]}")
            if record.variant is not variant:
                found = record.variant.name if record.variant else "a game that is not known here"
                raise OpeningError(f"{path}:{record.file_line}: expected a game of {variant.name}, found {found}")
            known = takewhile(lambda entry: entry.move is not None, record.line.moves[:limit])
            yield Opening(f"{path.name} {record.number}", Game.from_moves(record.start, (each.move for each in known)))


def _playable(openings: Iterable[Opening]) -> Iterator[Opening]:
    """Without those that are over, and without a second one of the same position."""
    seen = set()
    for opening in openings:
        position = opening.game.position
        if position not in seen and opening.game.result is None:
            seen.add(position)
            yield opening
