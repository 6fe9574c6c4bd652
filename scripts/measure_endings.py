"""Plays won endings out against itself, a fixed number of nodes a move: how many are converted, and how fast.

    python scripts/measure_endings.py [--game english] [--nodes 200000] [--positions 10] [--seed 1]

Three kings against two and two against one, at random squares, the stronger side to move, neither side
able to take.
Printed for each kind: positions, wins within the move-count rule, half-moves of the longest.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import accepted

from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import Color, Variant
from engine.search.alphabeta import Worker
from engine.search.clock import Timer
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import Table


def placed(variant: Variant, strong: int, weak: int, chance: random.Random) -> Position:
    """Kings at random where nothing can be taken."""
    while True:
        squares = chance.sample(variant.geometry.squares, strong + weak)
        position = Position.place(variant, Color.WHITE, white_kings=squares[:strong], black_kings=squares[strong:])
        other = Position(variant, Color.BLACK, position.white, position.black, position.kings)
        if not any(move.is_capture for side in (position, other) for move in side.legal_moves[:1]):
            return position


def play_out(position: Position, nodes: int) -> tuple[bool, int]:
    """Whether White wins, and after how many half-moves."""
    game = Game(position)
    signals = [StopSignal(), StopSignal()]
    workers = [Worker(position.variant, Table(16), signal) for signal in signals]
    while game.result is None:
        worker = workers[game.position.side]
        worker.table.new_search()
        count = len(game.position.legal_moves)
        worker.set_root(game.position, game.repetition_keys, game.counters, game.repetitions, range(count))
        timer = Timer(None, worker.signal)
        game.play(Deepening(worker, game.position, Limits(nodes=nodes), timer, 1, lambda info: None).run().move)
    return game.result.winner == Color.WHITE, len(game.moves)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", type=accepted.game, default="english")
    parser.add_argument("--nodes", type=accepted.whole(), default=200_000)
    parser.add_argument("--positions", type=accepted.whole(), default=10)
    parser.add_argument("--seed", type=accepted.whole(0), default=1)
    arguments = parser.parse_args()
    variant = arguments.game
    chance = random.Random(arguments.seed)
    for strong, weak in ((2, 1), (3, 2)):
        results = [play_out(placed(variant, strong, weak, chance), arguments.nodes) for _ in range(arguments.positions)]
        won = [plies for win, plies in results if win]
        longest = max(won, default=0)
        print(f"{variant.name}, {strong} kings against {weak}: {len(won)} of {len(results)} won, longest {longest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
