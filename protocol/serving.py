"""Serves one session over one transport until either ends."""

import typing
from collections.abc import Callable

from protocol.transport.base import Transport

CLOSING_TIME = 0.2
"""Seconds that a search is given to end when the other side is gone."""


class Session(typing.Protocol):
    """What every protocol's session can do."""

    ended: bool

    def receive(self, data: bytes) -> None:
        """Takes bytes of the other side."""

    def end_of_input(self) -> None:
        """Learns that no more will come."""

    def close(self, timeout: float) -> bool:
        """Stops whatever runs; True if it ended within `timeout` seconds."""


def serve(transport: Transport, open_session: Callable[[Callable[[bytes], None]], Session]) -> bool:
    """Carries bytes until the session or the input ends; `open_session` is given the way to write.

    Returns whether everything the session had started has ended too. KeyboardInterrupt passes
    through, after the session is closed.
    """
    session = open_session(transport.send)
    try:
        while not session.ended:
            data = transport.receive()
            if data:
                session.receive(data)
            else:
                session.end_of_input()
    finally:
        clean = session.close(CLOSING_TIME)
        transport.close()
    return clean
