"""A game in progress: turns, limits, taking back, clocks and verdicts."""

import pytest

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import Color, find_variant
from engine.score import Score
from protocol.dxp.board import Board
from protocol.dxp.clock import ALLOWANCE, ALLOWANCE_A_MOVE, LAG, MOVETIME, GameClock
from protocol.dxp.game import RunningGame
from protocol.dxp.messages import BackRequest, Claim
from protocol.dxp.verdict import RESIGN_MOVES, RESIGN_SCORE, Outcome, Resignation, judge
from protocol.errors import RemoteError
from protocol.pydraughts import Style
from tests.protocol.dxp.conversation import Clock

pytestmark = pytest.mark.both_modes

W, B = Color.WHITE, Color.BLACK


def running(variant="italian", reading=Style.OFFICIAL, color=W, fen=None, minutes=5, moves=0, plies=0):
    game_variant = find_variant(variant)
    position = parse_fen(fen, game_variant) if fen else Position.start(game_variant)
    clock = GameClock(minutes, moves, Clock())
    found = RunningGame(Board(game_variant, reading), Game(position), color, clock, "Tester")
    play(found, plies)
    return found


def play(game, plies):
    for _ in range(plies):
        game.game.play(game.game.position.legal_moves[-1])


def test_turns_and_moves():
    white, black = running(color=W), running(color=B)
    assert (white.our_turn, black.our_turn) == (True, False)
    play(white, 3)
    assert not white.our_turn
    assert (white.moves_made(W), white.moves_made(B)) == (2, 1)
    english = running("english", color=W, plies=3)
    assert english.our_turn
    assert (english.moves_made(W), english.moves_made(B)) == (1, 2)


@pytest.mark.parametrize(
    ("variant", "reading", "number", "side", "ply"),
    [
        ("italian", Style.OFFICIAL, 1, W, 0),
        ("italian", Style.OFFICIAL, 1, B, 1),
        ("italian", Style.OFFICIAL, 2, W, 2),
        ("italian", Style.OFFICIAL, 5, B, 9),
        ("italian", Style.OFFICIAL, 6, W, 10),
        # Where Black begins: 1 Black, 2 White, 2 Black, 3 White.
        ("english", Style.OFFICIAL, 1, B, 0),
        ("english", Style.OFFICIAL, 2, W, 1),
        ("english", Style.OFFICIAL, 2, B, 2),
        ("english", Style.OFFICIAL, 3, W, 3),
        ("english", Style.PYDRAUGHTS, 1, W, 0),
        ("english", Style.PYDRAUGHTS, 1, B, 1),
        ("english", Style.PYDRAUGHTS, 2, W, 2),
    ],
)
def test_the_ply_that_a_take_back_means(variant, reading, number, side, ply):
    game = running(variant, reading, plies=10)
    assert game.ply_of(BackRequest(number, side)) == ply
    position = game.game.positions[ply]
    if reading is Style.OFFICIAL:
        assert position.side is side
    game.go_back(ply)
    assert (game.plies, game.game.position) == (ply, position)


@pytest.mark.parametrize(
    ("variant", "number", "side"),
    [
        ("italian", 0, W),
        ("italian", 0, B),
        ("italian", 4, W),
        ("italian", 999, B),
        ("english", 1, W),
        ("english", 4, W),
    ],
)
def test_take_backs_to_where_the_game_never_was(variant, number, side):
    with pytest.raises(RemoteError, match=f"cannot go back to move {number} of {side.name.lower()}"):
        running(variant, plies=4).ply_of(BackRequest(number, side))


def test_a_position_set_up_for_black_counts_as_black_first():
    game = running(fen="B:W25,29:B5,9", plies=2)
    assert game.ply_of(BackRequest(1, B)) == 0
    assert game.ply_of(BackRequest(2, W)) == 1


def test_the_move_limit():
    game = running(moves=2, plies=3, color=W)
    assert game.ending() is None
    play(game, 1)
    assert game.ending() == Outcome(Claim.NONE, "move limit reached")
    assert running(moves=0, plies=40).ending() is None


@pytest.mark.parametrize(
    ("fen", "color", "outcome"),
    [
        ("W:WK32:BK1", W, None),
        ("W:W29:B22,25,26", W, Outcome(Claim.LOSS, "no legal move")),
        ("W::BK1", W, Outcome(Claim.LOSS, "no piece left")),
    ],
)
def test_ends_by_the_rules(fen, color, outcome):
    assert running(fen=fen, color=color).ending() == outcome


def repeated(reading):
    game = running("italian", reading, fen="W:WK32:BK1")
    for there, back in [((32, 28), (1, 5)), ((28, 32), (5, 1))] * 2:
        for path in (there, back):
            game.game.play(next(move for move in game.game.position.legal_moves if move.path == path))
    return game


def test_draws_by_the_rules_are_for_pydraughts_to_see():
    assert repeated(Style.OFFICIAL).ending() == Outcome(Claim.DRAW, "repetition (3rd occurrence)")
    assert repeated(Style.PYDRAUGHTS).ending() is None
    blocked = running(fen="W:W29:B22,25,26", reading=Style.PYDRAUGHTS)
    assert blocked.ending() == Outcome(Claim.LOSS, "no legal move")


