"""Playing weaker on purpose: fewer nodes, and moves that are a bounded amount worse than the best found.

A weak player overlooks what lies deep and does not tell small differences apart, but does not give a
piece away in one move. So a level has a number of nodes, and a largest error in centimen: of the
moves whose value is that near to the best, chance takes one, the better the likelier.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

FULL = 20
"""The level that plays as well as it can."""
LEAST_ELO = 800
MOST_ELO = 2400
"""Nominal: a scale of our own, of equal steps from the lowest level to the highest."""
LINES = 8
"""Best moves among which chance chooses."""
_NODES = (60, 100, 150, 230, 350, 520, 800, 1200, 1800, 2700, 4000, 6000, 9000, 14_000, 21_000, 32_000, 48_000)
_NODES += (75_000, 120_000, 200_000)
_ERROR = 4  # centimen for each level below FULL


def level_of_elo(elo: int) -> int:
    """The level that stands for a strength."""
    return round((elo - LEAST_ELO) * FULL / (MOST_ELO - LEAST_ELO))


def nodes_of(level: int) -> int:
    """Nodes of a search below FULL."""
    return _NODES[level]


def largest_error(level: int) -> int:
    """Centimen by which a move may be worse than the best."""
    return _ERROR * (FULL - level)


def choose(values: Sequence[int], level: int, chance: "Random") -> int:
    """Place of the value, of those in centimen from the best down, that a player of that level goes for."""
    error = largest_error(level)
    if not error:
        return 0
    near = [place for place, value in enumerate(values) if value >= values[0] - error]
    weights = [1 + error - (values[0] - values[place]) for place in near]
    return chance.choices(near, weights)[0]
