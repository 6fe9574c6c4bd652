"""A game in progress: the two sides, the moves, the clock, and which ply a take-back means."""

from attrs import define, field

from engine.rules.game import Game
from engine.rules.variants import Color
from engine.score import Score
from protocol.dxp.board import Board
from protocol.dxp.clock import GameClock
from protocol.dxp.messages import BackRequest, Claim
from protocol.dxp.verdict import Outcome, Resignation, judge, outcome_by_rules
from protocol.errors import RemoteError
from protocol.pydraughts import Style

_TIME_OVER = "time over"
_LIMIT_REACHED = "move limit reached"


@define
class RunningGame:
    """What a session knows of the game that it plays."""

    board: Board
    game: Game
    color: Color
    """Our side."""
    clock: GameClock
    opponent: str
    """What the other side calls itself."""
    score: Score | None = field(default=None, init=False)
    """What we thought of our last move."""
    resignation: Resignation = field(factory=Resignation, init=False)
    illegal_moves: int = field(default=0, init=False)
    """Illegal moves of the other side in a row."""

    @property
    def our_turn(self) -> bool:
        """Whether we are to move."""
        return self.game.position.side is self.color

    @property
    def plies(self) -> int:
        """Moves of both sides so far."""
        return len(self.game.moves)

    def moves_made(self, color: Color) -> int:
        """Moves of that side so far."""
        began = self.game.start.side is color
        return (self.plies + began) // 2

    @property
    def may_end(self) -> bool:
        """Whether we may end the game where we could still move.

        pydraughts waits for a move for ever, whatever else we answer, and counts draws in its own way.
        """
        return self.board.style is not Style.PYDRAUGHTS

    def ending(self) -> Outcome | None:
        """The outcome if we, to move, are to end the game; None if we are to play on."""
        outcome = outcome_by_rules(self.game, self.color)
        if not self.may_end:
            return None if self.game.position.legal_moves else outcome
        if outcome is not None:
            return outcome
        if self.clock.is_over(self.color.other, self.moves_made(self.color.other)):
            return Outcome(Claim.WIN, _TIME_OVER)
        return Outcome(Claim.NONE, _LIMIT_REACHED) if self._limit_reached else None

    def judged(self, claim: Claim) -> Outcome:
        """The outcome if the other side ends the game with that claim."""
        outcome = judge(claim, self.game, self.color, self.score)
        if outcome.claim is Claim.NONE and self._limit_reached:
            return Outcome(Claim.NONE, _LIMIT_REACHED)
        if outcome.claim is Claim.LOSS and self.game.result is None and self.clock.is_used_up(self.color):
            return Outcome(Claim.LOSS, _TIME_OVER)
        return outcome

    @property
    def _limit_reached(self) -> bool:
        """Whether each side has made all the moves agreed on."""
        return 0 < 2 * self.clock.moves <= self.plies

    def ply_of(self, request: BackRequest) -> int:
        """How many plies stay if the game goes back as asked.

        The number counts from 1 and rises each time White gets the move: where Black began, the game
        runs 1 Black, 2 White, 2 Black, 3 White. pydraughts counts as if White had begun. Raises
        RemoteError for a point that the game has not had.
        """
        ply = 2 * (request.number - 1) + (request.side is Color.BLACK)
        if self.game.start.side is Color.BLACK and self.board.style is not Style.PYDRAUGHTS:
            ply -= 1
        if not 0 <= ply <= self.plies:
            side = request.side.name.lower()
            raise RemoteError(f"cannot go back to move {request.number} of {side}: {self.plies} half-moves were played")
        return ply

    def go_back(self, ply: int) -> None:
        """Takes moves back until `ply` are left. The clocks are not set back."""
        while self.plies > ply:
            self.game.undo()
        self.score = None
        self.resignation = Resignation()
        self.illegal_moves = 0
        self.clock.turn()
