"""When the runner ends a game: trackers, each told of every move, each with one rule to watch.

They are pure: what they say follows from what they were told. The rules of the game itself are one
of them, the first to be asked.
"""

from collections.abc import Callable
from typing import Any, Protocol

from attrs import asdict, define, field, frozen

from engine.rules import game as rules
from engine.rules.variants import Color
from engine.score import Score
from protocol.match.record import Reason


@frozen
class Verdict:
    """How a game ended."""

    winner: Color | None
    """None: a draw."""
    reason: Reason
    detail: str
    """One line."""


@frozen
class DrawRule:
    """A draw when, from half-move `plies` on, the last `count` half-moves were all near nothing.

    That is: the engines, which take turns, gave scores of at most `score` centimen either way.
    """

    plies: int = 80
    score: int = 10
    count: int = 8

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return asdict(self)


@frozen
class ResignRule:
    """A loss for the engine whose last `count` scores were all -`score` centimen or worse.

    With `both`, the other engine must have given as many scores of `score` or better.
    """

    score: int = 600
    count: int = 4
    both: bool = False

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return asdict(self)


class Tracker(Protocol):
    """Watches over one rule in one game."""

    def note(self, mover: Color, score: Score | None) -> None:
        """A move was made, with that score for the mover (None: the engine did not say)."""

    def verdict(self) -> Verdict | None:
        """Whether the game is over by this rule."""


@define
class RulesTracker:
    """The rules of the game, by the referee's own game."""

    game: rules.Game

    def note(self, mover: Color, score: Score | None) -> None:
        """The game itself knows."""

    def verdict(self) -> Verdict | None:
        """The result by the rules, if there is one."""
        result = self.game.result
        return result and Verdict(result.winner, _REASONS[result.reason], result.detail)


@define
class DrawTracker:
    """Counts half-moves in a row with scores near nothing."""

    rule: DrawRule
    plies: int = 0
    """Half-moves so far, those of the opening included."""
    _level: int = field(default=0, init=False)

    def note(self, mover: Color, score: Score | None) -> None:
        """Counts on, or anew."""
        self.plies += 1
        level = score is not None and score.centimen is not None and abs(score.centimen) <= self.rule.score
        self._level = self._level + 1 if level else 0

    def verdict(self) -> Verdict | None:
        """A draw, when there were enough of them."""
        rule = self.rule
        if self.plies < rule.plies or self._level < rule.count:
            return None
        detail = f"draw adjudicated: {rule.count} scores within {rule.score} centimen, half-move {self.plies}"
        return Verdict(None, Reason.DRAW_ADJUDICATION, detail)


@define
class ResignTracker:
    """Counts each side's scores in a row that are lost, or won."""

    rule: ResignRule
    _lost: list[int] = field(factory=lambda: [0, 0], init=False)
    _won: list[int] = field(factory=lambda: [0, 0], init=False)

    def note(self, mover: Color, score: Score | None) -> None:
        """Counts on, or anew."""
        value = 0 if score is None else _value(score)
        self._lost[mover] = self._lost[mover] + 1 if value <= -self.rule.score else 0
        self._won[mover] = self._won[mover] + 1 if value >= self.rule.score else 0

    def verdict(self) -> Verdict | None:
        """A loss, when there were enough of them."""
        rule = self.rule
        for loser in Color:
            if self._lost[loser] >= rule.count and (not rule.both or self._won[loser.other] >= rule.count):
                name = loser.name.title()
                detail = f"win adjudicated: {rule.count} scores of {name} at -{rule.score} centimen or worse"
                return Verdict(loser.other, Reason.RESIGN_ADJUDICATION, detail)
        return None


@define
class MoveLimitTracker:
    """A draw after so many half-moves, those of the opening included."""

    limit: int
    plies: int = 0

    def note(self, mover: Color, score: Score | None) -> None:
        """Counts on."""
        self.plies += 1

    def verdict(self) -> Verdict | None:
        """A draw at the limit."""
        if self.plies < self.limit:
            return None
        return Verdict(None, Reason.MOVE_LIMIT, f"draw adjudicated: {self.limit} half-moves")


def trackers(
    game: rules.Game, draw: DrawRule | None, resign: ResignRule | None, move_limit: int | None
) -> tuple[Tracker, ...]:
    """The trackers of a game, in the order in which they are to be asked."""
    plies = len(game.moves)
    optional: tuple[tuple[object, Callable[[Any], Tracker]], ...] = (
        (resign, ResignTracker),
        (draw, lambda rule: DrawTracker(rule, plies)),
        (move_limit, lambda limit: MoveLimitTracker(limit, plies)),
    )
    return RulesTracker(game), *(make(rule) for rule, make in optional if rule is not None)


def _value(score: Score) -> float:
    """In centimen; a proved win is more than any."""
    if score.centimen is not None:
        return score.centimen
    return float("inf") if score.win_in > 0 else float("-inf")


_REASONS = {
    rules.Reason.NO_PIECE: Reason.NO_PIECE,
    rules.Reason.NO_MOVE: Reason.NO_MOVE,
    rules.Reason.REPETITION: Reason.REPETITION,
    rules.Reason.NO_PROGRESS: Reason.NO_PROGRESS,
    rules.Reason.FEW_PIECES: Reason.FEW_PIECES,
}
