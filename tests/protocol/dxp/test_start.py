"""Which game a request asks for."""

import pytest

from engine.rules.fen import parse_fen
from engine.rules.position import Position
from engine.rules.variants import find_variant
from protocol.dxp.codec import parse_message
from protocol.dxp.start import start_of, style_of
from protocol.errors import RemoteError
from protocol.pydraughts import Style, StyleChoice
from tests.protocol.dxp.conversation import INTERNATIONAL, ITALIAN, game_request

pytestmark = pytest.mark.both_modes


def request(start, name="Tester"):
    return parse_message(game_request(start=start, name=name))


def started(start, variant=None, compat=StyleChoice.AUTO, name="Tester"):
    return start_of(request(start, name), variant and find_variant(variant), compat)


@pytest.mark.parametrize(
    ("start", "told", "variant"),
    [
        ("A", None, "international"),
        ("BW" + INTERNATIONAL, None, "international"),
        ("BW" + ITALIAN, None, "italian"),
        ("BZ" + ITALIAN, None, "english"),
        ("A", "international", "international"),
        ("A", "italian", "italian"),
        ("A", "english", "english"),
        ("A", "antidraughts", "antidraughts"),
        ("BW" + ITALIAN, "russian", "russian"),
        ("BW" + INTERNATIONAL, "antidraughts", "antidraughts"),
    ],
)
def test_the_game_and_its_normal_start(start, told, variant):
    found = started(start, told)
    assert found.board.variant.name == variant
    assert found.position == Position.start(found.board.variant)


def test_the_side_to_move_may_be_the_one_that_does_not_begin():
    assert started("BZ" + ITALIAN, "italian").position.side.letter == "B"
    assert started("BW" + ITALIAN, "english").position.side.letter == "W"


@pytest.mark.parametrize(
    ("start", "told", "reason"),
    [
        ("BW" + ITALIAN, "international", "position of 32 squares: expected 50, international"),
        ("BW" + INTERNATIONAL, "italian", "position of 50 squares: expected 32, italian"),
        ("BW" + "z" * 4 + "e" * 28, "italian", "the side to move has no legal move"),
        ("BW" + "e" * 32, "italian", "the side to move has no legal move"),
        ("BW" + "w" + "e" * 30 + "Z", "italian", "promotion row"),
    ],
)
def test_games_that_are_not_played(start, told, reason):
    with pytest.raises(RemoteError, match=reason):
        started(start, told)


@pytest.mark.parametrize(
    ("compat", "name", "reading"),
    [
        (StyleChoice.AUTO, "DXP Client", Style.PYDRAUGHTS),
        (StyleChoice.AUTO, "Tester", Style.OFFICIAL),
        (StyleChoice.OFFICIAL, "DXP Client", Style.OFFICIAL),
        (StyleChoice.PYDRAUGHTS, "Tester", Style.PYDRAUGHTS),
    ],
)
def test_reading(compat, name, reading):
    assert style_of(request("A", name), compat) is reading


def test_boards_of_pydraughts_are_known_by_its_name():
    english = find_variant("english")
    fen = parse_fen("B:W29,32,K10:B1,2,K5", english)
    assert started("BZzeezeeeeeeeeeeeeeeeeeeZeeeeWeeww", name="DXP Client").position == fen
    assert started("BZzzeeZeeeeWeeeeeeeeeeeeeeeeeeweew").position == fen
