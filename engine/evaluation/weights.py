"""The weights of the evaluation, one record per game. All values are centimen (a man is 100).

They are set by hand. What a king is worth stands in the table of games (`Variant.king_value`).
"""

from attrs import evolve, frozen

from engine.rules.variants import Variant


@frozen
class Weights:
    """What each feature of a side adds to its value."""

    man: int = 100
    king: int = 250
    advance: tuple[int, ...] = (0, 0, 2, 4, 8, 15, 28)
    """A man by the rows it has gone forward from its home row; the last entry is a step from the crown."""
    home: int = 7
    """A man on its home row while the opponent has men: it keeps them from being crowned."""
    bridge: int = 6
    """Men on both bridge squares of the home row, which two attackers cannot pass. 8x8 only."""
    centre: int = 3
    """A man or king on the middle squares."""
    edge: int = -3
    """A man on the first or last file, where it covers one square instead of two."""
    support: int = 2
    """A piece of its own diagonally behind a man, which cannot be taken that way."""
    step: int = 2
    """A square that a man can step to."""
    runaway: int = 30
    """A man past all opposing pieces."""
    king_step: int = 3
    """An empty neighbour of a king."""
    trapped_king: int = -40
    """A king that cannot step at all."""
    to_move: int = 3
    """Having the move."""
    exchange: int = 60
    """Being a man ahead, per man, times the share of the pieces that are gone: the fewer are left, the
    more the lead counts."""
    closeness: int = 10
    """Ahead with kings in an ending: each step by which a king is nearer to the opponent's pieces."""
    drawn_lead: int = 0
    """Most pieces that cannot beat a king of the other side; 0 where a lone king is no draw."""


_SHORT_KINGS = Weights()
_FLYING_KINGS = Weights(
    advance=(0, 0, 3, 6, 12, 24, 45),
    home=6,
    runaway=60,  # the crown is worth more
    king_step=2,
    closeness=0,  # a flying king is everywhere at once
    drawn_lead=2,
)
_TEN_ROWS = evolve(
    _FLYING_KINGS,
    advance=(0, 0, 1, 2, 4, 6, 10, 20, 40),
    home=3,
    bridge=0,
    drawn_lead=3,  # three kings do not catch one off the main road either
)


def weights_of(variant: Variant) -> Weights:
    """The weights of a game."""
    if variant.geometry.size == 10:
        weights = _TEN_ROWS
    elif variant.flying_kings:
        weights = _FLYING_KINGS
    else:
        weights = _SHORT_KINGS
    return evolve(weights, king=variant.king_value)
