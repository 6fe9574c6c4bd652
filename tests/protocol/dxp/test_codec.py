"""Messages as text: the examples of the protocol, what is read liberally, what is refused, and round trips."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.rules.variants import Color
from protocol.dxp.codec import LONGEST_MESSAGE, format_message, format_minutes, parse_message
from protocol.dxp.messages import (
    Acceptance,
    BackAnswer,
    BackReply,
    BackRequest,
    Chat,
    Claim,
    GameAnswer,
    GameEnd,
    GameRequest,
    MoveMessage,
    Setup,
)
from protocol.errors import LocalError, RemoteError
from tests.protocol.dxp.conversation import INTERNATIONAL, ITALIAN, game_request

pytestmark = pytest.mark.both_modes

W, B = Color.WHITE, Color.BLACK
EXAMPLES = [
    (
        "R01Tornado voor Windows 4.0        W060065A",
        GameRequest("Tornado voor Windows 4.0", follower=W, minutes=60, moves=65),
    ),
    (
        f"R01DXP Client                      W005000BW{INTERNATIONAL}",
        GameRequest("DXP Client", follower=W, minutes=5, moves=0, setup=Setup(W, INTERNATIONAL)),
    ),
    (
        f"R01DXP Client                      Z005000BZ{ITALIAN}",
        GameRequest("DXP Client", follower=B, minutes=5, moves=0, setup=Setup(B, ITALIAN)),
    ),
    ("ATornado voor Windows 4.0        0", GameAnswer("Tornado voor Windows 4.0", Acceptance.ACCEPTED)),
    ("M0012061100", MoveMessage(12, 6, 11)),
    ("M001205250422122320", MoveMessage(12, 5, 25, (22, 12, 23, 20))),
    ("E00", GameEnd(Claim.NONE, stop=False)),
    ("E31", GameEnd(Claim.WIN, stop=True)),
    ("CWhat do you think about move 35?", Chat("What do you think about move 35?")),
    ("B005Z", BackRequest(5, B)),
    ("K1", BackReply(BackAnswer.UNSUPPORTED)),
]


@pytest.mark.parametrize(("text", "message"), EXAMPLES, ids=lambda value: value[:3] if isinstance(value, str) else None)
def test_examples(text, message):
    assert parse_message(text) == message
    assert format_message(message) == text


def test_lengths_of_a_game_request():
    assert [len(text) for text, message in EXAMPLES if isinstance(message, GameRequest)] == [43, 94, 76]


def request(**fields):
    return parse_message(game_request(**fields))


@pytest.mark.parametrize(
    ("text", "minutes"), [("0.5", 0.5), (".50", 0.5), (" 5 ", 5), ("5. ", 5), ("007", 7), ("999", 999), ("000", 0)]
)
def test_fractions_and_blanks_in_minutes(text, minutes):
    assert request(minutes=text).minutes == minutes


@pytest.mark.parametrize(("letter", "color"), [("W", W), ("w", W), ("Z", B), ("z", B), ("B", B), ("b", B)])
def test_colours_in_either_case(letter, color):
    assert request(follower=letter).follower is color
    assert request(start=f"B{letter}{ITALIAN}").setup.side is color
    assert parse_message(f"B001{letter}").side is color


@pytest.mark.parametrize("text", [text for text, message in EXAMPLES if not isinstance(message, Chat)])
def test_bytes_after_the_last_field_and_headers_in_lower_case(text):
    message = parse_message(text)
    assert parse_message(text + "  ") == message
    assert parse_message(text + "#junk") == message
    assert parse_message(text[0].lower() + text[1:]) == message
    assert parse_message(text + "\r\n") == message


def test_other_liberties():
    assert parse_message("E0") == GameEnd(Claim.NONE, stop=False)
    assert parse_message("ATruus0") == GameAnswer("Truus", Acceptance.ACCEPTED)
    assert parse_message("M    0611 0") == MoveMessage(0, 6, 11)
    assert request(name=" Name").name == "Name"
    assert request(moves=" 50").moves == 50
    assert request(start="a").setup is None
    assert request(start="bw" + ITALIAN.replace("e", "E")).setup == Setup(W, ITALIAN)
    assert request(start="BW" + ITALIAN + "junk").setup == Setup(W, ITALIAN)
    assert request(start="BW" + INTERNATIONAL + "eeee").setup == Setup(W, INTERNATIONAL)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown message ''"),
        ("X", "unknown message 'X'"),
        ("\x7f", r"unknown message '\\x7f'"),
        ("R01", "GAMEREQ of 3 characters: expected 43"),
        (game_request(minutes="abc"), "GAMEREQ minutes 'abc': expected a number"),
        (game_request(minutes="-01"), "GAMEREQ minutes '-01'"),
        (game_request(minutes="nan"), "GAMEREQ minutes 'nan'"),
        (game_request(minutes="1e9"), "GAMEREQ minutes '1e9'"),
        (game_request(minutes="   "), "GAMEREQ minutes '   '"),
        (game_request(moves="5.5"), "GAMEREQ number of moves '5.5'"),
        (game_request(follower="X"), r"GAMEREQ follower's colour 'X': expected W \(white\) or Z \(black\)"),
        (game_request(start="C"), "GAMEREQ start 'C': expected A"),
        (game_request(start="B"), "GAMEREQ with a position of 43 characters: expected 76"),
        (game_request(start="BX" + ITALIAN), "GAMEREQ colour to move 'X'"),
        (game_request(start="BW" + ITALIAN[:-1] + "x"), "expected 50 or 32 letters of w, W, z, Z and e, found 31"),
        (game_request(start="BW" + INTERNATIONAL[:-1]), "found 49"),
        ("R2x" + game_request()[3:], "GAMEREQ version '2x'"),
        ("A", "GAMEACC of 1 characters: expected 2"),
        ("A" + " " * 32 + "4", "GAMEACC code '4': expected 0 to 3"),
        ("M00120611", "MOVE of 9 characters: expected 11"),
        ("M0012061101", "MOVE that captures 1 of 11 characters: expected 13"),
        ("M0012061121", "MOVE number captured 21: expected at most 20"),
        ("M0012a61100", "MOVE from 'a6': expected a number"),
        ("M0012061101x7", "MOVE captured square 'x7'"),
        ("M00¹2061100", "MOVE time"),
        ("E", "GAMEEND of 1 characters: expected 2"),
        ("E40", "GAMEEND reason '4': expected 0 to 3"),
        ("E02", "GAMEEND stop code '2': expected 0 or 1"),
        ("B01W", "BACKREQ of 4 characters: expected 5"),
        ("B0x1W", "BACKREQ move number '0x1'"),
        ("K3", "BACKACC code '3': expected 0 to 2"),
    ],
)
def test_what_cannot_be_read(text, reason):
    with pytest.raises(RemoteError, match=reason) as error:
        parse_message(text)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "message",
    [
        MoveMessage(10_000, 6, 11),
        MoveMessage(-1, 6, 11),
        MoveMessage(0, 100, 11),
        MoveMessage(0, 6, 11, tuple(range(1, 22))),
        BackRequest(1000, W),
        GameRequest("x", W, 1000, 0),
        GameRequest("x", W, -1, 0),
        GameRequest("x", W, 10.5, 0),
        GameRequest("x", W, 5, 1000),
        GameRequest("x", W, 5, 0, Setup(W, "w" * 33)),
        GameRequest("x", W, 5, 0, Setup(W, "x" * 32)),
    ],
)
def test_what_does_not_fit_is_not_written(message):
    with pytest.raises(LocalError):
        format_message(message)


def test_names_and_remarks_are_cut_and_made_plain():
    assert format_message(GameAnswer("x" * 40, Acceptance.ACCEPTED)) == "A" + "x" * 32 + "0"
    assert format_message(GameAnswer("  Zoë", Acceptance.NO_GAME)) == "A" + "Zo?".ljust(32) + "3"
    assert format_message(Chat("line\nbreak\0" + "y" * 200)) == "Cline break " + "y" * 115
    assert len(format_message(Chat("y" * 200))) == LONGEST_MESSAGE


@pytest.mark.parametrize(("minutes", "text"), [(5, "005"), (0.5, "0.5"), (0.25, ".25"), (1.5, "1.5"), (120, "120")])
def test_minutes(minutes, text):
    assert format_minutes(minutes) == text


names = some.text(some.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=32)
colors = some.sampled_from(Color)
numbers = some.integers(0, 99)
boards = some.sampled_from([32, 50]).flatmap(lambda size: some.text("wWzZe", min_size=size, max_size=size))
minutes_played = some.integers(0, 999) | some.integers(1, 99).map(lambda tenths: tenths / 10)
remarks = some.text(some.characters(min_codepoint=32, max_codepoint=126), max_size=126)
messages = some.one_of(
    some.builds(
        GameRequest,
        name=names,
        follower=colors,
        minutes=minutes_played,
        moves=some.integers(0, 999),
        setup=some.none() | some.builds(Setup, colors, boards),
        version=numbers,
    ),
    some.builds(GameAnswer, names, some.sampled_from(Acceptance)),
    some.builds(MoveMessage, some.integers(0, 9999), numbers, numbers, some.lists(numbers, max_size=20).map(tuple)),
    some.builds(GameEnd, some.sampled_from(Claim), some.booleans()),
    some.builds(Chat, remarks),
    some.builds(BackRequest, some.integers(0, 999), colors),
    some.builds(BackReply, some.sampled_from(BackAnswer)),
)


@given(messages)
def test_round_trip(message):
    text = format_message(message)
    assert 1 <= len(text) <= LONGEST_MESSAGE
    assert text.isascii()
    assert text.isprintable()
    assert parse_message(text) == message


@given(
    some.text(max_size=140)
    | messages.map(format_message).flatmap(
        lambda text: some.integers(0, len(text)).map(lambda place: text[:place] + "\x00é9" + text[place + 1 :])
    )
)
def test_anything_is_read_or_refused(text):
    try:
        message = parse_message(text)
    except RemoteError as error:
        assert str(error)
    else:
        assert message is not None
