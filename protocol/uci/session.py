"""Serving the UCI-like protocol: joins codec, state table and player. Does no I/O of its own."""

import threading
import time
from collections.abc import Callable

from engine.evaluation.terms import Evaluator
from engine.options import OptionError, find_option
from engine.player import BestMove as FoundMove
from engine.player import Info as Progress
from engine.player import Player
from engine.rules.errors import RulesError
from engine.rules.game import Game
from engine.rules.notation import format_move
from engine.rules.perft import StopFlag, divide
from engine.rules.position import Position
from engine.search.limits import Limits
from protocol.errors import RemoteError
from protocol.games import game_named
from protocol.identity import AUTHOR, NAME
from protocol.lines import Line, LineBuffer, Overlong
from protocol.log import Log
from protocol.moves import Replay
from protocol.options import current_options
from protocol.text import one_line
from protocol.uci.codec import format_reply, parse_command
from protocol.uci.help import HELP_LINES
from protocol.uci.messages import (
    BestMove,
    ChooseVariant,
    Command,
    Go,
    Id,
    InfoString,
    Notice,
    OptionLine,
    Order,
    Perft,
    Reply,
    SetOption,
    SetPosition,
    Text,
)
from protocol.uci.state import Machine, Rule, State, kind_of
from protocol.uci.throttle import InfoThrottle
from protocol.uci.values import (
    MOVE_STYLE,
    best_move_of,
    display_lines,
    info_of,
    legal_moves_line,
    limits_of,
    start_of,
)

Action = Callable[[], None]


