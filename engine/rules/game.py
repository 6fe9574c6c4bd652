"""A game: its moves so far, and whether and why it is over."""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache

from attrs import frozen

from engine.rules.draws import (
    DrawTable,
    advance,
    balance_of,
    is_count_draw,
    reversible_half_moves,
    start_counters,
)
from engine.rules.errors import MoveError, RulesError
from engine.rules.move import Move
from engine.rules.notation import format_move
from engine.rules.position import Position
from engine.rules.variants import Color, Variant


class Reason(Enum):
    """Why a game is over; the value is its text."""

    NO_PIECE = "no piece left"
    NO_MOVE = "no legal move"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    NO_PROGRESS = "no capture or man's move"
    FEW_PIECES = "few pieces"


@frozen
class Result:
    """How a game ended."""

    winner: Color | None
    """None: a draw."""
    reason: Reason
    detail: str
    """The reason in full, such as `repetition (3rd occurrence)`, or the article of a few-piece rule."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner is None

    def __str__(self) -> str:
        """`White wins: no legal move`, `draw: repetition (3rd occurrence)`."""
        outcome = "draw" if self.winner is None else f"{self.winner.name.title()} wins"
        return f"{outcome}: {self.detail}"


@cache
def draw_table(variant: Variant) -> DrawTable:
    """The compiled form of a game's draw rules, made once."""
    return DrawTable(variant.draws, variant.geometry)


class Game:
    """A start position and the moves played from it.

    `repetitions` is how often a position must occur, with the same side to move, to be a draw; by
    default what the rules of the game say. Positions before the start position are not known, and
    its counts start at nothing.

    A draw by repetition or by a count needs no claim, also where the federation asks for one: the
    result says so at once. Play may go on all the same, as front ends do that leave draws to the
    players; the result is always that of the present position. If the side to move has no move,
    that decides before any draw: the last move of a count may still win (FMJD-64 7.2.4).
    """

    def __init__(self, position: Position, repetitions: int | None = None) -> None:
        self.variant = position.variant
        self.draw_table = draw_table(position.variant)
        self.repetitions = position.variant.draws.repetitions if repetitions is None else repetitions
        if self.repetitions < 2:
            raise RulesError(f"draw at occurrence {self.repetitions} of a position: expected 2 or more")
        self._positions = [position]
        self._moves: list[Move] = []
        self._keys = [position.key]
        self._counters = [start_counters(self.draw_table, position.white, position.black, position.kings)]
        self._ended: Result | None = None

    @classmethod
    def from_moves(cls, position: Position, moves: Iterable[Move], repetitions: int | None = None) -> "Game":
        """A game with these moves played. Raises MoveError at the first illegal one."""
        game = cls(position, repetitions)
        for move in moves:
            game.play(move)
        return game

    def copy(self) -> "Game":
        """A game that goes on apart from this one."""
        twin = Game(self.start, self.repetitions)
        twin._positions = self._positions.copy()
        twin._moves = self._moves.copy()
        twin._keys = self._keys.copy()
        twin._counters = self._counters.copy()
        twin._ended = self._ended
        return twin

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far, the start first and the present one last."""
        return tuple(self._positions)

    def play(self, move: Move) -> None:
        """Plays a legal move of the present position.

        Raises MoveError if it is not one, RulesError after a resignation or an agreed draw.
        """
        if self._ended is not None:
            raise RulesError(f"the game is over ({self._ended}): expected no further move")
        position = self.position
        legal = next((each for each in position.legal_moves if each.identity == move.identity), None)
        if legal is None:
            raise MoveError(f"{format_move(position, move, style='full')} is not a legal move")
        man_moves = not position.kings >> self.variant.geometry.bit_of[legal.origin] & 1
        after = position.after(legal)
        self._counters.append(
            advance(
                self.draw_table,
                self._counters[-1],
                man_moves or legal.is_capture,
                after.white,
                after.black,
                after.kings,
            )
        )
        self._moves.append(legal)
        self._positions.append(after)
        self._keys.append(after.key)

    def undo(self) -> Move:
        """Takes back the last move, with any resignation or agreement after it, and returns it.

        Raises RulesError if no move was played.
        """
        if not self._moves:
            raise RulesError("no move to take back: expected at least one move played")
        self._ended = None
        self._positions.pop()
        self._keys.pop()
        self._counters.pop()
        return self._moves.pop()

    def resign(self, color: Color) -> None:
        """That side gives up. Raises RulesError if the game is over."""
        self._end(Result(color.other, Reason.RESIGNATION, Reason.RESIGNATION.value))

    def agree_draw(self) -> None:
        """Both sides agree to a draw. Raises RulesError if the game is over."""
        self._end(Result(None, Reason.AGREEMENT, Reason.AGREEMENT.value))

    def _end(self, result: Result) -> None:
        over = self.result
        if over is not None:
            raise RulesError(f"the game is over ({over}): expected a game in progress")
        self._ended = result

    @property
    def counters(self) -> int:
        """The draw counters of the present position, as `engine.rules.draws` packs them."""
        return self._counters[-1]

    @property
    def reversible_half_moves(self) -> int:
        """Half-moves since the last capture or man's move, or since the start position."""
        return reversible_half_moves(self._counters[-1])

    @property
    def repetition_keys(self) -> list[int]:
        """Keys of the positions since the last capture or man's move, the present one last.

        No other earlier position can occur again.
        """
        return self._keys[-1 - self.reversible_half_moves :]

    @property
    def repetition_count(self) -> int:
        """How often the present position has occurred, with the same side to move; at least 1."""
        return self.repetition_keys.count(self._keys[-1])

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self._ended or next(self._endings(), None)

    def _endings(self) -> Iterator[Result]:
        position = self.position
        if not position.legal_moves:
            reason = Reason.NO_MOVE if position.own else Reason.NO_PIECE
            loses = self.variant.loses_without_move
            yield Result(position.side.other if loses else position.side, reason, reason.value)
        count = self.repetition_count
        if count >= self.repetitions:
            yield Result(None, Reason.REPETITION, f"{Reason.REPETITION.value} ({_ordinal(count)} occurrence)")
        if is_count_draw(self.draw_table, self.counters):
            limit = self.draw_table.reversible_limit
            rule = self.draw_table.rule(balance_of(self.counters))
            if rule is None or self.reversible_half_moves >= limit:
                yield Result(None, Reason.NO_PROGRESS, f"{limit // 2} moves each without a capture or a man's move")
            else:
                yield Result(None, Reason.FEW_PIECES, rule.article)


def _ordinal(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
