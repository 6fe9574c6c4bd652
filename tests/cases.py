"""The test data of the rules: positions with their legal moves, and published perft counts.

Squares and FENs of the data are numeric, row by row from the top left, in every game. Moves stand
as text with every square stood on, captured squares in order, and the position after.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

DATA = Path(__file__).parent / "data"

SAME_MOVES_AS = {"portuguese": "spanish", "antidraughts": "international"}
"""Games without data of their own that move exactly as another."""


@frozen
class MoveCase:
    """A legal move."""

    text: str
    captured: tuple[int, ...]
    after: str

    @property
    def path(self) -> tuple[int, ...]:
        """Every square stood on."""
        return tuple(map(int, self.text.replace("x", "-").split("-")))

    @property
    def identity(self) -> tuple[int, int, tuple[int, ...]]:
        """From, to and the pieces taken, in rising order."""
        return self.path[0], self.path[-1], tuple(sorted(self.captured))


@frozen
class PositionCase:
    """A position with all its legal moves."""

    name: str
    variant: str
    fen: str
    moves: tuple[MoveCase, ...]
    sequences: int
    """Number of moves if captures that differ in their order are counted apart."""


@frozen
class PerftCase:
    """A published count; `counting` is "unique" or "sequences" (orders of capture counted apart)."""

    variant: str
    fen: str
    counting: str
    depth: int
    nodes: int

    @property
    def name(self) -> str:
        """A short name for test reports."""
        return f"{self.variant}-{self.fen.replace(',', '.')[:24]}-{self.depth}"


def games_of(variant: str) -> tuple[str, ...]:
    """The game itself and those that move as it does."""
    return variant, *(other for other, model in SAME_MOVES_AS.items() if model == variant)


def read_lines(name: str) -> Iterator[dict]:
    """The records of a data file."""
    with open(DATA / name, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _moves(record: dict) -> tuple[MoveCase, ...]:
    return tuple(MoveCase(text, tuple(captured), after) for text, captured, after in record["moves"])


def random_positions() -> list[PositionCase]:
    """Random positions, chosen for the rules they try; two other generators agree on all of them."""
    cases = []
    for path in sorted((DATA / "positions").glob("*.jsonl")):
        for index, record in enumerate(read_lines(f"positions/{path.name}"), start=1):
            for variant in games_of(path.stem):
                name = f"{variant}-{index}"
                cases.append(PositionCase(name, variant, record["fen"], _moves(record), record["sequences"]))
    return cases


def tricky_positions() -> list[PositionCase]:
    """Positions made by hand, each for one rule."""
    return [
        PositionCase(record["id"], record["variant"], record["fen"], _moves(record), record["sequences"])
        for record in read_lines("tricky.jsonl")
    ]


def perft_cases() -> list[PerftCase]:
    """Every published count."""
    return [
        PerftCase(record["variant"], record["fen"], record["counting"], depth, nodes)
        for record in read_lines("perft.jsonl")
        for depth, nodes in enumerate(record["nodes"], start=1)
    ]
