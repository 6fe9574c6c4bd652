"""The engine as an object: a game, options, and one search at a time. It knows no text and no protocol."""

import random
import threading
from collections.abc import Callable

from attrs import evolve, frozen

from engine.options import OptionError, OptionValues, find_option
from engine.rules.errors import MoveError
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import find_variant
from engine.search import skill
from engine.search.alphabeta import Worker
from engine.search.clock import Timer, budget
from engine.search.helpers import Helpers
from engine.search.info import BestMove, Info
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import Table, TableError, require_memory

__all__ = ["BestMove", "Info", "Limits", "Player"]


@frozen(eq=False)
class _Search:
    """One `go`."""

    game: Game
    limits: Limits
    allowed: tuple[int, ...]
    timer: Timer
    may_answer: threading.Event
    """Unset while the answer has to wait: for `stop`, or for the ponder hit."""
    on_info: Callable[[Info], None]
    on_best: Callable[[BestMove], None]


class Player:
    """Plays and analyses. All methods may be called from any thread.

    A search runs in a thread of its own, which calls back: `on_info` after each iteration, `on_best`
    exactly once for each `go`, whatever happens. When `on_best` is called, `searching` is already False.
    `go`, `set_option`, `new_game`, `prepare`, `wait` and `close` may wait for the search: called from a
    callback they raise RuntimeError, and the caller must hold no lock that a callback needs.

    An error inside a search does not get lost: the answer is a legal move all the same, and
    `failure` holds the exception from then until the next `go`.
    """

    def __init__(self) -> None:
        self.options = OptionValues()
        self.failure: Exception | None = None
        self._exclusive = threading.RLock()  # one at a time of what may have to end a search
        self._state = threading.RLock()  # the game and the running search; never held while waiting
        self._signal = StopSignal()
        self._table: Table | None = None
        self._worker: Worker | None = None
        self._helpers: Helpers | None = None
        self._chance = random.Random()
        self._search: _Search | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._game = self._start()

    @property
    def game(self) -> Game:
        """The current game. A running search has its own copy."""
        return self._game

    @property
    def searching(self) -> bool:
        """Whether a search is under way that has not answered yet."""
        return self._search is not None

    def set_option(self, name: str, value: str | None) -> None:
        """Set an option from its text, or press a button.

        Another game starts anew; it, a new hash size and Clear Hash end a running search first. The
        others hold from the next `go` on. Raises OptionError, with one line to show, and changes
        nothing then.
        """
        with self._alone():
            option = find_option(name)
            new = option.read(value)
            if option.name in ("UCI_Variant", "Hash", "Clear Hash"):
                self._halt()
            if option.name == "Hash":
                self._resize(new)
            self.options.set(name, value)
            if option.name == "UCI_Variant":
                self.set_game(self._start())
            elif option.name == "Clear Hash" and self._table is not None:
                self._table.clear()
            elif option.name == "Repetitions":
                self._game.repetitions = self.options["Repetitions"]

    def set_game(self, game: Game) -> None:
        """Play on from there. Its number of repetitions becomes that of the option."""
        with self._state:
            game.repetitions = self.options["Repetitions"]
            self._game = game

    def new_game(self) -> None:
        """Forget what earlier searches have learnt; ends a running search. The position stays."""
        with self._alone():
            self._halt()
            if self._table is not None:
                self._table.clear()
            if self._worker is not None:
                self._worker.forget()
            if self._helpers is not None:
                self._helpers.forget()

    def prepare(self) -> None:
        """Do now what would take time in the next search. Raises OptionError if the hash finds no memory."""
        with self._alone():
            self._provide().settle()

    def _provide(self) -> Table:
        """The table; it and the worker are made if need be."""
        with self._alone():
            if self._table is None:
                size = self.options["Hash"]
                try:
                    require_memory(size)
                    self._table = Table(size)
                except TableError as error:
                    raise OptionError(f"option Hash: {error}") from None
            if self._worker is None or self._worker.variant is not self._game.variant:
                self._worker = Worker(self._game.variant, self._table, self._signal)
                self._helpers = None
            count = self.options["Threads"] - 1
            if self._helpers is None or self._helpers.count != count:
                self._helpers = Helpers(self._game.variant, self._table, count)
            return self._table

    def go(self, limits: Limits, on_info: Callable[[Info], None], on_best: Callable[[BestMove], None]) -> None:
        """Start a search of the current game and return at once. A running search is ended first.

        With `infinite` the answer waits for `stop`, with `ponder` for `ponder_hit` or `stop`. In a
        finished game the answer is no move, at once. Raises MoveError if one of `limits.search_moves`
        is not legal, OptionError if the hash finds no memory, RuntimeError after `close`.
        """
        with self._alone():
            if self._closed:
                raise RuntimeError("the player is closed")
            self._halt()
            self._signal.raised = False
            self._signal.deadline = 0
            time = None if limits.infinite else budget(limits, self.options["Move Overhead"])
            timer = Timer(time, self._signal, held=limits.ponder)
            game = self._game.copy()
            over = game.result is not None
            allowed = () if over else _allowed(game.position, limits)
            self._provide()
            self.failure = None
            may_answer = threading.Event()
            if over or not (limits.infinite or limits.ponder):
                may_answer.set()
            search = _Search(game, limits, allowed, timer, may_answer, on_info, on_best)
            thread = threading.Thread(target=self._run, args=(search,), name="search")
            with self._state:
                self._search = search
                thread.start()
                self._thread = thread

    def ponder_hit(self) -> None:
        """The expected move was played: the clock of a pondering search starts. Else nothing happens."""
        with self._state:
            search = self._search
            if search is not None and search.limits.ponder and not search.may_answer.is_set():
                search.timer.release()
                if not search.limits.infinite:
                    search.may_answer.set()

    def stop(self) -> None:
        """Have a running search answer at once with what it has found."""
        with self._state:
            if self._search is not None:
                self._signal.raised = True
                self._search.may_answer.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the search to end, its `on_best` included; False if `timeout` seconds were not enough."""
        self._refuse_callbacks()
        thread = self._thread
        if thread is None:
            return True
        thread.join(timeout)
        return not thread.is_alive()

    def close(self) -> None:
        """End the search and give back memory and thread; `go` is refused from then on."""
        with self._alone():
            self._closed = True
            self._halt()
            self._thread = None
            self._worker = None
            self._helpers = None
            self._table = None

    def _refuse_callbacks(self) -> None:
        if self._thread is threading.current_thread():
            raise RuntimeError("a callback of a search cannot wait for that search")

    def _alone(self) -> threading.RLock:
        self._refuse_callbacks()
        return self._exclusive

    def _halt(self) -> None:
        self.stop()
        self.wait()

    def _start(self) -> Game:
        variant = find_variant(self.options["UCI_Variant"])
        return Game(Position.start(variant), self.options["Repetitions"])

    def _resize(self, mebibytes: int) -> None:
        held = self._table.mebibytes if self._table is not None else 0
        try:
            require_memory(mebibytes, held)
        except TableError as error:
            raise OptionError(f"option Hash: {error}") from None
        if mebibytes != held:
            self._table = None  # made anew when it is needed
            self._worker = None
            self._helpers = None

    def _run(self, search: _Search) -> None:
        with self._state:
            pass  # until `go` has written down that this is the search
        best = BestMove(None)
        try:
            if search.allowed:
                best = BestMove(search.game.position.legal_moves[search.allowed[0]])
                best = self._think(search)
        except Exception as error:
            self.failure = error
        search.may_answer.wait()
        with self._state:
            self._search = None
        try:
            search.on_best(best)
        except Exception as error:
            self.failure = error

    def _think(self, search: _Search) -> BestMove:
        game = search.game
        worker, helpers = self._worker, self._helpers
        contempt = self.options["Contempt"]
        self._table.new_search()
        worker.set_root(
            game.position, game.repetition_keys, game.counters, game.repetitions, search.allowed, contempt=contempt
        )
        level = self._level
        if level < skill.FULL:
            return self._think_weakly(search, level)
        lines = self.options["MultiPV"]
        # A limit of nodes is kept to the node, which only one thread can.
        alone = search.limits.nodes is not None or helpers.count == 0
        deepening = Deepening(
            worker,
            game.position,
            search.limits,
            search.timer,
            lines,
            search.on_info,
            other_nodes=lambda: 0 if alone else helpers.nodes,
        )
        if alone:
            return deepening.run()
        helpers.start(game, search.allowed, contempt, search.limits.depth)
        try:
            return deepening.run()
        finally:
            helpers.stop()

    @property
    def _level(self) -> int:
        level = self.options["Skill Level"]
        if self.options["UCI_LimitStrength"]:
            level = min(level, skill.level_of_elo(self.options["UCI_Elo"]))
        return level

    def _think_weakly(self, search: _Search, level: int) -> BestMove:
        shown = self.options["MultiPV"]
        nodes = skill.nodes_of(level)
        limits = evolve(search.limits, nodes=min(nodes, search.limits.nodes or nodes))

        def report(info: Info) -> None:
            if info.multipv <= shown:
                search.on_info(info)

        position = search.game.position
        deepening = Deepening(self._worker, position, limits, search.timer, max(shown, skill.LINES), report)
        best = deepening.run()
        lines = deepening.lines
        place = skill.choose([line.value for line in lines], level, self._chance) if lines else 0
        if place == 0:
            return best
        return BestMove(position.legal_moves[lines[place].moves[0]])


def _allowed(position: Position, limits: Limits) -> tuple[int, ...]:
    # Indices of the legal moves to search.
    legal = [move.identity for move in position.legal_moves]
    wanted = [move.identity for move in limits.search_moves]
    for identity in wanted:
        if identity not in legal:
            official = position.variant.official
            raise MoveError(f"search move {official(identity[0])}-{official(identity[1])} is not legal here")
    return tuple(index for index, identity in enumerate(legal) if not wanted or identity in wanted)
