"""The search of one thread: principal variation search with quiescence over captures.

A node is entered by its ply: its position lies in the worker's arrays, put there by `_make`. Moves
are named by their index among the legal moves throughout: in the table, in the principal variation
and at the root. Nothing here needs the interpreter, so that the rest of the process goes on.
"""

from array import array
from collections.abc import Iterable, Sequence

import cython

from engine.evaluation.terms import Evaluator
from engine.rules.draws import DrawTable
from engine.rules.movegen import MoveList
from engine.rules.position import Position, rules_of
from engine.rules.variants import Variant
from engine.rules.zobrist import position_key
from engine.search import parameters
from engine.search import table as table_format
from engine.search.ordering import Ordering
from engine.search.root import RootState
from engine.search.stop import StopSignal
from engine.search.table import Table

if cython.compiled:
    from cython.cimports.engine.evaluation.terms import evaluate
    from cython.cimports.engine.rules.bits import lowest
    from cython.cimports.engine.rules.draws import (
        advance,
        balance_half_moves,
        balance_limit,
        balance_of,
        is_count_draw,
        reversible_half_moves,
    )
    from cython.cimports.engine.rules.movegen import generate, generate_captures, has_capture
    from cython.cimports.engine.rules.zobrist import piece_key
    from cython.cimports.engine.search.ordering import pick, reward, score_moves
    from cython.cimports.engine.search.table import (
        entry_bound,
        entry_depth,
        entry_move,
        entry_value,
        probe,
        store,
        value_to_store,
    )
    from cython.cimports.engine.search.ticks import ticks
else:
    from engine.evaluation.terms import evaluate
    from engine.rules.bits import lowest
    from engine.rules.draws import (
        advance,
        balance_half_moves,
        balance_limit,
        balance_of,
        is_count_draw,
        reversible_half_moves,
    )
    from engine.rules.movegen import generate, generate_captures, has_capture
    from engine.rules.zobrist import piece_key
    from engine.search.ordering import pick, reward, score_moves
    from engine.search.table import (
        entry_bound,
        entry_depth,
        entry_move,
        entry_value,
        probe,
        store,
        value_to_store,
    )
    from engine.search.ticks import ticks

ONE = cython.declare(cython.ulonglong, 1)
MASK64 = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
SCRAMBLE = cython.declare(cython.ulonglong, 0x5851_F42D_4C95_7F2D)  # odd: no two counts are mixed to the same key
TURN = cython.declare(cython.ulonglong, position_key(0, 0, 0, 1))
MOVE_CAPACITY = 16384
KEPT_KEYS = 1000  # keys of the game before the root that are remembered
STRIDE = cython.declare(cython.int, 256)
WIN = cython.declare(cython.int, parameters.WIN)
MAX_PLY = cython.declare(cython.int, parameters.MAX_PLY)
DRAW = cython.declare(cython.int, parameters.DRAW)
NEVER = cython.declare(cython.int, 1 << 20)
UPPER = cython.declare(cython.int, table_format.UPPER)
LOWER = cython.declare(cython.int, table_format.LOWER)
EXACT = cython.declare(cython.int, table_format.EXACT)
UNKNOWN = cython.declare(cython.int, 0)  # bound of an entry that holds nothing but a move
NO_MOVE = cython.declare(cython.int, table_format.NO_MOVE)
CHECK_INTERVAL = cython.declare(cython.longlong, parameters.CHECK_INTERVAL)
REDUCE_DEPTH = cython.declare(cython.int, parameters.REDUCE_DEPTH)
REDUCE_MOVES = cython.declare(cython.int, parameters.REDUCE_MOVES)
REDUCE_MORE_MOVES = cython.declare(cython.int, parameters.REDUCE_MORE_MOVES)
REDUCE_MORE_DIVISOR = cython.declare(cython.int, parameters.REDUCE_MORE_DIVISOR)
IIR_DEPTH = cython.declare(cython.int, parameters.IIR_DEPTH)
EXTENSION_FACTOR = cython.declare(cython.int, parameters.EXTENSION_FACTOR)
COUNT_HORIZON = cython.declare(cython.int, parameters.COUNT_HORIZON)


