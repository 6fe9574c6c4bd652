"""Measures how the engine uses its clock: `python scripts/measure_clock.py [--tc 0.1+0.01] [--rounds N] …`.

Plays this checkout against itself by the clock, a move late by any time at all losing the game, and prints
how many games were lost on time, the least that was ever left on a clock, and how much of its time each
side had used at the end: in the long games, of a hundred half-moves and more, and in all.
"""

import argparse
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from played import DAMIERA, games

from protocol.match.clock import TimeControl, parse_control

LONG = 100
"""Half-moves of a long game."""


def used(game: dict, control: TimeControl) -> list[float]:
    """The share of its time that each side had used at the end; sides without a move are left out."""
    shares = []
    for moves in (game["moves"][0::2], game["moves"][1::2]):
        if moves:
            periods = 1 + len(moves) // control.moves if control.moves else 1
            given = control.time * periods + control.increment * len(moves)
            shares.append(sum(move[1] for move in moves) / given)
    return shares


def told(name: str, shares: list[float]) -> str:
    """Mean and least of the shares, as a line."""
    if not shares:
        return f"{name}: none"
    return f"{name}: {100 * sum(shares) / len(shares):.1f} % of the time used, least {100 * min(shares):.1f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="english")
    parser.add_argument("--tc", default="0.1+0.01", help="time and increment, as for `damiera match`")
    parser.add_argument("--rounds", type=int, default=100, help="pairs of games")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    arguments = parser.parse_args()
    try:
        control = parse_control(arguments.tc)
    except ValueError as error:
        parser.error(f"--tc: {error}")
    seat = ["--engine", f"cmd={shlex.join([*DAMIERA, 'uci'])}", "proto=uci"]
    match = [*seat, "name=one", *seat, "name=other", "--variant", arguments.variant, "--margin", "0"]
    match += ["--tc", arguments.tc, "--rounds", str(arguments.rounds), "--concurrency", str(arguments.concurrency)]
    played = games(*match)
    late = sum(game["reason"] == "time" for game in played)
    least = min(move[2] - control.increment for game in played for move in game["moves"])
    print(f"{arguments.variant}, {control}: {len(played)} games, {late} lost on time, least left {least:.0f} ms")
    shares = {game["number"]: used(game, control) for game in played}
    long = [game["number"] for game in played if len(game["moves"]) >= LONG]
    in_long = [share for number in long for share in shares[number]]
    print(told(f"{len(long)} games of {LONG} half-moves and more", in_long))
    print(told("all games", [share for each in shares.values() for share in each]))


if __name__ == "__main__":
    main()
