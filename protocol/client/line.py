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
    positions: list[Position] = field(factory=list, init=False)
    moves: list[Move] = field(factory=list, init=False)
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
        kept = 0
        if self.positions and self.start == start:
            for old, new in zip(self.moves, moves, strict=False):
                if old != new:
                    break
                kept += 1
            del self.positions[kept + 1 :], self.moves[kept:], self.texts[kept:]
        else:
            self.positions[:] = [start]
            self.moves.clear()
            self.texts.clear()
        for move in moves[kept:]:
            self.texts.append(self.format(self.position, move))
            self.moves.append(move)
            self.positions.append(self.position.after(move))
        return kept
