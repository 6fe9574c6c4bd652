"""Moves as text: Portable Draughts Notation, algebraic notation, and the Hub protocol's form.

The writer is strict, the reader liberal. A path and a Hub capture look alike (`22x15x8` is 22 to 8
by way of 15, or 22 to 15 over 8) but are never both legal: a landing square is empty, or the one
the piece set out from, and a captured square is neither.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from engine.rules.errors import MoveError
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.quoting import quoted
from engine.rules.squares import expected_squares, named_square, square_name
from engine.rules.variants import Variant

Style = Literal["short", "full", "hub"]

MAX_MOVE_LENGTH = 256
"""Longer texts are refused unread, in characters; the longest capture needs half of it."""

_MARKS = re.compile(r"\s*(?:\([!?]+\)|[!?]+)\s*$")
_SQUARE = re.compile(r"[A-Ja-j][0-9]{1,2}|[0-9]+")
_SIGN = re.compile(r"\s*[-xX:*]\s*|\s+")
_LISTED = 6


def format_move(position: Position, move: Move, *, style: Style) -> str:
    """A legal move of `position` as text.

    `short`: from and to, and every landing square of a capture that from and to leave ambiguous, as
    in PDN. `full`: every landing square always. `hub`: from, to and the captured squares (`28x19x23`),
    numbered row by row from the top left. The others use the official squares of the game.
    """
    if style == "hub":
        squares = (move.origin, move.target, *move.captured)
        return ("x" if move.captured else "-").join(map(str, squares))
    squares = move.path
    if style == "short" and not _is_ambiguous(position, move):
        squares = (move.origin, move.target)
    sign = position.variant.capture_sign if move.captured else "-"
    return sign.join(square_name(position.variant, square) for square in squares)


def parse_move(position: Position, text: str) -> Move:
    """The legal move that a text names.

    Read are: from and to; every landing square, or some of them, also those of another order or
    of other stops of the same capture; the Hub form, with all, some or none of the captured squares;
    all if only one legal move fits. Squares are official numbers, also in the Hub form, with or without
    leading zeros, or algebraic (in every game; games written so take numbers too, row by row). The
    sign is one of `- x : *`, with or without blanks, or only blanks; it may be missing between
    algebraic squares (`c3d4`) and in a row of two-digit numbers (`3228`). A capture may be written
    with `-`, but what takes nothing may not be written as a capture. Marks (`! ?`) at the end are ignored.

    Raises MoveError: the text cannot be read, is not a legal move, or fits several.
    """
    return _parse(position, text, hub=False)


def parse_hub_move(position: Position, text: str) -> Move:
    """The legal move that a text of the Hub protocol names: numbers are row by row in every game.

    Otherwise as `parse_move`. Raises MoveError.
    """
    return _parse(position, text, hub=True)


def _parse(position: Position, text: str, *, hub: bool) -> Move:
    squares, as_capture = _read(position.variant, text, hub=hub)
    same_origin = [move for move in position.legal_moves if move.origin == squares[0]]
    found = [move for move in same_origin if _is_complete(position, move, squares)]
    if not found:
        found = [move for move in same_origin if _follows(position, move, squares) or _takes(move, squares)]
    style: Style = "hub" if hub else "full"
    if len(found) > 1:
        raise MoveError(f"move {quoted(text.strip())} is ambiguous: expected one of {_listed(position, found, style)}")
    if not found:
        raise MoveError(f"move {quoted(text.strip())}: {_why_illegal(position, squares, as_capture, style)}")
    if as_capture and not found[0].is_capture:
        expected = format_move(position, found[0], style=style)
        raise MoveError(f"move {quoted(text.strip())} takes nothing: expected {expected}")
    return found[0]


def _is_ambiguous(position: Position, move: Move) -> bool:
    return any(
        (other.origin, other.target) == (move.origin, move.target) and other.captured != move.captured
        for other in position.legal_moves
    )


def _read(variant: Variant, text: str, *, hub: bool) -> tuple[list[int], bool]:
    """The squares in the text, at least two, and whether it has the sign of a capture."""
    if len(text) > MAX_MOVE_LENGTH:
        raise MoveError(f"move of {len(text)} characters: expected at most {MAX_MOVE_LENGTH}")
    stripped = text.strip()
    body = _MARKS.sub("", stripped)
    names: list[str] = []
    as_capture = False
    place = 0
    while True:
        word = _SQUARE.match(body, place)
        if word is None:
            rest = body[place:]
            where = "" if rest == stripped else f" at {quoted(rest)}" if rest else " at its end"
            expected = f"expected squares such as {_example(variant, hub)}"
            raise MoveError(f"move {quoted(stripped)} cannot be read{where}: {expected}")
        names.append(word[0])
        place = word.end()
        if place == len(body):
            break
        sign = _SIGN.match(body, place)
        if sign is not None:
            as_capture |= sign[0].strip() not in ("-", "")
            place = sign.end()
    if len(names) == 1 and names[0].isdigit() and len(names[0]) >= 4 and len(names[0]) % 2 == 0:
        digits = names[0]
        names = [digits[index : index + 2] for index in range(0, len(digits), 2)]
    squares = []
    for name in names:
        square = _square(variant, name, hub=hub)
        if square is None:
            where = "" if name == stripped else f" of move {quoted(stripped)}"
            expected = f"1-{variant.square_count}" if hub else expected_squares(variant)
            raise MoveError(f"square {quoted(name)}{where} is not on the board: expected {expected}")
        squares.append(square)
    if len(squares) < 2:
        expected = f"expected two or more, such as {_example(variant, hub)}"
        raise MoveError(f"move {quoted(stripped)} has one square: {expected}")
    return squares, as_capture


def _square(variant: Variant, name: str, *, hub: bool) -> int | None:
    square = named_square(variant, name)
    if hub and square is not None and name.isdigit():
        return int(name)
    return square


def _example(variant: Variant, hub: bool) -> str:
    first = variant.square_count - variant.men_each + 1
    squares = (first, first - variant.geometry.row_length)
    return "-".join(str(square) if hub else square_name(variant, square) for square in squares)


def _is_complete(position: Position, move: Move, squares: Sequence[int]) -> bool:
    """Whether the squares name the move in full, as a path or in Hub form.

    That beats a part of another move: `22x31` may be a whole capture, and the ends of a longer one.
    """
    taken = len(move.captured)
    if len(squares) == 2 + taken and _takes(move, squares):
        return True
    return len(squares) == max(2, 1 + taken) and _follows(position, move, squares)


def _takes(move: Move, squares: Sequence[int]) -> bool:
    """Whether the squares are the move's in Hub form: from, to and some or all of the captured squares."""
    captured = squares[2:]
    return squares[1] == move.target and len(set(captured)) == len(captured) and set(captured).issubset(move.captured)


