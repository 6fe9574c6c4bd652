"""Both ways of writing 33-character positions, and finding out which it is."""

import pytest

from engine.rules.errors import RulesError
from engine.rules.fen import format_fen, parse_fen
from engine.rules.position import Position
from engine.rules.variants import find_variant
from protocol.errors import RemoteError
from protocol.hub.messages import SetPosition
from protocol.hub.positions import PositionReader, Reading, Style

pytestmark = pytest.mark.both_modes

START = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
ENGLISH_SETUP = "WbeebeeeeeeeeeeeeeeeeeeBeeeeWeeww"
ITALIAN_OR_OFFICIAL = "bbeeBeeeeWeeeeeeeeeeeeeeeeeeweew"
RUSSIAN_SETUP = "WeeebeeeeeeeeeeeeeeeeeWeeeeeeweee"


def read(variant, board, moves="", reader=None):
    game, reading = (reader or PositionReader()).read(
        SetPosition(board, tuple(moves.split())), find_variant(variant), 3
    )
    return format_fen(game.position), reading.style


def fen_of_start(variant):
    return format_fen(Position.start(find_variant(variant)))


@pytest.mark.parametrize(
    ("variant", "style", "board", "fen"),
    [
        ("italian", "official", "W" + ITALIAN_OR_OFFICIAL, "W:W29,32,K10:B1,2,K5"),
        ("italian", "pydraughts", "W" + ITALIAN_OR_OFFICIAL, "W:W29,32,K10:B1,2,K5"),
        ("english", "official", "B" + ITALIAN_OR_OFFICIAL, "B:W29,32,K10:B1,2,K5"),
        ("english", "pydraughts", ENGLISH_SETUP, "B:W29,32,K10:B1,2,K5"),
        ("russian", "official", RUSSIAN_SETUP, "W:Wa1,Kc3:Bh8"),
        ("russian", "pydraughts", RUSSIAN_SETUP, "W:Wa1,Kc3:Bh8"),
        ("brazilian", "pydraughts", RUSSIAN_SETUP, "W:Wa1,Kc3:Bh8"),
        ("international", "pydraughts", "W" + "b" * 20 + "e" * 10 + "w" * 20, fen_of_start("international")),
    ],
)
def test_set_up_positions(variant, style, board, fen):
    expected = format_fen(parse_fen(fen, find_variant(variant)))
    assert format_fen(Reading(find_variant(variant), Style(style)).start(board)) == expected


def moves_of(variant, style, board):
    reading = Reading(find_variant(variant), Style(style))
    position = reading.start(board)
    return sorted(reading.text(position, move) for move in position.legal_moves)


@pytest.mark.parametrize(
    ("variant", "style", "board", "moves"),
    [
        ("italian", "official", START, "21-17 21-18 22-18 22-19 23-19 23-20 24-20"),
        ("english", "official", "B" + START[1:], "10-14 10-15 11-15 11-16 12-16 9-13 9-14"),
        ("english", "pydraughts", START, "10-14 10-15 11-15 11-16 12-16 9-13 9-14"),
        ("english", "pydraughts", ENGLISH_SETUP, "1-6 2-6 2-7 5-9"),
        ("russian", "official", START, "21-17 22-17 22-18 23-18 23-19 24-19 24-20"),
        ("russian", "pydraughts", START, "10-13 10-14 11-14 11-15 12-15 12-16 9-13"),
    ],
)
def test_moves(variant, style, board, moves):
    assert moves_of(variant, style, board) == moves.split()


@pytest.mark.parametrize("variant", ["english", "russian", "brazilian"])
@pytest.mark.parametrize("style", Style)
def test_moves_are_read_as_they_are_written(variant, style):
    reading = Reading(find_variant(variant), style)
    position = Position.start(find_variant(variant))
    for ply in range(40):
        moves = position.legal_moves
        for move in moves:
            assert reading.move(position, reading.text(position, move)) == move
        if not moves:
            break
        position = position.after(moves[ply % len(moves)])


def test_captures_in_both_numberings():
    russian = find_variant("russian")
    position = parse_fen("W:Wc3:Bd4,f6", russian)
    (move,) = position.legal_moves
    official, foreign = (Reading(russian, style) for style in Style)
    assert official.text(position, move) == "22x8x11x18"
    assert foreign.text(position, move) == "10x28x14x23"
    for text in ("10x28", "10x28x14", "10x19x28", "10x28x23x14"):
        assert foreign.move(position, text) == move
    assert official.move(position, "c3:e5:g7") == foreign.move(position, "c3:e5:g7") == move


