"""Driving an engine by DXP, where it plays a game rather than answers questions.

What the interface asks for and DXP does not know is done as well as can be. The game is asked for
with the first `go`, which tells whose side the engine plays; moves before it become a set-up
position. Of limits it learns only minutes for the whole game and a number of moves, once. Options,
pondering and analysis are its own affair.
"""

import contextlib
import time
from collections.abc import Sequence

from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.variants import INTERNATIONAL, Color, Variant
from protocol.client.base import QUIT_GRACE, READY_TIMEOUT, START_TIMEOUT, STOP_TIMEOUT, Client, OnReport
from protocol.client.dxp_channel import Channel, ProcessChannel, TcpChannel
from protocol.client.dxp_words import claim_of, outcome_of, time_control
from protocol.client.errors import (
    CrashError,
    EngineError,
    IllegalMoveError,
    StallError,
    StartError,
    UnsupportedError,
    ViolationError,
)
from protocol.client.process import how_it_ended, launch
from protocol.client.transcript import Transcript
from protocol.client.values import Answer, Identity, Outcome, SearchLimits
from protocol.dxp.board import Board
from protocol.dxp.codec import format_message, parse_message
from protocol.dxp.messages import (
    Acceptance,
    BackAnswer,
    BackReply,
    BackRequest,
    Chat,
    Claim,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
)
from protocol.dxp.state import PLAYING, Machine, Rule, State
from protocol.errors import RemoteError
from protocol.identity import NAME
from protocol.lines import Overlong
from protocol.text import one_line
from protocol.transport.process import End
from protocol.transport.tcp import Address, TcpTransport

_LAST_MOVE_TIME = 1.0
_ACKNOWLEDGEMENT_TIME = 2.0
_REMARKS_KEPT = 20
_FLOOD_TIME = 0.5


