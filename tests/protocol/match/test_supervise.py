"""An engine's place at a table, closed by another thread at an awkward moment."""

import pytest

from engine.rules.variants import ENGLISH
from protocol.client.errors import CrashError
from protocol.match import supervise
from protocol.match.config import EngineConfig
from protocol.match.supervise import Closed, Restarts, Seat

pytestmark = pytest.mark.both_modes


class LateClient:
    """A client whose engine is there only after the seat was closed."""

    options = ()

    def __init__(self) -> None:
        self.is_running = False
        self.when_starting = lambda: None

    def start(self, timeout: float) -> None:
        self.when_starting()
        self.is_running = True

    def new_game(self, variant: object) -> None:
        if not self.is_running:
            raise CrashError("it has ended")

    def quit(self, grace: float = 0) -> None:
        self.is_running = False


def test_closed_while_the_engine_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `close` found nothing to end of would else play on, and the match with it."""
    client = LateClient()
    monkeypatch.setattr(supervise, "open_engine", lambda config: client)
    seat = Seat(EngineConfig("late", "late"), Restarts(0))
    client.when_starting = seat.close
    with pytest.raises(Closed):
        seat.prepare(ENGLISH)
    assert not client.is_running
    assert seat.take_faults() == ()
