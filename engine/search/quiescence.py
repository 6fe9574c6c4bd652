"""Search to a position without captures, where the static value means something."""

from array import array

import cython

from engine.endgame.table import DRAWN, endings_of
from engine.evaluation.terms import Evaluator
from engine.rules.movegen import MoveList
from engine.rules.variants import Variant
from engine.search import parameters
from engine.search import table as table_format
from engine.search.line import Line
from engine.search.ordering import Ordering
from engine.search.stop import StopSignal
from engine.search.table import Table

if cython.compiled:
    from cython.cimports.engine.endgame.table import value_of
    from cython.cimports.engine.evaluation.terms import evaluate
    from cython.cimports.engine.rules.bits import popcount
    from cython.cimports.engine.rules.draws import is_count_draw, reversible_half_moves
    from cython.cimports.engine.rules.movegen import generate, generate_captures, has_capture
    from cython.cimports.engine.search.ordering import pick, score_moves
    from cython.cimports.engine.search.ticks import ticks
else:
    from engine.endgame.table import value_of
    from engine.evaluation.terms import evaluate
    from engine.rules.bits import popcount
    from engine.rules.draws import is_count_draw, reversible_half_moves
    from engine.rules.movegen import generate, generate_captures, has_capture
    from engine.search.ordering import pick, score_moves
    from engine.search.ticks import ticks

MOVE_CAPACITY = 16384
STRIDE = cython.declare(cython.int, 256)
WIN = cython.declare(cython.int, parameters.WIN)
MAX_PLY = cython.declare(cython.int, parameters.MAX_PLY)
DRAW = cython.declare(cython.int, parameters.DRAW)
NO_MOVE = cython.declare(cython.int, table_format.NO_MOVE)
NOT_WON = cython.declare(cython.int, DRAWN)
CHECK_INTERVAL = cython.declare(cython.longlong, parameters.CHECK_INTERVAL)
UNDECIDED = cython.declare(cython.int, parameters.UNDECIDED)
QUIESCENCE_NODES = cython.declare(cython.longlong, parameters.QUIESCENCE_NODES)


