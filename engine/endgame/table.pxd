from engine.endgame.index cimport Index

cdef class EndingTable:
    cdef readonly Index index
    cdef const unsigned char[::1] values

cdef int value_of(EndingTable table, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side) noexcept nogil
