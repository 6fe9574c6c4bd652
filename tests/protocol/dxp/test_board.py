"""Positions and moves on the wire, in both readings; the boards are captures of pydraughts 0.6.7."""

import pytest

from engine.rules.fen import format_fen, parse_fen
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color, find_variant
from protocol.dxp.board import Board
from protocol.dxp.messages import MoveMessage, Setup
from protocol.errors import RemoteError
from protocol.pydraughts import Style
from tests.protocol.dxp.conversation import INTERNATIONAL, ITALIAN

pytestmark = pytest.mark.both_modes

W, B = Color.WHITE, Color.BLACK
LETTERS = {"W": W, "Z": B}


def board(name, reading=Style.OFFICIAL):
    return Board(find_variant(name), reading)


@pytest.mark.parametrize(
    ("variant", "reading", "text", "fen"),
    [
        ("italian", Style.OFFICIAL, "WzzeeZeeeeWeeeeeeeeeeeeeeeeeeweew", "W:W29,32,K10:B1,2,K5"),
        ("italian", Style.PYDRAUGHTS, "WzzeeZeeeeWeeeeeeeeeeeeeeeeeeweew", "W:W29,32,K10:B1,2,K5"),
        ("english", Style.OFFICIAL, "ZzzeeZeeeeWeeeeeeeeeeeeeeeeeeweew", "B:W29,32,K10:B1,2,K5"),
        ("english", Style.PYDRAUGHTS, "ZzeezeeeeeeeeeeeeeeeeeeZeeeeWeeww", "B:W29,32,K10:B1,2,K5"),
        ("russian", Style.OFFICIAL, "WeeezeeeeeeeeeeeeeeeeeWeeeeeeweee", "W:Wa1,Kc3:Bh8"),
        ("russian", Style.PYDRAUGHTS, "WeeezeeeeeeeeeeeeeeeeeWeeeeeeweee", "W:Wa1,Kc3:Bh8"),
        ("spanish", Style.OFFICIAL, "WeeezeeeeeeeeeeeeeeeeeeeeeeeeeeWe", "W:WK2:B29"),
    ],
)
def test_boards(variant, reading, text, fen):
    wire = board(variant, reading)
    position = wire.read(Setup(LETTERS[text[0]], text[1:]))
    assert position == parse_fen(fen, wire.variant)
    assert wire.write(position) == Setup(LETTERS[text[0]], text[1:])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("reading", Style)
def test_start_positions_are_the_same_in_both_readings(variant, reading):
    start = Position.start(variant)
    text = ITALIAN if variant.square_count == 32 else INTERNATIONAL
    assert Board(variant, reading).write(start) == Setup(variant.starts, text)
    assert Board(variant, reading).read(Setup(variant.starts, text)) == start


@pytest.mark.parametrize(
    ("letters", "reason"),
    [
        ("w" + "e" * 31, "white man on its promotion row, square 1"),
        ("e" * 31 + "z", "black man on its promotion row, square 32"),
        ("W" * 13 + "e" * 19, "13 white pieces: expected at most 12"),
    ],
)
def test_boards_that_cannot_be(letters, reason):
    with pytest.raises(RemoteError, match=reason):
        board("italian").read(Setup(W, letters))


def found(variant, fen, message, reading=Style.OFFICIAL):
    wire = board(variant, reading)
    return wire.find_move(parse_fen(fen, wire.variant), message)


def test_moves_have_row_by_row_numbers():
    start = format_fen(Position.start(find_variant("russian")))
    assert found("russian", start, MoveMessage(0, 21, 17)).path == (21, 17)
    assert board("russian").write_move(found("russian", start, MoveMessage(0, 21, 17)), 3) == MoveMessage(3, 21, 17)


@pytest.mark.parametrize("variant", ["russian", "brazilian"])
def test_moves_of_pydraughts_are_counted_from_a1(variant):
    wire = board(variant, Style.PYDRAUGHTS)
    start = Position.start(wire.variant)
    # 9-13 is a3-b4.
    move = wire.find_move(start, MoveMessage(0, 9, 13))
    assert move.path == (21, 17)
    assert wire.write_move(move, 0) == MoveMessage(0, 9, 13)
    numbers = [wire.write_move(move, 0) for move in start.legal_moves]
    assert sorted((move.origin, move.target) for move in numbers) == [
        (9, 13),
        (10, 13),
        (10, 14),
        (11, 14),
        (11, 15),
        (12, 15),
        (12, 16),
    ]


@pytest.mark.parametrize("variant", ["italian", "english", "international"])
def test_moves_of_pydraughts_are_plain_elsewhere(variant):
    for move in Position.start(find_variant(variant)).legal_moves:
        written = {board(variant, reading).write_move(move, 0) for reading in Style}
        assert written == {MoveMessage(0, move.origin, move.target)}


@pytest.mark.parametrize("reading", Style)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_every_move_round_trips(variant, reading):
    wire = Board(variant, reading)
    position = Position.start(variant)
    for ply in range(60):
        if not position.legal_moves:
            break
        for move in position.legal_moves:
            assert wire.find_move(position, wire.write_move(move, 0)) == move
        position = position.after(position.legal_moves[ply % len(position.legal_moves)])


# 11 takes 15 and 23 to 27, or 15 and 22 to 25.
TWO_CAPTURES = "B:W15,22,23:B11"


def test_captured_squares_in_any_order_and_left_out():
    full = found("english", TWO_CAPTURES, MoveMessage(0, 11, 27, (23, 15)))
    assert full.captured == (15, 23)
    assert found("english", TWO_CAPTURES, MoveMessage(0, 11, 27, (15, 23))) == full
    assert found("english", TWO_CAPTURES, MoveMessage(0, 11, 27)) == full


@pytest.mark.parametrize(
    "message",
    [
        MoveMessage(0, 11, 27, (15,)),
        MoveMessage(0, 11, 27, (15, 22)),
        MoveMessage(0, 11, 16),
        MoveMessage(0, 0, 0),
        MoveMessage(0, 99, 27, (15, 23)),
        MoveMessage(0, 11, 27, (15, 23, 99)),
    ],
)
def test_illegal_moves(message):
    with pytest.raises(RemoteError, match="illegal move"):
        found("english", TWO_CAPTURES, message)


def test_a_capture_that_could_be_two_needs_its_squares():
    # 21 goes to 3 over 9, 27 and 28, or over 9, 27 and 33.
    position = parse_fen("W:WK21:B9,27,28,33,45", find_variant("international"))
    twice = [
        move
        for move in position.legal_moves
        if sum((move.origin, move.target) == (other.origin, other.target) for other in position.legal_moves) > 1
    ]
    assert len(twice) == 2
    wire = board("international")
    for move in twice:
        assert wire.find_move(position, wire.write_move(move, 0)) == move
        with pytest.raises(RemoteError):
            wire.find_move(position, MoveMessage(0, move.origin, move.target))
