"""Serving a session on the standard input and output of this process, and the subcommands that do no more."""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from engine.player import Player
from engine.rules.variants import Variant
from protocol.cli.arguments import Subcommand
from protocol.cli.common import OPTION_FLAG, VARIANT_FLAG
from protocol.cli.player import player_from, variant_told
from protocol.detect import Send, dialect_named
from protocol.serving import Session, serve
from protocol.transport.stdio import StdioTransport


def serve_stdio(values: dict[str, Any], open_session: Callable[[Player, Send, Variant | None], Session]) -> int:
    """Serves a protocol until it ends, with the engine of the command line. Raises UsageError."""
    player = player_from(values)
    told = variant_told(values, player)
    if not sys.stdin or not sys.stdin.isatty():
        # The program that drives us may share its keyboard with us; it ends us by closing the input.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    clean = serve(StdioTransport(), lambda send: open_session(player, send, told))
    if not clean:
        # A search that does not end in time must not outlive the program that started it.
        os._exit(0)
    return 0


def serving(name: str, protocol: str) -> Subcommand:
    """The subcommand that serves the dialect of that name, which messages call `protocol`."""
    return Subcommand(
        name=name,
        summary=f"Serves {protocol} on standard input and output.",
        run=lambda values: serve_stdio(values, dialect_named(name).open),
        flags=(VARIANT_FLAG, OPTION_FLAG),
        examples=(f"damiera {name}", f"damiera {name} --variant english --option Hash=256"),
    )
