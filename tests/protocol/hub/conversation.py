"""A conversation with a Hub session in memory, without pauses."""

import queue

from attrs import define, field

from engine.player import Player
from protocol.hub.pacing import Pace
from protocol.hub.session import HubSession
from tests.protocol.talk import Talk


@define
class Recorder:
    """A writer that keeps lines; `paces` is what kind each was."""

    lines: queue.Queue[str] = field(factory=queue.Queue, init=False)
    paces: list[Pace] = field(factory=list, init=False)
    closed: bool = field(default=False, init=False)

    def write(self, line: bytes, pace: Pace) -> None:
        assert not self.closed
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        self.paces.append(pace)
        self.lines.put(line.decode()[:-1])

    def close(self, timeout: float) -> bool:
        self.closed = True
        return True


@define
class Conversation(Talk):
    """Says lines to a session and hears its lines."""

    PING = "ping"
    PONG = "pong"

    player: Player
    greeted: bool = True
    writer: Recorder = field(factory=Recorder, init=False)
    session: HubSession = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.session = HubSession(self.player, self.writer)
        if self.greeted:
            self.say("hub")
            self.hear_until("wait")

    def hear(self, timeout: float = 10.0) -> str:
        """The next line. Raises queue.Empty."""
        return self.writer.lines.get(timeout=timeout)

    def drain(self) -> list[str]:
        """The lines said so far."""
        lines = []
        while not self.writer.lines.empty():
            lines.append(self.hear())
        return lines

    def error(self, *lines: str) -> str:
        """Says lines, and hears the one error that they make."""
        heard = self.ask(*lines)
        assert len(heard) == 1
        assert heard[0].startswith('error message="')
        return heard[0].removeprefix('error message="').removesuffix('"')
