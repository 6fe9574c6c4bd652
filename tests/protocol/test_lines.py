"""The line buffer: every way a stream can be cut gives the same lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.lines import LineBuffer, Overlong

pytestmark = pytest.mark.both_modes


def lines_of(pieces, limit=1 << 16):
    buffer = LineBuffer(limit)
    return [line for piece in pieces for line in buffer.feed(piece)] + buffer.finish()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"uci\n", ["uci"]),
        (b"uci\r\nisready\r\n", ["uci", "isready"]),
        (b"uci", ["uci"]),
        (b"\n\nuci\n", ["", "", "uci"]),
        (b"\xef\xbb\xbfuci\nisready\n", ["uci", "isready"]),
        (b"uci\n\xef\xbb\xbfx\n", ["uci", "\ufeffx"]),
        (b"u\0c\0i\0\n", ["uci"]),
        (b"a\xffb\n", ["a\ufffdb"]),
        ("è\n".encode(), ["è"]),
        (b"a\rb\n", ["a\rb"]),
        (b"\r\n", [""]),
    ],
)
def test_forms(data, expected):
    assert lines_of([data]) == expected


def test_over_long_line_is_reported_once_and_dropped_to_its_end():
    assert lines_of([b"x" * 11 + b"\nuci\n"], limit=10) == [Overlong(10), "uci"]
    assert lines_of([b"x" * 10 + b"\r\nuci"], limit=10) == ["x" * 10, "uci"]
    assert lines_of([b"x" * 1000], limit=10) == [Overlong(10)]


def test_what_has_begun():
    buffer = LineBuffer(limit=10)
    heard = []
    for piece in (b"", b"u\0ci", b"\nis", b"ready", b"\n", b"x" * 20, b"\nuci"):
        buffer.feed(piece)
        heard.append(buffer.begun)
    assert heard == ["", "uci", "is", "isready", "", Overlong(10), "uci"]


def test_over_long_line_is_not_held():
    buffer = LineBuffer(limit=100)
    for _ in range(1000):
        assert buffer.feed(b"x" * 1000) == []
    assert buffer.feed(b"\nuci\n") == [Overlong(100), "uci"]


@given(st.lists(st.sampled_from([b"uci", b"\n", b"\r\n", b"x" * 9, b"\xff", b"\0", b" ", "ì".encode()])), st.data())
def test_any_cut_gives_the_same_lines(parts, data):
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    pieces = [stream[first:last] for first, last in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    whole = lines_of([stream], limit=20)
    assert lines_of(pieces, limit=20) == whole
    assert lines_of([bytes([byte]) for byte in stream], limit=20) == whole
