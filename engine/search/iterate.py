"""Iterative deepening: one search after another, each a ply deeper, until a limit says enough."""

from collections.abc import Callable

from attrs import define

from engine.rules.move import Move
from engine.rules.position import Position
from engine.search import parameters
from engine.search.alphabeta import Worker
from engine.search.clock import Timer
from engine.search.info import BestMove, Bound, Info, score_of
from engine.search.limits import Limits


@define
class Line:
    """One of the best lines so far, as indices of legal moves, with its value."""

    value: int
    moves: list[int]
    bound: Bound = "exact"


class Deepening:
    """One search of a worker whose root is set.

    `lines` is how many best lines are wanted (MultiPV); `report` gets an Info for each line after each
    iteration. `run` returns the best move of the last iteration, also when that was cut short.
    `first_depth` is the first iteration; `others` do the same search in other threads: what they do is counted.
    """

    def __init__(
        self,
        worker: Worker,
        position: Position,
        limits: Limits,
        timer: Timer,
        lines: int,
        report: Callable[[Info], None],
        first_depth: int = 1,
        others: tuple[Worker, ...] = (),
    ) -> None:
        self._worker = worker
        self._position = position
        self._limits = limits
        self._timer = timer
        self._wanted = max(1, min(lines, worker.root_count))
        self._report = report
        self._first_depth = first_depth
        self._workers = (worker, *others)
        self._lines: list[Line] = []
        self._depth = 0
        self._stable = 0
        self._dropped = False
        self._reported_nodes = -1
        on_clock = limits.movetime is None and (limits.time is not None or limits.increment > 0)
        self._has_no_choice = on_clock and len(position.legal_moves) == 1

    def run(self) -> BestMove:
        """Search until a limit is reached. The root must have a move."""
        deepest = min(self._limits.depth or parameters.MAX_DEPTH, parameters.MAX_DEPTH)
        self._worker.node_limit = self._limits.nodes or 0
        for depth in range(min(self._first_depth, deepest), deepest + 1):
            self._iterate(depth)
            if self._worker.aborted or self._finished():
                break
        if self._lines and self._worker.nodes != self._reported_nodes:
            self._tell(self._lines[0], 1)
        return self._answer()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The best lines of the last iteration, best first."""
        return tuple(self._lines)

    def _iterate(self, depth: int) -> None:
        before = self._lines
        lines: list[Line] = []
        for rank in range(self._wanted):
            guess = before[rank].value if rank < len(before) else None
            line = self._search_window(depth, rank, guess)
            if line is not None:
                lines.append(line)
            if self._worker.aborted:
                break
        if not lines:
            return
        if before:
            self._stable = self._stable + 1 if lines[0].moves[0] == before[0].moves[0] else 0
            self._dropped = lines[0].value < before[0].value - parameters.VALUE_DROP
        # The order of the lines is that of the root; a later one may have come out higher.
        lines.sort(key=lambda line: line.value, reverse=True)
        for rank, line in enumerate(lines):
            self._bring_to(line.moves[0], rank)
        self._depth = depth
        self._lines = lines + before[len(lines) :]
        if not self._worker.aborted:
            for rank, line in enumerate(lines):
                self._tell(line, rank + 1)

    def _search_window(self, depth: int, rank: int, guess: int | None) -> Line | None:
        # The best line but for the first `rank` root moves, within a window that grows until it holds the value.
        worker = self._worker
        width = parameters.ASPIRATION_WINDOW
        low, high = -parameters.WIN, parameters.WIN
        if guess is not None and depth >= parameters.ASPIRATION_DEPTH and abs(guess) < parameters.WIN_BOUND:
            low, high = guess - width, guess + width
        best: Line | None = None
        while True:
            value = worker.search(depth, low, high, rank)
            if worker.best >= 0:
                best = Line(value, worker.line(), "lower" if value >= high else "exact")
                worker.bring_forward(worker.best, rank)
            if worker.aborted or low < value < high:
                return best
            width *= parameters.ASPIRATION_GROWTH
            wide = width > parameters.ASPIRATION_LIMIT or abs(value) >= parameters.WIN_BOUND
            if value <= low:
                low = -parameters.WIN if wide else value - width
            else:
                high = parameters.WIN if wide else value + width

    def _bring_to(self, move: int, rank: int) -> None:
        for place in range(rank, self._worker.root_count):
            if self._worker.root_move(place) == move:
                self._worker.bring_forward(place, rank)
                return

    def _finished(self) -> bool:
        best = self._lines[0]
        distance = parameters.WIN - abs(best.value)
        decided = abs(best.value) >= parameters.WIN_BOUND
        mate = self._limits.mate
        if mate and decided and best.value > 0 and (distance + 1) // 2 <= mate:
            return True
        if self._has_no_choice or (decided and self._depth >= distance):
            return self._timer.ticking
        if self._stable == 0 or self._dropped:
            return self._timer.enough(parameters.UNSTABLE_SCALE)
        return self._timer.enough(parameters.STABLE_SCALE if self._stable >= parameters.STABLE_ITERATIONS else 1)

    def _tell(self, line: Line, rank: int) -> None:
        worker = self._worker
        time = self._timer.elapsed
        nodes = sum(each.nodes for each in self._workers)
        self._reported_nodes = worker.nodes
        self._report(
            Info(
                depth=self._depth,
                seldepth=max(self._depth, worker.seldepth),
                multipv=rank,
                score=score_of(line.value),
                bound=line.bound,
                nodes=nodes,
                nps=int(nodes * 1000 / max(time, 0.001)),
                hashfull=worker.table.permille(),
                tbhits=sum(each.table_hits for each in self._workers),
                time=int(time),
                pv=self._moves(line.moves),
            )
        )

    def _moves(self, indices: list[int]) -> tuple[Move, ...]:
        position = self._position
        moves = []
        for index in indices:
            move = position.legal_moves[index]
            moves.append(move)
            position = position.after(move)
        return tuple(moves)

    def _answer(self) -> BestMove:
        if not self._lines:
            return BestMove(self._position.legal_moves[self._worker.root_move(0)])
        line = self._moves(self._lines[0].moves[:2])
        return BestMove(line[0], line[1] if len(line) > 1 else self._expected_reply(line[0]))

    def _expected_reply(self, move: Move) -> Move | None:
        # A line cut short by the table still has its next move there.
        after = self._position.after(move)
        index = self._worker.table.move_of(after.key)
        replies = after.legal_moves
        return replies[index] if index is not None and index < len(replies) else None
