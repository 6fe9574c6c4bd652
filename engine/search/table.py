"""The transposition table: what is known of positions searched before.

An entry is two 64-bit words, `key ^ data` and `data`. A writer is not locked out, so that several
threads can share the table: an entry whose two halves come from different writers does not give back
its key and is taken for a miss. `data` holds, from the lowest bit:

    16 value + 32768 · 8 depth · 2 bound · 6 generation · 8 move

The move is its index among the legal moves (the generator's order is fixed), NO_MOVE if there is
none. Four entries make a bucket of 64 bytes, a cache line.
"""

import mmap
from array import array
from contextlib import suppress

import cython

from engine.search import parameters
from engine.search.memory import available_memory

UPPER = 1
"""The true value is at most the entry's."""
LOWER = 2
"""The true value is at least the entry's."""
EXACT = 3
NO_MOVE = 255
LARGEST = 65536
"""Largest table, MiB."""
LARGEST_AT_ONCE = 256
"""Largest table, MiB, whose memory is taken from the system whole before the first search. Touching a
gigabyte can take seconds; of a larger table the pages come as they are used, in small pieces."""

WIN_BOUND = cython.declare(cython.int, parameters.WIN_BOUND)
NONE = cython.declare(cython.int, NO_MOVE)
IS_EXACT = cython.declare(cython.int, EXACT)
BUCKET_WORDS = cython.declare(cython.int, 8)
BUCKET_BYTES = 64
PAGE_WORDS = cython.declare(cython.int, 512)  # 4096 bytes, the smallest page there is
GENERATION_COST = cython.declare(cython.int, parameters.GENERATION_COST)
_NO_WORDS = array("Q")


class TableError(MemoryError):
    """A table that does not fit into memory; `str()` is the one-line message."""


@cython.cclass
class Table:
    """A table of `mebibytes` MiB (1 to LARGEST), empty at first.

    Raises TableError if the system does not give the memory, ValueError for a size out of range.
    """

    def __init__(self, mebibytes: int) -> None:
        if not 1 <= mebibytes <= LARGEST:
            raise ValueError(f"hash of {mebibytes} MiB: expected 1-{LARGEST}")
        self.mebibytes = mebibytes
        self.bucket_count = (mebibytes << 20) // BUCKET_BYTES
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.words = _NO_WORDS  # gives the old pages back first
        self.words = _zeroed_words(self.mebibytes)
        self.generation = 0
        self.settled = self.mebibytes > LARGEST_AT_ONCE

    def settle(self) -> None:
        """Have the system hand out the pages of a new or cleared table now, which may take a while.

        Larger tables get them as the search comes to them, which takes longer in all.
        """
        if not self.settled:
            with cython.nogil:
                self._touch()
            self.settled = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _touch(self) -> cython.void:
        word: cython.ulonglong = 0
        count: cython.ulonglong = self.bucket_count * BUCKET_WORDS
        while word < count:
            self.words[word] = 0
            word += PAGE_WORDS

    def new_search(self) -> None:
        """Age what is there: entries of earlier searches are the first to go."""
        self.generation = (self.generation + 1) & 63

    def permille(self) -> int:
        """How full it is with entries of this search, in thousandths, from a sample."""
        used: cython.int = 0
        slot: cython.int
        for slot in range(1000):
            data: cython.ulonglong = self.words[2 * slot + 1]
            if data and (data >> 26 & 63) == self.generation:
                used += 1
        return used

    def move_of(self, key: int) -> int | None:
        """Index of the move stored for a key, or None."""
        index = entry_move(probe(self, key))
        return None if index == NO_MOVE else index


def require_memory(mebibytes: int, held: int = 0) -> None:
    """Raise TableError if a table of that size does not fit; `held` MiB are given back before it is made."""
    available = available_memory()
    if available is not None and mebibytes - held > available >> 20:
        raise TableError(f"hash of {mebibytes} MiB: expected at most {held + (available >> 20)} MiB, which is free")


