"""One game: the referee between two engines."""

import contextlib
import time
from datetime import UTC, datetime

from attrs import define, field

from engine.rules.fen import format_fen
from engine.rules.game import Game
from engine.rules.move import Move
from engine.rules.notation import format_move
from engine.rules.variants import Color
from protocol.client.errors import (
    CrashError,
    EngineError,
    IllegalMoveError,
    StallError,
    StartError,
    UnsupportedError,
    ViolationError,
)
from protocol.client.values import Answer, Outcome, SearchLimits
from protocol.match.adjudicate import Tracker, Verdict, trackers
from protocol.match.clock import GameClock
from protocol.match.config import MatchConfig
from protocol.match.openings import Opening
from protocol.match.record import GameRecord, MoveRecord, OpeningRecord, Reason
from protocol.match.schedule import Assignment
from protocol.match.supervise import Seat
from protocol.moves import line_of
from protocol.text import one_line

_REASONS: dict[type[EngineError], Reason] = {
    StartError: Reason.NO_START,
    UnsupportedError: Reason.NO_START,
    CrashError: Reason.CRASH,
    StallError: Reason.STALL,
    IllegalMoveError: Reason.ILLEGAL_MOVE,
    ViolationError: Reason.PROTOCOL_VIOLATION,
}


@define
class Side:
    """One of the two that play."""

    seat: Seat
    clock: GameClock
    patience: float
    """Seconds beyond its time that it is waited for."""
    expected: Move | None = None
    """The move that it ponders on."""


@define
class _Referee:
    """A game under way."""

    game: Game
    sides: tuple[Side, Side]
    trackers: tuple[Tracker, ...]
    moves: list[MoveRecord] = field(factory=list, init=False)
    _since: int = field(factory=time.perf_counter_ns, init=False)
    """When the last answer was there."""

    def run(self) -> Verdict:
        """Plays to the end."""
        while True:
            for tracker in self.trackers:
                verdict = tracker.verdict()
                if verdict is not None:
                    return verdict
            verdict = self._play_move()
            if verdict is not None:
                return verdict

    def _play_move(self) -> Verdict | None:
        """One move of the side to move; a verdict if it loses by how it is made."""
        mover = self.game.position.side
        side = self.sides[mover]
        allowance = side.clock.allowance
        try:
            answer = self._ask(side)
        except EngineError as error:
            side.expected = None
            side.seat.blame(error)
            return _lost(mover, _reason(error), str(error))
        now = time.perf_counter_ns()
        lag = (now - self._since - answer.elapsed) / 1e6
        self._since = now
        if answer.move is None:
            return _claimed(mover, answer, side.seat.name)
        elapsed = answer.elapsed / 1e6
        if not side.clock.spend(elapsed):
            there = f"there were {allowance:.0f} (margin {side.clock.margin:g})"
            detail = f"{side.seat.name}: {elapsed:.0f} ms for a move; {there}"
            return _lost(mover, Reason.TIME, detail)
        self._note(mover, answer, elapsed, max(0.0, lag))
        self._start_pondering(side, answer.ponder)
        return None

    def _ask(self, side: Side) -> Answer:
        """The engine's answer to the present position. Raises EngineError."""
        client = side.seat.client
        allowance = side.clock.allowance
        timeout = ((allowance or 0) + side.clock.margin) / 1000 + side.patience
        expected, side.expected = side.expected, None
        if expected is not None:
            if self.game.moves[-1] == expected:
                return client.ponder_hit(timeout)
            _stop_pondering(side)
        client.set_position(self.game.start, self.game.moves)
        return client.go(self._limits(side), timeout)

    def _limits(self, side: Side) -> SearchLimits:
        """What an engine is told of the time."""
        control = side.clock.control
        own = side.clock.shown
        white, black = (each.clock.shown or own for each in self.sides)
        return SearchLimits(
            clocks=own and (white, black),
            moves_to_go=side.clock.moves_to_go,
            movetime=control.movetime,
            depth=control.depth,
            nodes=control.nodes,
        )

    def _note(self, mover: Color, answer: Answer, elapsed: float, lag: float) -> None:
        report = answer.report
        score = report and report.score
        self.moves.append(
            MoveRecord(
                format_move(self.game.position, answer.move, style="full"),
                elapsed,
                self.sides[mover].clock.left,
                score,
                report and report.depth,
                report and report.nodes,
                lag,
            )
        )
        self.game.play(answer.move)
        for tracker in self.trackers:
            tracker.note(mover, score)

    def _start_pondering(self, side: Side, expected: Move | None) -> None:
        if expected is None or not side.seat.ponders or self.game.result or self._ends_with(expected):
            return
        try:
            side.seat.client.set_position(self.game.start, (*self.game.moves, expected))
            side.seat.client.go_ponder(self._limits(side))
        except EngineError:
            return  # what is wrong with it shows at its next move
        side.expected = expected

    def _ends_with(self, move: Move) -> bool:
        self.game.play(move)
        ends = self.game.result is not None
        self.game.undo()
        return ends

    def finish(self, outcome: Outcome) -> None:
        """Tells the engines that the game is over. What they do wrong then is noted, and changes nothing."""
        for side in self.sides:
            client = side.seat.client
            if client is None:
                continue
            try:
                if side.expected is not None:
                    side.expected = None
                    _stop_pondering(side)
                with contextlib.suppress(UnsupportedError):
                    client.set_position(self.game.start, self.game.moves)
                client.end_game(outcome)
            except EngineError as error:
                side.seat.blame(error)