# Clocks.


def test_time_is_charged_to_who_uses_it():
    now = Clock()
    clock = GameClock(5, 0, now)
    now.time += 7.9
    assert clock.we_moved(W) == 7
    now.time += 20
    clock.they_moved(B, 19)
    assert clock.used == {W: pytest.approx(7.9 + LAG), B: pytest.approx(20)}
    limits = clock.limits(W, 1)
    assert limits.time == pytest.approx((300 - 7.9 - 2 * LAG) * 1000)
    assert (limits.moves_to_go, limits.movetime, limits.ponder) == (None, None, False)
    now.time += 100_000
    assert clock.we_moved(W) == 9999
    assert clock.limits(W, 2).time == 0


def test_moves_to_go():
    assert GameClock(5, 40, Clock()).limits(W, 10).moves_to_go == 30
    assert GameClock(5, 40, Clock()).limits(W, 40).moves_to_go is None


def test_without_a_clock_each_move_has_its_time():
    limits = GameClock(0, 0, Clock()).limits(W, 3, ponder=True)
    assert (limits.movetime, limits.time, limits.ponder) == (MOVETIME, None, True)


@pytest.mark.parametrize(
    ("measured", "reported", "over"),
    [
        (60, 0, False),
        (1000, 0, False),
        (1000, 60, False),
        (1000, 61, True),
        (60 + ALLOWANCE, 61, False),
        (50, 70, False),
    ],
)
def test_time_over_needs_both_clocks(measured, reported, over):
    now = Clock()
    clock = GameClock(1, 0, now)
    now.time += measured
    clock.they_moved(B, reported)
    assert clock.is_over(B, 1) is over
    assert not GameClock(0, 0, now).is_over(B, 1)


def test_we_claim_time_over():
    game = running(minutes=1, color=W, plies=2)
    game.clock.now.time += 60 + ALLOWANCE + ALLOWANCE_A_MOVE + 1
    game.clock.they_moved(B, 63)
    assert game.ending() == Outcome(Claim.WIN, "time over")


# Verdicts.


@pytest.mark.parametrize(
    ("claim", "score", "outcome"),
    [
        (Claim.LOSS, None, Outcome(Claim.WIN, "resignation")),
        (Claim.NONE, None, Outcome(Claim.NONE, "broken off by the other side", complete=False)),
        (Claim.DRAW, None, Outcome(Claim.DRAW, "draw claimed by the other side")),
        (Claim.DRAW, Score(centimen=-20), Outcome(Claim.DRAW, "draw claimed by the other side")),
        (Claim.DRAW, Score(centimen=120), Outcome(Claim.DRAW, "draw claimed by the other side", disputed=True)),
        (Claim.DRAW, Score(win_in=9), Outcome(Claim.DRAW, "draw claimed by the other side", disputed=True)),
        (Claim.WIN, Score(centimen=-900), Outcome(Claim.LOSS, "win claimed by the other side")),
        (Claim.WIN, Score(win_in=-4), Outcome(Claim.LOSS, "win claimed by the other side")),
        (Claim.WIN, Score(win_in=4), Outcome(Claim.LOSS, "win claimed by the other side", disputed=True)),
        (Claim.WIN, None, Outcome(Claim.LOSS, "win claimed by the other side", disputed=True)),
    ],
)
def test_claims_of_the_other_side(claim, score, outcome):
    assert judge(claim, running().game, W, score) == outcome


@pytest.mark.parametrize(
    ("claim", "disputed"), [(Claim.NONE, False), (Claim.WIN, False), (Claim.DRAW, True), (Claim.LOSS, True)]
)
def test_the_rules_decide_before_any_claim(claim, disputed):
    game = running(fen="W:W29:B22,25,26").game
    assert judge(claim, game, W, None) == Outcome(Claim.LOSS, "no legal move", disputed)


def test_what_an_end_without_a_reason_may_mean():
    assert running(moves=2, plies=4).judged(Claim.NONE) == Outcome(Claim.NONE, "move limit reached")
    assert running(moves=2, plies=3).judged(Claim.NONE) == Outcome(
        Claim.NONE, "broken off by the other side", complete=False
    )


def test_the_other_side_claims_our_time():
    game = running(minutes=1)
    game.score = Score(centimen=200)
    assert game.judged(Claim.WIN) == Outcome(Claim.LOSS, "win claimed by the other side", disputed=True)
    game.clock.now.time += 61
    assert game.judged(Claim.WIN) == Outcome(Claim.LOSS, "time over")


def test_resignation_takes_several_hopeless_moves():
    for hopeless in (Score(centimen=RESIGN_SCORE), Score(win_in=-8), Score(win_in=0)):
        resignation = Resignation()
        assert [resignation.due(hopeless) for _ in range(RESIGN_MOVES)] == [False] * (RESIGN_MOVES - 1) + [True]
    resignation = Resignation()
    scores = [hopeless] * (RESIGN_MOVES - 1) + [Score(centimen=RESIGN_SCORE + 1), None, Score(win_in=3)]
    assert not any(resignation.due(score) for score in scores * 3)
