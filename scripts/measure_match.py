"""Plays two builds against each other at a fixed number of nodes a move: what a change of search or evaluation gains.

    python scripts/measure_match.py NEW OLD [--game english] [--deck three-move] [--pairs 156] [--nodes 5000]

NEW and OLD are checkouts with the core compiled in place. Each opening of the deck is played twice with
colours exchanged; each build runs in a process of its own and only one of them thinks at a time, so a busy
machine changes nothing: nodes are counted, not seconds. With `--milliseconds` the limit is processor time
a move instead. Printed: wins, draws and losses of NEW, the pairs by points (0 ½ 1 1½ 2), the score with its
error of one standard deviation, and what that is in Elo.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

LONGEST = 200
"""Half-moves after which a game is drawn."""
REVERSIBLE = 40
"""Half-moves without a capture or a man's move after which it is drawn."""


def serve() -> None:
    """One build: reads positions, moves played and limits as lines of JSON and answers with the index of a move."""
    from engine.rules.fen import parse_fen
    from engine.rules.game import Game
    from engine.rules.variants import find_variant
    from engine.search.alphabeta import Worker
    from engine.search.clock import Budget, Timer
    from engine.search.iterate import Deepening
    from engine.search.limits import Limits
    from engine.search.stop import StopSignal
    from engine.search.table import Table

    worker = game = signal = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "fen" in asked:
            variant = find_variant(asked["game"])
            game = Game(parse_fen(asked["fen"], variant))
            if worker is None or worker.variant is not variant:
                signal = StopSignal()
                worker = Worker(variant, Table(16), signal)
            worker.table.clear()
            worker.forget()
            continue
        for index in asked["moves"]:
            game.play(game.position.legal_moves[index])
        if not asked["think"]:
            continue
        position = game.position
        count = len(position.legal_moves)
        worker.table.new_search()
        worker.set_root(position, game.repetition_keys, game.counters, game.repetitions, range(count))
        time = asked["milliseconds"]
        signal.deadline = 0
        timer = Timer(Budget(time * 0.6, time) if time else None, signal)
        limits = Limits(nodes=asked["nodes"] or None)
        depths = []
        best = Deepening(
            worker, position, limits, timer, 1, lambda info, depths=depths: depths.append(info.depth)
        ).run()
        index = [move.identity for move in position.legal_moves].index(best.move.identity)
        print(json.dumps([index, depths[-1] if depths else 0]), flush=True)


class Build:
    """A process of one checkout."""

    def __init__(self, root: Path) -> None:
        self.depths: list[int] = []
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env={**os.environ, "PYTHONPATH": str(root)},
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._unseen: list[int] = []

    def _send(self, **message: object) -> None:
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def begin(self, game: str, fen: str) -> None:
        self._unseen = []
        self._send(game=game, fen=fen)

    def see(self, index: int) -> None:
        self._unseen.append(index)

    def think(self, nodes: int, milliseconds: float) -> int:
        self._send(moves=self._unseen, think=True, nodes=nodes, milliseconds=milliseconds)
        self._unseen = []
        index, depth = json.loads(self._process.stdout.readline())
        self.depths.append(depth)
        return index

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


def play(game_name: str, fen: str, builds: tuple[Build, Build], nodes: int, milliseconds: float) -> float:
    """A game; the points of the first of `builds`, which has White."""
    from engine.rules.fen import parse_fen
    from engine.rules.game import Game
    from engine.rules.variants import Color, find_variant

    game = Game(parse_fen(fen, find_variant(game_name)))
    for build in builds:
        build.begin(game_name, fen)
    for _ in range(LONGEST):
        if game.result is not None or game.reversible_half_moves >= REVERSIBLE:
            break
        index = builds[game.position.side].think(nodes, milliseconds)
        game.play(game.position.legal_moves[index])
        for build in builds:
            build.see(index)
    winner = game.result.winner if game.result is not None else None
    return 0.5 if winner is None else float(winner == Color.WHITE)


def summary(games: Counter[float], pairs: Counter[float]) -> str:
    """The score so far, in one line."""
    count = pairs.total()
    mean = sum(points * number for points, number in pairs.items()) / count / 2
    spread = sum(number * (points / 2 - mean) ** 2 for points, number in pairs.items()) / count
    error = math.sqrt(spread / count)
    certain = min(max(mean, 0.001), 0.999)
    elo = -400 * math.log10(1 / certain - 1)
    slope = 400 / math.log(10) / (certain * (1 - certain))
    five = " ".join(str(pairs[points]) for points in (0, 0.5, 1, 1.5, 2))
    return (
        f"+{games[1.0]} ={games[0.5]} -{games[0.0]}, pairs {five}, "
        f"score {100 * mean:.1f} ± {100 * error:.1f} %, Elo {elo:+.0f} ± {slope * error:.0f}"
    )


def main() -> int:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import accepted

    from engine.openings.ballots import OpeningError, ballots, kinds_of
    from engine.openings.short import short_openings
    from engine.rules.fen import format_fen

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("new", type=accepted.checkout)
    parser.add_argument("old", type=accepted.checkout)
    parser.add_argument("--game", type=accepted.game, default="english")
    parser.add_argument("--deck", default="three-move")
    parser.add_argument("--pairs", type=accepted.whole(), default=60)
    parser.add_argument("--nodes", type=accepted.whole(), default=5000)
    parser.add_argument("--milliseconds", type=accepted.number(0, 10**6), default=0)
    parser.add_argument("--seed", type=accepted.whole(0), default=1)
    arguments = parser.parse_args()
    nodes = 0 if arguments.milliseconds else arguments.nodes
    variant = arguments.game
    if kinds_of(variant):
        try:
            openings = [format_fen(ballot.game.position) for ballot in ballots(variant, arguments.deck)]
        except OpeningError as error:
            parser.error(str(error))
    else:
        openings = [format_fen(game.position) for game in short_openings(variant)]
    random.Random(arguments.seed).shuffle(openings)
    new, old = Build(arguments.new), Build(arguments.old)
    games: Counter[float] = Counter()
    pairs: Counter[float] = Counter()
    for count, fen in enumerate(openings[: arguments.pairs], 1):
        first = play(variant.name, fen, (new, old), nodes, arguments.milliseconds)
        second = 1 - play(variant.name, fen, (old, new), nodes, arguments.milliseconds)
        games.update((first, second))
        pairs[first + second] += 1
        if count % 10 == 0 or count == min(arguments.pairs, len(openings)):
            depths = [sum(build.depths) / len(build.depths) for build in (new, old)]
            print(
                f"{variant.name}: {summary(games, pairs)}, mean depth {depths[0]:.1f} against {depths[1]:.1f}",
                flush=True,
            )
    new.close()
    old.close()
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        sys.path = [entry for entry in sys.path if not entry.endswith("scripts")]
        sys.path.insert(0, os.getcwd())
        serve()
    else:
        sys.exit(main())
