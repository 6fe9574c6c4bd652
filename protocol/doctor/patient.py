"""The engine under examination: running, ready, and replaced when a check has spoilt it."""

import time

from engine.rules.variants import Variant
from protocol.client.hub import HubClient
from protocol.client.opening import Protocol
from protocol.client.search import SearchClient
from protocol.client.uci import UciClient
from protocol.doctor.findings import CheckSkipped
from protocol.doctor.manners import complaint

_CLIENTS = {Protocol.UCI: UciClient, Protocol.HUB: HubClient}
_COMPLAINTS_KEPT = 10


class Patient:
    """Starts the engine as often as needed and listens to all it says."""

    def __init__(
        self, command: tuple[str, ...], protocol: Protocol, variant: Variant, directory: str | None, seconds: float
    ) -> None:
        self.command = command
        self.protocol = protocol
        self.variant = variant
        self.directory = directory
        self.end = time.monotonic() + seconds
        self.complaints: list[str] = []
        """What is wrong with its lines, each kind once, the first ones only."""
        self.stderr = ""
        """What it wrote to standard error, whenever that was."""
        self.pongs = 0
        """Answers to pings so far."""
        self._client: SearchClient | None = None
        self._is_ready = False

    def bounded(self, seconds: float) -> float:
        """A time to wait: so many seconds, but not beyond the end of the examination."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise CheckSkipped("no time left")
        return min(seconds, left)

    def started(self) -> SearchClient:
        """A new process, not spoken to yet; the one before is ended."""
        self.dismiss()
        self._client = _CLIENTS[self.protocol](self.command, directory=self.directory)
        self._client.listener = self._listen
        return self._client

    def ready(self) -> SearchClient:
        """The running process, or a new one, ready for a game."""
        if self._client is None:
            self.started().start(self.bounded(10))
        if not self._is_ready:
            self._client.new_game(self.variant, self.bounded(20))
            self._is_ready = True
        return self._client

    def dismiss(self) -> None:
        """Ends the process: the next check gets a new one."""
        client, self._client = self._client, None
        self._is_ready = False
        if client is not None:
            self.stderr = self.stderr or client.stderr_tail  # before it is ended by force, and may complain
            client.quit(0.3)

    def recent_lines(self) -> tuple[str, ...]:
        """The end of the conversation."""
        return self._client.recent_lines[-8:] if self._client else ()

    def _listen(self, line: str) -> None:
        self.pongs += line.strip() == _CLIENTS[self.protocol].words.pong
        found = complaint(self.protocol, line)
        if found and found not in self.complaints and len(self.complaints) < _COMPLAINTS_KEPT:
            self.complaints.append(found)
