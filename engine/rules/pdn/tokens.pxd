cdef class Tokens:
    cdef readonly int count, stop, capacity
    cdef public int[::1] kinds, values, starts, ends
    cdef unsigned char[::1] _data
    cdef int _open
    cdef bint _flat, _unclosed
    cdef int _emit(self, int kind, int value, int start, int end) noexcept nogil
    cdef int _blank(self, int place) noexcept nogil
    cdef int _behind_blanks(self, int place) noexcept nogil
    cdef int _join(self, int place) noexcept nogil
    cdef int _square(self, int place, bint named) noexcept nogil
    cdef int _number_or_move(self, int start) noexcept nogil
    cdef int _named_move(self, int start) noexcept nogil
    cdef int _squares(self, int start, int place, int first, bint named) noexcept nogil
    cdef int _comment(self, int start, int end) noexcept nogil
    cdef int _bracket(self, int letter, int start) noexcept nogil
    cdef int _sign(self, int start) noexcept nogil
    cdef int _word(self, int start) noexcept nogil
