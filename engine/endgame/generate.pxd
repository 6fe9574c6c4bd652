from engine.endgame.index cimport Index
from engine.rules.movegen cimport MoveList, Rules

cdef class Generator:
    cdef readonly Index index
    cdef readonly int longest
    cdef public unsigned char[::1] values
    cdef Rules rules
    cdef MoveList moves
    # The slice that is worked at, and the position of one of its places.
    cdef long long first, size
    cdef int men, crowned, other_men, other_crowned
    cdef unsigned long long own, opponent, kings

    cdef bint _set_up(self, long long place) noexcept nogil
    cdef int _value_after(self, int move) noexcept nogil
    cdef bint _wins(self, int plies) noexcept nogil
    cdef bint _loses(self, int plies) noexcept nogil
    cdef void _mark_impossible(self) noexcept nogil
    cdef bint _find(self, int plies) noexcept nogil
    cdef void _smooth(self) noexcept nogil
