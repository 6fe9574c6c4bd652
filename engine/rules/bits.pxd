# The compiled twin of bits.py.

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int damiera_popcount(unsigned long long b) { return (int)__popcnt64(b); }
    static __inline int damiera_lowest(unsigned long long b) { unsigned long i; _BitScanForward64(&i, b); return (int)i; }
    #else
    static inline int damiera_popcount(unsigned long long b) { return __builtin_popcountll(b); }
    static inline int damiera_lowest(unsigned long long b) { return __builtin_ctzll(b); }
    #endif
    """
    int popcount "damiera_popcount"(unsigned long long board) noexcept nogil
    int lowest "damiera_lowest"(unsigned long long board) noexcept nogil

ctypedef unsigned long long Bitboard
