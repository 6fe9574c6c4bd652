"""Positions as text: FEN (Portable Draughts Notation 3.0) and the board text of the Hub protocol.

The writer is strict: `W:W18,24,K30:B12,K22`, White first, the squares of a side in rising order, no
blanks, ranges or final dot. The reader takes every form in use: see `parse_fen`.
"""

import re

from engine.rules.errors import FenError, PositionError
from engine.rules.position import Position
from engine.rules.quoting import quoted
from engine.rules.squares import expected_squares, named_square, square_name, square_order
from engine.rules.variants import Color, Variant

MAX_FEN_LENGTH = 2000
"""Longer texts are refused unread, in characters; no position needs a quarter of it."""

_WRAPPER = re.compile(r"\[\s*FEN(?P<value>[^\]]*)\]", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"[^\s\"'\[=]*$")
_PIECE = re.compile(r"(?P<king>[Kk]?)(?P<square>[A-Ja-j]?[0-9]+)(?:-(?P<last>[A-Ja-j]?[0-9]+))?")
_TAIL = re.compile(r"[HF][0-9]+|(?:\+[0-9]+)+", re.IGNORECASE)
_HUB_PIECES = "wbWB"


def parse_fen(text: str, variant: Variant) -> Position:
    """The position that a FEN describes.

    Read are: either colour first; upper or lower case; blanks anywhere; a final dot; quotes, and
    the whole PDN tag `[FEN "…"]`; words before the side to move; leading zeros; ranges of numbers
    (`1-12`; `K5-8` are kings); algebraic names; a side without pieces or left out; a doubled side to
    move (`W:W:W…`); `?` as side to move, which means the side that starts the game; and the move
    counters that some servers append (`:H0:F1`), which say nothing of the position.

    Numbers are the official ones of the game; in games written in algebraic notation they run row
    by row from the top left.

    Raises FenError, naming the word and what was expected.
    """
    blocks = _unwrap(text).split(":")
    if len(blocks) < 2:
        raise FenError(f"FEN {quoted(text)}: expected side:squares:squares, such as W:W21,K30:B5,12")
    side = _parse_side(blocks[0], variant)
    men: dict[Color, list[int]] = {Color.WHITE: [], Color.BLACK: []}
    kings: dict[Color, list[int]] = {Color.WHITE: [], Color.BLACK: []}
    filled: set[Color] = set()
    for block in blocks[1:]:
        block = re.sub(r"\s+", "", block)
        if not block or _TAIL.fullmatch(block):
            continue
        color = _COLORS.get(block[0].upper())
        if color is None:
            raise FenError(f"FEN, {quoted(block)}: expected W or B before the squares")
        tokens = [token for token in block[1:].split(",") if token]
        if not tokens:
            continue
        if color in filled:
            raise FenError(f"FEN, {quoted(block)}: a second list of {color.name.lower()} pieces")
        filled.add(color)
        for token in tokens:
            is_king, squares = _parse_token(token, variant)
            (kings if is_king else men)[color].extend(squares)
    if not filled:
        raise FenError(f"FEN {quoted(text)}: no piece on the board")
    return _place(variant, side, men, kings)


def format_fen(position: Position) -> str:
    """The FEN of a position, in the official numbers of its game or in algebraic notation."""
    blocks = [position.side.letter]
    for color in Color:
        kings = set(position.kings_of(color))
        squares = sorted((*position.men(color), *kings), key=lambda square: square_order(position.variant, square))
        names = ("K" * (square in kings) + square_name(position.variant, square) for square in squares)
        blocks.append(color.letter + ",".join(names))
    return ":".join(blocks)