def _follows(position: Position, move: Move, squares: Sequence[int]) -> bool:
    """Whether the move can be made through the squares, in that order, and end on the last."""
    if move.target != squares[-1]:
        return False
    return _is_part(squares, move.path) or _takes_along(position, move, squares)


def _is_part(squares: Sequence[int], path: Iterable[int]) -> bool:
    stops = iter(path)
    return all(square in stops for square in squares)


def _takes_along(position: Position, move: Move, squares: Sequence[int]) -> bool:
    """Whether straight lines from square to square take just what the move takes.

    So the same capture is known in another order of taking, or with other stops of a flying king.
    """
    geometry = position.variant.geometry
    occupied = set(geometry.squares_in((position.white | position.black) & ~(1 << geometry.bit_of[move.origin])))
    left = set(move.captured)
    for first, last in pairwise(squares):
        line = _between(position.variant, first, last)
        taken = [square for square in line if square in occupied]
        if last in occupied or not taken or not left.issuperset(taken):
            return False
        left.difference_update(taken)
    return not left


def _between(variant: Variant, first: int, last: int) -> list[int]:
    """The squares strictly between two squares of one diagonal; none if they are not on one."""
    geometry = variant.geometry
    rows = geometry.row(last) - geometry.row(first)
    columns = geometry.column(last) - geometry.column(first)
    if abs(rows) != abs(columns):
        return []
    down, right = (1 if rows > 0 else -1), (1 if columns > 0 else -1)
    return [
        (geometry.row(first) + down * step) * geometry.row_length + (geometry.column(first) + right * step) // 2 + 1
        for step in range(1, abs(rows))
    ]


def _why_illegal(position: Position, squares: Sequence[int], as_capture: bool, style: Style) -> str:
    def name(square: int) -> str:
        return str(square) if style == "hub" else square_name(position.variant, square)

    moves = position.legal_moves
    mover = position.side.name.title()
    if not moves:
        return f"{mover} has no legal move"
    origin, target = squares[0], squares[-1]
    bit_of = position.variant.geometry.bit_of
    if not (position.white | position.black) >> bit_of[origin] & 1:
        return f"no piece on {name(origin)}"
    if position.opponent >> bit_of[origin] & 1:
        return f"the piece on {name(origin)} is {position.side.other.name.title()}'s, and {mover} is to move"
    if len(squares) == 2:
        if target != origin and (position.white | position.black) >> bit_of[target] & 1:
            return f"{name(target)} is occupied"
        if moves[0].is_capture and not as_capture:
            return f"capture is compulsory: expected {_listed(position, moves, style)}"
    from_origin = [move for move in moves if move.origin == origin]
    if not from_origin and not moves[0].is_capture:
        return f"not a legal move: the piece on {name(origin)} cannot move"
    return f"not a legal move: expected {_listed(position, from_origin or moves, style)}"


def _listed(position: Position, moves: Sequence[Move], style: Style) -> str:
    texts = sorted(format_move(position, move, style=style) for move in moves)
    more = f" or {len(texts) - _LISTED} more" if len(texts) > _LISTED else ""
    return ", ".join(texts[:_LISTED]) + more
