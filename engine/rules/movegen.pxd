# Declarations of movegen.py, so that other compiled modules can call it at C speed.

cdef class Rules:
    cdef readonly object variant
    cdef readonly int short_shift, long_shift
    cdef readonly unsigned long long squares, promotion_white, promotion_black
    cdef readonly bint men_backward, men_take_kings, flying
    cdef readonly int promotion
    cdef readonly long long man_value, king_value, by_king_value, order_value

cdef class MoveList:
    cdef readonly int capacity
    cdef readonly bint keep_paths
    cdef readonly bint overflowed
    cdef public unsigned long long[::1] captured
    cdef public int[::1] squares
    cdef public unsigned char[::1] paths
    # One search for captures at a time: what stands still in it, and the squares stood on so far.
    cdef unsigned long long _targets, _kings, _empty, _promotion
    cdef int _first, _end
    cdef bint _by_king
    cdef long long _best
    cdef int _trail[64]

cpdef int generate(Rules rules, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side, MoveList moves, int start) noexcept nogil
cdef int generate_captures(Rules rules, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side, MoveList moves, int start) noexcept nogil
cpdef bint has_capture(Rules rules, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side) noexcept nogil
cdef int count_moves(Rules rules, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side, MoveList moves, int start) noexcept nogil
