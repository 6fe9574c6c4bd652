from engine.rules.movegen cimport MoveList, Rules
from engine.rules.pdn.tokens cimport Tokens

cdef class Cursor:
    cdef readonly object variant
    cdef Rules _rules
    cdef MoveList _moves
    cdef int[::1] _bit_of
    cdef unsigned long long _own, _opponent, _kings
    cdef unsigned long long _own_before, _opponent_before, _kings_before
    cdef int _side, _side_before
    cdef list _quiet
    cdef dict _captures
    cdef int _find(self, int value) noexcept nogil
    cdef void _make(self, int index) noexcept nogil
    cdef object _entry(self, int index)
