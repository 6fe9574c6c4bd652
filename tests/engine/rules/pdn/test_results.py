"""Results: who has won, in the way that each game writes it."""

import pytest

from engine.rules.pdn.results import UNKNOWN, Outcome, PdnResult, parse_result
from engine.rules.variants import Color
from tests.engine.rules.pdn.rendering import games_of

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1-0", Outcome.WHITE_WINS),
        ("0-1", Outcome.BLACK_WINS),
        ("1/2-1/2", Outcome.DRAW),
        ("1/2", Outcome.DRAW),
        ("½-½", Outcome.DRAW),
        ("0.5-0.5", Outcome.DRAW),
        ("2-0", Outcome.WHITE_WINS),
        ("0 - 2", Outcome.BLACK_WINS),
        ("1-1", Outcome.DRAW),
        ("0-0", Outcome.BOTH_LOSE),
        ("4-6", Outcome.BLACK_WINS),
        ("12-0", Outcome.WHITE_WINS),
        ("1:0", Outcome.WHITE_WINS),
        ("1 1/2 - 1/2", Outcome.WHITE_WINS),
        ("½-1½", Outcome.BLACK_WINS),
        ("0.99-1.01", Outcome.BLACK_WINS),
        ("-0.98-1.02", Outcome.BLACK_WINS),
        ("1+ - 1-", Outcome.DRAW),
        ("*", Outcome.UNKNOWN),
        ("", Outcome.UNKNOWN),
    ],
)
def test_parse(text, outcome):
    assert parse_result(text, Color.WHITE).outcome == outcome


@pytest.mark.parametrize("text", ["won", "1-", "1-0-0", "white", "1/3-2/3", "- -", "-½-1"])
def test_no_result(text):
    assert parse_result(text, Color.WHITE) is None


def test_the_side_that_starts_comes_first():
    assert parse_result("1-0", Color.BLACK).winner == Color.BLACK
    assert parse_result("0-1", Color.BLACK).winner == Color.WHITE


@pytest.mark.parametrize(
    ("winner", "starts", "game_type", "text"),
    [
        (Color.WHITE, Color.WHITE, 22, "1-0"),
        (Color.BLACK, Color.WHITE, 22, "0-1"),
        (Color.BLACK, Color.BLACK, 21, "1-0"),
        (Color.WHITE, Color.BLACK, 21, "0-1"),
        (Color.WHITE, Color.WHITE, 20, "2-0"),
        (None, Color.WHITE, 20, "1-1"),
        (None, Color.BLACK, 21, "1/2-1/2"),
    ],
)
def test_written(winner, starts, game_type, text):
    result = PdnResult.won_by(winner, starts, game_type)
    assert result.text == text
    assert parse_result(text, starts) == result
    assert result.winner == winner


def test_tag_comes_before_the_ending():
    tag, ending, neither = games_of('[Result "0-1"]\n1. 9-14 *\n\n[Result "?"]\n1. 9-14 1/2-1/2\n\n1. 9-14\n')
    assert tag.winner == Color.WHITE
    assert ending.result.outcome == Outcome.DRAW
    assert neither.result == UNKNOWN
