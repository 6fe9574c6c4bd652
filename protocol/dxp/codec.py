"""DXP messages to text and back, without the NUL that ends them. Does no I/O.

Writing is strict: every field has its exact width. Reading is liberal where programs differ:
headers and colours in either case, `B` for Black, blanks around numbers, fractions of minutes, bytes
after the last field, a missing stop code. What cannot be read raises RemoteError with a reason that
names the message and the field.
"""

import re
from collections.abc import Callable
from enum import IntEnum
from typing import TypeVar

from engine.rules.variants import Color
from protocol.dxp.messages import (
    Acceptance,
    BackAnswer,
    BackReply,
    BackRequest,
    Chat,
    Claim,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
    Setup,
)
from protocol.errors import LocalError, RemoteError
from protocol.text import quoted

LONGEST_MESSAGE = 127
"""Characters of a message, its NUL not counted."""
NAME_WIDTH = 32
"""Characters of a program's name."""
MOST_CAPTURED = 20
BOARD_SIZES = (50, 32)
"""Lengths of a board text: the 50 squares of the standard, and 32 for the games of an 8x8 board."""

_LETTERS = {Color.WHITE: "W", Color.BLACK: "Z"}
_COLORS = {"W": Color.WHITE, "Z": Color.BLACK, "B": Color.BLACK}
_BOARD = re.compile("[wWzZeE]*")
_MINUTES = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+", re.ASCII)
_LONGEST_MINUTES = 999

Code = TypeVar("Code", bound=IntEnum)


# Reading.


def parse_message(text: str) -> Message:
    """The message of a text. Raises RemoteError if it cannot be read."""
    reader = _READERS.get(text[:1].upper())
    if reader is None:
        raise RemoteError(f"unknown message {quoted(text)}: expected one that begins with R, A, M, E, C, B or K")
    return reader(text)


def may_begin_message(text: str) -> bool:
    """Whether a message can begin with that text."""
    return text[:1].upper() in ("", *_READERS)


def _parse_game_request(text: str) -> GameRequest:
    _expect_length("GAMEREQ", text, 43)
    return GameRequest(
        version=_number("GAMEREQ version", text[1:3]),
        name=text[3:35].strip(),
        follower=_color("GAMEREQ follower's colour", text[35]),
        minutes=_parse_minutes(text[36:39]),
        moves=_number("GAMEREQ number of moves", text[39:42]),
        setup=_parse_setup(text),
    )


def _parse_setup(text: str) -> Setup | None:
    match text[42].upper():
        case "A":
            return None
        case "B":
            _expect_length("GAMEREQ with a position", text, 44 + min(BOARD_SIZES))
            squares = _BOARD.match(text, 44)[0][: max(BOARD_SIZES)]
            if len(squares) not in BOARD_SIZES:
                raise RemoteError(
                    f"GAMEREQ position {quoted(text[44:])}: expected 50 or 32 letters of w, W, z, Z and e, "
                    f"found {len(squares)}"
                )
            return Setup(_color("GAMEREQ colour to move", text[43]), squares.replace("E", "e"))
    raise RemoteError(f"GAMEREQ start {quoted(text[42])}: expected A (normal start) or B (a position)")


def _parse_minutes(text: str) -> float:
    if not _MINUTES.fullmatch(text.strip()):
        raise RemoteError(f"GAMEREQ minutes {quoted(text)}: expected a number")
    return float(text)


def _parse_game_answer(text: str) -> GameAnswer:
    _expect_length("GAMEACC", text, 2)
    # A name that was not padded leaves the code where the message ends.
    place = min(1 + NAME_WIDTH, len(text) - 1)
    return GameAnswer(text[1:place].strip(), _code("GAMEACC code", text[place], Acceptance))


def _parse_move(text: str) -> MoveMessage:
    _expect_length("MOVE", text, 11)
    count = _number("MOVE number captured", text[9:11])
    if count > MOST_CAPTURED:
        raise RemoteError(f"MOVE number captured {count}: expected at most {MOST_CAPTURED}")
    _expect_length(f"MOVE that captures {count}", text, 11 + 2 * count)
    pairs = [text[11 + 2 * index : 13 + 2 * index] for index in range(count)]
    return MoveMessage(
        seconds=_number("MOVE time", text[1:5], blank=0),
        origin=_number("MOVE from", text[5:7]),
        target=_number("MOVE to", text[7:9]),
        captured=tuple(_number("MOVE captured square", pair) for pair in pairs),
    )


def _parse_game_end(text: str) -> GameEnd:
    _expect_length("GAMEEND", text, 2)
    stop = text[2:3].strip() or "0"
    if stop not in "01":
        raise RemoteError(f"GAMEEND stop code {quoted(stop)}: expected 0 or 1")
    return GameEnd(_code("GAMEEND reason", text[1], Claim), stop == "1")


