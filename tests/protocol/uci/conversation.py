"""A conversation with a session in memory."""

from attrs import define, field

from engine.player import Player
from protocol.transport.memory import MemoryTransport, pair
from protocol.uci.session import UciSession


@define
class Conversation:
    """Says lines to a session and hears its lines."""

    player: Player
    session: UciSession = field(init=False)
    _near: MemoryTransport = field(init=False)
    _held: list[str] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._near, far = pair()
        self.session = UciSession(self.player, far.send)

    def say(self, *lines: str) -> None:
        """Sends whole lines."""
        for line in lines:
            self.session.receive(line.encode() + b"\n")

    def hear(self, timeout: float = 10.0) -> str:
        """The next line."""
        if not self._held:
            data = self._near.receive(timeout)
            assert data.endswith(b"\n")
            self._held = data.decode()[:-1].split("\n")
        return self._held.pop(0)

    def hear_until(self, start: str) -> list[str]:
        """The lines up to and with the first that begins so."""
        lines = [self.hear()]
        while not lines[-1].startswith(start):
            lines.append(self.hear())
        return lines

    def ask(self, *lines: str) -> list[str]:
        """Says lines, and hears everything that is said up to the answer to `isready` after them."""
        self.say(*lines, "isready")
        return self.hear_until("readyok")[:-1]
