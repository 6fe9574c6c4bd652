"""Measures what the match runner adds to an engine's time: `python scripts/measure_runner.py [--rounds N] …`.

Lets an engine play itself that moves at random and computes for exactly TIME milliseconds from reading `go` to
writing its answer, so that all cores are as busy as in a real match. Of each move the runner's own measure of that
time, less TIME, is what the runner and the pipes add: the engine loses it on its clock. Between the answer and the
next `go` no clock runs; that time is told as well.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from played import games

from engine.rules.game import Game
from engine.rules.notation import format_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import find_variant


def serve(variant: str, milliseconds: float) -> None:
    """Speaks the UCI-like protocol as far as a match from the start position needs it."""
    start = Position.start(find_variant(variant))
    texts: list[str] = []
    game = Game(start)
    for line in sys.stdin:
        read_at = time.perf_counter()
        word, *rest = line.split()
        if word == "uci":
            print("id name clockwork\nuciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            moves = rest[2:]
            if moves[: len(texts)] != texts:
                texts, game = [], Game(start)
            for text in moves[len(texts) :]:
                game.play(parse_move(game.position, text))
            texts = moves
        elif word == "go":
            text = format_move(game.position, random.choice(game.position.legal_moves), style="full")
            while (time.perf_counter() - read_at) * 1000 < milliseconds:
                pass
            print(f"bestmove {text}", flush=True)
        elif word == "quit":
            return


def measure(arguments: argparse.Namespace) -> tuple[list[float], list[float]]:
    """What is added to each move, and the time before each `go`, in milliseconds."""
    engine = [sys.executable, __file__, "--serve", "--variant", arguments.variant, "--time", str(arguments.time)]
    seat = ["--engine", f"cmd={' '.join(engine)}", "proto=uci"]
    match = [*seat, "name=one", *seat, "name=other", "--variant", arguments.variant, "--margin", "1000"]
    match += ["--movetime", str(arguments.time / 1000), "--rounds", str(arguments.rounds)]
    match += ["--concurrency", str(arguments.concurrency)]
    moves = [move for game in games(*match) for move in game["moves"]]
    return [move[1] - arguments.time for move in moves], [move[-1] for move in moves]


def told(name: str, values: list[float]) -> str:
    """Middle and worst of many values, as a line."""
    ordered = sorted(values)
    middle, most = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return f"{name:<12}  median {middle:6.2f} ms  99 % below {most:6.2f} ms  longest {ordered[-1]:6.2f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="english")
    parser.add_argument("--time", type=float, default=10.0, help="milliseconds a move")
    parser.add_argument("--rounds", type=int, default=20, help="pairs of games")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.variant, arguments.time)
        return
    added, between = measure(arguments)
    print(f"{arguments.variant}, {len(added)} moves of {arguments.time:g} ms, {arguments.concurrency} at a time")
    print(told("go to answer", added))
    print(told("before go", between))


if __name__ == "__main__":
    main()
