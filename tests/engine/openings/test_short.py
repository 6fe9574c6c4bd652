"""Short openings for the games without a deck."""

import pytest

from engine.openings.short import LONGEST, PLIES, short_openings
from engine.rules.game import Game
from engine.rules.notation import parse_move
from engine.rules.position import Position
from engine.rules.variants import INTERNATIONAL, RUSSIAN, VARIANTS

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_they_are_quiet_and_all_different(variant) -> None:
    games = short_openings(variant)
    assert len(games) > 150
    assert len({game.position for game in games}) == len(games)
    start = Position.start(variant)
    for game in games:
        assert game.start == start
        assert len(game.moves) == PLIES
        assert not any(move.is_capture for move in game.moves)
        assert game.position.legal_moves
        assert game.position.white.bit_count() == game.position.black.bit_count() == variant.men_each


def _game(moves: str) -> Game:
    game = Game(Position.start(RUSSIAN))
    for move in moves.split():
        game.play(parse_move(game.position, move))
    return game


def test_nothing_is_given_away() -> None:
    positions = {game.position for game in short_openings(RUSSIAN)}
    assert _game("c3-b4 b6-a5 e3-d4").position not in positions  # a5:c3:e5 wins two men
    assert _game("e3-d4 d6-c5 a3-b4").position not in positions  # c5:e3 or c5:a3 wins a man
    assert _game("c3-b4 f6-g5 g3-h4").position in positions


def test_the_order_is_fixed() -> None:
    short_openings.cache_clear()
    first = [game.moves for game in short_openings(RUSSIAN, 2)]
    short_openings.cache_clear()
    assert [game.moves for game in short_openings(RUSSIAN, 2)] == first


def test_more_moves_more_openings() -> None:
    assert 1 < len(short_openings(INTERNATIONAL, 1)) < len(short_openings(INTERNATIONAL, 2))


@pytest.mark.parametrize("plies", [0, LONGEST + 1])
def test_a_length_that_cannot_be(plies: int) -> None:
    with pytest.raises(ValueError, match=f"openings of {plies} half-moves: expected 1 to {LONGEST}"):
        short_openings(RUSSIAN, plies)
