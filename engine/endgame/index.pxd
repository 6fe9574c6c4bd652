cdef class Index:
    cdef readonly object variant
    cdef readonly int pieces, kings
    cdef readonly long long size
    cdef int dense[128]
    cdef int bits[32]
    cdef int turned[256]
    cdef long long binomials[132]
    cdef long long bases[256]

cdef long long index_of(Index index, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side) noexcept nogil
cdef long long combinations(Index index, int squares, int count) noexcept nogil
cdef unsigned long long board_of(Index index, long long number, int count, int first) noexcept nogil
