"""Whole conversations with a scripted player: as lines, joined, byte by byte and cut at every place."""

from pathlib import Path

import pytest

from protocol.errors import RemoteError
from protocol.hub.codec import format_command, format_reply, parse_command, parse_reply
from tests.fakes.player import ScriptedPlayer
from tests.protocol.hub.conversation import Conversation
from tests.protocol.transcripts import run, steps

FILES = sorted((Path(__file__).parents[2] / "data" / "transcripts").glob("hub_*.txt"))

pytestmark = [pytest.mark.both_modes, pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)]


def read(path):
    return steps(path.read_text(encoding="utf-8"))


def sent(path):
    return "".join(text + "\n" for sign, text in read(path) if sign == ">").encode()


def heard(pieces):
    """Everything that is said to a program if these pieces come from it and then no more."""
    talk = Conversation(ScriptedPlayer(), greeted=False)
    for piece in pieces:
        talk.session.receive(piece)
    talk.session.end_of_input()
    assert talk.session.close(10)
    return talk.drain()


def test_step_by_step(path):
    talk = Conversation(ScriptedPlayer(), greeted=False)
    run(read(path), talk.say, talk.hear)
    assert talk.session.ended
    assert talk.session.close(10)
    assert talk.drain() == []


def test_joined_and_byte_by_byte(path):
    data = sent(path)
    joined = heard([data])
    lines = iter(joined)
    run(read(path), lambda text: None, lines.__next__)
    assert list(lines) == []
    assert heard([bytes([byte]) for byte in data]) == joined
    assert heard([data.replace(b"\n", b"\r\n")]) == joined


def test_cut_at_every_place(path):
    data = sent(path)
    joined = heard([data])
    for place in range(1, len(data)):
        assert heard([data[:place], data[place:]]) == joined


def test_the_codec_reads_and_writes_each_line(path):
    transcript = read(path)
    for index, (sign, text) in enumerate(transcript):
        if sign == ">":
            try:
                command = parse_command(text)
            except RemoteError:
                assert transcript[index + 1][1].startswith("error ")
            else:
                assert parse_command(format_command(command)) == command
        elif "*" not in text and text != "...":
            assert format_reply(parse_reply(text)) == text
