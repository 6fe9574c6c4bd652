cimport cython

from engine.endgame.table cimport EndingTable
from engine.evaluation.terms cimport Evaluator
from engine.rules.movegen cimport MoveList
from engine.search.line cimport Line
from engine.search.ordering cimport Ordering
from engine.search.stop cimport StopSignal

cdef class Quiescence(Line):
    cdef readonly StopSignal signal
    cdef readonly long long nodes, table_hits
    cdef readonly int seldepth
    cdef readonly bint aborted
    cdef public long long node_limit
    cdef long long check_at, narrow_from
    cdef Evaluator evaluator
    cdef EndingTable endings
    cdef int ending_pieces
    cdef Ordering ordering
    cdef MoveList moves
    cdef int[::1] scores
    cdef unsigned short[::1] lines
    cdef int line_length[256]
    cdef int draw_value[2]
    cdef int out_of_moves

    cdef bint interrupted(self) noexcept nogil
    cdef void set_line(self, int ply, int move) noexcept nogil
    cdef int static_value(self, int ply) noexcept nogil
    cdef int enter(self, int ply) noexcept nogil
    cdef int known_ending(self, int ply) noexcept nogil
    cdef int without_move(self, int ply) noexcept nogil
    cdef bint is_over_by_count(self, int ply) noexcept nogil
    cdef bint is_quiet(self, int ply) noexcept nogil
    cdef int quiesce(self, int ply, int alpha, int beta, int start) noexcept nogil
    cdef int _quiesce(self, int ply, int alpha, int beta, bint wary, int start) noexcept nogil
