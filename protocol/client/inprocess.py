"""Our own engine in our own process, behind the interface of all the others."""

import threading
import time
from collections.abc import Sequence

from attrs import field, frozen

from engine.options import OPTIONS, OptionError
from engine.packed import PackedError
from engine.player import BestMove, Info, Player
from engine.rules.game import Game
from engine.rules.move import Move
from engine.rules.notation import format_move
from engine.rules.position import Position
from engine.rules.variants import Variant
from engine.search.limits import Limits
from protocol.client.base import QUIT_GRACE, READY_TIMEOUT, START_TIMEOUT, STOP_TIMEOUT, Client, OnReport
from protocol.client.errors import CrashError, StallError, UnsupportedError
from protocol.client.values import Answer, Identity, Outcome, Report, SearchLimits
from protocol.options import VARIANT_OPTION


@frozen(eq=False)
class _Search:
    """A search and what has come of it so far."""

    position: Position
    on_report: OnReport | None
    reports: list[Report] = field(factory=list, init=False)
    """The last one only."""
    answers: list[tuple[BestMove, int]] = field(factory=list, init=False)
    done: threading.Event = field(factory=threading.Event, init=False)

    def note(self, info: Info) -> None:
        if info.multipv == 1 and info.bound == "exact":
            self.reports[:] = [_report(info, self.position)]
            if self.on_report:
                self.on_report(self.reports[0])

    def finish(self, best: BestMove) -> None:
        self.answers.append((best, time.perf_counter_ns()))
        self.done.set()


class InProcessClient(Client):
    """A Player as a Client. It can neither crash apart from us nor be ended by force."""

    def __init__(self, player: Player | None = None, *, label: str = "damiera") -> None:
        self.label = label
        self.identity = Identity("Damiera")
        self.options = tuple(OPTIONS)
        self._player = player or Player()
        self._search: _Search | None = None

    def start(self, timeout: float = START_TIMEOUT) -> None:
        """Nothing needs to start."""

    def set_option(self, name: str, value: str | None) -> None:
        try:
            self._player.set_option(name, value)
        except OptionError as error:
            raise UnsupportedError(f"{self.label}: {error}") from None

    def new_game(self, variant: Variant, timeout: float = READY_TIMEOUT) -> None:
        self._player.set_option(VARIANT_OPTION, variant.name)
        self._player.new_game()
        self._player.prepare()

    def set_position(self, start: Position, moves: Sequence[Move] = ()) -> None:
        self._player.set_game(Game.from_moves(start, moves))

    def go(self, limits: SearchLimits, timeout: float, on_report: OnReport | None = None) -> Answer:
        began = time.perf_counter_ns()
        self._begin(self._limits(limits), on_report)
        return self._answer(began, timeout)

    def go_ponder(self, limits: SearchLimits, on_report: OnReport | None = None) -> None:
        self._begin(self._limits(limits, ponder=True), on_report)

    def go_infinite(self, on_report: OnReport | None = None) -> None:
        self._begin(Limits(infinite=True), on_report)

    def ponder_hit(self, timeout: float) -> Answer:
        began = time.perf_counter_ns()
        self._player.ponder_hit()
        return self._answer(began, timeout)

    def stop(self, timeout: float = STOP_TIMEOUT) -> Answer:
        began = time.perf_counter_ns()
        self._player.stop()
        return self._answer(began, timeout)

    def has_answered(self) -> bool:
        return self._search is not None and self._search.done.is_set()

    def ping(self, timeout: float = STOP_TIMEOUT) -> int:
        return 0

    def end_game(self, outcome: Outcome) -> None:
        """Nobody needs to be told."""

    def quit(self, grace: float = QUIT_GRACE) -> None:
        self._player.close()

    def _begin(self, limits: Limits, on_report: OnReport | None) -> None:
        self._search = _Search(self._player.game.position, on_report)
        try:
            self._player.go(limits, self._search.note, self._search.finish)
        except (OptionError, PackedError, RuntimeError) as error:
            raise CrashError(f"{self.label}: {error}") from None

    def _limits(self, limits: SearchLimits, *, ponder: bool = False) -> Limits:
        clock = limits.clock(self._player.game.position.side)
        return Limits(
            depth=limits.depth,
            nodes=limits.nodes,
            movetime=limits.movetime,
            time=clock and clock.time,
            increment=clock.increment if clock else 0,
            moves_to_go=limits.moves_to_go,
            mate=limits.mate,
            infinite=limits.infinite,
            ponder=ponder,
        )

    def _answer(self, began: int, timeout: float) -> Answer:
        search = self._search
        if not search.done.wait(timeout):
            raise StallError(f"{self.label}: no answer within {timeout:g} s")
        if self._player.failure is not None:
            raise CrashError(f"{self.label}: the search failed: {self._player.failure!r}")
        best, at = search.answers[0]
        report = search.reports[0] if search.reports else None
        return Answer(best.move, max(0, at - began), best.ponder, report)


def _report(info: Info, position: Position) -> Report:
    pv = []
    for move in info.pv:
        pv.append(format_move(position, move, style="full"))
        position = position.after(move)
    return Report(info.depth, info.seldepth, info.score, info.nodes, info.nps, info.time, tuple(pv))
