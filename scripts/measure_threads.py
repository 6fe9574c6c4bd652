"""Measures what more threads are worth: nodes per second and time to a depth, against one thread.

    python scripts/measure_threads.py [--game english] [--threads 2] [--positions 24] [--milliseconds 500]

Drawn ballots of the game's three-move deck (its positions after random short openings where it has none) are
searched by one thread within `--milliseconds`, then by `--threads` threads to the last whole iteration of that
search, each time with an empty table. Printed for each: the depth, and both times and speeds; at the end the
geometric means of the ratios with their error of one standard deviation. Of use on a quiet machine only.
"""

import argparse
import math
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import accepted

from engine.openings.ballots import ballots, kinds_of
from engine.openings.short import short_openings
from engine.rules.game import Game
from engine.search.alphabeta import Worker
from engine.search.clock import Budget, Timer
from engine.search.helpers import Helpers
from engine.search.info import Info
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import Table

HASH = 64
"""Size of each table, MiB."""


def measure(game: Game, threads: int, depth: int | None, milliseconds: float | None) -> Info:
    """The last iteration of a search that is ended by `depth`, or after `milliseconds` if that is given."""
    signal = StopSignal()
    table = Table(HASH)
    table.settle()
    worker = Worker(game.variant, table, signal)
    helpers = Helpers(game.variant, table, threads - 1)
    allowed = tuple(range(len(game.position.legal_moves)))
    worker.set_root(game.position, game.repetition_keys, game.counters, game.repetitions, allowed)
    timer = Timer(None if milliseconds is None else Budget(math.inf, milliseconds), signal)
    iterations: list[Info] = []

    def told(info: Info) -> None:
        if not worker.aborted:
            iterations.append(info)

    helpers.start(game, allowed, 0, depth)
    try:
        Deepening(worker, game.position, Limits(depth=depth), timer, 1, told, others=helpers.workers).run()
    finally:
        helpers.stop()
    return iterations[-1]


def mean(ratios: list[float]) -> str:
    """The geometric mean of the ratios with its error."""
    logs = [math.log(ratio) for ratio in ratios]
    middle = sum(logs) / len(logs)
    error = math.sqrt(sum((log - middle) ** 2 for log in logs)) / len(logs)
    return f"{math.exp(middle):.2f} ± {math.exp(middle) * error:.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", type=accepted.game, default="english")
    parser.add_argument("--threads", type=accepted.whole(2, 256), default=2)
    parser.add_argument("--positions", type=accepted.whole(), default=24)
    parser.add_argument("--milliseconds", type=accepted.number(10, 10**6), default=500)
    parser.add_argument("--seed", type=accepted.whole(0), default=1)
    arguments = parser.parse_args()
    variant = arguments.game
    games = [ballot.game for ballot in ballots(variant, "three-move")] if kinds_of(variant) else short_openings(variant)
    chosen = random.Random(arguments.seed).sample(list(games), min(arguments.positions, len(games)))
    times, speeds = [], []
    for number, game in enumerate(chosen, 1):
        one = measure(game, 1, None, arguments.milliseconds)
        more = measure(game, arguments.threads, one.depth, None)
        times.append(max(one.time, 1) / max(more.time, 1))
        speeds.append(more.nps / one.nps)
        print(
            f"{number}/{len(chosen)} depth {one.depth}: {one.time} ms against {more.time} ms, "
            f"{one.nps / 1e6:.1f} against {more.nps / 1e6:.1f} M nodes/s",
            flush=True,
        )
    print(
        f"{variant.name}, {arguments.threads} threads: {mean(times)} times as fast to the depth, {mean(speeds)} nodes/s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