class UciSession:
    """One conversation. `send` takes the bytes of one line, and may be called from any thread.

    A command is carried out in two steps: everything that can be wrong with it is checked first, so
    that a bad command changes nothing and does not even stop a search.
    """

    def __init__(self, player: Player, send: Callable[[bytes], None]) -> None:
        self.ended = False
        """Whether `quit` or the end of input has come."""
        self._player = player
        self._send_bytes = send
        self._buffer = LineBuffer()
        self._log = Log.configured(player.options["Debug Log File"])
        self._machine = Machine()
        # Held while the state changes and while the lines of one answer are written.
        self._lock = threading.RLock()
        self._idle = threading.Event()
        self._idle.set()
        self._count_stop = StopFlag()
        self._replay = Replay()
        self._options = current_options(player.options)
        self._checks: dict[Order | type, Callable[..., Action]] = {
            Order.UCI: lambda order: lambda: self._identify(Notice.UCI_OK),
            Order.UDRI: lambda order: lambda: self._identify(Notice.UDRI_OK),
            Order.IS_READY: lambda order: self._get_ready,
            Order.NEW_GAME: lambda order: player.new_game,
            Order.STOP: lambda order: self._stop,
            Order.PONDER_HIT: lambda order: self._ponder_hit,
            Order.QUIT: lambda order: self._end,
            Order.DISPLAY: lambda order: lambda: self._print(*display_lines(player.game)),
            Order.EVALUATE: lambda order: self._evaluate,
            Order.MOVES: lambda order: lambda: self._print(legal_moves_line(player.game.position)),
            Order.HELP: lambda order: lambda: self._print(*HELP_LINES),
            SetOption: self._check_option,
            SetPosition: self._check_position,
            Go: self._check_go,
            Perft: self._check_perft,
            ChooseVariant: self._check_variant,
        }

    # Called by whoever carries the bytes.

    def receive(self, data: bytes) -> None:
        """Takes bytes of the other side and carries out the commands that they complete."""
        for line in self._buffer.feed(data):
            self._handle(line)

    def end_of_input(self) -> None:
        """The other side is gone: carries out a last line without an end, then ends."""
        for line in self._buffer.finish():
            self._handle(line)
        self._end()

    def close(self, timeout: float) -> bool:
        """Stops whatever runs; True if all of it ended, and was answered, within `timeout` seconds."""
        self._end()
        deadline = time.monotonic() + timeout
        done = self._idle.wait(timeout) and self._player.wait(max(0.0, deadline - time.monotonic()))
        if done:
            self._player.close()
            if self._log:
                self._log.close()
        return done

    # Reading.

    def _handle(self, line: Line) -> None:
        if self.ended:
            return
        try:
            if isinstance(line, Overlong):
                raise RemoteError(f"line of more than {line.limit} bytes ignored")
            if self._log:
                self._log.received(line)
            command = parse_command(line)
            if command is not None:
                self._perform(command)
        except (RemoteError, RulesError, OptionError) as error:
            self._send(InfoString(f"error: {one_line(str(error))}"))
        except Exception as error:  # a fault of ours must not end the game of whoever drives us
            self._send(InfoString(f"internal error: {one_line(repr(error))}"))

    def _perform(self, command: Command) -> None:
        kind = kind_of(command)
        rule = self._machine.rule_for(command)
        if rule is Rule.IGNORE:
            return
        if rule is Rule.REFUSE:
            raise RemoteError(f"{kind} while {self._machine.state.value}")
        action = self._checks[kind](command)
        if rule is Rule.FINISH_FIRST:
            self._stop()
            self._idle.wait()
        action()

    # Orders.

    def _identify(self, notice: Notice) -> None:
        with self._lock:
            self._send(Id("name", NAME))
            self._send(Id("author", AUTHOR))
            for option in self._options:
                self._send(OptionLine(option))
            self._send(notice)

    def _get_ready(self) -> None:
        try:
            if self._machine.state is State.IDLE:
                self._player.prepare()
        finally:
            self._send(Notice.READY_OK)

    def _stop(self) -> None:
        self._count_stop.raised = True
        self._player.stop()

    def _ponder_hit(self) -> None:
        with self._lock:
            if self._machine.state is State.PONDERING:
                self._machine.ponder_hit()
                self._player.ponder_hit()

    def _end(self) -> None:
        self.ended = True
        self._stop()

    def _evaluate(self) -> None:
        position = self._player.game.position
        value = Evaluator(position.variant).value(position)
        self._print(f"Evaluation: {value} centimen for the side to move, before any capture")

    # Commands that can be wrong: each returns what is to be done.

    def _check_option(self, command: SetOption) -> Action:
        player, name, value = self._player, command.name, command.value
        option = find_option(name)
        option.read(value)
        if option.name == "Debug Log File":
            return lambda: self._open_log(value)
        return lambda: player.set_option(name, value)

    def _open_log(self, path: str) -> None:
        log = Log.open(path) if path else None
        if self._log:
            self._log.close()
        self._log = log

    def _check_position(self, command: SetPosition) -> Action:
        current = self._player.game
        game = self._replay.game(start_of(command, current.variant), command.moves, current.repetitions)
        return lambda: self._player.set_game(game)

    def _check_variant(self, command: ChooseVariant) -> Action:
        if command.name is None:
            return lambda: self._print(f"Variant: {self._player.game.variant.name}")
        variant = game_named(command.name)
        return lambda: self._player.set_option("UCI_Variant", variant.name)

    def _check_perft(self, command: Perft) -> Action:
        position, depth = self._player.game.position, command.depth
        return lambda: self._start_count(position, depth)

    def _check_go(self, command: Go) -> Action:
        game = self._player.game
        limits = limits_of(command, game.position)
        if game.result is not None:
            return lambda: self._answer_finished(game)
        state = State.PONDERING if command.ponder else State.SEARCHING
        return lambda: self._start_search(game.position, limits, state)

    # Long work.

    def _answer_finished(self, game: Game) -> None:
        with self._lock:
            self._send(InfoString(f"the game is over: {game.result}"))
            self._send(BestMove(None))

    def _start_search(self, position: Position, limits: Limits, state: State) -> None:
        throttle = InfoThrottle()

        def on_info(progress: Progress) -> None:
            if throttle.passes(progress):
                self._send(info_of(progress, position))

        def on_best(best: FoundMove) -> None:
            if self._player.failure is not None:
                self._send(InfoString(f"internal error: {one_line(repr(self._player.failure))}"))
            self._answer(best_move_of(best, position))

        self._player.wait()
        self._begin(state)
        try:
            self._player.go(limits, on_info, on_best)
        except BaseException:
            with self._lock:
                self._machine.answer()
                self._idle.set()
            raise

    def _start_count(self, position: Position, depth: int) -> None:
        stop = self._count_stop = StopFlag()
        self._begin(State.COUNTING)

        def count() -> None:
            total = 0
            for move, nodes in divide(position, depth, stop):
                if stop.raised:
                    break
                total += nodes
                self._print(f"{format_move(position, move, style=MOVE_STYLE)}: {nodes}")
            stopped = InfoString("perft stopped")
            self._answer(stopped if stop.raised else Text(f"Nodes searched: {total}"))

        threading.Thread(target=count, name="perft", daemon=True).start()

    def _begin(self, state: State) -> None:
        with self._lock:
            self._machine.begin(state)
            self._idle.clear()

    def _answer(self, reply: Reply) -> None:
        """Gives the one answer to what was running. The state changes before the other side can know."""
        with self._lock:
            self._machine.answer()
            self._send(reply)
            self._idle.set()

    # Writing.

    def _print(self, *lines: str) -> None:
        with self._lock:
            for line in lines:
                self._send(Text(line))

    def _send(self, reply: Reply) -> None:
        line = format_reply(reply)
        with self._lock:
            if self._log:
                self._log.sent(line)
            self._send_bytes(line.encode("utf-8", errors="replace") + b"\n")
