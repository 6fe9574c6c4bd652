"""Positions from random play."""

import random
from collections.abc import Iterator

from engine.rules.position import Position
from engine.rules.variants import Variant


def random_positions(variant: Variant, count: int, seed: int = 1) -> Iterator[Position]:
    """`count` positions with legal moves, from all stages of random games."""
    dice = random.Random(f"{variant.name} {seed}")
    position = Position.start(variant)
    length = 0
    while count:
        moves = position.legal_moves
        if not moves or length > 120:
            position, length = Position.start(variant), 0
            continue
        if dice.random() < 0.15:
            yield position
            count -= 1
        position = position.after(dice.choice(moves))
        length += 1
