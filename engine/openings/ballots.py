"""Drawn openings: the decks from which the federations draw the first moves of a game.

The decks are compact text files in `data`, each with its format and source in its first lines; their
SHA-256 sums stand in `data/SHA256SUMS` and are compared when a deck is read.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from attrs import frozen

from engine.rules.errors import RulesError
from engine.rules.game import Game
from engine.rules.notation import parse_move
from engine.rules.position import Position
from engine.rules.variants import Variant


class OpeningError(RulesError):
    """A deck or draw table that is not there, or a data file that is not as it was made."""


@frozen
class Ballot:
    """One opening of a deck."""

    number: int
    """Its number in the deck, from 1."""
    game: Game
    """The game after the drawn moves; what is played from here on is free."""
    name: str = ""
    """Its name among players, if it has one."""
    barred: bool = False
    """Whether it is out of play, being lost or nearly so."""
    grade: str = ""
    """FID grade: nB or nN for White's or Black's advantage, 1 the least, PARI for even."""
    tables: str = ""
    """The FID draw tables that hold it, such as BC."""


DECKS: dict[tuple[str, str], str] = {
    ("english", "three-move"): "english_three_move.txt",
    ("english", "two-move"): "english_two_move.txt",
    ("english", "eleven-man"): "english_eleven_man.txt",
    ("italian", "three-move"): "italian_three_move.txt",
    ("italian", "eleven-man"): "italian_eleven_man.txt",
}
"""The file of each deck, by game and kind."""


def kinds_of(variant: Variant) -> tuple[str, ...]:
    """The kinds of deck that a game has."""
    return tuple(kind for name, kind in DECKS if name == variant.name)


def ballots(variant: Variant, kind: str, table: str = "") -> tuple[Ballot, ...]:
    """The openings in play of a deck: `three-move`, `two-move` or `eleven-man`.

    `table` restricts an Italian three-move deck to one of the FID draw tables A, B, C or D. Raises
    OpeningError if there is no such deck or table, or if the data file is damaged.
    """
    whole = deck(variant, kind)
    in_play = tuple(ballot for ballot in whole if not ballot.barred)
    if not table:
        return in_play
    drawn = tuple(ballot for ballot in in_play if table.upper() in ballot.tables)
    if not drawn or len(table) != 1:
        tables = sorted({letter for ballot in whole for letter in ballot.tables})
        expected = f"expected one of {' '.join(tables)}" if tables else f"the {variant.name} {kind} deck has none"
        raise OpeningError(f"unknown draw table {table!r}: {expected}")
    return drawn


@cache
def deck(variant: Variant, kind: str) -> tuple[Ballot, ...]:
    """Every opening of a deck, those out of play too. Raises OpeningError as `ballots` does."""
    try:
        name = DECKS[variant.name, kind]
    except KeyError:
        known = " ".join(kinds_of(variant)) or "none for this game"
        raise OpeningError(f"no {kind!r} openings of {variant.name} draughts: expected one of: {known}") from None
    read = _read_eleven_man if kind == "eleven-man" else _read_moves
    return tuple(read(variant, _lines(name)))


def _lines(name: str) -> Iterator[list[str]]:
    folder = files("engine.openings") / "data"
    data = (folder / name).read_bytes()
    sums = dict(reversed(line.split()) for line in (folder / "SHA256SUMS").read_text("ascii").splitlines())
    if hashlib.sha256(data).hexdigest() != sums.get(name):
        raise OpeningError(f"opening data {name} is damaged: its SHA-256 sum is not the one in SHA256SUMS")
    for line in data.decode("ascii").splitlines():
        if not line.startswith("#"):
            yield line.split()


def _read_moves(variant: Variant, lines: Iterator[list[str]]) -> Iterator[Ballot]:
    for number, moves, status, grade, tables, *name in lines:
        game = Game(Position.start(variant))
        for move in moves.split(","):
            game.play(parse_move(game.position, move))
        yield Ballot(
            int(number),
            game,
            name=_known(" ".join(name)),
            barred=status == "barred",
            grade=_known(grade),
            tables=_known(tables),
        )


def _known(text: str) -> str:
    return "" if text == "-" else text


def _read_eleven_man(variant: Variant, lines: Iterator[list[str]]) -> Iterator[Ballot]:
    for number, (white, black, *lost) in enumerate(lines, 1):
        position = Position.place(
            variant, variant.starts, white_men=_squares(variant, white), black_men=_squares(variant, black)
        )
        yield Ballot(number, Game(position), barred=bool(lost))


def _squares(variant: Variant, mask: str) -> list[int]:
    bits = int(mask, 16)
    return [square for square in variant.geometry.squares if bits >> square - 1 & 1]
