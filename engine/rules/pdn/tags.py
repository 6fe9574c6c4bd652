"""The tags of a game record: `[Name "value"]`, in all the forms that are in use."""

import re
from collections.abc import Iterable

_ITALIAN_NAMES = {
    "evento": "Event",
    "dati": "Event",
    "torneo": "Event",
    "luogo": "Site",
    "sede": "Site",
    "data": "Date",
    "anno": "Date",
    "turno": "Round",
    "bianco": "White",
    "nero": "Black",
    "risultato": "Result",
    "apertura": "Opening",
}
"""Tags of Italian files, by the name that PDN has for them."""

SEVEN = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The usual tags, first in every game and in this order."""

_OTHERS = (
    "GameType",
    "FEN",
    "SetUp",
    "ResultFormat",
    "Opening",
    "PlyCount",
    "Termination",
    "TimeControl",
    "TimeControlWhite",
    "TimeControlBlack",
    "WhiteTime",
    "BlackTime",
    "WhiteType",
    "BlackType",
    "WhiteRating",
    "BlackRating",
    "WhiteTitle",
    "BlackTitle",
    "Annotator",
    "EventDate",
    "Time",
    "UTCDate",
    "UTCTime",
)
_SPELLING = {name.lower(): name for name in (*SEVEN, *_OTHERS)} | _ITALIAN_NAMES

# Quotes are straight, or those of a word processor in cp1252 or UTF-8.
_NAME = rb"\[[ \t]*(?P<name>[A-Za-z_]\w*)(?:[ \t\xa0]|\xc2\xa0)*"
_OTHER_QUOTE = rb"(?:[\x93\x94]|\xe2\x80[\x9c-\x9f]|(?<![\w.])')"
_OTHER_CLOSING = rb"(?:[\"'\x93\x94]|\xe2\x80[\x9c-\x9f])"

TAG_START = rb"\[[ \t]*[A-Za-z_]\w*(?:[ \t\xa0]|\xc2\xa0)*(?:\"|" + _OTHER_QUOTE + rb")"
"""What a tag begins with, as a pattern of bytes."""

# A quotation mark within a value may lack its backslash: a value ends only before a bracket.
_STRAIGHT = re.compile(_NAME + rb"\"(?P<value>(?:[^\\\n]|\\[^\n])*?)\"[ \t\xa0]*\]")
_OTHER = re.compile(_NAME + _OTHER_QUOTE + rb"(?P<value>[^\n]*?)" + _OTHER_CLOSING + rb"[ \t\xa0]*\]")
_REST_OF_LINE = re.compile(
    _NAME
    + rb"(?:\"|"
    + _OTHER_QUOTE
    + rb")(?P<value>[^\n]*?)"
    + _OTHER_CLOSING
    + rb"?(?P<bracket>[ \t\xa0]*\])?[ \t]*(?=\n|$)"
)
_ESCAPED = re.compile(r"\\([\"\\])")

MAX_VALUE = 1000
"""Longer values are cut, in characters."""


def match_tag(text: bytes, place: int, end: int) -> tuple[str, bytes, int, bool]:
    """The name, the raw value and the end of the tag that begins at `place` (`TAG_START` fits there).

    Last, whether it is closed; a tag that is not ends with its line, or at `end`, which no tag passes.
    """
    found = _STRAIGHT.match(text, place, end) or _OTHER.match(text, place, end)
    closed = found is not None
    if found is None:
        found = _REST_OF_LINE.match(text, place, end)
        closed = found["bracket"] is not None
    return found["name"].decode("ascii"), found["value"], found.end(), closed


def canonical_name(name: str) -> str:
    """The name as PDN spells it; an unknown one begins with a capital letter."""
    return _SPELLING.get(name.lower()) or name[0].upper() + name[1:]


def is_italian(name: str) -> bool:
    """Whether a name is one that only Italian files use."""
    return name.lower() in _ITALIAN_NAMES


def tag_value(text: str) -> str:
    """A value without its escapes; a backslash that escapes nothing stands for itself."""
    text = text.strip()[:MAX_VALUE]
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def format_tag(name: str, value: str) -> str:
    """A tag as a line. Line breaks and other control characters in the value become blanks."""
    clean = "".join(letter if letter.isprintable() else " " for letter in value)
    escaped = clean.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def ordered(tags: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Tags in the order of PDN: the seven usual ones, the known ones, then all others as they come."""
    rank = {name: place for place, name in enumerate((*SEVEN, *_OTHERS))}
    return sorted(tags, key=lambda tag: rank.get(tag[0], len(rank)))