def _stop_pondering(side: Side) -> None:
    """What the engine would have played is of no interest, were it nonsense. Raises EngineError."""
    with contextlib.suppress(IllegalMoveError):
        side.seat.client.stop()


def play(config: MatchConfig, assignment: Assignment, opening: Opening, seats: tuple[Seat, Seat]) -> GameRecord:
    """Plays a game of the schedule; White's seat first.

    Raises OutOfRestarts if an engine fails too often to play it, Closed if a seat is closed meanwhile.
    """
    started, began = datetime.now(UTC), time.monotonic()
    game = opening.game.copy()
    sides = []
    for seat in seats:
        control = config.control_of(seat.config)
        sides.append(Side(seat, GameClock(control, config.margin), config.patience(control)))
    verdict = _prepare(config, seats)
    moves: list[MoveRecord] = []
    if verdict is None:
        referee = _Referee(game, (sides[0], sides[1]), trackers(game, config.draw, config.resign, config.move_limit))
        verdict = referee.run()
        moves = referee.moves
        referee.finish(Outcome.won_by(verdict.winner))
    first = len(opening.game.moves)
    return GameRecord(
        number=assignment.number,
        pair=assignment.pair,
        round=assignment.round,
        white=seats[Color.WHITE].name,
        black=seats[Color.BLACK].name,
        variant=config.variant.name,
        opening=OpeningRecord(opening.label, format_fen(game.start), line_of(game.start, game.moves[:first], "full")),
        moves=tuple(moves),
        winner=verdict.winner,
        reason=verdict.reason,
        detail=one_line(verdict.detail),
        started=started.isoformat(timespec="milliseconds"),
        duration=time.monotonic() - began,
        faults=tuple(fault for seat in seats for fault in seat.take_faults()),
    )


def _prepare(config: MatchConfig, seats: tuple[Seat, Seat]) -> Verdict | None:
    """Makes both engines ready; a verdict if one cannot be."""
    for color, seat in zip(Color, seats, strict=True):
        try:
            seat.prepare(config.variant)
        except EngineError as error:
            return _lost(color, Reason.NO_START, str(error))
    return None


def _lost(loser: Color, reason: Reason, detail: str) -> Verdict:
    return Verdict(loser.other, reason, detail)


def _claimed(mover: Color, answer: Answer, name: str) -> Verdict:
    """The engine ended the game instead of moving. Only to lose it is its right: the referee sees no end yet."""
    if answer.claim is Outcome.won_by(mover.other):
        return _lost(mover, Reason.RESIGNATION, f"{name} gives up")
    said = f"says {answer.claim}" if answer.claim not in (None, Outcome.UNKNOWN) else "breaks the game off"
    return _lost(mover, Reason.FALSE_CLAIM, f"{name} {said}: expected a move")


def _reason(error: EngineError) -> Reason:
    return next((reason for kind, reason in _REASONS.items() if isinstance(error, kind)), Reason.CRASH)