@cython.cclass
class Worker:
    """One thread's search of one game, with what it learns from move to move.

    `nodes` counts the positions entered below the root, exactly. `seldepth` is the longest line in
    plies. `best` is the place in the root's order of the best move of the last `search`, -1 if no
    move came above alpha. `aborted` tells that the last `search` was ended by the signal or by
    `node_limit` (0: none), which is kept to the node.
    """

    def __init__(self, variant: Variant, table: Table, signal: StopSignal) -> None:
        if not cython.compiled:
            self.root_order = [0] * 4096
            self.own = [0] * 256
            self.opponent = [0] * 256
            self.kings = [0] * 256
            self.counters = [0] * 256
            self.side = [0] * 256
            self.line_length = [0] * 256
            self.keys = [0] * 1280
            self.draw_value = [0] * 2
        self.variant = variant
        self.table = table
        self.signal = signal
        self.rules = rules_of(variant)
        self.draws = DrawTable(variant.draws, variant.geometry)
        self.evaluator = Evaluator(variant)
        self.ordering = Ordering()
        self.moves = MoveList(MOVE_CAPACITY)
        self.scores = array("i", bytes(4 * MOVE_CAPACITY))
        self.lines = array("H", bytes(2 * 256 * 256))
        self.out_of_moves = -WIN if variant.loses_without_move else WIN
        self.node_limit = 0
        self.root_count = 0

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
        kept = keys[-KEPT_KEYS:]
        self.root = len(kept) - 1
        for index, key in enumerate(kept):
            self.keys[index] = key
        self.own[0] = position.own
        self.opponent[0] = position.opponent
        self.kings[0] = position.kings
        self.side[0] = position.side
        self.counters[0] = counters
        self.repetitions = repetitions
        self.draw_value[position.side] = DRAW - contempt
        self.draw_value[1 - position.side] = DRAW + contempt
        self.root_count = 0
        for index in allowed:
            self.root_order[self.root_count] = index
            self.root_count += 1
        self.nodes = 0
        self.seldepth = 0
        self.check_at = 0
        self.aborted = False
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
        if self.root >= KEPT_KEYS:
            raise ValueError(f"more than {KEPT_KEYS} moves since set_root")
        self._make(0, self.moves.squares[index], self.moves.captured[index])
        self.root += 1
        self.own[0] = self.own[1]
        self.opponent[0] = self.opponent[1]
        self.kings[0] = self.kings[1]
        self.side[0] = self.side[1]
        self.counters[0] = self.counters[1]
        self.nodes = 0
        self.check_at = 0
        self.aborted = False
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

    def line(self) -> list[int]:
        """The principal variation of the last `search`: of each position the index of its move."""
        return [self.lines[index] for index in range(self.line_length[0])]

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
        known: cython.int = entry_move(probe(self.table, self._table_key(0)))
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
    def _interrupted(self) -> cython.bint:
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
    def _make(self, ply: cython.int, squares: cython.int, captured: cython.ulonglong) -> cython.void:
        # The position after a move, into the arrays at the next ply.
        side: cython.int = self.side[ply]
        own: cython.ulonglong = self.own[ply]
        kings: cython.ulonglong = self.kings[ply]
        origin_bit: cython.int = squares & 63
        target_bit: cython.int = squares >> 6 & 63
        origin: cython.ulonglong = ONE << origin_bit
        target: cython.ulonglong = ONE << target_bit
        kind: cython.int = 2 * side
        key: cython.ulonglong = self.keys[self.root + ply] ^ TURN
        crowned: cython.ulonglong = kings & ~captured
        irreversible: cython.bint = True
        if kings & origin:
            key ^= piece_key(kind + 1, origin_bit) ^ piece_key(kind + 1, target_bit)
            crowned = crowned & ~origin | target
            irreversible = captured != 0
        else:
            key ^= piece_key(kind, origin_bit) ^ piece_key(kind + (squares >> 12), target_bit)
            if squares >> 12:
                crowned |= target
        taken: cython.ulonglong = captured
        while taken:
            bit: cython.int = lowest(taken)
            taken &= taken - 1
            king: cython.int = kings >> bit & 1
            key ^= piece_key((kind ^ 2) + king, bit)
        own = own & ~origin | target
        opponent: cython.ulonglong = self.opponent[ply] & ~captured
        child: cython.int = ply + 1
        self.own[child] = opponent
        self.opponent[child] = own
        self.kings[child] = crowned
        self.side[child] = side ^ 1
        self.keys[self.root + child] = key
        if side == 0:
            self.counters[child] = advance(self.draws, self.counters[ply], irreversible, own, opponent, crowned)
        else:
            self.counters[child] = advance(self.draws, self.counters[ply], irreversible, opponent, own, crowned)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _repeats(self, ply: cython.int) -> cython.bint:
        # Once in the line searched is enough: what was done twice can be done again. Positions of the
        # game before it must have occurred as often as the rules say.
        here: cython.int = self.root + ply
        key: cython.ulonglong = self.keys[here]
        earliest: cython.int = here - reversible_half_moves(self.counters[ply])
        if earliest < 0:
            earliest = 0
        occurrences: cython.int = 1
        index: cython.int = here - 4
        while index >= earliest:
            if self.keys[index] == key:
                occurrences += 1
                if index >= self.root or occurrences >= self.repetitions:
                    if index - self.root < self.oldest_repeated:
                        self.oldest_repeated = index - self.root
                    return True
            index -= 2
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _table_key(self, ply: cython.int) -> cython.ulonglong:
        # A position whose count nears its limit is worth something else than the same one without.
        key: cython.ulonglong = self.keys[self.root + ply]
        counters: cython.ulonglong = self.counters[ply]
        if counters == 0:
            return key
        reversible: cython.ulonglong = reversible_half_moves(counters)
        counted: cython.ulonglong = balance_half_moves(counters)
        if reversible_half_moves(counters) + COUNT_HORIZON < self.draws.reversible_limit:
            reversible = 0
        if balance_half_moves(counters) + COUNT_HORIZON < balance_limit(self.draws, balance_of(counters)):
            counted = 0
        mix: cython.ulonglong = counted << 16 | reversible
        return key ^ (mix * SCRAMBLE & MASK64)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_step(self, ply: cython.int) -> cython.bint:
        # Whether there is a quiet move; kings, flying or not, need an empty neighbour for one.
        short: cython.int = self.rules.short_shift
        long: cython.int = self.rules.long_shift
        own: cython.ulonglong = self.own[ply]
        kings: cython.ulonglong = own & self.kings[ply]
        empty: cython.ulonglong = self.rules.squares & ~(own | self.opponent[ply])
        up: cython.ulonglong = own if self.side[ply] == 0 else kings
        down: cython.ulonglong = kings if self.side[ply] == 0 else own
        return (up >> short | up >> long | down << short | down << long) & empty != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_line(self, ply: cython.int, move: cython.int) -> cython.void:
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
    def _static_value(self, ply: cython.int) -> cython.int:
        return evaluate(self.evaluator, self.own[ply], self.opponent[ply], self.kings[ply], self.side[ply])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search_root(self, depth: cython.int, alpha: cython.int, beta: cython.int, first: cython.int) -> cython.int:
        best: cython.int = -WIN
        low: cython.int = alpha
        value: cython.int
        place: cython.int
        self.iteration = depth
        self.best = -1
        self.line_length[0] = 0
        self.oldest_repeated = NEVER
        for place in range(first, self.root_count):
            index: cython.int = self.root_order[place]
            captured: cython.ulonglong = self.moves.captured[index]
            squares: cython.int = self.moves.squares[index]
            self._make(0, squares, captured)
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
                    self._set_line(0, index)
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
            return self._quiesce(ply, alpha, beta, True, start)
        if self.nodes >= self.check_at and self._interrupted():
            return DRAW
        self.nodes += 1
        self.line_length[ply] = 0
        if ply > self.seldepth:
            self.seldepth = ply
        counters: cython.ulonglong = self.counters[ply]
        if reversible_half_moves(counters) >= 4 and self._repeats(ply):
            return self.draw_value[self.side[ply]]
        if ply >= MAX_PLY:
            return self._static_value(ply)
        # Nothing here can be better than winning now, or worse than having lost.
        if alpha < ply - WIN:
            alpha = ply - WIN
        if beta > WIN - ply:
            beta = WIN - ply
        if alpha >= beta:
            return alpha

        value: cython.int
        key: cython.ulonglong = self._table_key(ply)
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
            return self.out_of_moves + ply if self.out_of_moves < 0 else self.out_of_moves - ply
        if counters and is_count_draw(self.draws, counters):
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
            self._make(ply, squares, self.moves.captured[index])
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
                    self._set_line(ply, index - start)

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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _quiesce(
        self, ply: cython.int, alpha: cython.int, beta: cython.int, wary: cython.bint, start: cython.int
    ) -> cython.int:
        # Captures are forced, so there is no standing pat on them. `wary`: where the opponent threatens
        # to take, one quiet move is looked at as well, for the static value knows nothing of threats.
        if self.nodes >= self.check_at and self._interrupted():
            return DRAW
        self.nodes += 1
        self.line_length[ply] = 0
        if ply > self.seldepth:
            self.seldepth = ply
        counters: cython.ulonglong = self.counters[ply]
        if reversible_half_moves(counters) >= 4 and self._repeats(ply):
            return self.draw_value[self.side[ply]]
        if ply >= MAX_PLY:
            return self._static_value(ply)

        side: cython.int = self.side[ply]
        own: cython.ulonglong = self.own[ply]
        opponent: cython.ulonglong = self.opponent[ply]
        kings: cython.ulonglong = self.kings[ply]
        end: cython.int = generate_captures(self.rules, own, opponent, kings, side, self.moves, start)
        if end == start and not self._can_step(ply):
            return self.out_of_moves + ply if self.out_of_moves < 0 else self.out_of_moves - ply
        if counters and is_count_draw(self.draws, counters):
            return self.draw_value[side]
        if end == start:
            if not wary or not has_capture(self.rules, opponent, own, kings, side ^ 1):
                return self._static_value(ply)
            wary = False
            end = generate(self.rules, own, opponent, kings, side, self.moves, start)

        best: cython.int = -WIN
        _tried: cython.int
        if end > start + 1:
            score_moves(self.ordering, self.moves, self.scores, start, end, NO_MOVE, ply, side, kings)
        for _tried in range(end - start):
            index: cython.int = pick(self.scores, start, end)
            self._make(ply, self.moves.squares[index], self.moves.captured[index])
            value: cython.int = -self._quiesce(ply + 1, -beta, -alpha, wary, end)
            if self.aborted:
                return DRAW
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
                    self._set_line(ply, index - start)
        return best
