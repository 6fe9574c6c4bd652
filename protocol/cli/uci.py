"""`damiera uci`, and `damiera` alone, which finds out the protocol by itself."""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from engine.player import Player
from protocol.cli.arguments import Subcommand
from protocol.cli.common import OPTION_FLAG, VARIANT_FLAG
from protocol.cli.player import player_from
from protocol.detect import DetectingSession, Send, dialect_named, expected_words
from protocol.serving import Session, serve
from protocol.transport.stdio import StdioTransport


def serve_stdio(player: Player, open_session: Callable[[Player, Send], Session]) -> int:
    """Serves a protocol on standard input and output until it ends."""
    if not sys.stdin or not sys.stdin.isatty():
        # The program that drives us may share its keyboard with us; it ends us by closing the input.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    clean = serve(StdioTransport(), lambda send: open_session(player, send))
    if not clean:
        # A search that does not end in time must not outlive the program that started it.
        os._exit(0)
    return 0


def _run_uci(values: dict[str, Any]) -> int:
    return serve_stdio(player_from(values), dialect_named("uci").open)


def _run_detecting(values: dict[str, Any]) -> int:
    if sys.stdin and sys.stdin.isatty():
        print(f"damiera: type {expected_words()}, or see damiera --help", file=sys.stderr, flush=True)

    def complain(text: str) -> None:
        print(f"damiera: {text}", file=sys.stderr, flush=True)

    return serve_stdio(player_from(values), lambda player, send: DetectingSession(player, send, complain))


SUBCOMMAND = Subcommand(
    name="uci",
    summary="Serves the UCI-like protocol on standard input and output.",
    run=_run_uci,
    flags=(VARIANT_FLAG, OPTION_FLAG),
    examples=("damiera uci", "damiera uci --variant english --option Hash=256"),
)

DETECTING = Subcommand(
    name="",
    summary="Serves standard input and output; the first line picks the protocol.",
    run=_run_detecting,
    flags=(VARIANT_FLAG, OPTION_FLAG),
)
