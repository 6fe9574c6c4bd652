"""A DXP conversation, in either role: joins codec, state table, game and player. Does no I/O of its own."""

import threading
import time
import typing
from collections.abc import Callable

from attrs import frozen

from engine.player import BestMove, Player
from engine.rules.game import Game, Reason
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.variants import INTERNATIONAL, Color, Variant
from engine.score import Score
from protocol.dxp.board import Board
from protocol.dxp.clock import GameClock
from protocol.dxp.codec import format_message, may_begin_message, parse_message
from protocol.dxp.events import Event, Fault, Finished, Refused, Remark, Started
from protocol.dxp.frames import Frame, FrameBuffer, Framing
from protocol.dxp.game import RunningGame
from protocol.dxp.messages import (
    VERSION,
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
from protocol.dxp.start import start_of
from protocol.dxp.state import PLAYING, Machine, Rule, State
from protocol.dxp.thinker import Search, Thinker
from protocol.dxp.verdict import Outcome, outcome_by_rules
from protocol.errors import RemoteError
from protocol.identity import NAME
from protocol.lines import Overlong
from protocol.log import LOG_OPTION, Log
from protocol.pydraughts import Style, StyleChoice
from protocol.text import one_line, quoted

MOST_ILLEGAL_MOVES = 3
"""Illegal moves in a row after which the game is broken off: the two boards differ."""

ANSWER_TIME = 60.0
"""Seconds that an answer to our game request is waited for."""

_PATIENCE = {State.IDLE: 600.0, State.REQUESTED: ANSWER_TIME, State.ENDING: 30.0, State.CLOSING: 0.5}
_FIRST_PATIENCE = 60.0
_CORRECTION_TIME = 30.0
_QUIT = "quit"


class Writer(typing.Protocol):
    """What carries our messages to the other side, from any thread; see `protocol.dxp.pacing`."""

    def write(self, message: bytes) -> None:
        """Writes a message, with its end, when its time has come."""

    @property
    def is_crowded(self) -> bool:
        """Whether so many messages wait that nothing more is to be promised."""

    def answered(self) -> None:
        """Learns that the other side has read our last message."""

    def close(self, timeout: float) -> bool:
        """Writes what waits at once; True if that was done within `timeout` seconds."""


@frozen
class Settings:
    """How a session behaves."""

    variant: Variant | None = None
    """The game that we were told to play; None: the one that a request looks like."""
    compat: StyleChoice = StyleChoice.AUTO
    one_game: bool = False
    """Whether the session is over with its first game, as for an initiator on its own."""


def _nobody(event: Event) -> None:
    """Nobody watches."""


class DxpSession:
    """One conversation: a follower, and after `request` an initiator.

    `receive`, `request`, `end_of_input` and `close` are for one thread. `watch` is told what happens,
    from any thread.
    """

    def __init__(
        self,
        player: Player,
        writer: Writer,
        framing: Framing = Framing.LINE,
        settings: Settings = Settings(),
        watch: Callable[[Event], None] = _nobody,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.ended = False
        """Whether the conversation is over."""
        self._player = player
        self._writer = writer
        self._framing = framing
        self._settings = settings
        self._watch = watch
        self._now = now
        self._buffer = FrameBuffer(framing)
        self._end = b"\0" if framing is Framing.NUL else b"\n"
        self._log = Log.configured(player.options[LOG_OPTION])
        # Held while the state changes and while the messages of one answer are written.
        self._lock = threading.RLock()
        self._machine = Machine()
        self._thinker = Thinker(player)
        self._search: Search | None = None
        self._expected: Position | None = None
        self._new_game = True
        self._has_heard = False
        """Whether the other side has said anything that could be read."""
        self._running: RunningGame | None = None
        self._requested: RunningGame | None = None
        self._patient_until: float | None = None
        self._wait_for(_FIRST_PATIENCE)
        self._handlers: dict[type, Callable[[typing.Any], None]] = {
            GameRequest: self._on_game_request,
            GameAnswer: self._on_game_answer,
            MoveMessage: self._on_move,
            GameEnd: self._on_game_end,
            Chat: lambda chat: self._watch(Remark(one_line(chat.text))),
            BackRequest: self._on_back_request,
        }

    # Called by whoever carries the bytes.

    @property
    def deadline(self) -> float | None:
        """When the other side, silent till then, is given up; of the clock `now`, None: never.

        It may think for as long as it likes: only what is not a game has a limit, and nothing has
        one in lines of text.
        """
        return self._patient_until

    def receive(self, data: bytes) -> None:
        """Takes bytes of the other side and acts on the messages that they complete."""
        for frame in self._buffer.feed(data):
            self._handle(frame)
        begun = self._buffer.begun
        if isinstance(begun, Overlong) or not may_begin_message(begun):
            # Other programs end nothing with NUL: for its end we would wait in vain.
            with self._lock:
                if self._doubts_dxp:
                    self._not_dxp(f"expected GAMEACC, found {quoted(data.decode(errors='replace'))}")

    def end_of_input(self) -> None:
        """The other side is gone, or is given up."""
        for frame in self._buffer.finish():
            self._handle(frame)
        with self._lock:
            if not self.ended:
                self._part()

    def close(self, timeout: float) -> bool:
        """Stops whatever runs; True if all of it ended, and was written, within `timeout` seconds."""
        with self._lock:
            self.ended = True
            self._search = None
        written = self._writer.close(timeout)
        stopped = self._thinker.close(timeout)
        if stopped:
            self._player.close()
            if self._log:
                self._log.close()
        return stopped and written

    # Called by whoever wants a game.

    def request(self, color: Color, minutes: float, moves: int, position: Position) -> None:
        """Asks for a game from `position` in which `color` is ours.

        `minutes` for each side (0: no clock), `moves` of each after which it is broken off (0: no
        limit). Raises LocalError while a game is played or wanted, or if a value does not fit.
        """
        variant = position.variant
        normal = variant is INTERNATIONAL and position == Position.start(variant)
        compat = self._settings.compat
        board = Board(variant, Style.PYDRAUGHTS if compat is StyleChoice.PYDRAUGHTS else Style.OFFICIAL)
        request = GameRequest(NAME, color.other, minutes, moves, None if normal else board.write(position))
        with self._lock:
            text = format_message(request)
            self._go(State.REQUESTED)
            self._requested = self._game_from(board, position, color, request, "")
            self._send_text(text)

    # Reading.

    def _handle(self, frame: Frame) -> None:
        if self.ended:
            return
        with self._lock:
            self._end = frame.end
            try:
                self._obey(frame)
            except RemoteError as error:
                if self._doubts_dxp:
                    self._not_dxp(str(error))
                else:
                    self._say(str(error))
            except Exception as error:  # a fault of ours must not end the game of the other side
                self._say(f"internal error: {error!r}")

    def _obey(self, frame: Frame) -> None:
        if isinstance(frame.text, Overlong):
            raise RemoteError(f"message of more than {frame.text.limit} characters ignored")
        if self._log:
            self._log.received(frame.text)
        if self._framing is Framing.LINE and frame.text.strip().lower() == _QUIT:
            self._part()
            return
        message = parse_message(frame.text)
        self._has_heard = True
        if not isinstance(message, (Chat, BackRequest)):
            self._writer.answered()
        self._wait_for(self._patience)
        if isinstance(message, BackRequest) and self._writer.is_crowded:
            return  # a flood: like the errors that we do not tell any more
        match self._machine.rule_for(message):
            case Rule.ACT:
                self._handlers[type(message)](message)
            case Rule.DECLINE:
                self._decline(message)
            case Rule.REPORT:
                raise RemoteError(f"unexpected {_NAMES[type(message)]}: {self._machine.state.value}")

    def _decline(self, message: Message) -> None:
        if isinstance(message, BackRequest):
            self._send(BackReply(BackAnswer.REFUSED))
            return
        final = self._machine.state is State.CLOSING
        self._send(GameAnswer(NAME, Acceptance.NO_GAME if final else Acceptance.NOT_THIS_GAME))
        self._say(f"no game now: {self._machine.state.value}")

    # Before a game.

    def _on_game_request(self, request: GameRequest) -> None:
        if self._machine.state is State.ENDING:
            self._leave(self._settings.one_game)
            if self._settings.one_game:
                self._decline(request)
                self.ended = True
                return
        if request.version != VERSION:
            self._refuse(Acceptance.WRONG_VERSION, f"protocol version {request.version}: expected {VERSION}")
            return
        try:
            start = start_of(request, self._settings.variant, self._settings.compat)
        except RemoteError as error:
            self._refuse(Acceptance.NOT_THIS_GAME, str(error))
            return
        self._send(GameAnswer(NAME, Acceptance.ACCEPTED))
        self._begin(self._game_from(start.board, start.position, request.follower, request, request.name))

    def _refuse(self, acceptance: Acceptance, reason: str) -> None:
        self._send(GameAnswer(NAME, acceptance))
        self._say(reason)
        self._watch(Refused(reason))

    def _on_game_answer(self, answer: GameAnswer) -> None:
        running, self._requested = self._requested, None
        if answer.acceptance is Acceptance.ACCEPTED:
            running.opponent = one_line(answer.name)
            self._begin(running)
            return
        reason = answer.acceptance.name.lower().replace("_", " ")
        self._not_wanted(f"{one_line(answer.name)} declined the game: {reason}")

    @property
    def _doubts_dxp(self) -> bool:
        """Whether what cannot be read may mean that this is no DXP program: it answers our request with it."""
        return self._machine.state is State.REQUESTED and not self._has_heard and not self.ended

    def _not_dxp(self, reason: str) -> None:
        self._not_wanted(f"the other side does not speak DXP: {reason}")
        self.ended = True

    def _not_wanted(self, reason: str) -> None:
        """Our request came to nothing."""
        self._go(State.IDLE)
        self._watch(Refused(reason))
        self.ended = self._settings.one_game

    def _game_from(
        self, board: Board, position: Position, color: Color, request: GameRequest, opponent: str
    ) -> RunningGame:
        game = Game(position, self._player.options["Repetitions"])
        clock = GameClock(request.minutes, request.moves, self._now)
        return RunningGame(board, game, color, clock, one_line(opponent))

    def _begin(self, running: RunningGame) -> None:
        self._running = running
        self._new_game = True
        running.clock.turn()
        self._watch(Started(running.board.variant, running.color, running.opponent))
        self._next_turn()

    # During a game.

    def _next_turn(self) -> None:
        """The state, and what we do of ourselves in it, after any change of the position."""
        running = self._running
        if not running.our_turn:
            self._go(State.THEIR_TURN)
            return
        self._go(State.OUR_TURN)
        ending = running.ending()
        if ending is not None:
            self._end_game(ending)
        elif running.game.result is None:
            self._think(running.game.copy())
        else:
            # It is a draw, but play goes on: the player must not see that it was one.
            self._think(Game(running.game.position))

    def _think(self, game: Game, *, ponder: bool = False) -> None:
        running = self._running
        limits = running.clock.limits(running.color, running.moves_made(running.color), ponder)
        self._search = Search(game, limits, self._moved, forget=self._new_game)
        self._new_game = False
        self._thinker.start(self._search)

    def _stop_thinking(self) -> None:
        self._search = self._expected = None
        self._thinker.cancel()

    def _moved(self, search: Search, best: BestMove) -> None:
        """The player has found our move. Called from the thread of the search."""
        with self._lock:
            if search is not self._search or self.ended:
                return
            self._search = self._expected = None
            try:
                self._answer(best, search.score)
            except Exception as error:
                self._say(f"internal error: {error!r}")

    def _answer(self, best: BestMove, score: Score | None) -> None:
        running = self._running
        running.score = score
        if best.move is None:
            self._end_game(Outcome(Claim.LOSS, "we found no move"))
            return
        if running.may_end and running.resignation.due(score):
            self._end_game(Outcome(Claim.LOSS, Reason.RESIGNATION.value))
            return
        running.game.play(best.move)
        seconds = running.clock.we_moved(running.color)
        self._go(State.THEIR_TURN)
        self._send(running.board.write_move(best.move, seconds))
        if best.ponder is not None and self._player.options["Ponder"]:
            self._ponder(best.ponder)

    def _ponder(self, expected: Move) -> None:
        """Thinks on in the other side's time, on the move expected of it."""
        game = self._running.game.copy()
        game.play(expected)
        if game.result is None:
            self._think(game, ponder=True)
            self._expected = game.position

    def _on_move(self, message: MoveMessage) -> None:
        running = self._running
        try:
            move = running.board.find_move(running.game.position, message)
        except RemoteError as error:
            self._on_illegal_move(str(error))
            return
        running.illegal_moves = 0
        running.game.play(move)
        running.clock.they_moved(running.color.other, message.seconds)
        if self._expected == running.game.position and running.game.result is running.ending() is None:
            self._go(State.OUR_TURN)
            self._expected = None
            self._thinker.ponder_hit()
            return
        self._stop_thinking()
        self._next_turn()

    def _on_illegal_move(self, reason: str) -> None:
        running = self._running
        running.illegal_moves += 1
        self._wait_for(self._patience)
        self._say(reason)
        if running.illegal_moves >= MOST_ILLEGAL_MOVES:
            reason = f"{running.illegal_moves} illegal moves in a row"
            self._end_game(Outcome(Claim.NONE, reason, complete=False))

    def _on_back_request(self, request: BackRequest) -> None:
        running = self._running
        try:
            ply = running.ply_of(request)
        except RemoteError as error:
            self._send(BackReply(BackAnswer.REFUSED))
            self._watch(Fault(str(error)))
            return
        self._stop_thinking()
        running.go_back(ply)
        self._send(BackReply(BackAnswer.ACCEPTED))
        self._next_turn()

    # The end of a game.

    def _end_game(self, outcome: Outcome) -> None:
        """Ends the game of ourselves. The game is over before the other side can know."""
        self._stop_thinking()
        self._go(State.ENDING)
        self._finish(outcome)
        self._send(GameEnd(outcome.claim, stop=self._settings.one_game))

    def _on_game_end(self, message: GameEnd) -> None:
        state = self._machine.state
        if state is State.REQUESTED:
            self._requested = None
            self._not_wanted("the other side ended the game before it began")
            return
        stop = message.stop or self._settings.one_game
        if state in PLAYING:
            outcome = self._running.judged(message.claim)
            self._stop_thinking()
            self._leave(stop)
            self._finish(outcome)
            self._send(GameEnd(Claim.NONE, message.stop))
        elif state is State.ENDING or stop:
            self._leave(stop)
        # pydraughts cannot bear to see the connection end first.
        self.ended = self._machine.state is State.CLOSING and not self._may_linger

    def _leave(self, stop: bool) -> None:
        if stop:
            self._go(State.CLOSING)
        elif self._machine.state is not State.IDLE:
            self._go(State.IDLE)

    @property
    def _may_linger(self) -> bool:
        return self._framing is Framing.NUL and not self._settings.one_game

    def _finish(self, outcome: Outcome) -> None:
        running, self._running = self._running, None
        self._watch(Finished(running.game, running.color, running.opponent, outcome))

    def _part(self) -> None:
        """The other side is gone, in whatever state."""
        self._stop_thinking()
        running = self._running
        if running is not None:
            by_rules = outcome_by_rules(running.game, running.color)
            self._finish(by_rules or Outcome(Claim.NONE, "the other side is gone", complete=False))
        elif self._machine.state is State.REQUESTED:
            self._watch(Refused("the other side gave no answer"))
        self.ended = True

    # Writing.

    def _go(self, state: State) -> None:
        self._machine.go(state)
        self._wait_for(self._patience)

    @property
    def _patience(self) -> float | None:
        """Seconds that the other side may be silent in the present state; None: for ever."""
        if self._machine.state not in PLAYING:
            return _PATIENCE[self._machine.state]
        if self._running.illegal_moves:
            return _CORRECTION_TIME
        return None if self._running.game.result is None else _PATIENCE[State.IDLE]

    def _wait_for(self, seconds: float | None) -> None:
        bounded = self._framing is Framing.NUL and seconds is not None
        self._patient_until = self._now() + seconds if bounded else None

    def _say(self, text: str) -> None:
        """A reason, for people: in DXP nothing else can hold it."""
        self._send(Chat(f"error: {one_line(text)}"))
        self._watch(Fault(text))

    def _send(self, message: Message) -> None:
        self._send_text(format_message(message))

    def _send_text(self, text: str) -> None:
        if self._log:
            self._log.sent(text)
        self._writer.write(text.encode("ascii") + self._end)


_NAMES = {
    GameRequest: "GAMEREQ",
    GameAnswer: "GAMEACC",
    MoveMessage: "MOVE",
    GameEnd: "GAMEEND",
    Chat: "CHAT",
    BackRequest: "BACKREQ",
    BackReply: "BACKACC",
}
