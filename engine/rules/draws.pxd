# The compiled twin of draws.py: the draw counters of a line of play, packed into 64 bits.

cdef class DrawTable:
    cdef readonly object rules
    cdef readonly int reversible_limit, largest
    cdef int[::1] classes
    cdef int[::1] limits
    cdef readonly unsigned long long main_road

cpdef int balance_class(DrawTable table, unsigned long long white, unsigned long long black, unsigned long long kings) noexcept nogil
cpdef int balance_limit(DrawTable table, int balance) noexcept nogil
cpdef unsigned long long start_counters(DrawTable table, unsigned long long white, unsigned long long black, unsigned long long kings) noexcept nogil
cpdef unsigned long long advance(DrawTable table, unsigned long long counters, bint irreversible, unsigned long long white, unsigned long long black, unsigned long long kings) noexcept nogil
cpdef bint is_count_draw(DrawTable table, unsigned long long counters) noexcept nogil
cpdef int reversible_half_moves(unsigned long long counters) noexcept nogil
cpdef int balance_half_moves(unsigned long long counters) noexcept nogil
cpdef int balance_of(unsigned long long counters) noexcept nogil
