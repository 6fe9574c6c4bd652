"""`damiera bench`: the number that identifies the behaviour, and the speed."""

import os
from typing import Any

from engine.bench import POSITIONS, bench
from protocol.cli.arguments import Flag, Subcommand, whole_number
from protocol.cli.background import interruptible
from protocol.cli.progress import Progress

_CORES = os.cpu_count() or 1


def _run(values: dict[str, Any]) -> int:
    threads, deeper = values["threads"] or 1, values["deeper"] or 0
    progress = Progress()
    count = len(POSITIONS)

    def tell(done: int) -> None:
        # Each position takes a like share of the time.
        progress.update(done / count, f"{done} of {count} positions")

    try:
        result = interruptible(lambda: bench(deeper, threads, tell))
    finally:
        progress.clear()
    for (variant, fen, depth), nodes in zip(POSITIONS, result.each, strict=True):
        print(f"{nodes:>10} {variant} depth {depth + deeper} {fen}")
    print(f"Time: {result.seconds:.3f} s")
    print(f"Nodes/s: {result.nodes / max(result.seconds, 1e-6):.0f}")
    if threads > 1:
        print(f"Nodes: {result.nodes}, of {threads} threads: another number at each run")
    elif deeper:
        print(f"Nodes: {result.nodes}")
    else:
        print(f"Bench: {result.nodes}")
    return 0


SUBCOMMAND = Subcommand(
    name="bench",
    summary="Searches fixed positions to fixed depths. "
    "With one thread the number in the last line is the same on every machine.",
    run=_run,
    flags=(
        Flag("--threads", f"threads that search together, 1 to {_CORES} (default 1)", "N", whole_number(1, _CORES)),
        Flag("--deeper", "plies more than usual: for speed, which takes longer to tell", "N", whole_number(0, 20)),
    ),
    examples=("damiera bench", "damiera bench --deeper 6 --threads 2"),
)
