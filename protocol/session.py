"""What the sessions of UCI and Hub have in common: lines in and out, one search at a time. Does no I/O of its own."""

import abc
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from engine.options import OptionError
from engine.packed import PackedError
from engine.player import BestMove, Info, Player
from engine.rules.errors import RulesError
from engine.search.limits import Limits
from protocol.errors import RemoteError
from protocol.lines import Line, LineBuffer, Overlong
from protocol.log import LOG_OPTION, Log
from protocol.state import Machine, Rule, State, Table, kind_of
from protocol.text import one_line

Action = Callable[[], None]
Command = TypeVar("Command")
Reply = TypeVar("Reply")


class LineSession(abc.ABC, Generic[Command, Reply]):
    """One conversation in lines. A line that cannot be obeyed is answered by one line, and nothing else changes."""

    def __init__(self, player: Player, table: Table, state: State) -> None:
        self.ended = False
        """Whether the other side has ended it, by a word or by the end of its output."""
        self._player = player
        self._buffer = LineBuffer()
        self._log = Log.configured(player.options[LOG_OPTION])
        self._machine = Machine(table, state)
        # Held while the state changes and while the lines of one answer are written.
        self._lock = threading.RLock()
        self._idle = threading.Event()
        self._idle.set()

    # What a protocol has to say.

    @abc.abstractmethod
    def _read(self, line: str) -> Command | None:
        """The command of a line; None: there is none in it. Raises RemoteError."""

    @abc.abstractmethod
    def _action(self, command: Command) -> Action:
        """What is to be done. What can be found wrong here does not end what is running.

        Here and in the action it raises RemoteError, RulesError, OptionError or PackedError.
        """

    @abc.abstractmethod
    def _complain(self, reason: str, *, ours: bool = False) -> None:
        """Says why a line is not obeyed; `ours`: by a fault of this program."""

    @abc.abstractmethod
    def _format(self, reply: Reply) -> str:
        """The line of a reply, without its end."""

    @abc.abstractmethod
    def _write(self, data: bytes, reply: Reply) -> None:
        """Writes a line, with its end; called under the lock."""

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
            command = self._read(line)
            if command is not None:
                self._obey(command)
        except (RemoteError, RulesError, OptionError, PackedError) as error:
            self._complain(one_line(str(error)))
        except Exception as error:  # a fault of ours must not end the game of whoever drives us
            self._complain(one_line(repr(error)), ours=True)

    def _obey(self, command: Command) -> None:
        match self._machine.rule_for(command):
            case Rule.IGNORE:
                return
            case Rule.REFUSE:
                raise RemoteError(f"{kind_of(command)} while {self._machine.state.value}")
            case Rule.NOW:
                self._action(command)()
            case Rule.FINISH_FIRST:
                action = self._action(command)
                self._finish()
                action()

    # Orders.

    def _stop(self) -> None:
        self._player.stop()

    def _finish(self) -> None:
        """Ends what is running, if anything is, and waits until its answer is given."""
        if not self._idle.is_set():
            self._stop()
            self._idle.wait()

    def _end(self) -> None:
        self.ended = True
        self._stop()

    def _ponder_hit(self) -> None:
        with self._lock:
            if self._machine.state is State.PONDERING:
                self._machine.ponder_hit()
                self._player.ponder_hit()

    def _open_log(self, path: str) -> None:
        log = Log.open(path) if path else None
        if self._log:
            self._log.close()
        self._log = log

    # Searches.

    def _search(
        self, state: State, limits: Limits, on_info: Callable[[Info], None], on_best: Callable[[BestMove], None]
    ) -> None:
        """Begins a search; `on_best` has to give its answer."""
        self._player.wait()
        self._begin(state)
        try:
            self._player.go(limits, on_info, on_best)
        except BaseException:
            self._answer()
            raise

    def _begin(self, state: State) -> None:
        with self._lock:
            self._machine.begin(state)
            self._idle.clear()

    def _answer(self, *replies: Reply) -> None:
        """Gives the one answer to what was running. The state changes before the other side can know."""
        with self._lock:
            self._machine.answer()
            for reply in replies:
                self._send(reply)
            self._idle.set()

    @property
    def _failure(self) -> str | None:
        """What went wrong inside the search that has just ended."""
        failure = self._player.failure
        return None if failure is None else f"internal error: {one_line(repr(failure))}"

    # Writing.

    def _send(self, reply: Reply) -> None:
        line = self._format(reply)
        with self._lock:
            if self._log:
                self._log.sent(line)
            self._write(line.encode("utf-8", errors="replace") + b"\n", reply)
