"""A Hub session on standard input and output."""

from collections.abc import Callable
from functools import partial

from engine.player import Player
from protocol.hub.pacing import HubWriter
from protocol.hub.pipe import has_unread
from protocol.hub.session import HubSession

_STANDARD_OUTPUT = 1


def open_session(player: Player, send: Callable[[bytes], None]) -> HubSession:
    """A session whose lines are paced; `send` writes to standard output."""
    return HubSession(player, HubWriter(send, partial(has_unread, _STANDARD_OUTPUT)))
