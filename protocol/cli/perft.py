"""`damiera perft`: how many lines of play there are."""

import time
from typing import Any

from engine.rules.errors import RulesError
from engine.rules.fen import parse_fen
from engine.rules.notation import format_move
from engine.rules.perft import MAX_DEPTH, StopFlag, divide, perft
from engine.rules.position import Position
from engine.rules.variants import VARIANTS
from protocol.cli.arguments import Flag, Operand, Subcommand, UsageError, whole_number
from protocol.cli.background import interruptible
from protocol.cli.common import VARIANT_FLAG


def _run(values: dict[str, Any]) -> int:
    variant = values["variant"] or VARIANTS["italian"]
    try:
        position = parse_fen(values["fen"], variant) if values["fen"] is not None else Position.start(variant)
    except RulesError as error:
        raise UsageError(f"--fen: {error}") from None
    stop = StopFlag()

    def raise_flag() -> None:
        stop.raised = True

    def count(depth: int) -> tuple[int, float]:
        began = time.perf_counter()
        nodes = interruptible(lambda: perft(position, depth, stop), raise_flag)
        return nodes, time.perf_counter() - began

    for depth in range(1, values["depth"] + 1):
        nodes, seconds = count(depth)
        print(f"depth {depth} nodes {nodes}", flush=True)
    if values["divide"]:
        counts = interruptible(lambda: list(divide(position, values["depth"], stop)), raise_flag)
        for move, number in counts:
            print(f"{format_move(position, move, style='full')}: {number}")
    print(f"time {seconds:.3f} s, {nodes / max(seconds, 1e-6) / 1e6:.2f} M nodes/s at depth {values['depth']}")
    return 0


SUBCOMMAND = Subcommand(
    name="perft",
    summary="Counts the lines of play of each length up to DEPTH plies: the measure of a move generator.",
    run=_run,
    operands=(Operand("DEPTH", f"plies, 1 to {MAX_DEPTH}", whole_number(1, MAX_DEPTH)),),
    flags=(
        Flag("--fen", "the position to start from (default: the start of the game)", "FEN"),
        Flag("--divide", "also the count behind each move, at DEPTH"),
        VARIANT_FLAG,
    ),
    examples=(
        "damiera perft 8",
        "damiera perft 6 --variant english --divide",
        'damiera perft 5 --fen "W:W21,K30:B5,12"',
    ),
)
