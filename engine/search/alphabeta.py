"""The search of one thread: principal variation search, with quiescence at its leaves.

Moves are named by their index among the legal moves throughout: in the table, in the principal
variation and at the root. Nothing here needs the interpreter, so that the rest of the process goes on.
"""

from collections.abc import Iterable, Sequence

import cython

from engine.rules.position import Position
from engine.rules.variants import Variant
from engine.search import parameters
from engine.search import table as table_format
from engine.search.quiescence import Quiescence
from engine.search.root import RootState
from engine.search.stop import StopSignal
from engine.search.table import Table

if cython.compiled:
    from cython.cimports.engine.rules.draws import reversible_half_moves
    from cython.cimports.engine.rules.movegen import generate, has_capture
    from cython.cimports.engine.search.ordering import pick, reward, score_moves
    from cython.cimports.engine.search.table import (
        entry_bound,
        entry_depth,
        entry_move,
        entry_value,
        prefetch,
        probe,
        store,
        value_to_store,
    )
else:
    from engine.rules.draws import reversible_half_moves
    from engine.rules.movegen import generate, has_capture
    from engine.search.ordering import pick, reward, score_moves
    from engine.search.table import (
        entry_bound,
        entry_depth,
        entry_move,
        entry_value,
        prefetch,
        probe,
        store,
        value_to_store,
    )

WIN = cython.declare(cython.int, parameters.WIN)
DRAW = cython.declare(cython.int, parameters.DRAW)
UNDECIDED = cython.declare(cython.int, parameters.UNDECIDED)
NEVER = cython.declare(cython.int, parameters.NEVER)
UPPER = cython.declare(cython.int, table_format.UPPER)
LOWER = cython.declare(cython.int, table_format.LOWER)
EXACT = cython.declare(cython.int, table_format.EXACT)
UNKNOWN = cython.declare(cython.int, 0)  # bound of an entry that holds nothing but a move
NO_MOVE = cython.declare(cython.int, table_format.NO_MOVE)
WIN_BOUND = cython.declare(cython.int, parameters.WIN_BOUND)
STATIC_DEPTH = cython.declare(cython.int, parameters.STATIC_DEPTH)
STATIC_FROM = cython.declare(cython.int, parameters.STATIC_FROM)
REDUCE_DEPTH = cython.declare(cython.int, parameters.REDUCE_DEPTH)
REDUCE_MOVES = cython.declare(cython.int, parameters.REDUCE_MOVES)
REDUCE_MORE_MOVES = cython.declare(cython.int, parameters.REDUCE_MORE_MOVES)
REDUCE_MORE_DIVISOR = cython.declare(cython.int, parameters.REDUCE_MORE_DIVISOR)
IIR_DEPTH = cython.declare(cython.int, parameters.IIR_DEPTH)
EXTENSION_FACTOR = cython.declare(cython.int, parameters.EXTENSION_FACTOR)


