"""Driving an engine by the UCI-like protocol."""

import re
from collections.abc import Sequence

from attrs import evolve

from engine.rules.fen import format_fen
from engine.rules.position import Position
from engine.rules.variants import Color, Variant
from engine.score import Score
from protocol.client.base import READY_TIMEOUT, OnReport
from protocol.client.line import LineOfPlay
from protocol.client.options import choice_for, find_option, value_for
from protocol.client.search import Found, Mode, SearchClient, Words
from protocol.client.values import Answer, Report, SearchLimits
from protocol.errors import RemoteError
from protocol.options import VARIANT_OPTION
from protocol.uci.codec import format_command, parse_reply
from protocol.uci.messages import BestMove, Go, Id, Info, Notice, OptionLine, Order, SetOption, SetPosition

_NOT_THE_BEST = re.compile(r"^info string| multipv (?!1 )|(?:lower|upper)bound")


class UciClient(SearchClient):
    """An engine that speaks the UCI-like protocol, or its Russian cousin that says `udriok`."""

    words = Words(
        protocol="UCI",
        greeting=Order.UCI,
        greeted=Notice.UCI_OK,
        ponder_hit=Order.PONDER_HIT,
        stop=Order.STOP,
        ping=Order.IS_READY,
        quit=Order.QUIT,
        pong=Notice.READY_OK,
        answer="bestmove",
    )
    move_style = "full"

    def _introduce(self, line: str) -> bool | None:
        if not line.startswith(("id ", "option ", "uciok", "udriok")):
            return None
        match parse_reply(line):
            case Id("name", value):
                self.identity = evolve(self.identity, name=value)
            case Id("author", value):
                self.identity = evolve(self.identity, author=value)
            case OptionLine(option):
                self.options += (option,)
            case Notice.UCI_OK | Notice.UDRI_OK:
                return True
        return None

    def set_option(self, name: str, value: str | None) -> None:
        option = find_option(self, name)
        self._send(format_command(SetOption(option.name, value_for(self, option, value))))

    def new_game(self, variant: Variant, timeout: float = READY_TIMEOUT) -> None:
        choice = choice_for(self, VARIANT_OPTION, variant)
        if choice:
            self._send(format_command(SetOption(VARIANT_OPTION, choice)))
        self._send(Order.NEW_GAME)
        self.ping(timeout)

    def go(self, limits: SearchLimits, timeout: float, on_report: OnReport | None = None) -> Answer:
        # A second answer to the last go comes before the pong, and so is found out. It was asked for
        # when the answer was there: to wait for it now would cost each move the way there and back.
        self._drain(self._take_line)
        if self._pongs_due:
            self._await_pongs(timeout)
        answer = super().go(limits, timeout, on_report)
        self._send_ping()
        return answer

    def _format_start(self, start: Position) -> str:
        return "startpos" if start == Position.start(start.variant) else f"fen {format_fen(start)}"

    def _position_command(self, line: LineOfPlay) -> str:
        source, _, text = line.start_text.partition(" ")
        return format_command(SetPosition(source, text, tuple(line.texts)))

    def _go_commands(self, limits: SearchLimits, mode: Mode, side: Color) -> Sequence[str]:
        white, black = limits.clock(Color.WHITE), limits.clock(Color.BLACK)
        go = Go(
            wtime=white and round(white.time),
            btime=black and round(black.time),
            winc=white and round(white.increment),
            binc=black and round(black.increment),
            movestogo=limits.moves_to_go,
            movetime=None if limits.movetime is None else max(1, round(limits.movetime)),
            depth=limits.depth,
            nodes=limits.nodes,
            mate=limits.mate,
            infinite=limits.infinite,
            ponder=mode is Mode.PONDER,
        )
        return [format_command(go)]

    def _read_found(self, line: str) -> Found:
        reply = parse_reply(line)
        if not isinstance(reply, BestMove):
            raise RemoteError("bestmove: expected a move or (none), found nothing")
        return Found(reply.move, reply.ponder)

    def _reports(self, line: str) -> bool:
        return " score " in line and _NOT_THE_BEST.search(line) is None

    def _read_report(self, line: str) -> Report | None:
        info = parse_reply(line)
        if not isinstance(info, Info):
            return None
        return Report(
            depth=info.depth,
            seldepth=info.seldepth,
            score=_score(info),
            nodes=info.nodes,
            nps=info.nps,
            time=info.time,
            pv=info.pv,
        )


def _score(info: Info) -> Score | None:
    if info.mate is not None:
        return Score(win_in=2 * info.mate - 1 if info.mate > 0 else 2 * info.mate)
    return None if info.centimen is None else Score(centimen=info.centimen)
