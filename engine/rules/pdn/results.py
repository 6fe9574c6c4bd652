"""Results: `1-0` is a win of the side that starts the game, which is Black in English draughts."""

import re
from enum import Enum

from attrs import frozen

from engine.rules.variants import Color

_POINTS_GAMES = frozenset({20, 27})
"""GameTypes that give two points for a win and one for a draw."""

_HALF = re.compile(r"(?:1/2|½|0?[.,]5)\s*(?:[-:]\s*(?:1/2|½|0?[.,]5))?")
_SCORE = r"(?:\d{1,3}\s+1/2|1/2|\d{0,3}½|-?\d{1,3}(?:[.,]\d{1,3})?)"
_SCORES = re.compile(rf"(?P<first>{_SCORE})[+-]?\s*[-:]\s*(?P<second>{_SCORE})[+-]?")


class Outcome(Enum):
    """How a game ended, for the one and the other."""

    WHITE_WINS = "White wins"
    BLACK_WINS = "Black wins"
    DRAW = "draw"
    BOTH_LOSE = "both lose"
    UNKNOWN = "unknown"


@frozen
class PdnResult:
    """A result and how the record wrote it."""

    outcome: Outcome
    text: str
    """Such as `1-0`, `1/2-1/2`, `4-6`, `*`."""

    @property
    def winner(self) -> Color | None:
        """Who has won, None if nobody has."""
        return _WINNERS.get(self.outcome)

    @classmethod
    def won_by(cls, winner: Color | None, starts: Color, game_type: int) -> "PdnResult":
        """The result of a game that `winner` won (None: a draw), as a game of that GameType writes it."""
        if winner is None:
            return cls(Outcome.DRAW, "1-1" if game_type in _POINTS_GAMES else "1/2-1/2")
        points = "2" if game_type in _POINTS_GAMES else "1"
        return cls(_WINS[winner], f"{points}-0" if winner == starts else f"0-{points}")


UNKNOWN = PdnResult(Outcome.UNKNOWN, "*")

_WINS = {Color.WHITE: Outcome.WHITE_WINS, Color.BLACK: Outcome.BLACK_WINS}
_WINNERS = {outcome: color for color, outcome in _WINS.items()}


def parse_result(text: str, starts: Color) -> PdnResult | None:
    """What a result says where `starts` begins the game and has the first number; None if it is none.

    Read are the chess and the international ones, points of any other scale (`4-6`, `1 1/2-1/2`,
    `0.99-1.01`, `1+ - 1-`), where the higher number wins, `0-0` (both lose) and `*`.
    """
    text = " ".join(text.split())
    if text in ("", "*", "?", "-"):
        return PdnResult(Outcome.UNKNOWN, "*")
    if _HALF.fullmatch(text):
        return PdnResult(Outcome.DRAW, "1/2-1/2")
    scores = _SCORES.fullmatch(text)
    if scores is None:
        return None
    first, second = _points(scores["first"]), _points(scores["second"])
    if first == second:
        return PdnResult(Outcome.DRAW if first else Outcome.BOTH_LOSE, text)
    winner = starts if first > second else starts.other
    return PdnResult(_WINS[winner], text)


def _points(text: str) -> float:
    whole = text.removesuffix("½").removesuffix("1/2").strip().replace(",", ".")
    return float(whole or 0) + (0.5 if text.endswith(("½", "1/2")) else 0.0)
