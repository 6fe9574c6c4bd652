"""The trackers that end a game: each alone, by the numbers it is told."""

import pytest

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.notation import parse_move
from engine.rules.position import Position
from engine.rules.variants import ITALIAN, Color
from engine.score import Score
from protocol.match.adjudicate import (
    DrawRule,
    DrawTracker,
    MoveLimitTracker,
    ResignRule,
    ResignTracker,
    RulesTracker,
    Verdict,
    trackers,
)
from protocol.match.record import Reason

pytestmark = pytest.mark.both_modes

WHITE, BLACK = Color


def feed(tracker, *scores: Score | int | None, first: Color = WHITE) -> int | None:
    """After how many half-moves the tracker gives its verdict."""
    mover = first
    for number, score in enumerate(scores, 1):
        tracker.note(mover, Score(centimen=score) if isinstance(score, int) else score)
        if tracker.verdict() is not None:
            return number
        mover = mover.other
    return None


def test_draw_after_enough_level_scores() -> None:
    rule = DrawRule(plies=0, score=10, count=4)
    assert feed(DrawTracker(rule), 0, 10, -10, 5, 0) == 4
    assert feed(DrawTracker(rule), 0, 11, 0, 0, 0, 0) == 6
    assert feed(DrawTracker(rule), 0, 0, 0, None, 0, 0, 0) is None
    assert feed(DrawTracker(rule), 0, 0, 0, Score(win_in=3), 0, 0, 0) is None


def test_no_draw_early_in_the_game() -> None:
    assert feed(DrawTracker(DrawRule(plies=6, score=10, count=2)), *[0] * 8) == 6
    assert feed(DrawTracker(DrawRule(plies=6, score=10, count=2), plies=3), *[0] * 8) == 3


def test_draw_verdict() -> None:
    tracker = DrawTracker(DrawRule(plies=0, score=10, count=2))
    feed(tracker, 0, 0)
    detail = "draw adjudicated: 2 scores within 10 centimen, half-move 2"
    assert tracker.verdict() == Verdict(None, Reason.DRAW_ADJUDICATION, detail)


def test_resignation_by_one_sides_scores() -> None:
    rule = ResignRule(score=600, count=2)
    assert feed(ResignTracker(rule), -600, 0, -700, 0) == 3
    assert feed(ResignTracker(rule), -600, 0, -599, 0, -600, 0) is None
    assert feed(ResignTracker(rule), -600, 0, None, 0, -600, 0) is None
    assert feed(ResignTracker(rule), 0, Score(win_in=-4), 0, Score(win_in=0)) == 4
    assert feed(ResignTracker(rule), Score(win_in=4), 600, Score(win_in=2), 800) is None


def test_resignation_that_both_must_agree_to() -> None:
    rule = ResignRule(score=600, count=2, both=True)
    assert feed(ResignTracker(rule), -600, 0, -700, 0, -700) is None
    assert feed(ResignTracker(rule), -600, 600, -700, 600) == 4


def test_resign_verdict() -> None:
    tracker = ResignTracker(ResignRule(score=600, count=1))
    tracker.note(BLACK, Score(centimen=-600))
    verdict = tracker.verdict()
    assert (verdict.winner, verdict.reason) == (WHITE, Reason.RESIGN_ADJUDICATION)
    assert verdict.detail == "win adjudicated: 1 scores of Black at -600 centimen or worse"


def test_move_limit() -> None:
    assert feed(MoveLimitTracker(4), *[500] * 9) == 4
    assert feed(MoveLimitTracker(4, plies=3), *[500] * 9) == 1
    tracker = MoveLimitTracker(1, plies=1)
    assert tracker.verdict() == Verdict(None, Reason.MOVE_LIMIT, "draw adjudicated: 1 half-moves")


def test_the_rules_of_the_game() -> None:
    game = Game(parse_fen("W:WK32:B28", ITALIAN))
    tracker = RulesTracker(game)
    assert tracker.verdict() is None
    game.play(parse_move(game.position, "32x23"))
    assert tracker.verdict() == Verdict(WHITE, Reason.NO_PIECE, "no piece left")


def test_repetition_and_counts_are_the_rules() -> None:
    game = Game(parse_fen("W:WK32:BK1", ITALIAN))
    for _ in range(2):
        for move in ("32-28", "1-5", "28-32", "5-1"):
            assert RulesTracker(game).verdict() is None
            game.play(parse_move(game.position, move))
    assert RulesTracker(game).verdict() == Verdict(None, Reason.REPETITION, "repetition (3rd occurrence)")


def test_the_rules_come_first() -> None:
    game = Game(Position.start(ITALIAN))
    game.play(parse_move(game.position, "21-17"))
    found = trackers(game, DrawRule(), ResignRule(), 9)
    assert [type(tracker) for tracker in found] == [RulesTracker, ResignTracker, DrawTracker, MoveLimitTracker]
    assert found[2].plies == found[3].plies == 1
    assert [type(tracker) for tracker in trackers(game, None, None, None)] == [RulesTracker]
