"""Iterative deepening."""

import pytest

from engine.rules.game import Game
from engine.rules.notation import parse_move
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, ITALIAN, VARIANTS, Variant
from engine.score import Score
from engine.search.info import score_of
from engine.search.limits import Limits
from engine.search.parameters import WIN, WIN_BOUND
from tests.engine.search.searching import game_of, new_worker, search, set_root

ALL = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


@ALL
@pytest.mark.both_modes
def test_depth_is_exact(variant: Variant) -> None:
    outcome = search(Game(Position.start(variant)), Limits(depth=5))
    assert [info.depth for info in outcome.infos] == [1, 2, 3, 4, 5]
    assert all(info.seldepth >= info.depth for info in outcome.infos)
    assert all(info.bound == "exact" and info.multipv == 1 and info.tbhits == 0 for info in outcome.infos)
    nodes = [info.nodes for info in outcome.infos]
    assert nodes == sorted(nodes)
    assert outcome.infos[-1].nodes == outcome.worker.nodes


@ALL
def test_lines_are_legal_and_begin_with_the_best_move(variant: Variant) -> None:
    game = Game(Position.start(variant))
    outcome = search(game, Limits(depth=8))
    for info in outcome.infos:
        Game.from_moves(game.position, info.pv)
    assert outcome.best.move == outcome.last.pv[0]
    assert outcome.best.ponder == outcome.last.pv[1]


@pytest.mark.both_modes
def test_several_lines() -> None:
    outcome = search(Game(Position.start(ENGLISH)), Limits(depth=6), lines=3)
    for depth in range(1, 7):
        lines = [info for info in outcome.infos if info.depth == depth]
        assert [info.multipv for info in lines] == [1, 2, 3]
        assert len({info.pv[0] for info in lines}) == 3
        values = [info.score.centimen for info in lines]
        assert values == sorted(values, reverse=True)
    assert outcome.best.move == outcome.last.pv[0]


def test_no_more_lines_than_moves() -> None:
    outcome = search(Game(Position.start(ENGLISH)), Limits(depth=3), lines=50)
    assert {info.multipv for info in outcome.infos} == set(range(1, 8))


def test_all_lines_together_find_the_best() -> None:
    """The best of the lines is the best move of a search for one."""
    game = game_of("italian", "W:W23,26,27,28,29,30,31,32:B1,2,4,5,8,9,10,16")
    one = search(game, Limits(depth=9))
    several = search(game, Limits(depth=9), lines=4)
    assert several.last.score.centimen >= one.last.score.centimen - 10


@pytest.mark.both_modes
def test_only_the_allowed_moves_are_searched() -> None:
    game = Game(Position.start(ITALIAN))
    wanted = parse_move(game.position, "21-17")
    index = game.position.legal_moves.index(wanted)
    worker = new_worker(game)
    set_root(worker, game, allowed=[index])
    outcome = search(game, Limits(depth=5), worker=worker)
    assert outcome.best.move == wanted
    assert all(info.pv[0] == wanted for info in outcome.infos)


def test_a_win_in_so_many_moves_ends_the_search() -> None:
    game = game_of("english", "W:WK18,K15:BK5")
    full = search(game, Limits(depth=25))
    distance = full.last.score.win_in
    assert distance > 3
    outcome = search(game, Limits(mate=(distance + 1) // 2))
    assert outcome.last.score.win_in == distance
    assert outcome.last.depth < 25
    too_few = search(game, Limits(mate=1, depth=25))
    assert too_few.last.depth == 25


def test_the_reply_is_known_even_where_the_line_is_short() -> None:
    outcome = search(Game(Position.start(ENGLISH)), Limits(nodes=2000))
    reply = outcome.best.ponder
    assert reply in Game(Position.start(ENGLISH)).position.after(outcome.best.move).legal_moves


@pytest.mark.parametrize(
    "value, score",
    [
        (0, Score(centimen=0)),
        (-137, Score(centimen=-137)),
        (WIN - 1, Score(win_in=1)),
        (WIN - 40, Score(win_in=40)),
        (-WIN, Score(win_in=0)),
        (8 - WIN, Score(win_in=-8)),
        (WIN_BOUND - 1, Score(centimen=WIN_BOUND - 1)),
    ],
)
def test_scores(value: int, score: Score) -> None:
    assert score_of(value) == score
