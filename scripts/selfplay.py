"""Makes the games from which the evaluation is fitted: the engine against itself, with few nodes a move.

    python scripts/selfplay.py GAME POSITIONS FILE [--nodes 1000] [--seed 1]

A game starts from the deck's eleven-man ballots or, in half of the games and where there is no such
deck, from the start, with up to ten random moves; from there both sides search `--nodes` nodes. Each
position in which neither side could take gives a record of sixteen bytes: three boards of 32 bits
(pieces of the side to move, the other's, kings; squares as that side sees them, its own home at the
highest numbers), the value of the search in centimen (16 bits signed), the result of the game for the side
to move (0, 1 or 2), and the number of pieces. One seed gives the same file again, on any machine.
"""

import argparse
import random
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import accepted

from engine.openings.ballots import OpeningError, ballots
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import Variant
from engine.search import parameters
from engine.search.alphabeta import Worker
from engine.search.stop import StopSignal
from engine.search.table import Table

RECORD = struct.Struct("<IIIhBB")
RANDOM_PLIES = 10
LONGEST = 240
"""Half-moves after which a game is drawn."""
REVERSIBLE = 50
"""Half-moves without progress after which it is drawn."""
CLEAR = 450
"""A value, centimen, that decides a game if both sides agree on it for CLEAR_PLIES."""
CLEAR_PLIES = 8


class Boards:
    """Bitboards to 32 bits, as each side sees them."""

    def __init__(self, variant: Variant) -> None:
        geometry = variant.geometry
        last = geometry.square_count + 1
        self._lists = []
        for side in (0, 1):
            bits = [0] * 64
            for square in geometry.squares:
                seen = square if side == 0 else last - square
                bits[geometry.bit_of[square]] = 1 << (seen - 1)
            self._lists.append(bits)

    def packed(self, board: int, side: int) -> int:
        bits = self._lists[side]
        packed = 0
        while board:
            low = board & -board
            packed |= bits[low.bit_length() - 1]
            board ^= low
        return packed


def think(worker: Worker, nodes: int) -> tuple[int, int]:
    """The value, and the index of the best move."""
    worker.node_limit = nodes
    value, best = 0, worker.root_move(0)
    for depth in range(1, parameters.MAX_DEPTH):
        found = worker.search(depth, -parameters.WIN, parameters.WIN)
        if worker.best >= 0:
            best = worker.root_move(worker.best)
            worker.bring_forward(worker.best, 0)
            if not worker.aborted:
                value = found
        if worker.aborted or (worker.root_count == 1 and depth >= 4) or abs(value) >= parameters.WIN_BOUND:
            break
    return value, best


def play(worker: Worker, start: Position, nodes: int, chance: random.Random, boards: Boards) -> list[bytes]:
    """One game: its records."""
    game = Game(start)
    worker.set_root(start, game.repetition_keys, game.counters, 3, range(len(start.legal_moves)))
    for _ in range(chance.randrange(RANDOM_PLIES + 1)):
        if worker.root_count == 0:
            return []
        worker.advance(chance.randrange(worker.root_count))
    seen: dict[int, int] = {}
    kept = []
    clear = 0
    result = 1  # for White
    for _ in range(LONGEST):
        state = worker.state()
        if worker.root_count == 0:
            result = 2 * state.side
            break
        seen[state.key] = seen.get(state.key, 0) + 1
        if seen[state.key] == 3 or state.reversible >= REVERSIBLE:
            break
        value, best = think(worker, nodes)
        white_value = -value if state.side else value
        if state.quiet:
            kept.append((state, max(-30000, min(30000, value))))
        clear = clear + 1 if white_value >= CLEAR else clear - 1 if white_value <= -CLEAR else 0
        if abs(clear) >= CLEAR_PLIES or abs(value) >= parameters.WIN_BOUND:
            result = 2 if white_value > 0 else 0
            break
        worker.advance(best)
    records = []
    for state, value in kept:
        own, opponent, kings = (boards.packed(board, state.side) for board in state[:3])
        outcome = 2 - result if state.side else result
        records.append(RECORD.pack(own, opponent, kings, value, outcome, (own | opponent).bit_count()))
    return records


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", type=accepted.game)
    parser.add_argument("positions", type=accepted.whole())
    parser.add_argument("file", type=Path)
    parser.add_argument("--nodes", type=accepted.whole(), default=1000)
    parser.add_argument("--seed", type=accepted.whole(0), default=1)
    arguments = parser.parse_args()
    variant = arguments.game
    chance = random.Random(arguments.seed)
    try:
        deck = [ballot.game.position for ballot in ballots(variant, "eleven-man")]
    except OpeningError:
        deck = []
    worker = Worker(variant, Table(2), StopSignal())
    boards = Boards(variant)
    written = 0
    try:
        file = arguments.file.open("wb")
    except OSError as error:
        parser.error(f"{arguments.file}: {error.strerror}")
    with file:
        while written < arguments.positions:
            start = chance.choice(deck) if deck and chance.random() < 0.5 else Position.start(variant)
            worker.table.new_search()
            records = play(worker, start, arguments.nodes, chance, boards)
            file.write(b"".join(records))
            written += len(records)
    return 0


if __name__ == "__main__":
    sys.exit(main())
