cdef class Patterns:
    cdef readonly object variant
    cdef unsigned long long squares
    cdef unsigned long long ahead[128]
    cdef unsigned long long runner_rows[6]
    cdef unsigned long long rows[32]
    cdef unsigned long long king_rows[64]
    cdef int offsets[8]
    cdef int[::1] windows, king_windows
    cdef short[::1] material
    cdef int king_freedom[10]
    cdef int runaway[6]
    cdef int man[2]
    cdef int king[2]
    cdef int step[2]
    cdef int to_move[2]
    cdef int phase[64]
    cdef int short_shift, long_shift

cdef int pattern_value(Patterns patterns, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side) noexcept nogil
