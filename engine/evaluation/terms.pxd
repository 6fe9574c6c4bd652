from engine.evaluation.patterns cimport Patterns

cdef class Evaluator:
    cdef readonly object variant
    cdef readonly object weights
    cdef unsigned long long squares, centre, edge, main_road
    cdef unsigned long long home[2]
    cdef unsigned long long bridge[2]
    cdef unsigned long long rows[20]
    cdef unsigned long long ahead[128]
    cdef int advance[10]
    cdef signed char distance[4096]
    cdef int short_shift, long_shift, last_row, full, sign
    cdef int man, king, home_man, bridge_pair, centre_piece, edge_man, support, step, runaway
    cdef int king_step, trapped_king, to_move, exchange, closeness, drawn_lead
    cdef bint flying, is_fitted
    cdef Patterns patterns

cdef int evaluate(Evaluator evaluator, unsigned long long own, unsigned long long opponent, unsigned long long kings, int side) noexcept nogil
