"""The numbering of positions with few pieces: each has a place of its own, the same from both sides of the board."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.endgame.index import Index
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color

pytestmark = pytest.mark.both_modes

ENGLISH, ITALIAN = VARIANTS["english"], VARIANTS["italian"]
INDICES = {variant.name: Index(variant, 4, 5) for variant in (ENGLISH, ITALIAN)}


@st.composite
def positions(draw, variant, fewest=2, most=4):
    """Positions with pieces of both sides, White to move; men stand where men can."""
    squares = draw(st.lists(st.sampled_from(variant.geometry.squares), min_size=fewest, max_size=most, unique=True))
    white = draw(st.integers(1, len(squares) - 1))
    boards = {"white_men": [], "white_kings": [], "black_men": [], "black_kings": []}
    for place, square in enumerate(squares):
        side = Color.WHITE if place < white else Color.BLACK
        crowned = draw(st.booleans()) or variant.geometry.row(square) == variant.promotion_row(side)
        boards[f"{side.name.lower()}_{'kings' if crowned else 'men'}"].append(square)
    return Position.place(variant, Color.WHITE, **boards)


def place_of(position: Position) -> int:
    return INDICES[position.variant.name].place(position.own, position.opponent, position.kings, position.side)


def mirrored(position: Position) -> Position:
    """Kings alone, turned about the long diagonal that has square 4 or 1 at its end."""
    geometry = position.variant.geometry
    square_at = {(geometry.row(square), geometry.column(square)): square for square in geometry.squares}

    def squares(board: int) -> list[int]:
        return [
            square_at[geometry.column(square), geometry.row(square)]
            for square in geometry.squares
            if board >> geometry.bit_of[square] & 1
        ]

    white, black = squares(position.white), squares(position.black)
    return Position.place(position.variant, position.side, white_kings=white, black_kings=black)


def turned(position: Position) -> Position:
    """Seen from the other side: the board turned, the colours exchanged."""
    variant = position.variant
    geometry = variant.geometry

    def squares(board: int) -> list[int]:
        return [33 - square for square in geometry.squares if board >> geometry.bit_of[square] & 1]

    white, black, kings = position.white, position.black, position.kings
    return Position.place(
        variant,
        position.side.other,
        white_men=squares(black & ~kings),
        white_kings=squares(black & kings),
        black_men=squares(white & ~kings),
        black_kings=squares(white & kings),
    )


@pytest.mark.parametrize("name", INDICES)
@given(data=st.data())
def test_a_position_turned_round_has_the_same_place(name, data):
    position = data.draw(positions(VARIANTS[name]))
    place = place_of(position)
    assert 0 <= place < INDICES[name].size
    assert place_of(turned(position)) == place


@pytest.mark.parametrize("name", INDICES)
@given(data=st.data())
def test_different_positions_have_different_places(name, data):
    one, other = data.draw(positions(VARIANTS[name])), data.draw(positions(VARIANTS[name]))
    same = (one.own, one.opponent, one.kings) == (other.own, other.opponent, other.kings)
    without_men = one.kings == one.white | one.black
    assert (place_of(one) == place_of(other)) == same or without_men


@pytest.mark.parametrize("name", INDICES)
@given(data=st.data())
def test_kings_alone_have_the_same_place_turned_about_a_diagonal(name, data):
    squares = data.draw(st.lists(st.sampled_from(range(1, 33)), min_size=2, max_size=5, unique=True))
    white = data.draw(st.integers(max(1, len(squares) - 3), min(3, len(squares) - 1)))
    position = Position.place(VARIANTS[name], Color.WHITE, white_kings=squares[:white], black_kings=squares[white:])
    place = place_of(position)
    assert 0 <= place < INDICES[name].size
    assert place_of(mirrored(position)) == place_of(turned(mirrored(position))) == place


def test_kings_alone_take_a_place_for_each_four_ways_to_turn_them() -> None:
    index = INDICES["english"]
    squares = ENGLISH.geometry.squares
    taken = Counter(
        place_of(Position.place(ENGLISH, Color.WHITE, white_kings=[one], black_kings=[other]))
        for one in squares
        for other in squares
        if one != other
    )
    assert sum(taken.values()) == 32 * 31
    # On a diagonal that they are turned about, there are but two ways.
    assert set(taken.values()) == {2, 4}
    first = index.first((0, 1, 0, 1))
    assert all(first <= place < first + index.slice_size((0, 1, 0, 1)) for place in taken)


def test_the_slices_fill_the_index() -> None:
    index = INDICES["italian"]
    end = 0
    for material in index.materials():
        assert index.first(material) == end
        end += index.slice_size(material)
    assert end == index.size == 12_375_620
    assert index.first((2, 0, 3, 0)) == -1


def test_what_has_no_place() -> None:
    start = Position.start(ENGLISH)
    assert place_of(start) == -1
    assert place_of(Position.place(ENGLISH, Color.WHITE, white_kings=[1])) == -1
    assert place_of(Position.place(ENGLISH, Color.WHITE, white_kings=[1, 2, 3, 4], black_kings=[30])) == -1
    assert place_of(Position.place(ENGLISH, Color.WHITE, white_kings=[1, 2, 3], black_kings=[29], black_men=[9])) == -1
    assert place_of(Position.place(ENGLISH, Color.WHITE, white_kings=[1, 2, 3], black_kings=[29, 30])) >= 0
    assert place_of(Position.place(ENGLISH, Color.WHITE, white_kings=[1, 2, 3], black_kings=[28, 29, 30])) == -1


@pytest.mark.parametrize(
    "name, pieces, kings",
    [("english", 5, 5), ("english", 1, 5), ("english", 4, 3), ("english", 4, 7), ("international", 4, 4)],
)
def test_what_has_no_index(name, pieces, kings):
    with pytest.raises(ValueError, match=f"{pieces} pieces, {kings} kings of {name}: expected 2 to 4 and up to 6"):
        Index(VARIANTS[name], pieces, kings)
