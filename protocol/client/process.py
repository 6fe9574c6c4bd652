"""A client of a program: what the protocols over its pipes have in common."""

import contextlib
import signal
import time
from collections.abc import Callable
from pathlib import PurePath
from typing import TypeVar

from protocol.client.base import QUIT_GRACE, Client
from protocol.client.errors import CrashError, EngineError, StallError, StartError, ViolationError
from protocol.client.transcript import Transcript
from protocol.client.values import Identity
from protocol.errors import RemoteError
from protocol.lines import Overlong
from protocol.text import one_line, quoted
from protocol.transport.process import Arrival, End, ProcessTransport

T = TypeVar("T")
Take = Callable[[str, int], T | None]
"""Takes a line and its time of arrival; None: it was not what is waited for."""

_EXIT_WAIT = 0.3
_LAST_WORDS = 160
"""Characters of a program's last words that are told: enough for the name of a missing file, or an exception."""


def launch(command: tuple[str, ...], directory: str | None) -> ProcessTransport:
    """Starts a program. Raises StartError."""
    try:
        return ProcessTransport(command, directory=directory)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        where = "" if directory is None else f" in {directory}"
        raise StartError(f"cannot start {command[0]!r}{where}: {reason}") from None


def how_it_ended(transport: ProcessTransport) -> str:
    """What became of a program whose output has ended, as the rest of a sentence."""
    transport.wait(_EXIT_WAIT)
    status = transport.exit_status
    if status is None:
        return "has closed its output"
    if status >= 0:
        text = f"has ended with exit status {status}"
    else:
        try:
            text = f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            text = f"was ended by signal {-status}"
    last_words = transport.last_words()
    return f"{text}, saying {quoted(last_words, _LAST_WORDS)}" if last_words else text


class ProcessClient(Client):
    """Starts a command without a shell, in `directory`, and exchanges lines with it."""

    def __init__(self, command: tuple[str, ...], *, label: str | None = None, directory: str | None = None) -> None:
        self.command = command
        self.directory = directory
        self.label = label or PurePath(command[0]).name
        self.listener: Callable[[str], None] | None = None
        """Called with every line of the engine's, before it is made sense of."""
        self.identity = Identity()
        self.options = ()
        self._transport: ProcessTransport | None = None
        self._transcript = Transcript()

    @property
    def process_id(self) -> int | None:
        """Its process, which leads a process group of its own; None before the start."""
        return self._transport.pid if self._transport else None

    @property
    def exit_status(self) -> int | None:
        """None before the start and while it runs; see `ProcessTransport.exit_status`."""
        return self._transport.exit_status if self._transport else None

    @property
    def stderr_tail(self) -> str:
        """The end of its standard error."""
        return self._transport.stderr_tail if self._transport else ""

    @property
    def recent_lines(self) -> tuple[str, ...]:
        """The last lines that passed, ours with `>` before them and its own with `<`."""
        return self._transcript.lines

    def close_input(self) -> None:
        """Ends its standard input, at which an engine has to go."""
        self._transport.close_input()

    def wait(self, timeout: float) -> bool:
        """Waits for it to end by itself; whether it did within `timeout` seconds."""
        return self._transport.wait(timeout)

    def say(self, line: str) -> None:
        """Sends any line, for tools that try what an engine makes of it."""
        self._send(line)

    def quit(self, grace: float = QUIT_GRACE) -> None:
        if self._transport:
            if grace > 0:
                self._say_goodbye()
            self._transport.close(grace)

    def _say_goodbye(self) -> None:
        """Asks it to go, without a thought for what it does."""

    def _launch(self) -> None:
        if self._transport:
            raise ValueError(f"{self.label} was started before")
        self._transport = launch(self.command, self.directory)

    def _send(self, line: str) -> None:
        if not self._transport:
            raise ValueError(f"{self.label} is not started")
        self._transcript.sent(line)
        try:
            self._transport.send(line.encode() + b"\n")
        except TimeoutError as error:
            raise self._error(StallError, f"{self.label}: {error}") from None

    def _send_now(self, line: str) -> int:
        """Sends, and returns when that began, in nanoseconds."""
        began = time.perf_counter_ns()
        self._send(line)
        return began

    def _send_in_vain(self, line: str) -> None:
        """Sends to a program that perhaps cannot hear any more."""
        self._transcript.sent(line)
        with contextlib.suppress(TimeoutError):
            self._transport.send(line.encode() + b"\n", patience=0.05)

    def _await(self, take: Take[T], timeout: float, expected: str) -> tuple[T, int]:
        """The first line that `take` makes something of, and when it arrived.

        Raises CrashError, StallError, or ViolationError where `take` raises RemoteError.
        """
        deadline = time.perf_counter_ns() + round(timeout * 1e9)
        while True:
            try:
                arrival = self._transport.receive_line((deadline - time.perf_counter_ns()) / 1e9)
            except TimeoutError:
                arrival = None
            if isinstance(arrival, End):
                raise self._error(CrashError, f"{self.label} {self._how_it_ended()} (expected {expected})")
            # What arrives later is too late, or a flood would keep us here for ever.
            if arrival is None or arrival.at > deadline:
                raise self._error(StallError, f"{self.label}: no {expected} within {timeout:g} s")
            taken = self._take(arrival, take)
            if taken is not None:
                return taken, arrival.at

    def _drain(self, take: Take[object]) -> None:
        """Deals with the lines that have arrived by now."""
        now = time.perf_counter_ns()
        with contextlib.suppress(TimeoutError):
            while True:
                arrival = self._transport.receive_line(0)
                if isinstance(arrival, End):
                    return
                self._take(arrival, take)
                if arrival.at > now:
                    return

    def _take(self, arrival: Arrival, take: Take[T]) -> T | None:
        line = arrival.line
        self._transcript.received(line)
        if isinstance(line, Overlong):
            return None
        if self.listener:
            self.listener(line)
        try:
            return take(line, arrival.at)
        except EngineError:
            raise
        except RemoteError as error:
            raise self._error(ViolationError, f"{self.label}: {error}") from None

    def _error(self, kind: type[EngineError], message: str, **more: str) -> EngineError:
        return kind(one_line(message), lines=self.recent_lines, stderr=self.stderr_tail, **more)

    def _how_it_ended(self) -> str:
        return how_it_ended(self._transport)
