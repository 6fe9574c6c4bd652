"""The games of a match as data for the board of the page: small, for there are many.

A move is a string of the squares that the piece stood on, one letter a square. What it takes and
whether it is crowned follows from the position.
"""

import re
from typing import Any

from engine.rules.fen import format_hub, parse_fen
from engine.rules.squares import named_square, square_name
from engine.rules.variants import Color, Promotion, Variant
from engine.score import Score
from protocol.match.record import GameRecord
from protocol.match.report.figures import first_mover

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The letter of each square, from square 1 on."""
_SIGN = re.compile("[-x:]")
_FILES = "abcdefghij"


class Replays:
    """Collects games, all of one variant."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._letter_of: dict[str, str] = {}
        self._starts: dict[str, int] = {}
        self._games: dict[int, list[Any]] = {}

    def add(self, record: GameRecord) -> None:
        """Takes a game."""
        start = self._starts.setdefault(record.opening.start, len(self._starts))
        texts = (*record.opening.moves, *(move.text for move in record.moves))
        mover = first_mover(record)
        scores = [
            _from_white(move.score, Color((mover + ply) % 2)) if move.score else ""
            for ply, move in enumerate(record.moves)
        ]
        self._games[record.number] = [
            start,
            len(record.opening.moves),
            " ".join(map(self._path, texts)),
            ",".join(scores),
            ",".join("" if move.depth is None else str(move.depth) for move in record.moves),
            ",".join(str(round(move.elapsed)) for move in record.moves),
        ]

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        geometry = self._variant.geometry
        return {
            "letters": _LETTERS,
            "size": geometry.size,
            "corner": geometry.corner,
            "names": [square_name(self._variant, square) for square in geometry.squares],
            "coordinates": [
                f"{_FILES[geometry.column(square)]}{geometry.size - geometry.row(square)}"
                for square in geometry.squares
            ],
            "sign": self._variant.capture_sign,
            "crownsInPassing": self._variant.promotion is Promotion.GOES_ON_AS_KING,
            "starts": [format_hub(parse_fen(fen, self._variant)) for fen in self._starts],
            "games": self._games,
        }

    def _path(self, text: str) -> str:
        return "".join(map(self._letter, _SIGN.split(text)))

    def _letter(self, name: str) -> str:
        letter = self._letter_of.get(name)
        if letter is None:
            letter = self._letter_of[name] = _LETTERS[named_square(self._variant, name) - 1]
        return letter


def _from_white(score: Score, mover: Color) -> str:
    """Centimen, or `#` and plies to the end, below 0 if Black is better."""
    sign = 1 if mover is Color.WHITE else -1
    if score.centimen is not None:
        return str(sign * score.centimen)
    wins = (score.win_in > 0) == (mover is Color.WHITE)
    return f"#{'' if wins else '-'}{abs(score.win_in)}"
