"""Proved problems: positions whose value-keeping moves are known from endgame databases."""

import json
from pathlib import Path

from engine.search.limits import Limits
from tests.engine.search.searching import game_of, search

PROBLEMS = Path(__file__).parents[2] / "data" / "problems.jsonl"
NODES = 10_000
SOLVED = 180
"""Of all; scripts/measure_problems.py measures with the nodes of five seconds."""


def test_most_are_solved_with_few_nodes() -> None:
    solved = 0
    problems = [json.loads(line) for line in PROBLEMS.read_text(encoding="ascii").splitlines()]
    for problem in problems:
        game = game_of(problem["game"], problem["fen"])
        move = search(game, Limits(nodes=NODES)).best.move
        official = game.variant.official
        played = f"{official(move.origin)}{'x' if move.is_capture else '-'}{official(move.target)}"
        solved += any(_same(played, kept) for kept in problem["moves"])
    assert solved >= SOLVED, f"{solved} of {len(problems)}"


def _same(played: str, kept: str) -> bool:
    # A capture may be written with the squares between.
    ends = kept.replace("x", "-").split("-")
    return played.replace("x", "-").split("-") == [ends[0], ends[-1]]
