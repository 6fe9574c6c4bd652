"""Whole conversations with a quick player: step by step, byte by byte, joined and cut at every place."""

import itertools
from pathlib import Path

import pytest

from protocol.dxp.codec import format_message, parse_message
from protocol.dxp.frames import FrameBuffer, Framing
from protocol.errors import RemoteError
from tests.protocol.dxp.conversation import Conversation
from tests.protocol.transcripts import run, steps

FILES = sorted((Path(__file__).parents[2] / "data" / "transcripts").glob("dxp_*.txt"))

pytestmark = [pytest.mark.both_modes, pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)]


def read(path):
    return steps(path.read_text(encoding="ascii"))


def turns(path, end):
    """What is said in a row, as bytes, and what is then heard, turn by turn."""
    said = [
        (sign, [text for _, text in group]) for sign, group in itertools.groupby(read(path), key=lambda step: step[0])
    ]
    if said[-1][0] == ">":
        said.append(("<", []))
    for (_, spoken), (_, heard) in zip(said[::2], said[1::2], strict=True):
        yield b"".join(text.encode() + end for text in spoken), heard


def converse(path, framing, cut):
    """Has the conversation with what is said in a row cut by `cut`."""
    talk = Conversation(framing=framing)
    for data, heard in turns(path, talk.end):
        for piece in cut(data):
            talk.session.receive(piece)
        assert [talk.hear() for _ in heard] == heard
    assert talk.silent(0)
    talk.close()


def test_step_by_step(path):
    talk = Conversation()
    run(read(path), talk.say, talk.hear)
    assert talk.silent()
    talk.close()


@pytest.mark.parametrize("framing", Framing)
def test_byte_by_byte_and_joined(path, framing):
    converse(path, framing, lambda data: [data])
    converse(path, framing, lambda data: [bytes([byte]) for byte in data])
    converse(path, framing, lambda data: [data[:-1], data[-1:]])
    converse(path, framing, lambda data: [data[place : place + 7] for place in range(0, len(data), 7)])


@pytest.mark.parametrize("framing", Framing)
def test_cut_at_every_place(path, framing):
    for place in range(1, max(len(data) for data, _ in turns(path, b"\0"))):
        converse(path, framing, lambda data, place=place: [data[:place], data[place:]])


@pytest.mark.parametrize("framing", Framing)
def test_all_of_one_side_in_one_stream(path, framing):
    """Whatever the answers are: the messages that arrive are the same however the stream is cut."""
    end = b"\0" if framing is Framing.NUL else b"\n"
    said = [text for sign, text in read(path) if sign == ">"]
    stream = b"".join(text.encode() + end for text in said)
    for place in range(len(stream) + 1):
        buffer = FrameBuffer(framing)
        frames = buffer.feed(stream[:place]) + buffer.feed(stream[place:])
        assert [frame.text for frame in frames] == said


def test_the_codec_reads_and_writes_each_message(path):
    for sign, text in read(path):
        try:
            message = parse_message(text)
        except RemoteError:
            assert sign == ">"
        else:
            written = format_message(message)
            assert parse_message(written) == message
            assert sign == ">" or written == text