def parse_hub(text: str, variant: Variant) -> Position:
    """The position of a Hub text: the side to move, `W` or `B`, then one of `w b W B e` for each square.

    Squares run row by row from the top left in every game; small letters are men. Blanks around the
    text are ignored. Raises FenError.
    """
    text = text.strip()
    expected = variant.square_count + 1
    if len(text) != expected:
        raise FenError(
            f"Hub position of {len(text)} characters: expected {expected} in {variant.name}, "
            f"the side to move and {variant.square_count} squares"
        )
    side = _COLORS.get(text[0])
    if side is None:
        raise FenError(f"Hub position, character 1 {quoted(text[0])}: expected the side to move, W or B")
    pieces: dict[str, list[int]] = {letter: [] for letter in _HUB_PIECES}
    for square, letter in enumerate(text[1:], 1):
        if letter in pieces:
            pieces[letter].append(square)
        elif letter != "e":
            raise FenError(f"Hub position, character {square + 1} {quoted(letter)}: expected w, b, W, B or e")
    if not any(pieces.values()):
        raise FenError("Hub position: no piece on the board")
    return _place(
        variant,
        side,
        {Color.WHITE: pieces["w"], Color.BLACK: pieces["b"]},
        {Color.WHITE: pieces["W"], Color.BLACK: pieces["B"]},
    )


def format_hub(position: Position) -> str:
    """The Hub text of a position; see `parse_hub`."""
    squares = ["e"] * position.variant.square_count
    for color, man, king in ((Color.WHITE, "w", "W"), (Color.BLACK, "b", "B")):
        for square in position.men(color):
            squares[square - 1] = man
        for square in position.kings_of(color):
            squares[square - 1] = king
    return position.side.letter + "".join(squares)


_COLORS = {color.letter: color for color in Color}


def _unwrap(text: str) -> str:
    if len(text) > MAX_FEN_LENGTH:
        raise FenError(f"FEN of {len(text)} characters: expected at most {MAX_FEN_LENGTH}")
    if not text.isascii():
        strange = next(character for character in text if not character.isascii())
        raise FenError(f"FEN, character {text.index(strange) + 1} {quoted(strange)}: expected ASCII letters and digits")
    tag = _WRAPPER.search(text)
    inner = tag["value"] if tag else text
    return inner.strip().strip("\"'").rstrip(" \t.").rstrip("\"'").rstrip(" \t.")


def _parse_side(block: str, variant: Variant) -> Color:
    word = _WORD.search(block.rstrip())[0]
    if word == "?":
        return variant.starts
    side = _COLORS.get(word.upper())
    if side is None:
        raise FenError(f"FEN, side to move {quoted(word)}: expected W, B or ?")
    return side


def _parse_token(token: str, variant: Variant) -> tuple[bool, list[int]]:
    """Whether the token is of kings, and its squares."""
    found = _PIECE.fullmatch(token)
    if found is None:
        expected = f"expected a square ({expected_squares(variant)}), with K before it for a king"
        raise FenError(f"FEN, {quoted(token)}: {expected}")
    first = _parse_square(found["square"], token, variant)
    if found["last"] is None:
        return bool(found["king"]), [first]
    if not (found["square"].isdigit() and found["last"].isdigit()):
        raise FenError(f"FEN, range {quoted(token)}: expected numbers, such as 5-8 or K5-8")
    last = _parse_square(found["last"], token, variant)
    low, high = variant.official(first), variant.official(last)
    if low > high:
        raise FenError(f"FEN, range {quoted(token)} runs backwards: expected {high}-{low}")
    return bool(found["king"]), [variant.official(number) for number in range(low, high + 1)]


def _parse_square(name: str, token: str, variant: Variant) -> int:
    square = named_square(variant, name)
    if square is None:
        where = "" if name == token else f" in {quoted(token)}"
        raise FenError(f"FEN, square {quoted(name)}{where} is not on the board: expected {expected_squares(variant)}")
    return square


def _place(variant: Variant, side: Color, men: dict[Color, list[int]], kings: dict[Color, list[int]]) -> Position:
    try:
        return Position.place(variant, side, men[Color.WHITE], kings[Color.WHITE], men[Color.BLACK], kings[Color.BLACK])
    except PositionError as error:
        raise FenError(str(error)) from None
