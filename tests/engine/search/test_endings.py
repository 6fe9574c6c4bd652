"""The table of endings in the search: what is known is played to its end, and counted moves are not forgotten."""

import json
from pathlib import Path

import pytest

from engine.endgame.table import endings_of
from engine.rules.notation import parse_move
from engine.search import parameters
from engine.search.limits import Limits
from tests.engine.search.searching import game_of, new_worker, search, set_root

pytestmark = pytest.mark.both_modes

FACTS = [json.loads(line) for line in (Path(__file__).parents[2] / "data" / "endings.jsonl").read_text().splitlines()]
FIVE_PIECES = [fact for fact in FACTS if fact.get("fen", "").count(",") == 3 and fact["value"] != "loss"]
WON = [
    ("english", "W:WK1,K2:BK12"),
    ("english", "W:WK14,K15,K18:BK32"),
    ("english", "W:WK3,K11:B5,12"),
    ("italian", "W:WK1,K5,K3:BK29"),
    ("italian", "W:WK15,5,30:BK1"),
]


@pytest.mark.parametrize("name, fen", WON)
def test_a_win_is_told_to_the_ply_and_played_to_its_end(name, fen):
    game = game_of(name, fen)
    plies = endings_of(game.variant).value(game.position) - 1
    assert plies % 2 == 1
    winner = game.position.side
    for left in range(plies, 0, -1):
        outcome = search(game, Limits(depth=1))
        assert outcome.last.score.win_in == (left if game.position.side is winner else -left)
        assert outcome.last.tbhits + outcome.last.nodes > 0
        game.play(outcome.best.move)
    assert game.result.winner is winner


def test_hits_are_counted() -> None:
    assert search(game_of("english", "W:WK1,K2:BK12"), Limits(depth=1)).last.tbhits > 0
    assert search(game_of("international", "W:WK1,K2:BK12"), Limits(depth=1)).last.tbhits == 0


@pytest.mark.parametrize("name", ["english", "italian"])
def test_a_draw_is_known_at_once(name):
    facts = [fact for fact in FACTS if fact["game"] == name and fact.get("value") == "draw"]
    drawn = [fact for fact in facts if fact["fen"].count(",") < 3]
    assert len(drawn) > 10
    for fact in drawn:
        assert search(game_of(name, fact["fen"]), Limits(depth=1)).last.score.centimen == 0, fact["fen"]


def test_a_win_that_comes_after_the_count_of_moves_is_none() -> None:
    game = game_of("english", "W:WK1,K2:BK12")
    plies = endings_of(game.variant).value(game.position) - 1
    assert 9 <= plies <= 40
    limit = game.variant.draws.reversible_half_moves
    for done, expected in ((0, plies), (limit - plies - 1, plies), (limit - 3, None)):
        worker = new_worker(game)
        set_root(worker, game, counters=done)
        found = search(game, Limits(depth=6), worker=worker).last.score
        assert found.win_in == expected, done
        if expected is None:
            assert abs(found.centimen) < parameters.WIN_BOUND


@pytest.mark.parametrize("name", ["english", "italian"])
def test_with_one_piece_more_little_thought_is_needed(name):
    facts = [fact for fact in FIVE_PIECES if fact["game"] == name][:40]
    found = 0
    for fact in facts:
        game = game_of(name, fact["fen"])
        best = search(game, Limits(nodes=5000)).best.move
        found += best.identity in {parse_move(game.position, text).identity for text in fact["moves"]}
    assert found >= 0.9 * len(facts), f"{found} of {len(facts)}"
