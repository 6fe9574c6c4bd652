"""The one interface to an engine, whatever the protocol."""

import abc
from collections.abc import Callable, Sequence
from typing import ClassVar, Self

from engine.options import Option
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.variants import Variant
from protocol.client.values import Answer, Identity, Outcome, Report, SearchLimits

START_TIMEOUT = 10.0
"""Seconds from the start of a program to the end of its handshake."""
READY_TIMEOUT = 60.0
"""Seconds for loading what a game needs."""
STOP_TIMEOUT = 2.0
QUIT_GRACE = 1.0

OnReport = Callable[[Report], None]


class Client(abc.ABC):
    """An engine that we drive.

    The order of calls: `start`; options; for each game `new_game`, then `set_position` and a search
    in turn; `quit`, which may be called at any time, by any thread, and makes a waiting call fail
    soon. The other calls belong to one thread. Timeouts are seconds. Whatever the engine does wrong
    comes as an EngineError.
    """

    has_searches: ClassVar[bool] = True
    """Whether it can ponder and analyse on command, answer a ping and take options. DXP has no words
    for that: the calls raise UnsupportedError."""
    label: str
    """What we call it in messages."""
    identity: Identity
    options: tuple[Option, ...]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()

    @abc.abstractmethod
    def start(self, timeout: float = START_TIMEOUT) -> None:
        """Starts it and learns who it is and which options it has."""

    @abc.abstractmethod
    def set_option(self, name: str, value: str | None) -> None:
        """Sets an option, named in any case. Raises UnsupportedError if there is none of that name and value."""

    @abc.abstractmethod
    def new_game(self, variant: Variant, timeout: float = READY_TIMEOUT) -> None:
        """Makes it ready for a game. Raises UnsupportedError if it says that it does not play this variant."""

    @abc.abstractmethod
    def set_position(self, start: Position, moves: Sequence[Move] = ()) -> None:
        """What the next search is about: the moves, which must be legal, after `start`."""

    @abc.abstractmethod
    def go(self, limits: SearchLimits, timeout: float, on_report: OnReport | None = None) -> Answer:
        """Searches. A StallError comes after `timeout`, which is not told to the engine.

        `on_report` is called with each account of the search, from whichever thread hears of it.
        """

    @abc.abstractmethod
    def go_ponder(self, limits: SearchLimits, on_report: OnReport | None = None) -> None:
        """Begins to search on the opponent's time; the position holds its expected move already."""

    @abc.abstractmethod
    def ponder_hit(self, timeout: float) -> Answer:
        """The expected move was played: the search goes on by the clock."""

    @abc.abstractmethod
    def go_infinite(self, on_report: OnReport | None = None) -> None:
        """Begins to search until `stop`."""

    @abc.abstractmethod
    def stop(self, timeout: float = STOP_TIMEOUT) -> Answer:
        """Ends what `go_ponder` or `go_infinite` began. `elapsed` counts from here."""

    @abc.abstractmethod
    def has_answered(self) -> bool:
        """Whether what `go_ponder` or `go_infinite` began has ended by itself already."""

    @abc.abstractmethod
    def ping(self, timeout: float = STOP_TIMEOUT) -> int:
        """Makes sure that it listens, also during a search; returns the nanoseconds that it took."""

    @abc.abstractmethod
    def end_game(self, outcome: Outcome) -> None:
        """Tells it that the game is over, where the protocol has a word for that.

        The position must have been set to the last one.
        """

    @abc.abstractmethod
    def quit(self, grace: float = QUIT_GRACE) -> None:
        """Asks it to go, and after `grace` seconds makes it. Never fails."""
