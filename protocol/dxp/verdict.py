"""How a game ended, whether both sides see it so, and when to give up."""

from attrs import define, field, frozen

from engine.rules.game import Game, Reason
from engine.rules.variants import Color
from engine.score import Score
from protocol.dxp.messages import Claim

RESIGN_SCORE = -600
"""At or below it for `RESIGN_MOVES` moves in a row we give up, in centimen."""
RESIGN_MOVES = 4
_DRAWISH = 50
_LOST = -300


@frozen
class Outcome:
    """The end of a game, as we see it: our claim, `NONE` where it is not known."""

    claim: Claim
    reason: str
    disputed: bool = False
    """Whether we would not have said the same as the other side."""
    complete: bool = True
    """False if the game was broken off, by either side or by the end of the connection."""


def outcome_by_rules(game: Game, color: Color) -> Outcome | None:
    """The outcome for that side if the rules have ended the game."""
    result = game.result
    if result is None:
        return None
    if result.winner is None:
        return Outcome(Claim.DRAW, result.detail)
    return Outcome(Claim.WIN if result.winner is color else Claim.LOSS, result.detail)


def judge(claim: Claim, game: Game, color: Color, score: Score | None) -> Outcome:
    """The outcome for us, of that colour, where the other side ends the game with `claim`.

    The rules decide if they can; otherwise the claim stands, since it cannot be refused, and our
    last score says whether we agree.
    """
    by_rules = outcome_by_rules(game, color)
    ours = {Claim.NONE: Claim.NONE, Claim.LOSS: Claim.WIN, Claim.DRAW: Claim.DRAW, Claim.WIN: Claim.LOSS}[claim]
    if by_rules is not None:
        return Outcome(by_rules.claim, by_rules.reason, disputed=ours not in (Claim.NONE, by_rules.claim))
    match ours:
        case Claim.WIN:
            return Outcome(ours, Reason.RESIGNATION.value)
        case Claim.DRAW:
            return Outcome(ours, "draw claimed by the other side", disputed=not _is_drawish(score))
        case Claim.LOSS:
            return Outcome(ours, "win claimed by the other side", disputed=not _is_lost(score))
    return Outcome(Claim.NONE, "broken off by the other side", complete=False)


def _is_drawish(score: Score | None) -> bool:
    return score is None or (score.centimen is not None and abs(score.centimen) <= _DRAWISH)


def _is_lost(score: Score | None) -> bool:
    return score is not None and _at_most(score, _LOST)


def _at_most(score: Score, centimen: int) -> bool:
    return score.win_in <= 0 if score.centimen is None else score.centimen <= centimen


@define
class Resignation:
    """Counts how long our position has been hopeless."""

    _moves: int = field(default=0, init=False)

    def due(self, score: Score | None) -> bool:
        """Takes the score of our next move; whether it is time to resign instead."""
        self._moves = self._moves + 1 if score is not None and _at_most(score, RESIGN_SCORE) else 0
        return self._moves >= RESIGN_MOVES
