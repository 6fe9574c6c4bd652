"""A conversation with a session in memory."""

import time

from attrs import define, field

from protocol.dxp.codec import format_message, parse_message
from protocol.dxp.events import Finished
from protocol.dxp.frames import Framing
from protocol.dxp.pacing import DirectWriter
from protocol.dxp.session import DxpSession, Settings
from protocol.transport.memory import pair
from tests.protocol.dxp.quick_player import QuickPlayer

NAME = "Tester".ljust(32)
REFUSED = "A" + "Damiera".ljust(32)
ACCEPTED = REFUSED + "0"
ITALIAN = "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"
INTERNATIONAL = "zzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


def game_request(follower="W", minutes="000", moves="000", start="BW" + ITALIAN, name=NAME):
    """A GAMEREQ: by default for an Italian game without a clock in which the follower begins."""
    return f"R01{name:<32}{follower}{minutes}{moves}{start}"


@define(slots=False)
class Clock:
    """A clock that goes when it is told to; begins at an arbitrary time."""

    time: float = 1000.0

    def __call__(self):
        return self.time


@define
class Conversation:
    """Says messages to a session and hears its messages. A DXP session knows no request for silence, hence `drain`."""

    player: QuickPlayer = field(factory=QuickPlayer)
    settings: Settings = field(factory=Settings)
    framing: Framing = Framing.LINE
    now: object = time.monotonic
    events: list = field(factory=list, init=False)
    session: DxpSession = field(init=False)
    _near: object = field(init=False)

    def __attrs_post_init__(self):
        self._near, far = pair()
        self.session = DxpSession(
            self.player, DirectWriter(far.send), self.framing, self.settings, self.events.append, self.now
        )

    @property
    def end(self):
        return b"\0" if self.framing is Framing.NUL else b"\n"

    def say(self, *texts):
        """Sends whole messages."""
        for text in texts:
            self.session.receive(text.encode("latin-1") + self.end)

    def hear(self, timeout=5.0):
        """The next message."""
        data = self._near.receive(timeout)
        assert data.endswith(self.end), data
        assert len(data) <= 128, data
        text = data[:-1].decode("ascii")
        parse_message(text)
        assert "internal error" not in text
        return text

    def ask(self, text):
        """Says one message and hears the next."""
        self.say(text)
        return self.hear()

    def silent(self, seconds=0.05):
        """Whether nothing is heard for a while."""
        try:
            heard = self._near.receive(seconds)
        except TimeoutError:
            return True
        raise AssertionError(f"heard {heard!r}")

    def drain(self, seconds=0.05):
        """All messages until nothing is heard for a while."""
        texts = []
        try:
            while True:
                texts.append(self.hear(seconds))
        except TimeoutError:
            return texts

    def outcomes(self):
        """The outcomes of the games so far."""
        return [event.outcome for event in self.events if isinstance(event, Finished)]

    def close(self):
        assert self.session.close(5)


def state(talk):
    """What the session is at."""
    return talk.session._machine.state


def follow(talk, **fields):
    """Has the session accept a game in which it begins, and hears its first move."""
    assert talk.ask(game_request(**fields)) == ACCEPTED
    return talk.hear()


def reply(talk, seconds=0):
    """The text of the first legal move of the other side."""
    running = talk.session._running
    return format_message(running.board.write_move(running.game.position.legal_moves[0], seconds))


def move_text(origin, target):
    """The text of a quiet move."""
    return f"M0000{origin:02}{target:02}00"
