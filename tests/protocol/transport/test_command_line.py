"""Command lines into words."""

import os

import pytest

from protocol.transport.command_line import split_command

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scan hub", ["scan", "hub"]),
        ("  '/opt/my engines/scan'   hub ", ["/opt/my engines/scan", "hub"]),
        ('engine --name "a b"c', ["engine", "--name", "a bc"]),
        ("engine '' $HOME ~ * #1 ; | &", ["engine", "", "$HOME", "~", "*", "#1", ";", "|", "&"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert split_command(text) == words


@pytest.mark.skipif(os.name == "nt", reason="on Windows a backslash stands in paths")
def test_backslash() -> None:
    assert split_command(r"my\ engine \\x") == ["my engine", r"\x"]


@pytest.mark.parametrize("text", ["", "   "])
def test_empty(text: str) -> None:
    with pytest.raises(ValueError, match="the command is empty: expected a program"):
        split_command(text)


def test_open_quotation() -> None:
    with pytest.raises(ValueError, match=r"command \"engine 'a\": no closing quotation"):
        split_command("engine 'a")
