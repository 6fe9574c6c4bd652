from engine.rules.movegen cimport MoveList

cdef class Ordering:
    cdef int history[8192]
    cdef int killers[512]

cdef void score_moves(Ordering ordering, MoveList moves, int[::1] scores, int start, int end, int table_move, int ply, int side, unsigned long long kings) noexcept nogil
cdef int pick(int[::1] scores, int start, int end) noexcept nogil
cdef void reward(Ordering ordering, MoveList moves, int[::1] scores, int start, int end, int best, int depth, int ply, int side) noexcept nogil
