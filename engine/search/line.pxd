cimport cython

from engine.rules.draws cimport DrawTable
from engine.rules.movegen cimport Rules
from engine.search.table cimport Table

cdef class Line:
    cdef readonly object variant
    cdef public Table table
    cdef Rules rules
    cdef DrawTable draws
    cdef int repetitions, root, oldest_repeated
    # Each ply's position, and the keys of the game and the line in one row.
    cdef unsigned long long own[256]
    cdef unsigned long long opponent[256]
    cdef unsigned long long kings[256]
    cdef unsigned long long counters[256]
    cdef int side[256]
    cdef unsigned long long keys[1280]

    cdef void make(self, int ply, int squares, unsigned long long captured) noexcept nogil
    cdef bint repeats(self, int ply) noexcept nogil
    cdef unsigned long long table_key(self, int ply) noexcept nogil
    cdef bint can_step(self, int ply) noexcept nogil
