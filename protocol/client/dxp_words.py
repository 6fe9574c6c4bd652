"""A game in the words of DXP: its time, and its end."""

import math
from collections.abc import Callable

from engine.rules.variants import Color
from protocol.client.values import Outcome, SearchLimits
from protocol.dxp.messages import Claim

MOVES_OF_A_GAME = 60
"""Moves for which an increment, or a time for each move, is added up to the minutes of a game."""
_MOST_MINUTES = 999
_MOST_MOVES = 999
_OUTCOMES: dict[Claim, Callable[[Color], Outcome]] = {
    Claim.NONE: lambda color: Outcome.UNKNOWN,
    Claim.LOSS: lambda color: Outcome.won_by(color.other),
    Claim.DRAW: lambda color: Outcome.DRAW,
    Claim.WIN: Outcome.won_by,
}


def outcome_of(claim: Claim, sender: Color) -> Outcome:
    """How the game ended, by the words of that side."""
    return _OUTCOMES[claim](sender)


def claim_of(outcome: Outcome, sender: Color) -> Claim:
    """The words of that side for it."""
    return next(claim for claim in _OUTCOMES if outcome_of(claim, sender) is outcome)


def time_control(limits: SearchLimits, color: Color) -> tuple[float, int]:
    """Minutes for the whole game, as three characters can say them, and the number of moves; 0: none.

    What DXP cannot say becomes what it can: `MOVES_OF_A_GAME` increments, or times for a move, are
    added up. Depth and nodes cannot be said at all.
    """
    clock = limits.clock(color)
    if clock is not None:
        milliseconds = clock.time + MOVES_OF_A_GAME * clock.increment
    elif limits.movetime is not None:
        milliseconds = MOVES_OF_A_GAME * limits.movetime
    else:
        return 0, 0
    minutes = min(_MOST_MINUTES, milliseconds / 60000)
    # Rounded down: whole minutes, or tenths of one, or hundredths.
    scale = 1 if minutes >= 10 else 10 if minutes >= 1 else 100
    return max(0.01, math.floor(minutes * scale + 1e-9) / scale), min(_MOST_MOVES, limits.moves_to_go or 0)