def _parse_back_request(text: str) -> BackRequest:
    _expect_length("BACKREQ", text, 5)
    return BackRequest(_number("BACKREQ move number", text[1:4]), _color("BACKREQ colour", text[4]))


def _parse_back_reply(text: str) -> BackReply:
    _expect_length("BACKACC", text, 2)
    return BackReply(_code("BACKACC code", text[1], BackAnswer))


_READERS: dict[str, Callable[[str], Message]] = {
    "R": _parse_game_request,
    "A": _parse_game_answer,
    "M": _parse_move,
    "E": _parse_game_end,
    "C": lambda text: Chat(text[1:]),
    "B": _parse_back_request,
    "K": _parse_back_reply,
}


def _expect_length(what: str, text: str, length: int) -> None:
    if len(text) < length:
        raise RemoteError(f"{what} of {len(text)} characters: expected {length}")


def _number(what: str, text: str, blank: int | None = None) -> int:
    """The number in a field; `blank` is what an empty field means, if it may be empty."""
    digits = text.strip()
    if not digits and blank is not None:
        return blank
    if not (digits.isascii() and digits.isdigit()):
        raise RemoteError(f"{what} {quoted(text)}: expected a number")
    return int(digits)


def _color(what: str, letter: str) -> Color:
    color = _COLORS.get(letter.upper())
    if color is None:
        raise RemoteError(f"{what} {quoted(letter)}: expected W (white) or Z (black)")
    return color


def _code(what: str, digit: str, codes: type[Code]) -> Code:
    if digit not in [str(int(code)) for code in codes]:
        raise RemoteError(f"{what} {quoted(digit)}: expected 0 to {len(codes) - 1}")
    return codes(int(digit))


# Writing.


def format_message(message: Message) -> str:
    """The text of a message. Raises LocalError for a value that does not fit its field."""
    match message:
        case GameRequest():
            setup = "A" if message.setup is None else f"B{_LETTERS[message.setup.side]}{_board(message.setup.squares)}"
            return (
                f"R{_digits('version', message.version, 2)}{_name(message.name)}{_LETTERS[message.follower]}"
                f"{format_minutes(message.minutes)}{_digits('number of moves', message.moves, 3)}{setup}"
            )
        case GameAnswer(name, acceptance):
            return f"A{_name(name)}{acceptance:d}"
        case MoveMessage(seconds, origin, target, captured):
            if len(captured) > MOST_CAPTURED:
                raise LocalError(f"{len(captured)} captured squares: expected at most {MOST_CAPTURED}")
            squares = "".join(_digits("captured square", square, 2) for square in captured)
            return (
                f"M{_digits('time', seconds, 4)}{_digits('from', origin, 2)}{_digits('to', target, 2)}"
                f"{len(captured):02}{squares}"
            )
        case GameEnd(claim, stop):
            return f"E{claim:d}{stop:d}"
        case Chat(text):
            return f"C{_ascii(text)[: LONGEST_MESSAGE - 1]}"
        case BackRequest(number, side):
            return f"B{_digits('move number', number, 3)}{_LETTERS[side]}"
        case BackReply(answer):
            return f"K{answer:d}"


def format_minutes(minutes: float) -> str:
    """The three characters of a thinking time.

    DXP knows whole minutes only; a fraction such as `0.5` or `.25` is what the common programs
    understand. Raises LocalError for a time that three characters cannot say.
    """
    if minutes == int(minutes) and 0 <= minutes <= _LONGEST_MINUTES:
        return f"{int(minutes):03}"
    for text in (f"{minutes:.1f}", f"{minutes:.2f}".removeprefix("0")):
        if len(text) == 3 and float(text) == minutes:
            return text
    raise LocalError(f"{minutes:g} minutes do not fit three characters")


def _digits(what: str, number: int, width: int) -> str:
    text = f"{number:0{width}}"
    if number < 0 or len(text) > width:
        raise LocalError(f"{what} {number} does not fit {width} digits")
    return text


def _name(name: str) -> str:
    return f"{_ascii(name).strip()[:NAME_WIDTH]:<{NAME_WIDTH}}"


def _board(squares: str) -> str:
    if len(squares) not in BOARD_SIZES or not _BOARD.fullmatch(squares):
        raise LocalError(f"{quoted(squares)} is no board text")
    return squares


def _ascii(text: str) -> str:
    """The text in printable ASCII."""
    plain = text.encode("ascii", errors="replace").decode("ascii")
    return "".join(letter if letter.isprintable() else " " for letter in plain)
