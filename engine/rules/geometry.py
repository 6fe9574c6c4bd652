"""Where the squares of a board lie in a bitboard.

Squares are numbered 1…N row by row from the top left as White sees the board, dark squares only:
the numbers of Hub and DXP board text. In a bitboard two rows take their squares and one ghost bit,
so that each diagonal step is one shift on any board and never wraps: on 8x8 the shifts are 4 and 5
(35 bits), on 10x10 they are 5 and 6 (54 bits).
"""

from functools import cached_property
from typing import Literal

from attrs import field, frozen, validators

Corner = Literal["left", "right"]


@frozen(slots=False)
class Geometry:
    """A square board of dark squares.

    `size` is the number of rows (8 or 10). `corner` says on which hand of each player the dark
    corner square lies: "left" in English or international draughts, "right" in Italian.
    """

    size: int = field(validator=validators.in_((8, 10)))
    corner: Corner = field(validator=validators.in_(("left", "right")))

    @property
    def row_length(self) -> int:
        """Dark squares in a row."""
        return self.size // 2

    @property
    def square_count(self) -> int:
        """Dark squares on the board: 32 or 50."""
        return self.size * self.row_length

    @property
    def short_shift(self) -> int:
        """The shift of a step down-left (and, the other way, up-right)."""
        return self.row_length

    @property
    def long_shift(self) -> int:
        """The shift of a step down-right (and, the other way, up-left)."""
        return self.row_length + 1

    @cached_property
    def bit_of(self) -> tuple[int, ...]:
        """Bit index of each square; index 0 is unused (-1)."""
        # With the dark corner at the left the ghost follows each odd row, else each even row.
        ghost_before = 0 if self.corner == "left" else 1
        bits = [-1]
        for row in range(self.size):
            ghosts = (row + ghost_before) // 2
            bits += [row * self.row_length + ghosts + column for column in range(self.row_length)]
        return tuple(bits)

    @cached_property
    def square_of(self) -> tuple[int, ...]:
        """Square at each bit index; 0 on ghost bits."""
        squares = [0] * (self.bit_of[-1] + 1)
        for square in self.squares:
            squares[self.bit_of[square]] = square
        return tuple(squares)

    @property
    def squares(self) -> range:
        """All square numbers, from the top left."""
        return range(1, self.square_count + 1)

    @cached_property
    def mask(self) -> int:
        """Bitboard of all squares."""
        return self.bitboard(self.squares)

    def bitboard(self, squares) -> int:
        """The set of the given squares as a bitboard."""
        board = 0
        for square in squares:
            board |= 1 << self.bit_of[square]
        return board

    def squares_in(self, board: int) -> tuple[int, ...]:
        """The squares of a bitboard, in rising order."""
        found = []
        while board:
            low = board & -board
            found.append(self.square_of[low.bit_length() - 1])
            board ^= low
        return tuple(found)

    def row(self, square: int) -> int:
        """Row of a square, 0 at the top (Black's home row)."""
        return (square - 1) // self.row_length

    def column(self, square: int) -> int:
        """Column of a square on the full board, 0 at White's left."""
        dark_at_left = (self.row(square) % 2 == 1) == (self.corner == "left")
        return 2 * ((square - 1) % self.row_length) + (0 if dark_at_left else 1)

    def row_mask(self, row: int) -> int:
        """Bitboard of one row, 0 at the top."""
        first = row * self.row_length + 1
        return self.bitboard(range(first, first + self.row_length))
