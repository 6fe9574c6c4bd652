"""Positions: what can be, what is refused and why, and their keys."""

import pytest

from engine.rules.errors import PositionError
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color, Variant
from engine.rules.zobrist import position_key
from tests.bridge import position_from

pytestmark = pytest.mark.both_modes

SIDE_KEY = position_key(0, 0, 0, Color.BLACK)
ITALIAN_START_KEY = 0x9FDC363E9EC3A1F1
ENGLISH_START_KEY = 0xFB7623604905176C

each = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


@each
def test_pieces_are_where_they_were_placed(variant: Variant) -> None:
    position = Position.place(variant, Color.BLACK, [14, 30], [1, 9], [10, 6], [32])
    assert (position.men(Color.WHITE), position.kings_of(Color.WHITE)) == ((14, 30), (1, 9))
    assert (position.men(Color.BLACK), position.kings_of(Color.BLACK)) == ((6, 10), (32,))
    assert (position.own, position.opponent) == (position.black, position.white)
    assert position == Position.place(variant, Color.BLACK, (30, 14), (9, 1), (6, 10), (32,))
    assert position != Position.place(variant, Color.WHITE, [14, 30], [1, 9], [10, 6], [32])


@pytest.mark.parametrize(
    ("variant", "pieces", "reason"),
    [
        ("english", {"white_men": [33]}, "square 33 is not on the board: expected 1-32"),
        ("international", {"black_kings": [51]}, "square 51 is not on the board: expected 1-50"),
        ("english", {"white_men": [0]}, "square 0 is not on the board: expected 1-32"),
        ("english", {"white_men": [21], "black_men": [21]}, "square 21 is named twice"),
        ("spanish", {"white_men": [21], "white_kings": [21]}, "square 12 is named twice"),
        ("english", {"white_men": [4]}, "white man on its promotion row, square 4"),
        ("italian", {"black_men": [29]}, "black man on its promotion row, square 29"),
        ("portuguese", {"black_men": [29]}, "black man on its promotion row, square 4"),
        ("international", {"black_men": [46]}, "black man on its promotion row, square 46"),
        ("english", {"white_kings": range(1, 14)}, "13 white pieces: expected at most 12"),
        ("italian", {"black_men": range(1, 8), "black_kings": range(8, 14)}, "13 black pieces: expected at most 12"),
        ("antidraughts", {"white_kings": range(1, 22)}, "21 white pieces: expected at most 20"),
    ],
)
def test_impossible_positions_are_refused(variant: str, pieces: dict, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.place(VARIANTS[variant], Color.WHITE, **pieces)
    assert str(caught.value) == reason


@each
def test_equal_positions_share_their_moves(variant: Variant) -> None:
    assert Position.start(variant).legal_moves is Position.start(variant).legal_moves


def test_keys_are_the_same_everywhere() -> None:
    assert Position.start(VARIANTS["italian"]).key == ITALIAN_START_KEY
    assert Position.start(VARIANTS["english"]).key == ENGLISH_START_KEY


def test_key_tells_side_and_pieces_apart() -> None:
    fens = ["W:W18:B9", "B:W18:B9", "W:WK18:B9", "W:W18:BK9", "W:W9:B18", "W:W18:B10", "W:W18:B", "W:W:B9"]
    keys = [position_from("english", fen).key for fen in fens]
    assert len(set(keys)) == len(fens)
    assert keys[0] ^ keys[1] == SIDE_KEY


def test_every_piece_has_its_own_number() -> None:
    bits = [1 << bit for bit in range(54)]
    numbers = [
        position_key(*sets, Color.WHITE)
        for bit in bits
        for sets in ((bit, 0, 0), (bit, 0, bit), (0, bit, 0), (0, bit, bit))
    ]
    assert len({*numbers, SIDE_KEY, 0}) == 4 * len(bits) + 2
    assert max(numbers) < 1 << 64


def test_position_is_not_changed_by_a_move() -> None:
    position = position_from("russian", "W:W11:B6,7")
    before = (position.white, position.black, position.kings, position.key)
    afters = {position.after(move) for move in position.legal_moves}
    assert len(afters) == 2
    assert (position.white, position.black, position.kings, position.key) == before
    assert all(after.black == 0 and after.side == Color.BLACK for after in afters)
