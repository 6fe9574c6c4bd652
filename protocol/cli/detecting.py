"""`damiera` alone, which finds out the protocol by itself."""

import sys
from typing import Any

from protocol.cli.arguments import Subcommand
from protocol.cli.common import OPTION_FLAG, VARIANT_FLAG
from protocol.cli.stdio import serve_stdio
from protocol.detect import DetectingSession, expected_words


def _run(values: dict[str, Any]) -> int:
    if sys.stdin and sys.stdin.isatty():
        print(f"damiera: type {expected_words()}, or see damiera --help", file=sys.stderr, flush=True)

    def complain(text: str) -> None:
        print(f"damiera: {text}", file=sys.stderr, flush=True)

    return serve_stdio(values, lambda player, send, told: DetectingSession(player, send, complain, told))


DETECTING = Subcommand(
    name="",
    summary="Serves standard input and output; the first line picks the protocol.",
    run=_run,
    flags=(VARIANT_FLAG, OPTION_FLAG),
)
