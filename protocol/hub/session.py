"""Serving the Hub protocol: joins codec, state table and player. Does no I/O of its own."""

import typing
from collections.abc import Callable
from functools import partial

from engine import __version__
from engine.options import OptionError
from engine.packed import PackedError
from engine.player import BestMove as FoundMove
from engine.player import Info as Progress
from engine.player import Player
from engine.rules.game import Game
from engine.rules.variants import find_variant
from protocol.errors import RemoteError
from protocol.games import game_named
from protocol.hub.codec import format_reply, parse_command
from protocol.hub.messages import (
    Command,
    Done,
    Error,
    Go,
    GoMode,
    Id,
    Info,
    Level,
    Notice,
    Order,
    Reply,
    SetParam,
    SetPosition,
)
from protocol.hub.pacing import Pace
from protocol.hub.params import PARAM_OPTIONS, option_named, param_of, pos_style_param
from protocol.hub.positions import PositionReader, Reading, Style
from protocol.hub.state import TABLE
from protocol.hub.values import done_of, info_of, limits_of
from protocol.identity import AUTHOR, NAME
from protocol.log import LOG_OPTION
from protocol.options import VARIANT_OPTION
from protocol.session import Action, LineSession
from protocol.state import State, kind_of
from protocol.text import one_line

_DEFAULT_GAMES = {32: "italian", 50: "international"}


class Writer(typing.Protocol):
    """What carries our lines to the other side, from any thread; see `protocol.hub.pacing`."""

    def write(self, line: bytes, pace: Pace) -> None:
        """Writes a line, with its end, when its time has come."""

    def close(self, timeout: float) -> bool:
        """Writes what waits at once; True if that was done within `timeout` seconds."""


class HubSession(LineSession[Command, Reply]):
    """One conversation. While a search runs every line but `ping` and `ponder-hit` ends it first."""

    def __init__(self, player: Player, writer: Writer) -> None:
        super().__init__(player, TABLE, State.NEW)
        self._writer = writer
        self._level = Level()
        self._reader = PositionReader()
        variant = player.game.variant
        self._reading = Reading(variant, Style.OFFICIAL)
        # The game meant by a board of so many squares.
        self._games = _DEFAULT_GAMES | {variant.square_count: variant.name}
        self._handlers: dict[Order | type, Callable[..., None]] = {
            Order.HUB: lambda order: self._greet(),
            Order.INIT: lambda order: self._initialise(),
            Order.NEW_GAME: lambda order: self._begin_game(),
            Order.PING: lambda order: self._send(Notice.PONG),
            Order.PONDER_HIT: lambda order: self._ponder_hit(),
            Order.STOP: lambda order: self._stop(),
            Order.QUIT: lambda order: self._end(),
            SetParam: self._set_param,
            SetPosition: self._set_position,
            Level: self._set_level,
            Go: self._go,
        }

    def close(self, timeout: float) -> bool:
        """As any session; what waits to be written is written too."""
        answered = super().close(timeout)
        return self._writer.close(timeout) and answered

    # Reading.

    def _read(self, line: str) -> Command | None:
        return parse_command(line)

    def _action(self, command: Command) -> Action:
        # Whatever comes during a search ends it, be it right or wrong.
        return partial(self._handlers[kind_of(command)], command)

    def _complain(self, reason: str, *, ours: bool = False) -> None:
        self._finish()
        if self._machine.state is not State.NEW:
            self._send(Error(f"internal error: {reason}" if ours else reason))

    # Commands.

    def _greet(self) -> None:
        with self._lock:
            self._machine.greet()
            self._send(Id(NAME, __version__, AUTHOR))
            for option in PARAM_OPTIONS:
                self._send(param_of(option, self._player.options[option.name]))
            self._send(pos_style_param(self._reader.setting))
            self._send(Notice.WAIT)

    def _initialise(self) -> None:
        self._player.prepare()
        self._send(Notice.READY)

    def _begin_game(self) -> None:
        self._player.new_game()
        self._player.prepare()  # now, not on the clock of the first move

    def _set_param(self, command: SetParam) -> None:
        option = option_named(command.name)
        if option is None:
            self._reader.choose(command.value)
        elif option.name == LOG_OPTION:
            self._open_log(str(option.read(command.value)))
        elif option.name == VARIANT_OPTION:
            variant = game_named(command.value)
            self._player.set_option(VARIANT_OPTION, variant.name)
            self._games[variant.square_count] = variant.name
            self._reading = Reading(variant, Style.OFFICIAL)
        else:
            self._player.set_option(option.name, command.value)

    def _set_position(self, command: SetPosition) -> None:
        current = self._player.game
        variant = current.variant
        if command.board is not None:
            squares = len(command.board.strip()) - 1
            if squares not in self._games:
                sizes = " or ".join(str(size + 1) for size in sorted(self._games))
                raise RemoteError(f"bad position of {squares + 1} characters: expected {sizes}")
            variant = find_variant(self._games[squares])
        game, reading = self._reader.read(command, variant, current.repetitions)
        if variant is not current.variant:
            self._player.set_option(VARIANT_OPTION, variant.name)
        self._player.set_game(game)
        self._reading = reading

    def _set_level(self, command: Level) -> None:
        self._level = self._level.joined(command)

    def _go(self, command: Go) -> None:
        limits, self._level = limits_of(self._level, command.mode), Level()
        game, reading = self._player.game, self._reading
        position = game.position
        if not position.legal_moves:
            self._answer_without_move("no legal move")
            return
        if game.result is not None:
            # A draw by the rules, and yet a move is wanted: the player is given the position as a new game.
            self._player.set_game(Game(position))
        try:
            self._player.prepare()
        except (OptionError, PackedError) as error:
            self._answer_without_move(str(error))
            return

        def on_info(progress: Progress) -> None:
            if progress.bound == "exact" and progress.multipv == 1:
                self._send(info_of(progress, position, reading))

        def on_best(best: FoundMove) -> None:
            # Not as an error, on which py-draughts would give up the search.
            fault = () if self._failure is None else (Info(message=self._failure),)
            self._answer(*fault, done_of(best, position, reading))

        state = State.PONDERING if command.mode is GoMode.PONDER else State.SEARCHING
        self._search(state, limits, on_info, on_best)

    def _answer_without_move(self, reason: str) -> None:
        with self._lock:
            self._send(Error(one_line(reason)))
            self._send(Done(None))

    # Writing.

    def _format(self, reply: Reply) -> str:
        return format_reply(reply)

    def _write(self, data: bytes, reply: Reply) -> None:
        match reply:
            case Notice.WAIT | Notice.READY | Done():
                pace = Pace.MILESTONE
            case Info():
                pace = Pace.INFO
            case _:
                pace = Pace.LINE
        self._writer.write(data, pace)
