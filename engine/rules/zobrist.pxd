cdef unsigned long long KEYS[256]
cdef unsigned long long SIDE_KEY

cdef unsigned long long piece_key(int kind, int bit) noexcept nogil
