"""Keeping an engine in play: it is started when it is needed, and started again, so and so often, after a fault."""

import threading
from collections.abc import Sequence
from typing import Any

from attrs import asdict, evolve, frozen

from engine.rules.variants import Variant
from protocol.client.base import QUIT_GRACE, START_TIMEOUT, Client
from protocol.client.errors import EngineError, IllegalMoveError, UnsupportedError
from protocol.client.opening import Protocol, detect_protocol, open_client
from protocol.client.values import Identity
from protocol.match.config import EngineConfig
from protocol.match.record import Fault
from protocol.text import one_line
from protocol.transport.command_line import split_command

_PONDER = "ponder"
_HARMLESS = (IllegalMoveError, UnsupportedError)
"""After these an engine goes on as before."""


class Restarts:
    """How often the engine of each name may still be started again; shared by all tables of a match."""

    def __init__(self, each: int) -> None:
        self.each = each
        self._used: dict[str, int] = {}
        self._lock = threading.Lock()

    def take(self, name: str) -> None:
        """Uses one up. Raises OutOfRestarts."""
        with self._lock:
            used = self._used.get(name, 0)
            if used >= self.each:
                raise OutOfRestarts(f"{name} has failed again, after {used} restarts: the match cannot go on")
            self._used[name] = used + 1


class OutOfRestarts(Exception):
    """An engine fails too often; `str()` is one line."""


class Closed(Exception):
    """The seat was closed by another thread: the match is being stopped."""


class Seat:
    """The place of one engine at one table.

    Belongs to the thread of its table, but for `shut` and `close`.
    """

    def __init__(self, config: EngineConfig, restarts: Restarts, *, ponder: bool = False) -> None:
        self.config = config
        self.client: Client | None = None
        """None: it has to be started first."""
        self._ponder = ponder
        self._restarts = restarts
        self._failed = False
        self._faults: list[Fault] = []
        self._lock = threading.Lock()
        self._closed = False

    @property
    def name(self) -> str:
        """The engine's."""
        return self.config.name

    @property
    def ponders(self) -> bool:
        """Whether it is to think on the opponent's time, and can be told so."""
        return self._ponder and self.client is not None and self.client.has_searches

    def prepare(self, variant: Variant) -> None:
        """Makes the engine ready for a game, starting it if need be.

        One that ran before and fails now is started anew; one that fails right after its start raises
        EngineError. Raises also OutOfRestarts, and Closed.
        """
        while True:
            ran_before = self.client is not None
            try:
                if not ran_before:
                    self._start()
                self.client.new_game(variant)
                return
            except EngineError as error:
                self.blame(error)
                self._drop()
                if not ran_before:
                    raise

    def blame(self, error: EngineError) -> None:
        """Notes what the engine did wrong; ends it unless it can go on."""
        if self._closed:
            raise Closed
        self._faults.append(
            Fault(self.name, error.kind, str(error), tuple(map(one_line, error.lines)), error.stderr.strip())
        )
        if not isinstance(error, _HARMLESS):
            self._drop()

    def take_faults(self) -> tuple[Fault, ...]:
        """What was noted since the last time."""
        faults, self._faults = tuple(self._faults), []
        return faults

    def shut(self) -> None:
        """What the engine does from now on is not its fault; from any thread."""
        with self._lock:
            self._closed = True

    def close(self, grace: float = QUIT_GRACE) -> None:
        """Ends the engine for good; from any thread. A call that waits for it fails soon, with Closed."""
        self.shut()
        client = self.client
        if client is not None:
            client.quit(grace)

    def _drop(self) -> None:
        self._failed = True
        client, self.client = self.client, None
        if client is not None:
            client.quit(0)

    def _start(self) -> None:
        if self._failed:
            self._restarts.take(self.name)
            self._failed = False
        client = open_engine(self.config)
        with self._lock:
            if self._closed:
                raise Closed
            self.client = client
        try:
            client.start(START_TIMEOUT)
            set_options(client, self.config.options)
            if self._ponder and any(option.name.lower() == _PONDER for option in client.options):
                client.set_option(_PONDER, "true")
        finally:
            if self._closed:  # `close` may have come when there was nothing to end yet
                client.quit(0)


def open_engine(config: EngineConfig) -> Client:
    """A client for an engine, not started. Raises EngineError."""
    return open_client(config.command, config.protocol, label=config.name, directory=config.directory)


def set_options(client: Client, options: Sequence[tuple[str, str]]) -> None:
    """Sets options of a started engine. Raises EngineError."""
    for name, value in options:
        client.set_option(name, value)


@frozen
class Examined:
    """What starting an engine once has shown."""

    config: EngineConfig
    """With the protocol that it speaks."""
    identity: Identity

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return {"name": self.config.name, "protocol": self.config.protocol.value, "identity": asdict(self.identity)}


def examine(config: EngineConfig, variant: Variant) -> Examined:
    """Starts an engine as for a game, and ends it: to find mistakes before the match begins. Raises EngineError."""
    if config.protocol is Protocol.AUTO and not config.is_remote:
        words = tuple(split_command(config.command))
        config = evolve(config, protocol=detect_protocol(words, config.directory))
    client = open_engine(config)
    try:
        client.start(START_TIMEOUT)
        set_options(client, config.options)
        client.new_game(variant)
    finally:
        client.quit()
    return Examined(config, client.identity)