@cython.cclass
class Worker(Quiescence):
    """One thread's search of one game, with what it learns from move to move.

    `best` is the place in the root's order of the best move of the last `search`, -1 if no move came
    above alpha.
    """

    def __init__(self, variant: Variant, table: Table, signal: StopSignal) -> None:
        super().__init__(variant, table, signal)
        if not cython.compiled:
            self.root_order = [0] * 4096
        self.root_count = 0
        fitted = self.evaluator.is_fitted
        self.ahead_margin = parameters.AHEAD_MARGIN if fitted else parameters.AHEAD_MARGIN_BY_HAND
        self.behind_margin = parameters.BEHIND_MARGIN if fitted else parameters.BEHIND_MARGIN_BY_HAND

    def forget(self) -> None:
        """Drop what was learnt about moves; the table is not touched."""
        self.ordering.clear()

    def set_root(
        self,
        position: Position,
        keys: Sequence[int],
        counters: int,
        repetitions: int,
        allowed: Iterable[int],
        contempt: int = 0,
    ) -> None:
        """Start a search: from `position`, whose key ends `keys`, the game's keys since the last capture or man's move.

        `counters` are the draw counters of the position (see `engine.rules.draws`), `repetitions` is the
        number of occurrences that makes a draw, `allowed` are the indices of the moves to search. A draw is
        worth `contempt` centimen less than nothing to the side to move.
        """
        self.begin(position, keys, counters, repetitions)
        self.draw_value[position.side] = DRAW - contempt
        self.draw_value[1 - position.side] = DRAW + contempt
        self.root_count = 0
        for index in allowed:
            self.root_order[self.root_count] = index
            self.root_count += 1
        self.restart()
        self.ordering.new_search()
        with cython.nogil:
            self._promote_table_move()

    def search(self, depth: int, alpha: int, beta: int, first: int = 0) -> int:
        """The value of the root to `depth` plies within (alpha, beta), leaving out the `first` moves of the order."""
        self.seldepth = 0
        plies: cython.int = depth
        low: cython.int = alpha
        high: cython.int = beta
        left_out: cython.int = first
        with cython.nogil:
            value: cython.int = self._search_root(plies, low, high, left_out)
        return value

    def advance(self, index: int) -> None:
        """Make the move of that index at the root and search on from there, with all moves allowed.

        For games in bulk, which have no need of a `Game`: at most KEPT_KEYS moves after `set_root`.
        """
        self.make(0, self.moves.squares[index], self.moves.captured[index])
        self.step_forward()
        self.restart()
        self.root_end = generate(self.rules, self.own[0], self.opponent[0], self.kings[0], self.side[0], self.moves, 0)
        self.root_count = self.root_end
        for place in range(self.root_count):
            self.root_order[place] = place
        with cython.nogil:
            self._promote_table_move()

    def state(self) -> RootState:
        """The root as it stands."""
        own, opponent, kings, side = self.own[0], self.opponent[0], self.kings[0], self.side[0]
        quiet = not (
            has_capture(self.rules, own, opponent, kings, side)
            or has_capture(self.rules, opponent, own, kings, side ^ 1)
        )
        return RootState(
            own, opponent, kings, side, self.keys[self.root], quiet, reversible_half_moves(self.counters[0])
        )

    def root_move(self, place: int) -> int:
        """Index of the move at that place of the root's order."""
        return self.root_order[place]

    def bring_forward(self, place: int, to: int) -> None:
        """Move a root move up in the order; those it passes keep theirs."""
        move = self.root_order[place]
        for index in range(place, to, -1):
            self.root_order[index] = self.root_order[index - 1]
        self.root_order[to] = move

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _promote_table_move(self) -> cython.void:
        # Generates the root's moves, which stay at the bottom of the list, and tries the known one first.
        self.root_end = generate(self.rules, self.own[0], self.opponent[0], self.kings[0], self.side[0], self.moves, 0)
        known: cython.int = entry_move(probe(self.table, self.table_key(0)))
        place: cython.int
        for place in range(self.root_count):
            if self.root_order[place] == known:
                while place > 0:
                    self.root_order[place] = self.root_order[place - 1]
                    place -= 1
                self.root_order[0] = known
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search_root(self, depth: cython.int, alpha: cython.int, beta: cython.int, first: cython.int) -> cython.int:
        best: cython.int = -WIN
        low: cython.int = alpha
        value: cython.int
        place: cython.int
        self.iteration = depth
        self.static_depth = STATIC_DEPTH if depth >= STATIC_FROM and self.out_of_moves < 0 else 0
        self.best = -1
        self.line_length[0] = 0
        self.oldest_repeated = NEVER
        for place in range(first, self.root_count):
            index: cython.int = self.root_order[place]
            captured: cython.ulonglong = self.moves.captured[index]
            squares: cython.int = self.moves.squares[index]
            self.make(0, squares, captured)
            reduction: cython.int = 0
            if depth >= REDUCE_DEPTH and place >= first + REDUCE_MOVES + 2 and captured == 0 and squares >> 12 == 0:
                reduction = 1
            value = low + 1
            if place > first:
                value = -self._search(1, -low - 1, -low, depth - 1 - reduction, self.root_end)
                if reduction and value > low and not self.aborted:
                    value = -self._search(1, -low - 1, -low, depth - 1, self.root_end)
            if place == first or (low < value < beta and not self.aborted):
                value = -self._search(1, -beta, -low, depth - 1, self.root_end)
            if self.aborted:
                return best
            if value > best:
                best = value
                if value > low:
                    low = value
                    self.best = place
                    self.set_line(0, index)
                    if value >= beta:
                        break
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self, ply: cython.int, alpha: cython.int, beta: cython.int, depth: cython.int, start: cython.int
    ) -> cython.int:
        # Fail-soft. Moves are written to the list from `start` on.
        if depth <= 0:
            return self.quiesce(ply, alpha, beta, start)
        early: cython.int = self.enter(ply)
        if early != UNDECIDED:
            return early
        # Nothing here can be better than winning now, or worse than having lost.
        if alpha < ply - WIN:
            alpha = ply - WIN
        if beta > WIN - ply:
            beta = WIN - ply
        if alpha >= beta:
            return alpha

        key: cython.ulonglong = self.table_key(ply)
        prefetch(self.table, key)
        hopeless: cython.int = UNDECIDED
        if (
            depth <= self.static_depth
            and beta - alpha == 1
            and alpha > -WIN_BOUND
            and beta < WIN_BOUND
            and self.is_quiet(ply)
        ):
            # Before the table is asked, which takes longer.
            static: cython.int = self.static_value(ply)
            if static - self.ahead_margin * depth >= beta:
                return static - self.ahead_margin * depth
            if static + self.behind_margin * depth <= alpha:
                hopeless = static + self.behind_margin * depth

        value: cython.int
        data: cython.ulonglong = probe(self.table, key)
        table_move: cython.int = NO_MOVE
        if data:
            table_move = entry_move(data)
            if beta - alpha == 1 and entry_depth(data) >= depth:
                value = entry_value(data, ply)
                bound: cython.int = entry_bound(data)
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    return value

        side: cython.int = self.side[ply]
        kings: cython.ulonglong = self.kings[ply]
        open_window: cython.bint = beta - alpha > 1
        end: cython.int = generate(self.rules, self.own[ply], self.opponent[ply], kings, side, self.moves, start)
        if end == start:
            return self.without_move(ply)
        if self.is_over_by_count(ply):
            return self.draw_value[side]
        capturing: cython.bint = self.moves.captured[start] != 0

        if table_move == NO_MOVE and depth >= IIR_DEPTH:
            depth -= 1
        below: cython.int = depth - 1
        if end == start + 1 and ply < EXTENSION_FACTOR * self.iteration:
            below = depth
        oldest: cython.int = self.oldest_repeated
        self.oldest_repeated = NEVER
        best: cython.int = -WIN
        best_index: cython.int = start
        low: cython.int = alpha
        tried: cython.int
        score_moves(self.ordering, self.moves, self.scores, start, end, table_move, ply, side, kings)
        for tried in range(end - start):
            index: cython.int = pick(self.scores, start, end)
            squares: cython.int = self.moves.squares[index]
            if hopeless != UNDECIDED and best > -WIN_BOUND and squares >> 12 == 0:
                if best < hopeless:
                    best = hopeless
                break
            self.make(ply, squares, self.moves.captured[index])
            reduction: cython.int = 0
            if depth >= REDUCE_DEPTH and not capturing and squares >> 12 == 0:
                if tried >= REDUCE_MORE_MOVES + 3 * open_window:
                    reduction = depth // REDUCE_MORE_DIVISOR
                elif tried >= REDUCE_MOVES + 2 * open_window:
                    reduction = 1
            value = low + 1
            if tried:
                value = -self._search(ply + 1, -low - 1, -low, below - reduction, end)
                if reduction and value > low and not self.aborted:
                    value = -self._search(ply + 1, -low - 1, -low, below, end)
            if tried == 0 or (low < value < beta and not self.aborted):
                value = -self._search(ply + 1, -beta, -low, below, end)
            if self.aborted:
                return DRAW
            if value > best:
                best = value
                best_index = index
                if value > low:
                    low = value
                    if value >= beta:
                        if not capturing:
                            reward(self.ordering, self.moves, self.scores, start, end, index, depth, ply, side)
                        break
                    self.set_line(ply, index - start)

        found: cython.int = EXACT
        if best >= beta:
            found = LOWER
        elif best <= alpha:
            found = UPPER
        best_index -= start
        if best_index > NO_MOVE:
            best_index = NO_MOVE
        if best == self.draw_value[side] and self.oldest_repeated < ply:
            # A draw by repeating what came before this node is no fact about its position.
            store(self.table, key, 0, best, UNKNOWN, best_index)
        else:
            store(
                self.table,
                key,
                depth,
                value_to_store(best, ply),
                found,
                NO_MOVE if found == UPPER else best_index,
            )
        if oldest < self.oldest_repeated or self.oldest_repeated >= ply:
            self.oldest_repeated = oldest
        return best
