"""Tags: names, quotes, escapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.pdn.tags import canonical_name, format_tag, match_tag, ordered, tag_value

pytestmark = pytest.mark.both_modes


def read(line):
    name, raw, end, closed = match_tag(line.encode(), 0, len(line.encode()))
    return canonical_name(name), tag_value(raw.decode()), closed and end == len(line.encode())


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ('[Event "a"]', "Event", "a"),
        ('[ event   "a" ]', "Event", "a"),
        ('[Setup "1"]', "SetUp", "1"),
        ('[fen "W:W1:B2"]', "FEN", "W:W1:B2"),
        ('[Bianco "a"]', "White", "a"),
        ('[Risultato "1-0"]', "Result", "1-0"),
        ('[dammboTop ""]', "DammboTop", ""),
        ('[Event "a \\"b\\" \\\\ c"]', "Event", 'a "b" \\ c'),
        ('[Event "the "big" one"]', "Event", 'the "big" one'),
        ('[Path "C:\\games"]', "Path", "C:\\games"),
        ("[White “a”]", "White", "a"),
        ("[White 'a']", "White", "a"),
        ('[Event "a]b"]', "Event", "a]b"),
        ('[Event "Ó]"]', "Event", "Ó]"),  # its last byte is a quotation mark of cp1252
        ("[Event “O’Neil”]", "Event", "O’Neil"),
        ('[Event "a”]', "Event", "a"),
    ],
)
def test_forms(line, name, value):
    assert read(line) == (name, value, True)


@pytest.mark.parametrize("line", ['[Event "a', '[Event "a"', '[Event "'])
def test_not_closed(line):
    name, value, closed = read(line)
    assert (name, closed) == ("Event", False)
    assert value in ("a", "")


def test_a_tag_ends_where_the_next_begins():
    line = b'[White "a"] [Black "b"]'
    assert match_tag(line, 0, 23)[:3] == ("White", b"a", 11)
    assert match_tag(line, 12, 23)[:3] == ("Black", b"b", 23)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_value_comes_back(value):
    clean = "".join(letter if letter.isprintable() else " " for letter in value).strip()
    assert read(format_tag("Event", value)) == ("Event", clean, True)


def test_order():
    tags = [(name, "") for name in ("Zulu", "FEN", "Result", "Alpha", "Black", "Event", "GameType", "White")]
    names = [name for name, _ in ordered(tags)]
    assert names == ["Event", "White", "Black", "Result", "GameType", "FEN", "Zulu", "Alpha"]
