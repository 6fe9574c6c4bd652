"""Kinds of tokens, and what their values mean."""

NUMBER = 1
"""A move number; the value is the number, with `ELLIPSIS` added for three dots."""
MOVE = 2
"""Two squares; the value is `first | second << 9`, with `TAKES` added for the sign of a capture."""
PATH = 3
"""More squares than two, or digits in a row."""
UNKNOWN_MOVE = 4
"""`- -`."""
RESULT = 5
"""What cannot be a move: `1-0`, `1/2-1/2`, `1-1`."""
STAR = 6
"""`*`; the value is 1 right behind a move, where it may be a mark."""
COMMENT = 7
"""Text in braces, or what else is no part of the game; the value is 1 if it was not closed."""
OPEN = 8
"""Begin of a variation; the value is the index of its end, or -1."""
CLOSE = 9
"""End of a variation; the value is the index of its begin, or -1."""
NAG = 10
"""`$` and the value."""
MARK = 11
"""`!`, `?` and other signs that comment on a move."""
SETUP = 12
"""`/FEN "…"/`."""
WORD = 13
"""Anything else."""

ELLIPSIS = 1 << 16
TAKES = 1 << 18
NAMED = 128
"""Code of the square in file a and rank 0; 16 more for each file, 1 for each rank."""
NO_SQUARE = 511
"""Code of what is written like a square and is none."""
