"""What happens in a session, in lines for people."""

from engine.rules.variants import Color
from protocol.dxp.events import Event, Fault, Finished, Refused, Remark, Started
from protocol.dxp.messages import Claim
from protocol.identity import NAME
from protocol.text import quoted


def line_of(event: Event) -> str:
    """One line."""
    match event:
        case Started(variant, color, opponent):
            return f"game of {variant.name}: {_players(color, opponent)}"
        case Finished(game, color, opponent, outcome):
            disputed = ", which we dispute" if outcome.disputed else ""
            result = f"{_result(outcome.claim, color)}, {outcome.reason}{disputed}"
            return f"{_players(color, opponent)}: {result}, after {len(game.moves)} half-moves"
        case Refused(reason):
            return f"no game: {reason}"
        case Remark(text):
            return f"the other side says {quoted(text)}"
        case Fault(reason):
            return reason


def _result(claim: Claim, color: Color) -> str:
    match claim:
        case Claim.NONE:
            return "no result"
        case Claim.DRAW:
            return "draw"
    winner = color if claim is Claim.WIN else color.other
    return f"{winner.name.title()} wins"


def _players(color: Color, opponent: str) -> str:
    sides = [NAME, _named(opponent)]
    white, black = sides if color is Color.WHITE else reversed(sides)
    return f"{white} (White) against {black} (Black)"


def _named(opponent: str) -> str:
    return opponent or "the other side"
