"""Scores, reports and answers as Hub programs read them."""

import pytest

from engine.player import BestMove
from engine.rules.position import Position
from engine.rules.variants import find_variant
from engine.score import Score
from protocol.hub.messages import Done
from protocol.hub.positions import Reading, Style
from protocol.hub.values import done_of, score_of

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("score", "men"),
    [
        (Score(centimen=-1), -0.01),
        (Score(centimen=250), 2.5),
        (Score(centimen=9900), 80.0),
        (Score(centimen=-9900), -80.0),
        (Score(win_in=5), 99.95),
        (Score(win_in=1), 99.99),
        (Score(win_in=-2), -99.98),
        (Score(win_in=0), -99.99),
        (Score(win_in=2000), 90.01),
        (Score(win_in=-2000), -90.01),
    ],
)
def test_scores(score, men):
    assert score_of(score) == pytest.approx(men)


def test_only_a_legal_ponder_move_is_offered():
    italian = find_variant("italian")
    position = Position.start(italian)
    reading = Reading(italian, Style.OFFICIAL)
    move = position.legal_moves[0]
    reply = position.after(move).legal_moves[0]
    assert done_of(BestMove(move, reply), position, reading).ponder == reading.text(position, reply)
    assert done_of(BestMove(move, move), position, reading) == Done(reading.text(position, move))
    assert done_of(BestMove(move, None), position, reading).ponder is None
    assert done_of(BestMove(None, None), position, reading) == Done(None)