def _zeroed_words(mebibytes: int) -> memoryview:
    # Anonymous pages come zeroed; private ones can be large.
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    try:
        pages = mmap.mmap(-1, mebibytes << 20, **private)
    except (OSError, ValueError, OverflowError, MemoryError):
        raise TableError(f"hash of {mebibytes} MiB: the system does not give that much memory") from None
    if hasattr(mmap, "MADV_HUGEPAGE") and mebibytes <= LARGEST_AT_ONCE:
        # Entries lie all over the table: with large pages the processor needs no look-up for each.
        with suppress(OSError):
            pages.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(pages).cast("Q")


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first_word(table: Table, key: cython.ulonglong) -> cython.ulonglong:
    # The upper half of the key scaled to the number of buckets, which need not be a power of two.
    return ((key >> 32) * table.bucket_count >> 32) * BUCKET_WORDS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prefetch(table: Table, key: cython.ulonglong) -> cython.void:
    """Have the processor bring the key's bucket near, since memory is slow and `probe` will be called soon."""
    if cython.compiled:
        fetch(cython.address(table.words[_first_word(table, key)]))  # noqa: F821 (table.pxd)


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def probe(table: Table, key: cython.ulonglong) -> cython.ulonglong:
    """The data stored for a key, 0 if there is none."""
    slot: cython.ulonglong = _first_word(table, key)
    _entry: cython.int
    for _entry in range(4):
        data: cython.ulonglong = table.words[slot + 1]
        if data and table.words[slot] ^ data == key:
            return data
        slot += 2
    return 0


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def store(
    table: Table,
    key: cython.ulonglong,
    depth: cython.int,
    value: cython.int,
    bound: cython.int,
    move: cython.int,
) -> cython.void:
    """Remember a result: over an entry of the same key, else over the shallowest and oldest of four.

    `value` is relative to the position (see `value_to_store`). A deeper result of the same search is
    kept unless the new one is exact, and a known move is never replaced by none.
    """
    slot: cython.ulonglong = _first_word(table, key)
    chosen: cython.ulonglong = slot
    lowest_worth: cython.int = 1 << 20
    _entry: cython.int
    for _entry in range(4):
        data: cython.ulonglong = table.words[slot + 1]
        if data == 0:
            chosen = slot
            break
        if table.words[slot] ^ data == key:
            fresh: cython.bint = (data >> 26 & 63) == table.generation
            if fresh and bound != IS_EXACT and entry_depth(data) > depth + 3:
                return
            if move == NONE:
                move = entry_move(data)
            chosen = slot
            break
        age: cython.int = table.generation + 64 - (data >> 26 & 63) & 63
        worth: cython.int = entry_depth(data) - GENERATION_COST * age
        if worth < lowest_worth:
            lowest_worth = worth
            chosen = slot
        slot += 2
    fields: cython.ulonglong = value + 32768
    high: cython.ulonglong = depth | bound << 8
    fields |= high << 16 | table.generation << 26
    high = move
    fields |= high << 32
    table.words[chosen] = key ^ fields
    table.words[chosen + 1] = fields


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def entry_value(data: cython.ulonglong, ply: cython.int) -> cython.int:
    """The value, for a node `ply` plies from the root."""
    value: cython.int = data & 0xFFFF
    value -= 32768
    if value >= WIN_BOUND:
        return value - ply
    if value <= -WIN_BOUND:
        return value + ply
    return value


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def value_to_store(value: cython.int, ply: cython.int) -> cython.int:
    """A value of a node as the table keeps it: wins are counted from the node, not from the root."""
    if value >= WIN_BOUND:
        return value + ply
    if value <= -WIN_BOUND:
        return value - ply
    return value


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def entry_depth(data: cython.ulonglong) -> cython.int:
    """Depth of the search that gave the value, plies."""
    return data >> 16 & 255


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def entry_bound(data: cython.ulonglong) -> cython.int:
    """UPPER, LOWER or EXACT."""
    return data >> 24 & 3


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def entry_move(data: cython.ulonglong) -> cython.int:
    """Index of the best move among the legal moves, or NO_MOVE."""
    return data >> 32 & 255 if data else NONE
