"""Serving the UCI-like protocol: joins codec, state table and player. Does no I/O of its own."""

import threading
from collections.abc import Callable

from engine.options import find_option
from engine.player import BestMove as FoundMove
from engine.player import Info as Progress
from engine.player import Player
from engine.rules.game import Game
from engine.rules.notation import format_move
from engine.rules.perft import StopFlag, divide
from engine.rules.position import Position
from engine.search.limits import Limits
from protocol.games import game_named
from protocol.identity import AUTHOR, NAME
from protocol.log import LOG_OPTION
from protocol.moves import Replay
from protocol.options import VARIANT_OPTION, current_options
from protocol.session import Action, LineSession
from protocol.state import State, kind_of
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
from protocol.uci.state import TABLE
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


class UciSession(LineSession[Command, Reply]):
    """One conversation. `send` takes the bytes of one line, and may be called from any thread.

    A command is carried out in two steps: everything that can be wrong with it is checked first, so
    that a bad command changes nothing and does not even stop a search.
    """

    def __init__(self, player: Player, send: Callable[[bytes], None]) -> None:
        super().__init__(player, TABLE, State.IDLE)
        self._send_bytes = send
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

    # Reading.

    def _read(self, line: str) -> Command | None:
        return parse_command(line)

    def _action(self, command: Command) -> Action:
        return self._checks[kind_of(command)](command)

    def _complain(self, reason: str, *, ours: bool = False) -> None:
        self._send(InfoString(f"{'internal ' if ours else ''}error: {reason}"))

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
        super()._stop()

    def _evaluate(self) -> None:
        self._print(f"Evaluation: {self._player.evaluate()} centimen for the side to move, before any capture")

    # Commands that can be wrong: each returns what is to be done.

    def _check_option(self, command: SetOption) -> Action:
        player, name, value = self._player, command.name, command.value
        option = find_option(name)
        meant = option.read(value)
        if option.name == LOG_OPTION:
            return lambda: self._open_log(meant)
        return lambda: player.set_option(name, value)

    def _check_position(self, command: SetPosition) -> Action:
        current = self._player.game
        game = self._replay.game(start_of(command, current.variant), command.moves, current.repetitions)
        return lambda: self._player.set_game(game)

    def _check_variant(self, command: ChooseVariant) -> Action:
        if command.name is None:
            return lambda: self._print(f"Variant: {self._player.game.variant.name}")
        variant = game_named(command.name)
        return lambda: self._player.set_option(VARIANT_OPTION, variant.name)

    def _check_perft(self, command: Perft) -> Action:
        position, depth = self._player.game.position, command.depth
        return lambda: self._start_count(position, depth)

    def _check_go(self, command: Go) -> Action:
        game = self._player.game
        if game.result is not None:
            return lambda: self._answer_finished(game)
        limits = limits_of(command, game.position)
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
            if self._failure is not None:
                self._send(InfoString(self._failure))
            self._answer(best_move_of(best, position))

        self._search(state, limits, on_info, on_best)

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

    # Writing.

    def _print(self, *lines: str) -> None:
        with self._lock:
            for line in lines:
                self._send(Text(line))

    def _format(self, reply: Reply) -> str:
        return format_reply(reply)

    def _write(self, data: bytes, reply: Reply) -> None:
        self._send_bytes(data)
