"""Detection of the protocol by the first line."""

import pytest

from protocol.detect import DetectingSession, expected_words
from tests.fakes.player import ScriptedPlayer

pytestmark = pytest.mark.both_modes


def converse(*pieces):
    """What is sent and what is complained of, when these bytes come and then no more."""
    sent, complaints = [], []
    session = DetectingSession(ScriptedPlayer(), sent.append, complaints.append)
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
