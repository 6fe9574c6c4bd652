"""The search for captures alone."""

import pytest

from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import ANTIDRAUGHTS, INTERNATIONAL, Color, Variant
from engine.search.limits import Limits
from tests.engine.search.searching import search

NODES = 200_000
"""Four times what the worst of these takes."""


@pytest.mark.parametrize("variant", [INTERNATIONAL, ANTIDRAUGHTS], ids=lambda variant: variant.name)
@pytest.mark.parametrize("white, black", [(range(31, 51), range(1, 21)), (range(1, 50, 3), range(2, 51, 3))])
def test_boards_full_of_kings_are_searched_to_the_end(variant: Variant, white: range, black: range) -> None:
    """Their captures branch without end."""
    position = Position.place(variant, Color.WHITE, white_kings=white, black_kings=black)
    outcome = search(Game(position), Limits(depth=1, nodes=NODES))
    assert not outcome.worker.aborted
    assert outcome.last.depth == 1
