"""The numbering of pydraughts 0.6.7, by captures of what it sends."""

import pytest

from engine.rules.variants import VARIANTS, find_variant
from protocol.pydraughts import Squares, Style

pytestmark = pytest.mark.both_modes


def foreign(name):
    return Squares(find_variant(name), Style.PYDRAUGHTS)


def test_boards_of_english_are_turned():
    plain = "bbeeBeeeeWeeeeeeeeeeeeeeeeeeweew"
    turned = "beebeeeeeeeeeeeeeeeeeeBeeeeWeeww"
    assert foreign("english").board(plain, "wb") == turned
    assert foreign("english").board(turned, "wb") == plain
    assert foreign("italian").board(plain, "wb") == plain
    assert foreign("russian").board(plain, "wb") == plain
    assert Squares(find_variant("english"), Style.OFFICIAL).board(plain, "wb") == plain


@pytest.mark.parametrize(("square", "number"), [(1, 29), (4, 32), (21, 9), (29, 1), (32, 4), (0, 0), (33, 33)])
def test_moves_of_russian_are_counted_from_a1(square, number):
    for name in ("russian", "brazilian"):
        assert foreign(name).number(square) == number
        assert foreign(name).number(number) == square
    assert foreign("english").number(square) == square
    assert Squares(find_variant("russian"), Style.OFFICIAL).number(square) == square


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_nothing_is_turned_on_ten_by_ten(variant):
    squares = Squares(variant, Style.PYDRAUGHTS)
    assert variant.square_count == 32 or not (squares.turns_boards or squares.renumbers_moves)