class DxpClient(Client):
    """An engine that speaks DXP. The other player of the game, whom we speak for, is nameless."""

    has_searches = False

    def __init__(self, label: str) -> None:
        self.label = label
        self.identity = Identity()
        self.options = ()
        self.remarks: list[str] = []
        """What the engine has said to people in this game."""
        self._transcript = Transcript()
        self._channel: Channel | None = None
        self._machine = Machine()
        self._is_lost = False
        self._board: Board | None = None
        self._start: Position | None = None
        self._moves: tuple[Move, ...] = ()
        self._position: Position | None = None
        self._told = 0
        self._color = Color.WHITE
        self._answered_at = 0.0

    # How the engine is reached.

    def _open(self, timeout: float) -> Channel:
        """A new channel. Raises StartError."""
        raise NotImplementedError

    def _how_it_ended(self) -> str:
        return "has closed the connection"

    @property
    def stderr_tail(self) -> str:
        """The end of its standard error, if it is a program that we started."""
        return ""

    @property
    def recent_lines(self) -> tuple[str, ...]:
        """The last messages, ours with `>` before them and its own with `<`."""
        return self._transcript.lines

    # The interface.

    def start(self, timeout: float = START_TIMEOUT) -> None:
        self._channel = self._open(timeout)

    def set_option(self, name: str, value: str | None) -> None:
        raise self._unsupported("options")

    def new_game(self, variant: Variant, timeout: float = READY_TIMEOUT) -> None:
        self.end_game(Outcome.UNKNOWN)
        if self._is_lost or self._machine.state is not State.IDLE:
            self._channel.close(QUIT_GRACE)
            self._channel = self._open(timeout)
            self._machine = Machine()
            self._is_lost = False
        self._board = Board(variant)
        self._start = self._position = None
        self._moves = ()
        self.remarks.clear()

    def set_position(self, start: Position, moves: Sequence[Move] = ()) -> None:
        moves = tuple(moves)
        if self._start == start and moves[: len(self._moves)] == self._moves:
            position, new = self._position, moves[len(self._moves) :]
        elif self._machine.state in PLAYING:
            raise UnsupportedError(f"{self.label}: in DXP a game goes on, and no other way: expected its next moves")
        else:
            position, new = start, moves
        for move in new:
            position = position.after(move)
        self._start, self._moves, self._position = start, moves, position

    def go(self, limits: SearchLimits, timeout: float, on_report: OnReport | None = None) -> Answer:
        deadline = time.monotonic() + timeout
        began = time.perf_counter_ns()
        if self._machine.state is State.IDLE:
            began = self._request(limits, deadline)
        if self._machine.state is State.OUR_TURN:
            end = self._early_end()
            if end is not None:
                return self._claimed(end, 0)
            began = self._tell_move()
        message, at = self._await((MoveMessage, GameEnd), deadline, "move")
        elapsed = max(0, at - began)
        if isinstance(message, GameEnd):
            return self._claimed(message, elapsed)
        self._answered_at = time.monotonic()
        try:
            move = self._board.find_move(self._position, message)
        except RemoteError as error:
            raise self._error(IllegalMoveError, str(error), move=self._board.move_text(message)) from None
        self._machine.go(State.OUR_TURN)
        self._told = len(self._moves) + 1
        return Answer(move, elapsed, text=self._board.move_text(message))

    def go_ponder(self, limits: SearchLimits, on_report: OnReport | None = None) -> None:
        raise self._unsupported("pondering on command")

    def ponder_hit(self, timeout: float) -> Answer:
        raise self._unsupported("pondering on command")

    def go_infinite(self, on_report: OnReport | None = None) -> None:
        raise self._unsupported("analysis")

    def stop(self, timeout: float = STOP_TIMEOUT) -> Answer:
        raise self._unsupported("stop")

    def has_answered(self) -> bool:
        raise self._unsupported("pondering on command")

    def ping(self, timeout: float = STOP_TIMEOUT) -> int:
        raise self._unsupported("ping")

    def end_game(self, outcome: Outcome) -> None:
        """Tells it the last move if it does not know it, hears what it says, and ends the game. Never fails.

        A game that cannot be ended makes `new_game` open a new conversation.
        """
        if self._machine.state not in PLAYING:
            return
        try:
            end = self._last_move() or self._early_end()
            if end is None:
                self._machine.go(State.ENDING)
                self._post(GameEnd(claim_of(outcome, self._color.other), stop=False))
                self._await((GameEnd,), time.monotonic() + _ACKNOWLEDGEMENT_TIME, "acknowledgement")
                self._machine.go(State.IDLE)
            else:
                self._acknowledge(end)
        except EngineError:
            self._is_lost = True

    def quit(self, grace: float = QUIT_GRACE) -> None:
        channel = self._channel
        if channel is not None:
            if grace > 0 and not self._is_lost:
                with contextlib.suppress(EngineError):
                    self._post(GameEnd(Claim.NONE, stop=True))
            channel.close(grace)

    # A game.

    def _request(self, limits: SearchLimits, deadline: float) -> int:
        """Asks for the game that the position belongs to; the time when it was accepted."""
        self._color = self._position.side
        begins_for_us = len(self._moves) == 1 and self._start.side is not self._color
        from_start = begins_for_us or not self._moves
        position = self._start if from_start else self._position
        variant = position.variant
        # DXP itself knows the international game only.
        normal = variant is INTERNATIONAL and position == Position.start(variant)
        minutes, moves = time_control(limits, self._color)
        setup = None if normal else self._board.write(position)
        self._machine.go(State.REQUESTED)
        self._post(GameRequest(NAME, self._color, minutes, moves, setup))
        answer, at = self._await((GameAnswer, GameEnd), deadline, "answer to the game request")
        if not isinstance(answer, GameAnswer) or answer.acceptance is not Acceptance.ACCEPTED:
            self._machine.go(State.IDLE)
            code = f" ({answer.acceptance.name.lower().replace('_', ' ')})" if isinstance(answer, GameAnswer) else ""
            raise UnsupportedError(f"{self.label} does not want this game of {variant.name}{code}")
        self.identity = Identity(name=answer.name)
        self._told = 0 if from_start else len(self._moves)
        self._machine.go(State.OUR_TURN if begins_for_us else State.THEIR_TURN)
        self._answered_at = time.monotonic()
        return at

    def _tell_move(self) -> int:
        """Plays the opponent's move, and returns when."""
        new = self._moves[self._told :]
        if len(new) != 1:
            raise ValueError(f"{self.label}: in DXP a game goes on move by move, found {len(new)} moves at once")
        seconds = min(9999, int(time.monotonic() - self._answered_at))
        self._machine.go(State.THEIR_TURN)
        self._told += 1
        began = time.perf_counter_ns()
        self._post(self._board.write_move(new[0], seconds))
        return began

    def _early_end(self) -> GameEnd | None:
        """The end of the game, if the engine has said it already though it was not its turn."""
        try:
            message, _ = self._await((GameEnd,), time.monotonic(), "")
        except StallError:
            return None
        return message

    def _last_move(self) -> GameEnd | None:
        """Tells the engine the move that has ended the game; what it says to that, if it does."""
        if self._machine.state is State.OUR_TURN and len(self._moves) == self._told + 1:
            self._tell_move()
            try:
                deadline = time.monotonic() + _LAST_MOVE_TIME
                message, _ = self._await((MoveMessage, GameEnd), deadline, "end of the game")
            except StallError:
                return None
            return message if isinstance(message, GameEnd) else None
        return None

    def _claimed(self, end: GameEnd, elapsed: int) -> Answer:
        self._acknowledge(end)
        return Answer(None, elapsed, claim=outcome_of(end.claim, self._color), text=f"E{end.claim:d}")

    def _acknowledge(self, end: GameEnd) -> None:
        # The game is over before the other side can know that we know: else the two might end it in turn for ever.
        self._machine.go(State.CLOSING if end.stop else State.IDLE)
        self._post(GameEnd(Claim.NONE, end.stop))

    # Messages.

    def _post(self, message: Message) -> None:
        text = format_message(message)
        self._transcript.sent(text)
        try:
            self._channel.send(text)
        except TimeoutError as error:
            raise self._error(StallError, str(error)) from None

    def _await(self, wanted: tuple[type, ...], deadline: float, expected: str) -> tuple[Message, int]:
        """The next message of these kinds; others are dealt with. Raises CrashError, StallError, ViolationError."""
        timeout = max(0.0, deadline - time.monotonic())
        while True:
            try:
                arrival = self._channel.receive(max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                arrival = None
            if isinstance(arrival, End):
                self._is_lost = True
                raise CrashError(
                    f"{self.label} {self._how_it_ended()} (expected {expected})", self.recent_lines, self.stderr_tail
                )
            # However much it talks, we listen no longer than this.
            if arrival is None or time.monotonic() > deadline + _FLOOD_TIME:
                raise self._error(StallError, f"no {expected} within {timeout:.{0 if timeout >= 0.5 else 2}f} s")
            self._transcript.received(arrival.line)
            try:
                message = self._read(arrival.line)
            except RemoteError as error:
                raise self._error(ViolationError, str(error)) from None
            if isinstance(message, wanted):
                return message, arrival.at

    def _read(self, line: str | Overlong) -> Message | None:
        """The message of a text, if it is one to act on; the others are answered. Raises RemoteError."""
        if isinstance(line, Overlong):
            raise RemoteError(f"message of more than {line.limit} characters")
        if not line.strip():
            return None
        message = parse_message(line)
        rule = self._machine.rule_for(message)
        match message:
            case Chat(text):
                self.remarks.append(one_line(text))
                del self.remarks[:-_REMARKS_KEPT]
            case BackRequest():
                self._post(BackReply(BackAnswer.UNSUPPORTED))
            case GameRequest():
                self._post(GameAnswer(NAME, Acceptance.NOT_THIS_GAME))
            case _ if rule is Rule.ACT:
                return message
            case _ if rule is Rule.REPORT:
                raise RemoteError(f"{line!r} out of place: {self._machine.state.value}")
        return None

    def _error(self, kind: type[EngineError], message: str, **more: str) -> EngineError:
        text = one_line(f"{self.label}: {message}")
        return kind(text, lines=self.recent_lines, stderr=self.stderr_tail, **more)

    def _unsupported(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"{self.label}: DXP has no {what}")


class DxpConnectionClient(DxpClient):
    """A DXP program that waits for calls at an address."""

    def __init__(self, address: Address, *, label: str | None = None) -> None:
        super().__init__(label or f"dxp:{address}")
        self._address = address

    def _open(self, timeout: float) -> Channel:
        try:
            return TcpChannel(TcpTransport.connect(self._address, timeout))
        except OSError as error:
            reason = error.strerror or str(error)
            raise StartError(f"cannot reach {self.label} at {self._address}: {reason}") from None


class DxpProcessClient(DxpClient):
    """A program that speaks DXP in lines on its standard input and output."""

    def __init__(self, command: tuple[str, ...], *, label: str, directory: str | None = None) -> None:
        super().__init__(label)
        self.command = command
        self.directory = directory

    @property
    def process_id(self) -> int | None:
        """Its process, which leads a process group of its own; None before the start."""
        return self._channel.transport.pid if isinstance(self._channel, ProcessChannel) else None

    @property
    def stderr_tail(self) -> str:
        return self._channel.transport.stderr_tail if isinstance(self._channel, ProcessChannel) else ""

    def _open(self, timeout: float) -> Channel:
        return ProcessChannel(launch(self.command, self.directory))

    def _how_it_ended(self) -> str:
        return how_it_ended(self._channel.transport)
