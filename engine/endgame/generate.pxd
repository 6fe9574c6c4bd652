from engine.endgame.index cimport Index
from engine.rules.movegen cimport MoveList, Rules

cdef class Generator:
    cdef readonly Index index
    cdef readonly int longest
    cdef public unsigned char[::1] values
    cdef Rules rules
    cdef MoveList moves
    cdef unsigned long long own, opponent, kings

    cdef bint _set_up(self, long long first, long long number, int men, int crowned, int other_men, int other_crowned) noexcept nogil
    cdef int _value_after(self, int move) noexcept nogil
    cdef bint _wins(self, int plies) noexcept nogil
    cdef bint _loses(self, int plies) noexcept nogil
    cdef long long _mark_impossible(self, long long first, long long size, int men, int crowned, int other_men, int other_crowned) noexcept nogil
    cdef long long _find(self, long long first, long long size, int men, int crowned, int other_men, int other_crowned, int plies) noexcept nogil
    cdef void _smooth(self, long long first, long long size, int men, int crowned, int other_men, int other_crowned) noexcept nogil
