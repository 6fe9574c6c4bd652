"""A client of a program that answers `go` with a move: what UCI and Hub have in common."""

import abc
import time
from collections.abc import Sequence
from enum import Enum, auto

from attrs import frozen

from engine.rules.errors import MoveError
from engine.rules.move import Move
from engine.rules.notation import Style, format_move, parse_hub_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import Color
from protocol.client.base import START_TIMEOUT, STOP_TIMEOUT, OnReport
from protocol.client.errors import EngineError, IllegalMoveError
from protocol.client.line import LineOfPlay
from protocol.client.process import ProcessClient
from protocol.client.values import Answer, Outcome, Report, SearchLimits
from protocol.errors import RemoteError


class Mode(Enum):
    """What a search is for."""

    THINK = auto()
    PONDER = auto()
    ANALYZE = auto()


@frozen
class Found:
    """An answer as it was written."""

    move: str | None
    ponder: str | None


@frozen
class Words:
    """The protocol's words for what needs no argument, and for the answers."""

    protocol: str
    """Its name."""
    greeting: str
    greeted: str
    """The answer to it, for messages."""
    ponder_hit: str
    stop: str
    ping: str
    quit: str
    pong: str
    answer: str


class SearchClient(ProcessClient):
    """A program with a current position and one search at a time."""

    words: Words
    move_style: Style

    def __init__(self, command: tuple[str, ...], *, label: str | None = None, directory: str | None = None) -> None:
        super().__init__(command, label=label, directory=directory)
        self._line = LineOfPlay(
            lambda position, move: format_move(position, move, style=self.move_style), self._format_start
        )
        self._searching = False
        self._found: tuple[Found, int] | None = None
        self._pongs_due = 0
        self._last_report = ""
        self._on_report: OnReport | None = None

    # What a protocol has to say.

    @abc.abstractmethod
    def _introduce(self, line: str) -> bool | None:
        """Takes a line of the handshake; True: it was the last. Raises RemoteError for one that cannot be read."""

    @abc.abstractmethod
    def _format_start(self, start: Position) -> str:
        """The position before the first move as text, which is made once a game."""

    @abc.abstractmethod
    def _position_command(self, line: LineOfPlay) -> str:
        """How the position is set."""

    @abc.abstractmethod
    def _go_commands(self, limits: SearchLimits, mode: Mode, side: Color) -> Sequence[str]:
        """How a search is begun; the last line starts the clock."""

    @abc.abstractmethod
    def _read_found(self, line: str) -> Found:
        """Reads a line that begins with the word of an answer. Raises RemoteError."""

    @abc.abstractmethod
    def _reports(self, line: str) -> bool:
        """Whether a line that begins with `info` tells how the best line stands."""

    @abc.abstractmethod
    def _read_report(self, line: str) -> Report | None:
        """Reads such a line. Raises RemoteError."""

    # The interface.

    def start(self, timeout: float = START_TIMEOUT) -> None:
        def take(line: str, at: int) -> bool | None:
            try:
                return self._introduce(line)
            except RemoteError:
                return None  # others may do

        self._launch()
        self._send(self.words.greeting)
        self._await(take, timeout, f"'{self.words.greeted}' of the {self.words.protocol} protocol")

    def set_position(self, start: Position, moves: Sequence[Move] = ()) -> None:
        self._line.update(start, moves)
        self._send(self._position_command(self._line))

    def go(self, limits: SearchLimits, timeout: float, on_report: OnReport | None = None) -> Answer:
        return self._answer(self._begin(limits, Mode.THINK, on_report), timeout)

    def go_ponder(self, limits: SearchLimits, on_report: OnReport | None = None) -> None:
        self._begin(limits, Mode.PONDER, on_report)

    def go_infinite(self, on_report: OnReport | None = None) -> None:
        self._begin(SearchLimits(infinite=True), Mode.ANALYZE, on_report)

    def ponder_hit(self, timeout: float) -> Answer:
        return self._answer(self._send_unless_found(self.words.ponder_hit), timeout)

    def stop(self, timeout: float = STOP_TIMEOUT) -> Answer:
        return self._answer(self._send_unless_found(self.words.stop), timeout)

    def ping(self, timeout: float = STOP_TIMEOUT) -> int:
        self._drain(self._take_line)
        began = self._send_ping()
        return self._await_pongs(timeout) - began

    def has_answered(self) -> bool:
        """Whether a search begun by `go_ponder` or `go_infinite` has ended by itself already."""
        self._drain(self._take_line)
        return self._found is not None

    def end_game(self, outcome: Outcome) -> None:
        """These protocols have no word for it."""

    def _say_goodbye(self) -> None:
        self._send_in_vain(self.words.quit)

    def _send_ping(self) -> int:
        """Asks for a sign of life without waiting for it; returns when."""
        self._pongs_due += 1
        return self._send_now(self.words.ping)

    def _await_pongs(self, timeout: float) -> int:
        """Waits for the answers to all that was asked so, of which one is due at least; when the last came."""

        def take(line: str, at: int) -> bool | None:
            self._take_line(line, at)
            return self._pongs_due == 0 or None

        return self._await(take, timeout, self.words.pong)[1]

    # The search.

    def _begin(self, limits: SearchLimits, mode: Mode, on_report: OnReport | None) -> int:
        """Starts a search and returns when."""
        self._drain(self._take_line)
        *before, last = self._go_commands(limits, mode, self._line.position.side)
        for command in before:
            self._send(command)
        self._found = None
        self._last_report = ""
        self._on_report = on_report
        self._searching = True
        return self._send_now(last)

    def _send_unless_found(self, line: str) -> int:
        """An engine may end such a search by itself; then the word would come to nothing, or to the next search."""
        return time.perf_counter_ns() if self.has_answered() else self._send_now(line)

    def _take_line(self, line: str, at: int) -> None:
        """Deals with any line: keeps what belongs to the search. Raises RemoteError."""
        line = line.lstrip()
        if line.startswith("info"):
            if self._reports(line):
                self._last_report = line
                report = self._report_or_none(line) if self._on_report else None
                if report:
                    self._on_report(report)
            return
        word = line.partition(" ")[0].rstrip()
        if word == self.words.answer:
            if not self._searching:
                raise RemoteError(f"{line!r} without a search: expected one answer to each go")
            self._searching = False
            self._found = (self._read_found(line), at)
        elif word == self.words.pong:
            self._pongs_due = max(0, self._pongs_due - 1)

    def _answer(self, began: int, timeout: float) -> Answer:
        def take(line: str, at: int) -> tuple[Found, int] | None:
            self._take_line(line, at)
            return self._found

        if self._found is None:
            self._await(take, timeout, self.words.answer)
        (found, at), self._found = self._found, None
        elapsed = max(0, at - began)
        report = self._report_or_none(self._last_report) if self._last_report else None
        position = self._line.position
        if found.move is None:
            if position.legal_moves:
                raise self._illegal(f"{self.label}: no move in a position with legal moves", "")
            return Answer(None, elapsed, report=report)
        try:
            move = self._read_move(position, found.move)
        except MoveError as error:
            raise self._illegal(f"{self.label}: {error}", found.move) from None
        return Answer(move, elapsed, self._ponder(position.after(move), found.ponder), report, found.move)

    def _read_move(self, position: Position, text: str) -> Move:
        return (parse_hub_move if self.move_style == "hub" else parse_move)(position, text)

    def _ponder(self, position: Position, text: str | None) -> Move | None:
        """An expected move that is not legal is no reason to lose a game."""
        try:
            return self._read_move(position, text) if text else None
        except MoveError:
            return None

    def _report_or_none(self, line: str) -> Report | None:
        try:
            return self._read_report(line)
        except RemoteError:
            return None  # what it says of its search is decoration

    def _illegal(self, message: str, move: str) -> EngineError:
        return self._error(IllegalMoveError, message, move=move)
