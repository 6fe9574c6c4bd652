"""How pydraughts 0.6.7 numbers the squares of 8x8 games, which is not always as the game does.

In its board texts the side that begins is always White: where Black begins (English) the board is
turned by half a turn and the colours are exchanged. In games that are written in algebraic notation
(Russian, Brazilian) the squares of its moves run row by row from a1. Everything else is plain, and
on 10x10 all is.
"""

from enum import StrEnum

from attrs import frozen

from engine.rules.variants import Color, Numbering, Variant


class Style(StrEnum):
    """Whose way of numbering it is."""

    OFFICIAL = "official"
    """Row by row from the top left, in board texts and moves."""
    PYDRAUGHTS = "pydraughts"


class StyleChoice(StrEnum):
    """Whose way is to be taken for that of another program."""

    AUTO = "auto"
    """It is found out."""
    OFFICIAL = Style.OFFICIAL.value
    PYDRAUGHTS = Style.PYDRAUGHTS.value


@frozen
class Squares:
    """One program's way of numbering the squares of one game. What is turned twice is as before."""

    variant: Variant
    style: Style

    @property
    def turns_boards(self) -> bool:
        """Whether its board texts are not the plain ones."""
        return self.style is Style.PYDRAUGHTS and self.variant.starts is Color.BLACK

    @property
    def renumbers_moves(self) -> bool:
        """Whether the numbers in its moves are not the plain ones."""
        return self.style is Style.PYDRAUGHTS and self.variant.numbering is Numbering.ALGEBRAIC

    def board(self, squares: str, men: str) -> str:
        """A board text, a letter for each square, from the plain one or back.

        `men` holds the letters of a white and of a black man; a king's is the capital one.
        """
        if not self.turns_boards:
            return squares
        letters = men + men.upper()
        exchanged = men[::-1] + men[::-1].upper()
        return squares[::-1].translate(str.maketrans(letters, exchanged))

    def number(self, square: int) -> int:
        """The number of a square in a move, from the plain one or back. What is no square stays as it is."""
        geometry = self.variant.geometry
        if not self.renumbers_moves or square not in geometry.squares:
            return square
        row, place = divmod(square - 1, geometry.row_length)
        return (geometry.size - 1 - row) * geometry.row_length + place + 1
