"""Bit primitives, interpreted; bits.pxd holds the same in C for the compiled core."""

Bitboard = int


def popcount(board: int) -> int:
    """Number of squares in a bitboard."""
    return board.bit_count()


def lowest(board: int) -> int:
    """Index of the lowest set bit; the bitboard must not be empty."""
    return (board & -board).bit_length() - 1
