cimport cython

from engine.search.quiescence cimport Quiescence

@cython.final
cdef class Worker(Quiescence):
    cdef readonly int best
    cdef readonly int root_count
    cdef int root_end, iteration
    cdef int static_depth, ahead_margin, behind_margin
    cdef int root_order[4096]

    cdef void _promote_table_move(self) noexcept nogil
    cdef int _search_root(self, int depth, int alpha, int beta, int first) noexcept nogil
    cdef int _search(self, int ply, int alpha, int beta, int depth, int start) noexcept nogil
