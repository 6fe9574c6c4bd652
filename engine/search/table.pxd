cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #if defined(_M_ARM64)
    static __inline void damiera_fetch(const void *at) { __prefetch(at); }
    #else
    static __inline void damiera_fetch(const void *at) { _mm_prefetch((const char *)at, _MM_HINT_T0); }
    #endif
    #else
    static inline void damiera_fetch(const void *at) { __builtin_prefetch(at); }
    #endif
    """
    void fetch "damiera_fetch"(const void *at) noexcept nogil

cdef class Table:
    cdef readonly int mebibytes
    cdef unsigned long long[::1] words
    cdef unsigned long long bucket_count
    cdef unsigned long long generation
    cdef readonly bint settled
    cdef void _touch(self) noexcept nogil

cpdef unsigned long long probe(Table table, unsigned long long key) noexcept nogil
cpdef void store(Table table, unsigned long long key, int depth, int value, int bound, int move) noexcept nogil
cpdef int entry_value(unsigned long long data, int ply) noexcept nogil
cpdef int entry_depth(unsigned long long data) noexcept nogil
cpdef int entry_bound(unsigned long long data) noexcept nogil
cpdef int entry_move(unsigned long long data) noexcept nogil
cpdef int value_to_store(int value, int ply) noexcept nogil
cdef void prefetch(Table table, unsigned long long key) noexcept nogil
