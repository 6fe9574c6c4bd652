"""Messages for people are one printable line, however strange the word they name."""

import pytest

from protocol.text import did_you_mean, one_line, quoted

pytestmark = pytest.mark.both_modes


def test_quoted_is_short_and_printable():
    assert quoted("depth") == "'depth'"
    assert quoted("a\nb\x00è") == r"'a\nb\x00\xe8'"
    assert len(quoted("x" * 10**6)) < 60
    assert quoted("x" * 50, 100) == repr("x" * 50)


def test_one_line():
    assert one_line("a\nb\u2028c") == "a b c"
    assert len(one_line("x" * 10**6)) < 400


def test_did_you_mean():
    assert did_you_mean("hsah", ["Hash", "Ponder"], "none") == "did you mean 'Hash'?"
    assert did_you_mean("xyzzy", ["Hash", "Ponder"], "expected Hash") == "expected Hash"
    assert did_you_mean("x" * 10**6, ["Hash"], "none") == "none"
