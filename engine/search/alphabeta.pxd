cimport cython

from engine.evaluation.terms cimport Evaluator
from engine.rules.draws cimport DrawTable
from engine.rules.movegen cimport MoveList, Rules
from engine.search.ordering cimport Ordering
from engine.search.stop cimport StopSignal
from engine.search.table cimport Table

@cython.final
cdef class Worker:
    cdef readonly object variant
    cdef public Table table
    cdef readonly StopSignal signal
    cdef readonly long long nodes
    cdef readonly int seldepth, best
    cdef readonly bint aborted
    cdef public long long node_limit
    cdef Rules rules
    cdef DrawTable draws
    cdef Evaluator evaluator
    cdef Ordering ordering
    cdef MoveList moves
    cdef int[::1] scores
    cdef unsigned short[::1] lines
    cdef int repetitions, out_of_moves, iteration
    cdef readonly int root_count
    cdef int root, root_end
    cdef int oldest_repeated
    cdef long long check_at
    cdef int root_order[4096]
    # A line of play: each ply's position, and the keys of the game and the line in one row.
    cdef unsigned long long own[256]
    cdef unsigned long long opponent[256]
    cdef unsigned long long kings[256]
    cdef unsigned long long counters[256]
    cdef int side[256]
    cdef int line_length[256]
    cdef unsigned long long keys[1280]
    cdef int draw_value[2]

    cdef void _promote_table_move(self) noexcept nogil
    cdef bint _interrupted(self) noexcept nogil
    cdef void _make(self, int ply, int squares, unsigned long long captured) noexcept nogil
    cdef bint _repeats(self, int ply) noexcept nogil
    cdef unsigned long long _table_key(self, int ply) noexcept nogil
    cdef bint _can_step(self, int ply) noexcept nogil
    cdef void _set_line(self, int ply, int move) noexcept nogil
    cdef int _static_value(self, int ply) noexcept nogil
    cdef int _search_root(self, int depth, int alpha, int beta, int first) noexcept nogil
    cdef int _search(self, int ply, int alpha, int beta, int depth, int start) noexcept nogil
    cdef int _quiesce(self, int ply, int alpha, int beta, bint wary, int start) noexcept nogil
