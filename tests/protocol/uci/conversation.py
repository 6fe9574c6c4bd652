"""A conversation with a session in memory."""

from attrs import define, field

from engine.player import Player
from protocol.transport.memory import MemoryTransport, pair
from protocol.uci.session import UciSession
from tests.protocol.talk import Talk


@define
class Conversation(Talk):
    """Says lines to a session and hears its lines."""

    PING = "isready"
    PONG = "readyok"

    player: Player
    session: UciSession = field(init=False)
    _near: MemoryTransport = field(init=False)
    _held: list[str] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._near, far = pair()
        self.session = UciSession(self.player, far.send)

    def hear(self, timeout: float = 10.0) -> str:
        """The next line."""
        if not self._held:
            data = self._near.receive(timeout)
            assert data.endswith(b"\n")
            self._held = data.decode()[:-1].split("\n")
        return self._held.pop(0)
