"""Detection of the protocol by the first line."""

import pytest

from engine.rules.variants import find_variant
from protocol.detect import DetectingSession, expected_words
from tests.fakes.player import ScriptedPlayer

pytestmark = pytest.mark.both_modes


REQUEST = b"R01Tester                          Z000000A"
ITALIAN_REQUEST = b"R01Tester                          Z000000BWzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"


def converse(*pieces, told=None):
    """What is sent and what is complained of, when these bytes come and then no more."""
    sent, complaints = [], []
    session = DetectingSession(ScriptedPlayer(), sent.append, complaints.append, told)
    for piece in pieces:
        session.receive(piece)
    session.end_of_input()
    assert session.ended
    assert session.close(5)
    return [line.decode() for line in sent], complaints


@pytest.mark.parametrize("stream", [b"uci\nisready\n", b"\n\r\n \nUCI\r\nisready", b"\xef\xbb\xbfudri\nisready\n"])
def test_all_that_follows_the_first_line_is_heard(stream):
    for pieces in ([stream], [bytes([byte]) for byte in stream]):
        sent, complaints = converse(*pieces)
        assert sent[0] == "id name Damiera\n"
        assert sent[-1] == "readyok\n"
        assert complaints == []


@pytest.mark.parametrize("stream", [b"hub\nping\n", b"\n HUB \r\nping"])
def test_hub(stream):
    for pieces in ([stream], [bytes([byte]) for byte in stream]):
        sent, complaints = converse(*pieces)
        assert sent[0].startswith("id name=Damiera ")
        assert sent[-2:] == ["wait\n", "pong\n"]
        assert complaints == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\0"])
@pytest.mark.parametrize("request_text", [REQUEST, ITALIAN_REQUEST])
def test_dxp_by_its_first_message_and_with_its_end(request_text, end):
    stream = request_text + end + b"E00" + end
    for pieces in ([stream], [bytes([byte]) for byte in stream]):
        sent, complaints = converse(*pieces)
        ending = end[-1:].decode()
        assert sent == [f"ADamiera                         0{ending}", f"E00{ending}"]
        assert complaints == []


@pytest.mark.parametrize(
    ("told", "move", "legal"),
    [(None, "3228", True), (None, "2117", False), ("italian", "3228", False), ("italian", "2117", True)],
)
def test_dxp_plays_the_game_that_was_named(told, move, legal):
    sent, _ = converse(REQUEST + f"\nM0000{move}00\n".encode(), told=told and find_variant(told))
    assert sent[0] == "ADamiera                         0\n"
    assert any("illegal move" in text for text in sent) != legal


def test_what_a_first_line_may_be():
    assert expected_words() == "uci, udri, hub or a DXP message (R01...)"


def test_silent_to_the_other_side_until_then():
    assert converse(b"isready\nhello\xff\n" + b"x" * 100_000) == (
        [],
        [
            f"unknown protocol 'isready': expected {expected_words()}",
            rf"unknown protocol 'hello\ufffd': expected {expected_words()}",
            f"first line of more than 65536 bytes: expected {expected_words()}",
        ],
    )
    assert converse(b"") == ([], [])


def test_first_line_without_its_end():
    assert converse(b"uci")[0][-1] == "uciok\n"


def test_ends_with_its_session():
    session = DetectingSession(ScriptedPlayer(), lambda data: None, lambda text: None)
    session.receive(b"uci\nquit\n")
    assert session.ended
