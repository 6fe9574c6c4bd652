"""How each engine used its time, added up over the games of a match."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Self

from attrs import define, field

from engine.rules.fen import parse_fen
from engine.rules.variants import Color, find_variant
from protocol.match.record import GameRecord, MoveRecord


@define
class EngineFigures:
    """Of the moves that one engine made. Means are None without a move that counts for them."""

    moves: int = 0
    elapsed: float = 0.0
    """Milliseconds in all."""
    longest: float = 0.0
    """Milliseconds of the slowest move."""
    faults: Counter[str] = field(factory=Counter)
    """What it did wrong, by kind."""
    _depths: int = 0
    _moves_with_depth: int = 0
    _nodes: int = 0
    _elapsed_with_nodes: float = 0.0
    _moves_with_nodes: int = 0

    def add(self, move: MoveRecord) -> None:
        """Counts a move."""
        self.moves += 1
        self.elapsed += move.elapsed
        self.longest = max(self.longest, move.elapsed)
        if move.depth is not None:
            self._depths += move.depth
            self._moves_with_depth += 1
        if move.nodes is not None:
            self._nodes += move.nodes
            self._elapsed_with_nodes += move.elapsed
            self._moves_with_nodes += 1

    @property
    def mean_time(self) -> float | None:
        """Milliseconds a move."""
        return self.elapsed / self.moves if self.moves else None

    @property
    def mean_depth(self) -> float | None:
        """Plies."""
        return self._depths / self._moves_with_depth if self._moves_with_depth else None

    @property
    def mean_nodes(self) -> float | None:
        """Nodes a move."""
        return self._nodes / self._moves_with_nodes if self._moves_with_nodes else None

    @property
    def speed(self) -> float | None:
        """Nodes a second, of the time that was charged."""
        return 1000 * self._nodes / self._elapsed_with_nodes if self._elapsed_with_nodes else None

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write; times in milliseconds."""
        return {
            "moves": self.moves,
            "depth": _rounded(self.mean_depth, 2),
            "nodes": _rounded(self.mean_nodes, 1),
            "nodes_per_second": _rounded(self.speed, 1),
            "time": _rounded(self.mean_time, 3),
            "longest": _rounded(self.longest, 3),
            "total_time": _rounded(self.elapsed, 3),
            "faults": dict(self.faults.most_common()),
        }


class Figures:
    """Of all engines of a match; does not grow with the games."""

    def __init__(self, names: Iterable[str]) -> None:
        self.engines = {name: EngineFigures() for name in names}

    @classmethod
    def of(cls, names: Iterable[str], records: Iterable[GameRecord]) -> Self:
        """Those of these games."""
        figures = cls(names)
        for record in records:
            figures.add(record)
        return figures

    def add(self, record: GameRecord) -> None:
        """Counts a game."""
        mover = first_mover(record)
        for ply, move in enumerate(record.moves):
            self.engines[record.engines[(mover + ply) % 2]].add(move)
        for fault in record.faults:
            self.engines[fault.engine].faults[fault.kind] += 1


def first_mover(record: GameRecord) -> Color:
    """Who made the first move after the opening."""
    side = _side(record.opening.start, record.variant)
    return side if len(record.opening.moves) % 2 == 0 else side.other


@lru_cache(maxsize=1024)  # most games of a match start alike
def _side(fen: str, variant: str) -> Color:
    return parse_fen(fen, find_variant(variant)).side


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
