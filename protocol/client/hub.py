"""Driving an engine by the Hub protocol, version 2."""

from collections.abc import Sequence

from engine.options import Option
from engine.rules.fen import format_hub
from engine.rules.position import Position
from engine.rules.variants import Color, Variant
from engine.score import Score
from protocol.client.base import READY_TIMEOUT
from protocol.client.line import LineOfPlay
from protocol.client.options import choice_for, find_option, value_for
from protocol.client.search import Found, Mode, SearchClient, Words
from protocol.client.values import Clock, Identity, Report, SearchLimits
from protocol.errors import RemoteError
from protocol.hub.codec import format_command, parse_reply
from protocol.hub.messages import Done, Go, GoMode, Id, Info, Level, Notice, Order, Param, SetParam, SetPosition

_VARIANT = "variant"
_MODES = {Mode.THINK: GoMode.THINK, Mode.PONDER: GoMode.PONDER, Mode.ANALYZE: GoMode.ANALYZE}
_KINDS = {"bool": "check", "int": "spin", "enum": "combo", "real": "string", "string": "string"}
_UNLIMITED = 10**17
_SURE_WIN = 90.0
"""From this score on, in men, it is a win in so many plies (below, the bitbase wins of Scan)."""


class HubClient(SearchClient):
    """An engine that speaks Hub. What `start` leaves to do, `init` and the loading, `new_game` does."""

    words = Words(
        protocol="Hub",
        greeting=Order.HUB,
        greeted=Notice.WAIT,
        ponder_hit=Order.PONDER_HIT,
        stop=Order.STOP,
        ping=Order.PING,
        quit=Order.QUIT,
        pong=Notice.PONG,
        answer="done",
    )
    move_style = "hub"

    def __init__(self, command: tuple[str, ...], *, label: str | None = None, directory: str | None = None) -> None:
        super().__init__(command, label=label, directory=directory)
        self._is_ready = False
        self._variant = ""

    def _introduce(self, line: str) -> bool | None:
        match parse_reply(line):
            case Id(name, version, author):
                self.identity = Identity(name, version, author)
            case Param() as param:
                self.options += _options(param)
                if param.name == _VARIANT:
                    self._variant = param.value
            case Notice.WAIT:
                return True
        return None

    def set_option(self, name: str, value: str | None) -> None:
        option = find_option(self, name)
        self._send(format_command(SetParam(option.name, value_for(self, option, value) or "")))

    def new_game(self, variant: Variant, timeout: float = READY_TIMEOUT) -> None:
        choice = choice_for(self, _VARIANT, variant)
        if choice and choice != self._variant:
            self._send(format_command(SetParam(_VARIANT, choice)))
            self._variant = choice
        if self._is_ready:
            self._send(Order.NEW_GAME)
            self.ping(timeout)
        else:
            self._send(Order.INIT)
            self._await(lambda line, at: line.strip() == Notice.READY or None, timeout, "ready")
            self._is_ready = True

    def _format_start(self, start: Position) -> str:
        return format_hub(start)

    def _position_command(self, line: LineOfPlay) -> str:
        return format_command(SetPosition(line.start_text, tuple(line.texts)))

    def _go_commands(self, limits: SearchLimits, mode: Mode, side: Color) -> Sequence[str]:
        levels = [Level(infinite=True)] if limits.infinite else _levels(limits, limits.clock(side))
        return [*map(format_command, levels), format_command(Go(_MODES[mode]))]

    def _read_found(self, line: str) -> Found:
        done = parse_reply(line)
        if not isinstance(done, Done):
            raise RemoteError("done: expected a move")
        return Found(done.move, done.ponder)

    def _reports(self, line: str) -> bool:
        return "score" in line

    def _read_report(self, line: str) -> Report | None:
        info = parse_reply(line)
        if not isinstance(info, Info):
            return None
        return Report(
            depth=info.depth,
            score=None if info.score is None else _score(info.score),
            nodes=info.nodes,
            nps=None if info.nps is None else round(info.nps * 1e6),
            time=None if info.time is None else info.time * 1000,
            pv=info.pv,
        )


def _levels(limits: SearchLimits, clock: Clock | None) -> list[Level]:
    """One line for each kind of limit: several engines read no more than one kind from a line."""
    levels = []
    if limits.depth is not None:
        levels.append(Level(depth=limits.depth))
    if limits.nodes is not None:
        levels.append(Level(nodes=limits.nodes))
    if limits.movetime is not None:
        levels.append(Level(move_time=max(1.0, limits.movetime) / 1000))
    if clock is not None:
        # Hub adds the increment before the move, everybody else after it.
        time = max(0.0, clock.time - clock.increment) / 1000
        levels.append(Level(moves=limits.moves_to_go, time=time, inc=clock.increment / 1000 or None))
    return levels


def _score(men: float) -> Score:
    if abs(men) <= _SURE_WIN:
        return Score(centimen=round(men * 100))
    plies = max(0, round((100 - abs(men)) * 100))
    return Score(win_in=max(1, plies) if men > 0 else -plies)


def _options(param: Param) -> tuple[Option, ...]:
    """The option of a parameter; none if its numbers are no numbers."""
    kind = _KINDS[param.type]
    default: str | int | bool = param.value
    minimum = maximum = None
    if kind == "check":
        default = param.value == "true"
    elif kind == "spin":
        try:
            default = int(param.value)
            minimum, maximum = int(param.minimum or -_UNLIMITED), int(param.maximum or _UNLIMITED)
        except ValueError:
            return ()
    option = Option(param.name, kind, default=default, minimum=minimum, maximum=maximum, choices=param.values, help="")
    return (option,)
