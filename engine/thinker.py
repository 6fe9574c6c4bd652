"""What a player thinks with: the table, the searches in it, and the levels of play.

Apart from the player because all this takes long to load, and a program that only asks what the engine is
called should not wait for it.
"""

import random
from collections.abc import Callable

from attrs import evolve, frozen

from engine.evaluation.terms import Evaluator
from engine.options import OptionError, OptionValues
from engine.rules.errors import MoveError
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import Variant
from engine.search import skill
from engine.search.alphabeta import Worker
from engine.search.clock import Timer, budget
from engine.search.helpers import Helpers
from engine.search.info import BestMove, Info
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import Table, TableError, require_memory


@frozen(eq=False)
class Task:
    """One search to be done; its clock runs from the moment it is made."""

    game: Game
    limits: Limits
    allowed: tuple[int, ...]
    """Indices of the legal moves to choose from; none in a finished game."""
    timer: Timer


class Thinker:
    """One search at a time, and nothing else while it runs but `stop` and the timer of its task: the caller sees
    to that. `options` are read as they are at each task."""

    def __init__(self, options: OptionValues) -> None:
        self._options = options
        self._signal = StopSignal()
        self._table: Table | None = None
        self._worker: Worker | None = None
        self._helpers: Helpers | None = None
        self._chance = random.Random()

    def task(self, game: Game, limits: Limits, began: int) -> Task:
        """A search of that game, which is copied, from `began` (a reading of engine.search.ticks) on.

        Raises MoveError if one of `limits.search_moves` is not legal, OptionError if the hash finds no memory,
        PackedError if a data file is damaged.
        """
        self._signal.raised = False
        self._signal.deadline = 0
        time = None if limits.infinite else budget(limits, self._options["Move Overhead"])
        timer = Timer(time, self._signal, held=limits.ponder, began=began)
        game = game.copy()
        allowed = () if game.result is not None else _allowed(game.position, limits)
        self._provide(game.variant)
        return Task(game, limits, allowed, timer)

    def think(self, task: Task, on_info: Callable[[Info], None]) -> BestMove:
        """The move for a task; `on_info` is called after each iteration."""
        game = task.game
        worker, helpers = self._worker, self._helpers
        contempt = self._options["Contempt"]
        self._table.new_search()
        worker.set_root(
            game.position, game.repetition_keys, game.counters, game.repetitions, task.allowed, contempt=contempt
        )
        level = self._level
        if level < skill.FULL:
            return self._think_weakly(task, level, on_info)
        lines = self._options["MultiPV"]
        # A limit of nodes is kept to the node, which only one thread can.
        alone = task.limits.nodes is not None or helpers.count == 0
        deepening = Deepening(
            worker,
            game.position,
            task.limits,
            task.timer,
            lines,
            on_info,
            others=() if alone else helpers.workers,
        )
        if alone:
            return deepening.run()
        helpers.start(game, task.allowed, contempt, task.limits.depth)
        try:
            return deepening.run()
        finally:
            helpers.stop()

    def evaluate(self, position: Position) -> int:
        """The value of a position for the side to move, without a search; centimen."""
        return Evaluator(position.variant).value(position)

    def stop(self) -> None:
        """Have the running search answer at once. May be called from any thread."""
        self._signal.raised = True

    def prepare(self, variant: Variant) -> None:
        """Do now what would take time in the next search.

        Raises OptionError if the hash finds no memory, PackedError if a data file is damaged.
        """
        self._provide(variant)
        self._table.settle()

    def resize(self, mebibytes: int) -> None:
        """Have a table of that size from the next search on. Raises OptionError if there is no memory for it."""
        held = self._table.mebibytes if self._table is not None else 0
        try:
            require_memory(mebibytes, held)
        except TableError as error:
            raise OptionError(f"option Hash: {error}") from None
        if mebibytes != held:
            self._table = None  # made anew when it is needed
            self._worker = None
            self._helpers = None

    def clear(self) -> None:
        """Empty the table."""
        if self._table is not None:
            self._table.clear()

    def forget(self) -> None:
        """Drop all that earlier searches have learnt."""
        self.clear()
        if self._worker is not None:
            self._worker.forget()
        if self._helpers is not None:
            self._helpers.forget()

    def _provide(self, variant: Variant) -> None:
        # The table and those who work on it are made if need be.
        if self._table is None:
            size = self._options["Hash"]
            try:
                require_memory(size)
                self._table = Table(size)
            except TableError as error:
                raise OptionError(f"option Hash: {error}") from None
        if self._worker is None or self._worker.variant is not variant:
            self._worker = Worker(variant, self._table, self._signal)
            self._helpers = None
        count = self._options["Threads"] - 1
        if self._helpers is None or self._helpers.count != count:
            self._helpers = Helpers(variant, self._table, count)

    @property
    def _level(self) -> int:
        level = self._options["Skill Level"]
        if self._options["UCI_LimitStrength"]:
            level = min(level, skill.level_of_elo(self._options["UCI_Elo"]))
        return level

    def _think_weakly(self, task: Task, level: int, on_info: Callable[[Info], None]) -> BestMove:
        shown = self._options["MultiPV"]
        nodes = skill.nodes_of(level)
        limits = evolve(task.limits, nodes=min(nodes, task.limits.nodes or nodes))

        def report(info: Info) -> None:
            if info.multipv <= shown:
                on_info(info)

        position = task.game.position
        deepening = Deepening(self._worker, position, limits, task.timer, max(shown, skill.LINES), report)
        best = deepening.run()
        lines = deepening.lines
        place = skill.choose([line.value for line in lines], level, self._chance) if lines else 0
        if place == 0:
            return best
        return BestMove(position.legal_moves[lines[place].moves[0]])


def _allowed(position: Position, limits: Limits) -> tuple[int, ...]:
    legal = [move.identity for move in position.legal_moves]
    wanted = [move.identity for move in limits.search_moves]
    for identity in wanted:
        if identity not in legal:
            official = position.variant.official
            raise MoveError(f"search move {official(identity[0])}-{official(identity[1])} is not legal here")
    return tuple(index for index, identity in enumerate(legal) if not wanted or identity in wanted)
