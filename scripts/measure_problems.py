"""Sets the proved problems of tests/data/problems.jsonl: how many are solved, and with how many nodes.

    python scripts/measure_problems.py [--nodes 20000000] [--show]

A problem is solved if the move played keeps the proved value. The 20 million nodes are what one thread
searches in about four seconds.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import accepted

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.notation import parse_move
from engine.rules.variants import find_variant
from engine.search.alphabeta import Worker
from engine.search.clock import Timer
from engine.search.info import Info
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import Table

ROOT = Path(__file__).resolve().parents[1]


def solve(problem: dict, nodes: int, table: Table) -> bool:
    """Whether the move that the search ends with is one of the proved ones."""
    game = Game(parse_fen(problem["fen"], find_variant(problem["game"])))
    position = game.position
    wanted = {parse_move(position, move).identity for move in problem["moves"]}
    signal = StopSignal()
    worker = Worker(game.variant, table, signal)
    table.clear()
    worker.set_root(position, game.repetition_keys, game.counters, game.repetitions, range(len(position.legal_moves)))

    def decided(info: Info) -> None:
        signal.raised = signal.raised or (info.score.win_in or 0) > 0

    best = Deepening(worker, position, Limits(nodes=nodes), Timer(None, signal), 1, decided).run()
    return best.move.identity in wanted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nodes", type=accepted.whole(), default=20_000_000)
    parser.add_argument("--show", action="store_true", help="name the problems that are not solved")
    arguments = parser.parse_args()
    lines = (ROOT / "tests" / "data" / "problems.jsonl").read_text("ascii").splitlines()
    problems = [json.loads(line) for line in lines]
    table = Table(64)
    missed = [problem["id"] for problem in problems if not solve(problem, arguments.nodes, table)]
    solved = len(problems) - len(missed)
    print(f"{solved} of {len(problems)} solved ({100 * solved / len(problems):.1f} %), {arguments.nodes} nodes each")
    if arguments.show:
        print("missed:", " ".join(missed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
