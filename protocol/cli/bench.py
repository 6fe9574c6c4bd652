"""`damiera bench`: the number that identifies the behaviour, and the speed."""

from typing import Any

from engine.bench import POSITIONS, bench
from protocol.cli.arguments import Subcommand
from protocol.cli.background import interruptible
from protocol.cli.progress import Progress


def _run(values: dict[str, Any]) -> int:
    progress = Progress()
    count = len(POSITIONS)
    try:
        # Each position takes a like share of the time.
        result = interruptible(
            lambda: bench(on_position=lambda done: progress.update(done / count, f"{done} of {count} positions"))
        )
    finally:
        progress.clear()
    for (variant, fen, depth), nodes in zip(POSITIONS, result.each, strict=True):
        print(f"{nodes:>10} {variant} depth {depth} {fen}")
    print(f"Time: {result.seconds:.3f} s")
    print(f"Nodes/s: {result.nodes / max(result.seconds, 1e-6):.0f}")
    print(f"Bench: {result.nodes}")
    return 0


SUBCOMMAND = Subcommand(
    name="bench",
    summary="Searches fixed positions to fixed depths. The number in the last line is the same on every machine.",
    run=_run,
    examples=("damiera bench",),
)
