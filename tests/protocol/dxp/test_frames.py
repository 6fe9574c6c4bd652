"""Messages cut out of a stream."""

import random

import pytest

from protocol.dxp.codec import LONGEST_MESSAGE
from protocol.dxp.frames import Frame, FrameBuffer, Framing
from protocol.lines import Overlong

pytestmark = pytest.mark.both_modes

LONG = Overlong(LONGEST_MESSAGE)


def frames(framing, *pieces, finish=False):
    buffer = FrameBuffer(framing)
    found = [frame for piece in pieces for frame in buffer.feed(piece)]
    return found + buffer.finish() if finish else found


def texts(framing, *pieces, finish=False):
    return [frame.text for frame in frames(framing, *pieces, finish=finish)]


@pytest.mark.parametrize("framing", Framing)
def test_however_it_is_cut(framing):
    end = b"\0" if framing is Framing.NUL else b"\n"
    whole = end.join([b"M0012061100", b"", b"E00", b"CHello", b"x" * 127, b"y" * 128, b"z" * 5000, b"K1", b""])
    expected = ["M0012061100", "E00", "CHello", "x" * 127, LONG, LONG, "K1"]
    assert texts(framing, whole) == expected
    assert texts(framing, *(bytes([byte]) for byte in whole)) == expected
    for place in range(1, 300):
        assert texts(framing, whole[:place], whole[place:]) == expected
    dice = random.Random(1)
    for _ in range(100):
        places = sorted(dice.sample(range(len(whole)), 10))
        pieces = [whole[begin:end] for begin, end in zip([0, *places], [*places, len(whole)], strict=True)]
        assert texts(framing, *pieces) == expected


def test_nul_alone_ends_a_message_over_tcp():
    assert frames(Framing.NUL, b"CHel\nlo\r\0\r\nE00\0M00") == [Frame("CHello", b"\0"), Frame("E00", b"\0")]
    assert texts(Framing.NUL, b"E00", finish=True) == []


def test_either_ends_a_message_in_lines():
    assert frames(Framing.LINE, b"E00\nE01\0E10\r\n\0\nE11", finish=True) == [
        Frame("E00", b"\n"),
        Frame("E01", b"\0"),
        Frame("E10", b"\n"),
        Frame("E11", b"\n"),
    ]


@pytest.mark.parametrize("framing", Framing)
def test_holds_no_more_than_a_message(framing):
    buffer = FrameBuffer(framing)
    for _ in range(1000):
        assert buffer.feed(b"x" * 1000) == []
        assert len(buffer._lines._held) <= LONGEST_MESSAGE + 1
    assert [frame.text for frame in buffer.feed(b"\0E00\0")] == [LONG, "E00"]


def test_bytes_that_are_no_text():
    assert texts(Framing.NUL, b"C\xff\xfe\x80\0") == ["C\ufffd\ufffd\ufffd"]