# Finding out.


def test_english_start_of_pydraughts():
    reader = PositionReader()
    assert read("english", START, reader=reader) == (fen_of_start("english"), Style.PYDRAUGHTS)
    # Nothing says so here, but it is the same program.
    assert read("english", ENGLISH_SETUP, reader=reader) == ("B:WK10,29,32:B1,2,K5", Style.PYDRAUGHTS)


def test_official_english_start():
    reader = PositionReader()
    assert read("english", "B" + START[1:], reader=reader) == (fen_of_start("english"), Style.OFFICIAL)
    assert read("english", "B" + START[1:], "9-14 22-18", reader)[1] is Style.OFFICIAL


def test_moves_decide():
    reader = PositionReader()
    assert read("russian", START, reader=reader)[1] is Style.OFFICIAL
    assert read("russian", START, "9-13 21-17", reader) == (
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,e3,g3,b4:Ba5,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
        Style.PYDRAUGHTS,
    )
    assert read("russian", START, reader=reader)[1] is Style.PYDRAUGHTS
    other = PositionReader()
    assert read("russian", START, "21-17", other)[1] is Style.OFFICIAL
    assert read("russian", RUSSIAN_SETUP, reader=other)[1] is Style.OFFICIAL


def test_moves_overturn_an_earlier_decision():
    reader = PositionReader()
    read("russian", START, "9-13", reader)
    assert read("russian", START, "21-17 10-14", reader)[1] is Style.OFFICIAL
    assert read("russian", START, reader=reader)[1] is Style.OFFICIAL


def test_a_board_that_only_one_style_allows():
    # Turned round, the white man on square 5 would be a black man on 28; as it stands, a man on row 1 is impossible.
    board = "W" + "b" + "e" * 30 + "w"
    assert read("english", board)[1] is Style.OFFICIAL
    turned = "Ww" + "e" * 30 + "b"
    with pytest.raises(RulesError):
        read("english", turned)


def test_other_games_are_always_official():
    reader = PositionReader()
    read("russian", START, "9-13", reader)
    assert read("italian", START, "21-17", reader)[1] is Style.OFFICIAL


def test_a_bad_move_is_told_in_the_words_of_the_sender():
    reader = PositionReader()
    read("russian", START, "9-13", reader)
    with pytest.raises(RulesError, match="move 2: move '9-13' is not legal: expected one of 21-17 "):
        read("russian", START, "9-13 9-13", reader)


def test_setting():
    reader = PositionReader()
    reader.choose("official")
    assert read("english", START, reader=reader)[1] is Style.OFFICIAL
    with pytest.raises(RulesError):
        read("russian", START, "9-13", reader)
    reader.choose("pydraughts")
    assert read("russian", START, reader=reader)[1] is Style.PYDRAUGHTS
    reader.choose("auto")
    assert read("russian", START, reader=reader)[1] is Style.OFFICIAL
    with pytest.raises(RemoteError, match="expected one of auto official pydraughts"):
        reader.choose("Official")


def test_a_game_that_goes_on_is_read_as_if_it_were_new():
    reader = PositionReader()
    italian = find_variant("italian")
    moves = ["21-17", "9-13", "22-18", "13x22x18", "26x19x22"]
    for board in (None, START):
        for count in (0, 1, 3, 5, 2, 5, 4):
            command = SetPosition(board, tuple(moves[:count]))
            game, reading = reader.read(command, italian, 3)
            fresh = reading.game(command, 3)
            assert (game.positions, game.moves, game.start) == (fresh.positions, fresh.moves, fresh.start)
            assert (game.repetition_keys, game.counters) == (fresh.repetition_keys, fresh.counters)
            game.play(game.position.legal_moves[0])  # what is done with it does not come back
    with pytest.raises(RulesError, match="move 3: "):
        reader.read(SetPosition(START, ("21-17", "9-13", "1-5")), italian, 3)
    game, _ = reader.read(SetPosition(START, ("21-17",)), italian, 4)
    assert game.repetitions == 4