@cython.cclass
class Quiescence(Line):
    """A line of play with what its leaves need: values, the order of moves, and the limits of the search.

    `nodes` counts the positions entered below the root, exactly. `seldepth` is the longest line in
    plies. `aborted` tells that the search was ended by the signal or by `node_limit` (0: none), which
    is kept to the node. `table_hits` counts the nodes that were found in the table of endings.
    """

    def __init__(self, variant: Variant, table: Table, signal: StopSignal) -> None:
        super().__init__(variant, table)
        if not cython.compiled:
            self.line_length = [0] * 256
            self.draw_value = [0] * 2
        self.signal = signal
        self.evaluator = Evaluator(variant)
        self.ending_pieces = 0
        endings = endings_of(variant)
        if endings is not None:
            self.endings = endings
            self.ending_pieces = endings.index.kings
        self.ordering = Ordering()
        self.moves = MoveList(MOVE_CAPACITY)
        self.scores = array("i", bytes(4 * MOVE_CAPACITY))
        self.lines = array("H", bytes(2 * 256 * 256))
        self.out_of_moves = -WIN if variant.loses_without_move else WIN
        self.node_limit = 0

    def restart(self) -> None:
        """Count from nothing."""
        self.nodes = 0
        self.table_hits = 0
        self.seldepth = 0
        self.check_at = 0
        self.aborted = False

    def line(self) -> list[int]:
        """The principal variation of the last search: of each position the index of its move."""
        return [self.lines[index] for index in range(self.line_length[0])]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def interrupted(self) -> cython.bint:
        limit: cython.longlong = self.node_limit
        deadline: cython.longlong = self.signal.deadline
        if self.signal.raised or (limit and self.nodes >= limit) or (deadline and ticks() >= deadline):
            self.aborted = True
            return True
        self.check_at = self.nodes + CHECK_INTERVAL
        if limit and self.check_at > limit:
            self.check_at = limit
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_line(self, ply: cython.int, move: cython.int) -> cython.void:
        # The best line of a node: a move of its own, then the child's line.
        length: cython.int = self.line_length[ply + 1]
        base: cython.int = ply * STRIDE
        index: cython.int
        self.lines[base] = move
        for index in range(length):
            self.lines[base + 1 + index] = self.lines[base + STRIDE + index]
        self.line_length[ply] = length + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def static_value(self, ply: cython.int) -> cython.int:
        return evaluate(self.evaluator, self.own[ply], self.opponent[ply], self.kings[ply], self.side[ply])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, ply: cython.int) -> cython.int:
        """Counts a node. Its value if that is known before its moves are, or the search is aborted; else UNDECIDED."""
        if self.nodes >= self.check_at and self.interrupted():
            return DRAW
        self.nodes += 1
        self.line_length[ply] = 0
        if ply > self.seldepth:
            self.seldepth = ply
        if reversible_half_moves(self.counters[ply]) >= 4 and self.repeats(ply):
            return self.draw_value[self.side[ply]]
        if ply >= MAX_PLY:
            return self.static_value(ply)
        if popcount(self.own[ply] | self.opponent[ply]) <= self.ending_pieces:
            return self.known_ending(ply)
        return UNDECIDED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def known_ending(self, ply: cython.int) -> cython.int:
        """The value of a node with few pieces by the table of endings, UNDECIDED if it does not tell."""
        own: cython.ulonglong = self.own[ply]
        opponent: cython.ulonglong = self.opponent[ply]
        kings: cython.ulonglong = self.kings[ply]
        side: cython.int = self.side[ply]
        value: cython.int = value_of(self.endings, own, opponent, kings, side)
        if value < 0 or has_capture(self.rules, own, opponent, kings, side) or self.is_over_by_count(ply):
            return UNDECIDED
        if value == NOT_WON:
            self.table_hits += 1
            return self.draw_value[side]
        plies: cython.int = value - 1
        # The table knows nothing of counts: a win that may come too late has to be searched.
        if reversible_half_moves(self.counters[ply]) + plies >= self.draws.reversible_limit:
            return UNDECIDED
        self.table_hits += 1
        return WIN - ply - plies if plies & 1 else ply + plies - WIN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def without_move(self, ply: cython.int) -> cython.int:
        """The value of a node whose side cannot move."""
        return self.out_of_moves + ply if self.out_of_moves < 0 else self.out_of_moves - ply

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_over_by_count(self, ply: cython.int) -> cython.bint:
        """Whether a count of moves makes a node a draw; one without a move is lost or won before that."""
        counters: cython.ulonglong = self.counters[ply]
        return counters != 0 and is_count_draw(self.draws, counters)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_quiet(self, ply: cython.int) -> cython.bint:
        """Whether neither side can capture, the side to move can move, and no count of moves ends the game."""
        own: cython.ulonglong = self.own[ply]
        opponent: cython.ulonglong = self.opponent[ply]
        kings: cython.ulonglong = self.kings[ply]
        side: cython.int = self.side[ply]
        return not (
            has_capture(self.rules, own, opponent, kings, side)
            or has_capture(self.rules, opponent, own, kings, side ^ 1)
            or not self.can_step(ply)
            or self.is_over_by_count(ply)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def quiesce(self, ply: cython.int, alpha: cython.int, beta: cython.int, start: cython.int) -> cython.int:
        """The value of a node by captures alone, fail-soft. Moves are written to the list from `start` on."""
        self.narrow_from = self.nodes + QUIESCENCE_NODES
        return self._quiesce(ply, alpha, beta, True, start)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _quiesce(
        self, ply: cython.int, alpha: cython.int, beta: cython.int, wary: cython.bint, start: cython.int
    ) -> cython.int:
        # Captures are forced, so there is no standing pat on them. `wary`: where the opponent threatens
        # to take, one quiet move is looked at as well, for the static value knows nothing of threats.
        # On boards full of kings captures branch without end: from `narrow_from` on each node looks
        # at its likeliest move alone, which any line of captures survives.
        early: cython.int = self.enter(ply)
        if early != UNDECIDED:
            return early

        side: cython.int = self.side[ply]
        own: cython.ulonglong = self.own[ply]
        opponent: cython.ulonglong = self.opponent[ply]
        kings: cython.ulonglong = self.kings[ply]
        end: cython.int = generate_captures(self.rules, own, opponent, kings, side, self.moves, start)
        if end == start and not self.can_step(ply):
            return self.without_move(ply)
        if self.is_over_by_count(ply):
            return self.draw_value[side]
        if end == start:
            if not wary or not has_capture(self.rules, opponent, own, kings, side ^ 1):
                return self.static_value(ply)
            wary = False
            end = generate(self.rules, own, opponent, kings, side, self.moves, start)

        best: cython.int = -WIN
        _tried: cython.int
        if end > start + 1:
            score_moves(self.ordering, self.moves, self.scores, start, end, NO_MOVE, ply, side, kings)
        for _tried in range(end - start):
            index: cython.int = pick(self.scores, start, end)
            self.make(ply, self.moves.squares[index], self.moves.captured[index])
            value: cython.int = -self._quiesce(ply + 1, -beta, -alpha, wary, end)
            if self.aborted:
                return DRAW
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
                    self.set_line(ply, index - start)
            if self.nodes >= self.narrow_from:
                break
        return best
