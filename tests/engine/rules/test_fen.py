"""Positions as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.errors import FenError
from engine.rules.fen import MAX_FEN_LENGTH, format_fen, format_hub, parse_fen, parse_hub
from engine.rules.position import Position
from engine.rules.squares import named_square, square_name
from engine.rules.variants import VARIANTS, Color, Variant, find_variant
from tests.bridge import position_from
from tests.cases import random_positions

pytestmark = pytest.mark.both_modes

ITALIAN, ENGLISH, RUSSIAN = map(find_variant, ("italian", "english", "russian"))
SPANISH, PORTUGUESE, INTERNATIONAL = map(find_variant, ("spanish", "portuguese", "international"))


def pieces(position: Position) -> dict[str, tuple[int, ...]]:
    return {
        "w": position.men(Color.WHITE),
        "W": position.kings_of(Color.WHITE),
        "b": position.men(Color.BLACK),
        "B": position.kings_of(Color.BLACK),
    }


@st.composite
def positions(draw: st.DrawFn) -> Position:
    variant = draw(st.sampled_from(sorted(VARIANTS.values(), key=lambda each: each.name)))
    squares = draw(st.permutations(variant.geometry.squares))
    white = draw(st.integers(0, variant.men_each))
    black = draw(st.integers(0 if white else 1, variant.men_each))
    kings = draw(st.sets(st.sampled_from(squares)))
    sets: dict[str, list[int]] = {letter: [] for letter in "wWbB"}
    for index, square in enumerate(squares[: white + black]):
        color = Color.WHITE if index < white else Color.BLACK
        crowned = square in kings or variant.geometry.row(square) == variant.promotion_row(color)
        sets[color.letter if crowned else color.letter.lower()].append(square)
    return Position.place(variant, draw(st.sampled_from(Color)), sets["w"], sets["W"], sets["b"], sets["B"])


@given(positions())
def test_round_trip(position: Position) -> None:
    assert parse_fen(format_fen(position), position.variant) == position
    assert parse_hub(format_hub(position), position.variant) == position


@pytest.mark.parametrize("case", random_positions()[::7], ids=lambda case: case.name)
def test_numeric_fen_row_by_row(case) -> None:
    """The data's FENs: official numbers in all games but those numbered from White's right."""
    variant = find_variant(case.variant)
    position = position_from(case.variant, case.fen)
    if variant in (SPANISH, PORTUGUESE):
        assert parse_fen(case.fen, ITALIAN) == Position(
            ITALIAN, position.side, position.white, position.black, position.kings
        )
    else:
        assert parse_fen(case.fen, variant) == position


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("italian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("english", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("pool", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("russian", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"),
        ("spanish", "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"),
    ],
)
def test_start_is_written(variant: str, fen: str) -> None:
    start = Position.start(find_variant(variant))
    assert format_fen(start) == fen
    assert parse_fen(fen, start.variant) == start


def test_writer_sorts_by_square_kings_among_men() -> None:
    position = Position.place(ITALIAN, Color.BLACK, [24, 18], [30, 2], [12], [22, 29])
    assert format_fen(position) == "B:WK2,18,24,K30:B12,K22,K29"
    assert format_fen(Position.place(RUSSIAN, Color.WHITE, [29], [22], [], [4])) == "W:Wa1,Kc3:BKh8"


def test_writer_leaves_a_side_empty() -> None:
    assert format_fen(Position.place(ITALIAN, Color.WHITE, [], [], [1], [])) == "W:W:B1"


EXPECTED = Position.place(ITALIAN, Color.WHITE, [18, 24], [10], [5], [15, 16])


@pytest.mark.parametrize(
    "fen",
    [
        "W:W18,24,K10:B5,K15,K16",
        "W:B5,K15,K16:WK10,18,24",
        "W:WK10,18,24:B5,K15-16",
        "W:W18,24,K10:B5,K15,K16.",
        "W:W18,24,K10:B05,K15,K016",
        '"W:W18,24,K10:B5,K15,K16"',
        '"W:W18,24,K10:B5,K15,K16."',
        '"W:W18,24,K10:B5,K15,K16".',
        '[FEN "W:W18,24,K10:B5,K15,K16"]',
        '[FEN "W:W18,24,K10:B5,K15,K16."]\n',
        '[Event "?"]\n[FEN "W:W18,24,K10:B5,K15,K16"]\n*',
        'fen "W:W18,24,K10:B5,K15,K16"',
        "FEN W:W18,24,K10:B5,K15,K16",
        "w:w18,24,k10:b5,k15,k16",
        "  W : W 18, 24 , K10 : B 5,K 15,\tK16 ",
        "W:W:W18,24,K10:B5,K15,K16",
        "?:W18,24,K10:B5,K15,K16",
        "W:W18,24,K10:B5,K15,K16:H0:F1",
        "W:W18,24,K10:B5,K15,K16:H0:F1:+0+0",
        "W:W18,24,K10:B5,K15,K16:",
        "W:W18,24,,K10:B5,K15,K16,",
        "W:Wc4,h3,Kc6:Bb7,KF5,KH5",
    ],
)
def test_reader_takes(fen: str) -> None:
    assert parse_fen(fen, ITALIAN) == EXPECTED


@pytest.mark.parametrize(("variant", "side"), [(ITALIAN, Color.WHITE), (ENGLISH, Color.BLACK)])
def test_open_side_is_the_one_that_starts(variant: Variant, side: Color) -> None:
    assert parse_fen("?:W29,13,11:B22,4,2", variant).side == side


def test_range() -> None:
    assert parse_fen("W:W31-50:B1-20", INTERNATIONAL) == Position.start(INTERNATIONAL)
    assert parse_fen("W:W1-12:B21-32", PORTUGUESE) == Position.start(PORTUGUESE)
    assert parse_fen("W:W21-32:B1-12", RUSSIAN) == Position.start(RUSSIAN)
    kings = parse_fen("W:W31:BK5-8,9", ITALIAN)
    assert pieces(kings) == {"w": (31,), "W": (), "b": (9,), "B": (5, 6, 7, 8)}


def test_numbers_from_whites_right_hand() -> None:
    assert pieces(parse_fen("W:WK1,10:B32,K20", SPANISH)) == {"w": (23,), "W": (32,), "b": (1,), "B": (13,)}


def test_algebraic() -> None:
    position = parse_fen("W:Wa1,Kc3:Bh8", RUSSIAN)
    assert pieces(position) == {"w": (29,), "W": (22,), "b": (4,), "B": ()}
    assert parse_fen("W:W29,K22:B4", RUSSIAN) == position
    assert parse_fen("w:wA1,kC3:bH8", RUSSIAN) == position


@pytest.mark.parametrize("fen", ["W:W:B1", "W:B1", "W:B1:W", "W::B1"])
def test_a_side_may_be_empty(fen: str) -> None:
    assert pieces(parse_fen(fen, ITALIAN)) == {"w": (), "W": (), "b": (1,), "B": ()}


@pytest.mark.parametrize(
    ("variant", "fen", "message"),
    [
        (ITALIAN, "", "FEN '': expected side:squares:squares, such as W:W21,K30:B5,12"),
        (ITALIAN, "startpos", "FEN 'startpos': expected side:squares:squares, such as W:W21,K30:B5,12"),
        (ITALIAN, ":W31:B1", "FEN, side to move '': expected W, B or ?"),
        (ITALIAN, "X:W31:B1", "FEN, side to move 'X': expected W, B or ?"),
        (ITALIAN, "W31:B1", "FEN, side to move 'W31': expected W, B or ?"),
        (ITALIAN, "W:31:B1", "FEN, '31': expected W or B before the squares"),
        (ITALIAN, "W:W31:X1", "FEN, 'X1': expected W or B before the squares"),
        (ITALIAN, "W:W31:B1:B2", "FEN, 'B2': a second list of black pieces"),
        (ITALIAN, "W:W31,Q2:B1", "FEN, 'Q2': expected a square (1-32), with K before it for a king"),
        (ITALIAN, "W:W31,K:B1", "FEN, 'K': expected a square (1-32), with K before it for a king"),
        (ITALIAN, "W:W31;2:B1", "FEN, '31;2': expected a square (1-32), with K before it for a king"),
        (ITALIAN, "W:W-3:B1", "FEN, '-3': expected a square (1-32), with K before it for a king"),
        (ITALIAN, "W:W33:B1", "FEN, square '33' is not on the board: expected 1-32"),
        (ITALIAN, "W:W0:B1", "FEN, square '0' is not on the board: expected 1-32"),
        (ENGLISH, "W:WK45:B1", "FEN, square '45' in 'K45' is not on the board: expected 1-32"),
        (INTERNATIONAL, "W:W51:B1", "FEN, square '51' is not on the board: expected 1-50"),
        (RUSSIAN, "W:Wa2:Bh8", "FEN, square 'a2' is not on the board: expected a dark square a1-h8 or 1-32"),
        (RUSSIAN, "W:Wj1:Bh8", "FEN, square 'j1' is not on the board: expected a dark square a1-h8 or 1-32"),
        (RUSSIAN, "W:Wa1-c1:Bh8", "FEN, range 'a1-c1': expected numbers, such as 5-8 or K5-8"),
        (ITALIAN, "W:W32-30:B1", "FEN, range '32-30' runs backwards: expected 30-32"),
        (SPANISH, "W:W3-1:B32", "FEN, range '3-1' runs backwards: expected 1-3"),
        (ITALIAN, "W:W30-45:B1", "FEN, square '45' in '30-45' is not on the board: expected 1-32"),
        (ITALIAN, "W:W5-K8:B1", "FEN, '5-K8': expected a square (1-32), with K before it for a king"),
        (ITALIAN, "W:W31,31:B1", "square 31 is named twice"),
        (ITALIAN, "W:W31:BK31", "square 31 is named twice"),
        (SPANISH, "W:W5:B5", "square 5 is named twice"),
        (ITALIAN, "W:W2:B10", "white man on its promotion row, square 2"),
        (SPANISH, "W:W1:B2", "black man on its promotion row, square 2"),
        (ITALIAN, "W:W20-32:B1", "13 white pieces: expected at most 12"),
        (INTERNATIONAL, "W:W31:BK1-21", "21 black pieces: expected at most 20"),
        (ITALIAN, "W:W:B", "FEN 'W:W:B': no piece on the board"),
        (ITALIAN, "B::", "FEN 'B::': no piece on the board"),
        (ITALIAN, "W:W31:B\u0661", "FEN, character 8 '\\u0661': expected ASCII letters and digits"),
        (ITALIAN, "W:W31:B1" + " " * 2000, "FEN of 2008 characters: expected at most 2000"),
        (ITALIAN, "W:W" + "9" * 100, f"FEN, square '{'9' * 37}...' is not on the board: expected 1-32"),
        (ITALIAN, "W:W31\n:B1\nquit", "FEN, '1quit': expected a square (1-32), with K before it for a king"),
        (ITALIAN, "W:W31:B1\x00", "FEN, '1\\x00': expected a square (1-32), with K before it for a king"),
    ],
)
def test_bad_fen(variant: Variant, fen: str, message: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_fen(fen, variant)
    assert str(caught.value) == message


@given(st.text(max_size=80) | st.text('WBK?:,-. 0123456789ah"[]', max_size=80))
def test_any_text_is_a_position_or_one_line(text: str) -> None:
    for variant in (ITALIAN, RUSSIAN, SPANISH):
        for parse, write in ((parse_fen, format_fen), (parse_hub, format_hub)):
            try:
                position = parse(text, variant)
            except FenError as error:
                assert str(error).isascii() and str(error).isprintable()
            else:
                assert parse(write(position), variant) == position


def test_longest_fen_is_far_below_the_bound() -> None:
    variant = INTERNATIONAL
    full = Position.place(variant, Color.WHITE, [], range(1, 21), [], range(31, 51))
    assert 10 * len(format_fen(full)) < MAX_FEN_LENGTH


@pytest.mark.parametrize(
    ("variant", "fen", "hub"),
    [
        ("international", "W:W31-50:B1-20", "W" + "b" * 20 + "e" * 10 + "w" * 20),
        ("italian", "W:W21-32:B1-12", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"),
        ("english", "B:W21-32:B1-12", "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"),
        ("spanish", "W:W1-12:B21-32", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"),
        ("italian", "W:W29,32,K10:B1,2,K5", "WbbeeBeeeeWeeeeeeeeeeeeeeeeeeweew"),
        ("english", "B:W29,32,K10:B1,2,K5", "BbbeeBeeeeWeeeeeeeeeeeeeeeeeeweew"),
        ("russian", "W:Wa1,Kc3:Bh8", "WeeebeeeeeeeeeeeeeeeeeWeeeeeeweee"),
    ],
)
def test_hub(variant: str, fen: str, hub: str) -> None:
    position = parse_fen(fen, find_variant(variant))
    assert format_hub(position) == hub
    assert parse_hub(hub, position.variant) == position
    assert parse_hub(f" {hub}\n", position.variant) == position


EMPTY = "e" * 32


@pytest.mark.parametrize(
    ("hub", "message"),
    [
        ("", "Hub position of 0 characters: expected 33 in italian, the side to move and 32 squares"),
        ("W" + "e" * 50, "Hub position of 51 characters: expected 33 in italian, the side to move and 32 squares"),
        ("w" + EMPTY, "Hub position, character 1 'w': expected the side to move, W or B"),
        ("Wz" + EMPTY[1:], "Hub position, character 2 'z': expected w, b, W, B or e"),
        ("W" + EMPTY[1:] + "E", "Hub position, character 33 'E': expected w, b, W, B or e"),
        ("W" + EMPTY[1:] + "\u00e9", "Hub position, character 33 '\\xe9': expected w, b, W, B or e"),
        ("W" + EMPTY, "Hub position: no piece on the board"),
        ("Ww" + EMPTY[1:], "white man on its promotion row, square 1"),
        ("B" + EMPTY[1:] + "b", "black man on its promotion row, square 32"),
        ("W" + "B" * 13 + EMPTY[13:], "13 black pieces: expected at most 12"),
    ],
)
def test_bad_hub(hub: str, message: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_hub(hub, ITALIAN)
    assert str(caught.value) == message


def test_hub_takes_the_ten_row_board() -> None:
    with pytest.raises(FenError, match="expected 51 in international"):
        parse_hub("W" + EMPTY, INTERNATIONAL)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_square_has_one_name(variant: Variant) -> None:
    names = [square_name(variant, square) for square in variant.geometry.squares]
    assert len(set(names)) == variant.square_count
    assert [named_square(variant, name) for name in names] == list(variant.geometry.squares)


@pytest.mark.parametrize(
    ("variant", "square", "name"),
    [
        ("english", 1, "b8"),
        ("english", 4, "h8"),
        ("english", 5, "a7"),
        ("english", 29, "a1"),
        ("english", 32, "g1"),
        ("italian", 1, "a8"),
        ("italian", 5, "b7"),
        ("italian", 29, "b1"),
        ("italian", 32, "h1"),
        ("international", 1, "b10"),
        ("international", 5, "j10"),
        ("international", 6, "a9"),
        ("international", 46, "a1"),
        ("international", 50, "i1"),
    ],
)
def test_algebraic_names(variant: str, square: int, name: str) -> None:
    assert named_square(find_variant(variant), name) == square
