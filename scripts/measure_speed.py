"""Prints how deep and how fast the search is, by processor time of one thread: the table in engine/README.md.

    python scripts/measure_speed.py [--milliseconds 1000] [--hash 64]

For each position: the depth of the last whole iteration within the processor time, the nodes and the time of
that iteration and all before it, and nodes per second.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import accepted

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Variant
from engine.search.alphabeta import Worker
from engine.search.clock import Timer
from engine.search.info import Info
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import LARGEST, Table, TableError

MIDDLE = {
    "english": "W:W19,20,24,27,28,29:B3,5,8,9,11,12,21,22",
    "italian": "W:W23,26,27,28,29,30,31,32:B1,2,4,5,8,9,10,16",
}


def measure(variant: Variant, position: Position, milliseconds: float, mebibytes: int) -> str:
    """A row of the table."""
    game = Game(position)
    signal = StopSignal()
    worker = Worker(variant, Table(mebibytes), signal)
    worker.set_root(position, game.repetition_keys, game.counters, game.repetitions, range(len(position.legal_moves)))
    began = time.process_time()
    rows: list[tuple[int, int, float]] = []

    def told(info: Info) -> None:
        spent = 1000 * (time.process_time() - began)
        if spent <= milliseconds:
            rows.append((info.depth, info.nodes, spent))
        else:
            signal.raised = True

    Deepening(worker, position, Limits(), Timer(None, signal), 1, told).run()
    depth, nodes, spent = rows[-1]
    return f"{depth} | {nodes:,} | {spent:.0f} | {nodes / max(spent, 1) / 1000:.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--milliseconds", type=accepted.number(10, 10**6), default=1000)
    parser.add_argument("--hash", type=accepted.whole(1, LARGEST), default=64)
    arguments = parser.parse_args()
    print("| game | position | depth | nodes | ms | M nodes/s |\n|---|---|---|---|---|---|")
    for variant in VARIANTS.values():
        starts = {"start": Position.start(variant)}
        if variant.name in MIDDLE:
            starts["middle game"] = parse_fen(MIDDLE[variant.name], variant)
        for name, position in starts.items():
            try:
                row = measure(variant, position, arguments.milliseconds, arguments.hash)
            except TableError as error:
                parser.error(str(error))
            print(f"| {variant.name} | {name} | {row} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
