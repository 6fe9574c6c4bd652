"""Damage to messages, for tests of what a session makes of it."""

from collections.abc import Sequence
from random import Random


def damaged(message: str, dice: Random, others: Sequence[str], letters: str, longest: int) -> str:
    """The message with one to four faults: letters of these put in, others left out, another message in its midst,
    a part said twice, a number that is none of its kind."""
    text = list(message)
    for _ in range(dice.randint(1, 4)):
        place = dice.randint(0, len(text))
        match dice.randrange(6):
            case 0:
                text.insert(place, dice.choice(letters))
            case 1:
                del text[place : place + dice.randint(1, 5)]
            case 2:
                text[place : place + 1] = dice.choice(letters)
            case 3:
                text[place:place] = dice.choice(others)
            case 4:
                text[place:place] = text[:place]
            case 5:
                text[place:place] = str(dice.choice([0, -1, 33, 99999999999999999999, 1e300, 0.0001]))
    return "".join(text)[:longest]
