"""The line of play that a client's engine stands on, kept from call to call as position and text."""

from collections.abc import Callable, Sequence

from attrs import define, field

from engine.rules.move import Move
from engine.rules.position import Position

Format = Callable[[Position, Move], str]


@define
class LineOfPlay:
    """A start position and the moves from it. Updated with what changed: a game grows move by move."""

    format: Format
    """How a move is written in the protocol."""
    format_start: Callable[[Position], str]
    """How the position before the first move is written."""
    start_text: str = field(default="", init=False)
    """That position as text."""
    positions: list[Position] = field(factory=list, init=False)
    moves: tuple[Move, ...] = field(default=(), init=False)
    texts: list[str] = field(factory=list, init=False)
    """The moves as text."""

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    def update(self, start: Position, moves: Sequence[Move]) -> int:
        """Becomes this line; the moves must be legal. Returns how many of the old moves stay."""
        moves = tuple(moves)
        kept = 0
        if self.positions and self.start == start:
            kept = self._common(moves)
            del self.positions[kept + 1 :], self.texts[kept:]
        else:
            self.positions[:] = [start]
            self.texts.clear()
            self.start_text = self.format_start(start)
        for move in moves[kept:]:
            self.texts.append(self.format(self.position, move))
            self.positions.append(self.position.after(move))
        self.moves = moves
        return kept

    def _common(self, moves: tuple[Move, ...]) -> int:
        """How many moves at the beginning are the same."""
        known = len(self.moves)
        # A game grows by the same objects, which tuples compare without asking them.
        if moves[:known] == self.moves:
            return known
        pairs = enumerate(zip(self.moves, moves, strict=False))
        return next((index for index, (old, new) in pairs if old != new), min(known, len(moves)))
