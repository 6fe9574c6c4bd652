"""Zobrist keys: 64-bit numbers that name positions, the same on every machine and in every run.

Kinds of pieces: 0 white man, 1 white king, 2 black man, 3 black king.
"""

import cython

_MASK64 = (1 << 64) - 1


def _splitmix64(count: int) -> list[int]:
    # Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014), from state 0.
    state = 0
    numbers = []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & _MASK64
        mixed = state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _MASK64
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK64
        numbers.append(mixed ^ mixed >> 31)
    return numbers


_NUMBERS = _splitmix64(257)
_BIT: cython.int

if not cython.compiled:
    KEYS = _NUMBERS[:256]
else:
    for _BIT in range(256):
        KEYS[_BIT] = _NUMBERS[_BIT]
SIDE_KEY = _NUMBERS[256]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def piece_key(kind: cython.int, bit: cython.int) -> cython.ulonglong:
    """The number of a piece of that kind on that bit."""
    return KEYS[kind << 6 | bit]


def position_key(white: int, black: int, kings: int, side: int) -> int:
    """The key of a position, from scratch."""
    key = _NUMBERS[256] if side else 0
    for kind, pieces in enumerate((white & ~kings, white & kings, black & ~kings, black & kings)):
        while pieces:
            low = pieces & -pieces
            key ^= _NUMBERS[kind << 6 | low.bit_length() - 1]
            pieces ^= low
    return key
