"""Moves as text."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.errors import MoveError
from engine.rules.fen import parse_fen
from engine.rules.notation import MAX_MOVE_LENGTH, format_move, parse_hub_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Numbering, Variant, find_variant
from tests import reference
from tests.bridge import position_from, state_of
from tests.cases import PositionCase, random_positions, tricky_positions

pytestmark = pytest.mark.both_modes

CASES = random_positions() + tricky_positions()


def position(variant: str, fen: str) -> Position:
    return parse_fen(fen, find_variant(variant))


def check_round_trips(place: Position) -> None:
    for move in place.legal_moves:
        for style in ("short", "full", "hub"):
            text = format_move(place, move, style=style)
            read = parse_hub_move if style == "hub" else parse_move
            assert read(place, text) is move, (text, style)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_round_trips(case: PositionCase) -> None:
    check_round_trips(position_from(case.variant, case.fen))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_path_of_a_capture_is_read(case: PositionCase) -> None:
    """Also other orders of the same captures, and other stops of a flying king."""
    place = position_from(case.variant, case.fen)
    read = parse_hub_move if place.variant.numbering == Numbering.REVERSED else parse_move
    identities = {move.identity: move for move in place.legal_moves}
    for move in reference.legal_moves(state_of(place)):
        for path in move.paths:
            text = ("x" if move.captured else "-").join(map(str, path))
            assert read(place, text) is identities[move.identity], text


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_round_trips_in_random_games(variant: Variant) -> None:
    choice = random.Random(20)
    for _ in range(3):
        place = Position.start(variant)
        for _ in range(60):
            check_round_trips(place)
            if not place.legal_moves:
                break
            place = place.after(choice.choice(place.legal_moves))


CIRCLE = "B:WK14,K15,16,K22,K23:BK17"
"""Russian: six captures from 17 (b4), two of which go to the same square over different pieces."""


def texts(place: Position, style: str) -> set[str]:
    return {format_move(place, move, style=style) for move in place.legal_moves}


def test_styles() -> None:
    place = position("english", "B:W15,22,23:B11")
    assert texts(place, "short") == {"11x27", "11x25"}
    assert texts(place, "full") == {"11x18x27", "11x18x25"}
    assert texts(place, "hub") == {"11x27x15x23", "11x25x15x22"}


def test_short_style_names_the_path_where_two_captures_share_their_ends() -> None:
    place = position("russian", CIRCLE)
    assert texts(place, "full") == {
        "b4:d2:f4:d6:a3", "b4:d2:f4:h6", "b4:d6:f4:d2:a5", "b4:d6:f4:d2:b4", "b4:d6:f4:h6", "b4:e7:h4",
    }  # fmt: skip
    assert texts(place, "short") == {"b4:a3", "b4:d2:f4:h6", "b4:a5", "b4:b4", "b4:d6:f4:h6", "b4:h4"}
    # 22x31 is one of the two in full.
    assert texts(position("english", "W:WK22:B9,10,17,18,26"), "short") == {"22x31", "22x13x6x15x22x31"}


def test_algebraic_writing() -> None:
    assert "c3-d4" in texts(Position.start(find_variant("russian")), "short")
    place = position("russian", "W:Wc3:Bd4,f6")
    assert texts(place, "full") == {"c3:e5:g7"}
    assert texts(place, "short") == {"c3:g7"}
    assert texts(place, "hub") == {"22x8x11x18"}
    assert texts(position("brazilian", "W:Wc3:Bd4"), "short") == {"c3xe5"}
    assert texts(position("czech", "W:Wc3:Bd4"), "short") == {"c3xe5"}


def test_reversed_numbers() -> None:
    start = Position.start(find_variant("spanish"))
    assert texts(start, "short") == {"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16"}
    assert texts(start, "hub") == {"24-20", "23-20", "23-19", "22-19", "22-18", "21-18", "21-17"}
    move = parse_move(start, "10-14")
    assert (move.origin, move.target) == (23, 19)
    assert parse_hub_move(start, "23-19") is move
    with pytest.raises(MoveError):
        parse_move(start, "23-19")


@pytest.mark.parametrize(
    ("variant", "fen", "text", "expected"),
    [
        ("italian", "W:W21-32:B1-12", "21-17", "21-17"),
        ("italian", "W:W21-32:B1-12", " 21 - 17 ", "21-17"),
        ("italian", "W:W21-32:B1-12", "21 17", "21-17"),
        ("italian", "W:W21-32:B1-12", "2117", "21-17"),
        ("italian", "W:W21-32:B1-12", "21-17!?", "21-17"),
        ("italian", "W:W21-32:B1-12", "21-17 (?)", "21-17"),
        ("italian", "W:W21-32:B1-12", "b3-a4", "21-17"),
        ("italian", "W:W21-32:B1-12", "b3c4", "21-18"),
        ("english", "B:W21-32:B1-12", "09-13", "9-13"),
        ("english", "B:W21-32:B1-12", "009-0013", "9-13"),
        ("english", "B:W21-32:B1-12", "0913", "9-13"),
        ("english", "B:W15,22,23:B11", "11x27", "11x18x27"),
        ("english", "B:W15,22,23:B11", "11x18x27", "11x18x27"),
        ("english", "B:W15,22,23:B11", "11x27x15x23", "11x18x27"),
        ("english", "B:W15,22,23:B11", "11x27x23x15", "11x18x27"),
        ("english", "B:W15,22,23:B11", "11x27x23", "11x18x27"),
        ("english", "B:W15,22,23:B11", "11-27", "11x18x27"),
        ("english", "B:W15,22,23:B11", "11-18-25", "11x18x25"),
        ("english", "B:W15,22,23:B11", "11:18:25", "11x18x25"),
        ("english", "B:W15,22,23:B11", "11*18*25", "11x18x25"),
        ("english", "B:W15,22,23:B11", "11X18 x 25", "11x18x25"),
        ("english", "B:W15,22,23:B11", "111825", "11x18x25"),
        ("english", "B:W15,22,23:B11", "11 18 25!!", "11x18x25"),
        ("russian", "W:Wc3,a1:Bd4,f6", "c3:e5:g7", "c3:e5:g7"),
        ("russian", "W:Wc3,a1:Bd4,f6", "c3e5g7", "c3:e5:g7"),
        ("russian", "W:Wc3,a1:Bd4,f6", "C3XG7", "c3:e5:g7"),
        ("russian", "W:Wc3,a1:Bd4,f6", "c3g7", "c3:e5:g7"),
        ("russian", "W:Wc3,a1:Bd4,f6", "22x8", "c3:e5:g7"),
        ("russian", "W:Wc3,a1:Bd4,f6", "22x15x8", "c3:e5:g7"),
        ("russian", "W:Wc3,a1:Bd4,f6", "22x8x18x11", "c3:e5:g7"),
        ("russian", "W:Wc3,a1:Bd4,f6", "c3:g7:f6", "c3:e5:g7"),
        # A king that may stop on any of several squares between two captures.
        ("international", "W:WK46:B32,14", "46x5", "46x28x5"),
        ("international", "W:WK46:B32,14", "46x23x5", "46x28x5"),
        ("international", "W:WK46:B32,14", "46x19x5", "46x28x5"),
        ("international", "W:W31-50:B1-20", "32-28", "32-28"),
        ("international", "W:W31-50:B1-20", "3228", "32-28"),
        ("international", "W:W31-50:B1-20", "c4e5", None),
    ],
)
def test_reader_takes(variant: str, fen: str, text: str, expected: str | None) -> None:
    place = position(variant, fen)
    if expected is None:
        with pytest.raises(MoveError):
            parse_move(place, text)
    else:
        assert format_move(place, parse_move(place, text), style="full") == expected


@pytest.mark.parametrize(
    ("variant", "fen", "text", "expected"),
    [
        ("english", "B:W15,22,23:B11", "11x27x15x23", "11x27x15x23"),
        ("english", "B:W15,22,23:B11", "11x27", "11x27x15x23"),
        ("english", "B:W15,22,23:B11", "11x18x27", "11x27x15x23"),
        ("english", "B:W15,22,23:B11", "11-25-22", "11x25x15x22"),
        ("spanish", "W:W10:B14,21", "23x14x12", None),
        ("spanish", "W:W10:B14", "23x16", None),
        ("spanish", "W:W10:B14", "23x16x19", None),
        ("spanish", "W:W10:B14", "23x14x19", "23x14x19"),
        ("spanish", "W:W10:B14", "23:14", "23x14x19"),
        ("russian", "W:Wc3:Bd4,f6", "22x8x11x18", "22x8x11x18"),
    ],
)
def test_hub_reader_takes(variant: str, fen: str, text: str, expected: str | None) -> None:
    place = position(variant, fen)
    if expected is None:
        with pytest.raises(MoveError):
            parse_hub_move(place, text)
    else:
        assert format_move(place, parse_hub_move(place, text), style="hub") == expected


START = "W:W21-32:B1-12"
SHOT = "B:W15,22,23:B11"


@pytest.mark.parametrize(
    ("variant", "fen", "text", "message"),
    [
        ("italian", START, "", "move '' cannot be read: expected squares such as 21-17"),
        ("italian", START, "d2d4?", "square 'd2' of move 'd2d4?' is not on the board: expected 1-32"),
        ("italian", START, "- -", "move '- -' cannot be read: expected squares such as 21-17"),
        ("italian", START, "22y18", "move '22y18' cannot be read at 'y18': expected squares such as 21-17"),
        ("italian", START, "22-", "move '22-' cannot be read at its end: expected squares such as 21-17"),
        ("italian", START, "22--18", "move '22--18' cannot be read at '-18': expected squares such as 21-17"),
        ("italian", START, "22", "move '22' has one square: expected two or more, such as 21-17"),
        (
            "italian",
            START,
            "2\u06612-18",
            "move '2\\u06612-18' cannot be read at '\\u06612-18': expected squares such as 21-17",
        ),
        ("italian", START, "45-40", "square '45' of move '45-40' is not on the board: expected 1-32"),
        ("italian", START, "22-0", "square '0' of move '22-0' is not on the board: expected 1-32"),
        ("italian", START, "914", "square '914' is not on the board: expected 1-32"),
        (
            "russian",
            START,
            "c3-c4",
            "square 'c4' of move 'c3-c4' is not on the board: expected a dark square a1-h8 or 1-32",
        ),
        ("russian", START, "xyz", "move 'xyz' cannot be read: expected squares such as a3-b4"),
        ("italian", START, "x" * 300, "move of 300 characters: expected at most 256"),
        ("italian", START, "18-14", "move '18-14': no piece on 18"),
        ("italian", START, "9-13", "move '9-13': the piece on 9 is Black's, and White is to move"),
        ("italian", START, "25-21", "move '25-21': 21 is occupied"),
        ("italian", START, "21-14", "move '21-14': not a legal move: expected 21-17, 21-18"),
        ("italian", START, "25-17", "move '25-17': not a legal move: the piece on 25 cannot move"),
        ("italian", START, "21x17", "move '21x17' takes nothing: expected 21-17"),
        ("english", "B:W15,22,23:B11,12", "12-16", "move '12-16': capture is compulsory: expected 11x18x25, 11x18x27"),
        ("english", SHOT, "11-16", "move '11-16': capture is compulsory: expected 11x18x25, 11x18x27"),
        ("english", SHOT, "11x18", "move '11x18': not a legal move: expected 11x18x25, 11x18x27"),
        ("english", SHOT, "11x18x28", "move '11x18x28': not a legal move: expected 11x18x25, 11x18x27"),
        ("english", SHOT, "11x27x15x22", "move '11x27x15x22': not a legal move: expected 11x18x25, 11x18x27"),
        ("english", SHOT, "11x27x15x15", "move '11x27x15x15': not a legal move: expected 11x18x25, 11x18x27"),
        ("russian", "W:Wc3:Bd4,f6", "c3-b4", "move 'c3-b4': capture is compulsory: expected c3:e5:g7"),
        ("russian", "W:Wc3:Bd4,f6", "a3-b4", "move 'a3-b4': no piece on a3"),
        ("italian", "W:W9:B5,2", "9-6", "move '9-6': White has no legal move"),
        ("international", "W:WK28:B12,33", "28x99", "square '99' of move '28x99' is not on the board: expected 1-50"),
    ],
)
def test_bad_move(variant: str, fen: str, text: str, message: str) -> None:
    with pytest.raises(MoveError) as caught:
        parse_move(position(variant, fen), text)
    assert str(caught.value) == message


def test_ambiguous_move_lists_the_candidates() -> None:
    place = position("russian", CIRCLE)
    with pytest.raises(MoveError) as caught:
        parse_move(place, "b4:h6")
    assert str(caught.value) == "move 'b4:h6' is ambiguous: expected one of b4:d2:f4:h6, b4:d6:f4:h6"


def test_many_alternatives_are_cut() -> None:
    place = position("international", "W:WK28:BK45,K1")
    with pytest.raises(MoveError) as caught:
        parse_move(place, "28-27")
    assert str(caught.value) == (
        "move '28-27': not a legal move: expected 28-10, 28-11, 28-14, 28-17, 28-19, 28-22 or 11 more"
    )


def test_hub_errors_speak_of_row_by_row_numbers() -> None:
    start = Position.start(find_variant("spanish"))
    for text, message in (
        ("10-14", "move '10-14': the piece on 10 is Black's, and White is to move"),
        ("21-14", "move '21-14': not a legal move: expected 21-17, 21-18"),
        ("21-33", "square '33' of move '21-33' is not on the board: expected 1-32"),
        ("x", "move 'x' cannot be read: expected squares such as 21-17"),
    ):
        with pytest.raises(MoveError) as caught:
            parse_hub_move(start, text)
        assert str(caught.value) == message


def test_path_and_hub_form_are_never_both_legal() -> None:
    """The same text as a path and as a Hub capture would be two moves: no position of the data has one."""
    tried = 0
    for case in CASES:
        place = position_from(case.variant, case.fen)
        hub = {format_move(place, move, style="hub"): move for move in place.legal_moves if len(move.path) > 2}
        for move in place.legal_moves:
            path = "x".join(map(str, move.path))
            tried += len(move.path) > 2
            assert hub.get(path, move) is move
    assert tried > 500


@given(st.text(max_size=40) | st.text("0123456789abch-x:* !?()", max_size=40))
def test_any_text_is_a_move_or_one_line(text: str) -> None:
    for variant in ("italian", "russian", "spanish"):
        place = Position.start(find_variant(variant))
        for read in (parse_move, parse_hub_move):
            try:
                move = read(place, text)
            except MoveError as error:
                assert str(error).isascii() and str(error).isprintable()
            else:
                assert move in place.legal_moves


def test_longest_texts_are_below_the_bound() -> None:
    longest = 0
    for case in CASES:
        place = position_from(case.variant, case.fen)
        for move in place.legal_moves:
            longest = max(longest, *(len(format_move(place, move, style=style)) for style in ("full", "hub")))
    assert 2 * longest < MAX_MOVE_LENGTH
