"""Short openings for games that have no deck: every quiet beginning in which nothing is lost at once.

A beginning of n half-moves counts if no move of it takes, and if the captures that follow it at once,
with the best choice of each side, leave both with as many pieces. Of beginnings that lead to the same
position the first in the order of the move generator stands for all.
"""

from functools import lru_cache

from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import Variant

PLIES = 3
LONGEST = 5
"""Half-moves; more would be too many to list."""


@lru_cache(maxsize=8)
def short_openings(variant: Variant, plies: int = PLIES) -> tuple[Game, ...]:
    """All of them, in a fixed order. Raises ValueError for fewer than 1 or more than LONGEST half-moves."""
    if not 1 <= plies <= LONGEST:
        raise ValueError(f"openings of {plies} half-moves: expected 1 to {LONGEST}")
    games = {Position.start(variant): Game(Position.start(variant))}
    for _ in range(plies):
        longer: dict[Position, Game] = {}
        for position, game in games.items():
            for move in position.legal_moves:
                after = position.after(move)
                if not move.is_capture and after not in longer:
                    longer[after] = game.copy()
                    longer[after].play(move)
        games = longer
    return tuple(game for position, game in games.items() if _exchange(position) == 0)


def _exchange(position: Position) -> int:
    """Pieces that the side to move gains by the captures that follow, less what it loses."""
    gains = [len(move.captured) - _exchange(position.after(move)) for move in position.legal_moves if move.is_capture]
    return max(gains, default=0)
