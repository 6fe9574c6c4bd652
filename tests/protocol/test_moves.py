"""Moves as text, read into a game."""

import pytest

from engine.rules.errors import MoveError
from engine.rules.position import Position
from engine.rules.variants import VARIANTS
from protocol.moves import Replay, line_of

pytestmark = pytest.mark.both_modes

START = Position.start(VARIANTS["italian"])


def test_a_game_that_grows_is_the_game_from_scratch():
    replay = Replay()
    texts = ("21-17", "9-13", "25-21", "5-9", "23-19")
    for count in (0, 1, 3, 5, 2, 4):
        game = replay.game(START, texts[:count], 3)
        fresh = Replay().game(START, texts[:count], 3)
        assert (game.moves, game.positions, game.counters) == (fresh.moves, fresh.positions, fresh.counters)
    earlier = replay.game(START, texts[:1], 3)
    replay.game(START, texts, 4)
    assert len(earlier.moves) == 1


def test_another_start_or_another_line():
    replay = Replay()
    replay.game(START, ("21-17",), 3)
    assert len(replay.game(START, ("22-18", "9-13"), 3).moves) == 2
    english = Position.start(VARIANTS["english"])
    assert replay.game(english, ("11-15",), 4).repetitions == 4


def test_the_bad_move_is_named_and_forgotten():
    replay = Replay()
    replay.game(START, ("21-17", "9-13"), 3)
    with pytest.raises(MoveError, match="move 3: "):
        replay.game(START, ("21-17", "9-13", "1-5"), 3)
    assert len(replay.game(START, ("21-17", "9-13", "25-21"), 3).moves) == 3


def test_line_of_play():
    game = Replay().game(START, ("21-18", "11-14", "18x11", "6x15"), 3)
    assert line_of(START, game.moves, "full") == ("21-18", "11-14", "18x11", "6x15")
