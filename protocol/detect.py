"""Which protocol the other side speaks, from its first line."""

import re
from collections.abc import Callable

from attrs import frozen

from engine.player import Player
from engine.rules.variants import Variant
from protocol.lines import Line, LineBuffer, Overlong
from protocol.serving import Session
from protocol.text import quoted

Send = Callable[[bytes], None]


@frozen
class Dialect:
    """A protocol that can be served: how it is known, and how it is opened."""

    name: str
    first_words: str
    """What to type to choose it, for messages."""
    recognises: Callable[[str], bool]
    open: Callable[[Player, Send, Variant | None], Session]
    """Given also the game that the user named, if any: the player's own is else only the usual one."""


def _open_uci(player: Player, send: Send, told: Variant | None) -> Session:
    from protocol.uci.session import UciSession

    return UciSession(player, send)


def _open_hub(player: Player, send: Send, told: Variant | None) -> Session:
    from protocol.hub.opening import open_session

    return open_session(player, send)


def _open_dxp(player: Player, send: Send, told: Variant | None) -> Session:
    from protocol.dxp.pacing import DirectWriter
    from protocol.dxp.session import DxpSession, Settings

    return DxpSession(player, DirectWriter(send), settings=Settings(told))


DIALECTS = (
    Dialect(
        name="uci",
        first_words="uci, udri",
        recognises=lambda line: line.strip().lower() in ("uci", "udri"),
        open=_open_uci,
    ),
    Dialect(
        name="hub",
        first_words="hub",
        recognises=lambda line: line.strip().lower() == "hub",
        open=_open_hub,
    ),
    Dialect(
        name="dxp",
        first_words="a DXP message (R01...)",
        recognises=lambda line: re.match("R[0-9]{2}.{40}", line) is not None,
        open=_open_dxp,
    ),
)
"""Every protocol that is served. A line that two of them recognise belongs to the first."""


def dialect_named(name: str) -> Dialect:
    """The protocol of that name, which must be in the table."""
    return next(dialect for dialect in DIALECTS if dialect.name == name)


def expected_words() -> str:
    """What a first line may be, for messages."""
    *words, last = (dialect.first_words for dialect in DIALECTS)
    return f"{', '.join(words)} or {last}"


class DetectingSession:
    """A session that becomes another one at the first line that says which. Silent to the other side till then.

    `complain` is given one line for each first line that no protocol knows. Blank lines are passed over. A NUL
    ends a line too, as in DXP. `told` is as in `Dialect.open`.
    """

    def __init__(
        self, player: Player, send: Send, complain: Callable[[str], None], told: Variant | None = None
    ) -> None:
        self._player = player
        self._send = send
        self._complain = complain
        self._told = told
        self._buffer = LineBuffer()
        self._held = b""
        self._session: Session | None = None
        self._closed = False

    @property
    def ended(self) -> bool:
        """Whether the conversation is over."""
        return self._closed or (self._session is not None and self._session.ended)

    def receive(self, data: bytes) -> None:
        """Takes bytes: looks for the first line, then hands everything from it on to its session."""
        while self._session is None and data:
            end = re.search(b"[\n\0]", data)
            piece, data = (data[: end.end()], data[end.end() :]) if end else (data, b"")
            if len(self._held) <= self._buffer.limit:
                self._held += piece
            for line in self._buffer.feed(piece.replace(b"\0", b"\n")):
                self._choose(line)
        if self._session is not None and data:
            self._session.receive(data)

    def end_of_input(self) -> None:
        """The last line may lack its end."""
        if self._session is None:
            for line in self._buffer.finish():
                self._choose(line)
        if self._session is not None:
            self._session.end_of_input()
        self._closed = True

    def close(self, timeout: float) -> bool:
        """Ends whatever session there is."""
        return self._session is None or self._session.close(timeout)

    def _choose(self, line: Line) -> None:
        held, self._held = self._held, b""
        if isinstance(line, Overlong):
            self._complain(f"first line of more than {line.limit} bytes: expected {expected_words()}")
            return
        for dialect in DIALECTS:
            if dialect.recognises(line):
                self._session = dialect.open(self._player, self._send, self._told)
                self._session.receive(held)
                return
        if line.strip():
            self._complain(f"unknown protocol {quoted(line.strip())}: expected {expected_words()}")
