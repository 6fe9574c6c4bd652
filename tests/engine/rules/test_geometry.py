"""Squares, rows, columns and bits of the boards."""

import pytest

from engine.rules.geometry import Geometry
from tests.reference import GAMES

pytestmark = pytest.mark.both_modes

BOARDS = {
    "english": Geometry(8, "left"),
    "italian": Geometry(8, "right"),
    "international": Geometry(10, "left"),
}

board = pytest.mark.parametrize("name", BOARDS)


@board
def test_rows_and_columns(name: str) -> None:
    geometry, rules = BOARDS[name], GAMES[name]
    assert geometry.square_count == rules.squares == len(geometry.squares)
    assert [(geometry.row(square), geometry.column(square)) for square in geometry.squares] == [
        rules.cell(square) for square in geometry.squares
    ]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("english", {1: "b8", 4: "h8", 5: "a7", 8: "g7", 21: "a3", 29: "a1", 32: "g1"}),
        ("italian", {1: "a8", 4: "g8", 5: "b7", 8: "h7", 21: "b3", 29: "b1", 32: "h1"}),
        ("international", {1: "b10", 5: "j10", 6: "a9", 46: "a1", 50: "i1"}),
    ],
)
def test_known_squares(name: str, places: dict[int, str]) -> None:
    geometry = BOARDS[name]
    for square, place in places.items():
        assert "abcdefghij"[geometry.column(square)] + str(geometry.size - geometry.row(square)) == place


@board
def test_bits_and_squares_are_inverse(name: str) -> None:
    geometry = BOARDS[name]
    assert [geometry.square_of[geometry.bit_of[square]] for square in geometry.squares] == list(geometry.squares)
    assert len(set(geometry.bit_of)) == geometry.square_count + 1
    assert sum(square == 0 for square in geometry.square_of) == len(geometry.square_of) - geometry.square_count
    assert geometry.mask.bit_count() == geometry.square_count
    assert geometry.mask.bit_length() <= 63


@board
def test_each_step_is_a_shift_that_never_wraps(name: str) -> None:
    geometry, rules = BOARDS[name], GAMES[name]
    shifts = {
        (-1, -1): lambda one: one >> geometry.long_shift,
        (-1, 1): lambda one: one >> geometry.short_shift,
        (1, -1): lambda one: one << geometry.short_shift,
        (1, 1): lambda one: one << geometry.long_shift,
    }
    for square in geometry.squares:
        for direction, shift in shifts.items():
            neighbour = rules.neighbour(square, direction)
            stepped = shift(geometry.bitboard([square])) & geometry.mask
            assert geometry.squares_in(stepped) == ((neighbour,) if neighbour else ()), (square, direction)


@board
def test_sets_of_squares(name: str) -> None:
    geometry = BOARDS[name]
    assert geometry.squares_in(geometry.bitboard([9, 2, 30])) == (2, 9, 30)
    assert geometry.squares_in(0) == ()
    rows = [geometry.row_mask(row) for row in range(geometry.size)]
    assert sum(rows) == geometry.mask
    for row, mask in enumerate(rows):
        assert [geometry.row(square) for square in geometry.squares_in(mask)] == [row] * geometry.row_length


@pytest.mark.parametrize(("size", "corner"), [(9, "left"), (12, "left"), (8, "middle")])
def test_other_boards_are_refused(size: int, corner: str) -> None:
    with pytest.raises(ValueError, match=str(size if corner == "left" else corner)):
        Geometry(size, corner)
