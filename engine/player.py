"""The engine as an object: a game, options, and one search at a time. It knows no text and no protocol."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import field, frozen

from engine.options import OptionValues, find_option
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import find_variant
from engine.search.info import BestMove, Info
from engine.search.limits import Limits
from engine.search.ticks import now

if TYPE_CHECKING:
    from engine.thinker import Task, Thinker

__all__ = ["BestMove", "Info", "Limits", "Player"]


@frozen(eq=False)
class _Search:
    """One `go`."""

    task: "Task"
    may_answer: threading.Event
    """Unset while the answer has to wait: for `stop`, or for the ponder hit."""
    on_info: Callable[[Info], None]
    on_best: Callable[[BestMove], None]
    ended: threading.Event = field(factory=threading.Event)
    """Set when all is done, `on_best` included."""


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
        self._loaded: Thinker | None = None
        self._search: _Search | None = None
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
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
                self._thinker.resize(new)
            self.options.set(name, value)
            if option.name == "UCI_Variant":
                self.set_game(self._start())
            elif option.name == "Clear Hash" and self._loaded is not None:
                self._loaded.clear()
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
            if self._loaded is not None:
                self._loaded.forget()

    def prepare(self) -> None:
        """Do now what would take time in the next search.

        Raises OptionError if the hash finds no memory, PackedError if a data file is damaged.
        """
        with self._alone():
            self._thinker.prepare(self._game.variant)

    def evaluate(self) -> int:
        """The value of the current position for the side to move, before any capture, without a search; centimen."""
        return self._thinker.evaluate(self._game.position)

    def go(self, limits: Limits, on_info: Callable[[Info], None], on_best: Callable[[BestMove], None]) -> None:
        """Start a search of the current game and return at once. A running search is ended first.

        With `infinite` the answer waits for `stop`, with `ponder` for `ponder_hit` or `stop`. In a
        finished game the answer is no move, at once. Raises MoveError if one of `limits.search_moves`
        is not legal, OptionError if the hash finds no memory, PackedError if a data
        file is damaged, RuntimeError after `close`.
        """
        with self._alone():
            if self._closed:
                raise RuntimeError("the player is closed")
            self._halt()
            began = now()
            task = self._thinker.task(self._game, limits, began)
            self.failure = None
            may_answer = threading.Event()
            if not (task.allowed and (limits.infinite or limits.ponder)):
                may_answer.set()
            search = _Search(task, may_answer, on_info, on_best)
            thread = threading.Thread(target=self._run, args=(search,), name="search")
            with self._state:
                self._search = search
                thread.start()
                self._thread, self._ended = thread, search.ended

    def ponder_hit(self) -> None:
        """The expected move was played: the clock of a pondering search starts. Else nothing happens."""
        with self._state:
            search = self._search
            if search is not None and search.task.limits.ponder and not search.may_answer.is_set():
                search.task.timer.release()
                if not search.task.limits.infinite:
                    search.may_answer.set()

    def stop(self) -> None:
        """Have a running search answer at once with what it has found."""
        with self._state:
            if self._search is not None:
                self._thinker.stop()
                self._search.may_answer.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the search to end, its `on_best` included; False if `timeout` seconds were not enough."""
        self._refuse_callbacks()
        thread = self._thread
        if thread is None:
            return True
        # Not by `join` alone: interrupted by Ctrl+C, that of Python 3.11 and 3.12 takes the thread for ended.
        if not self._ended.wait(timeout):
            return False
        thread.join()
        return True

    def close(self) -> None:
        """End the search and give back memory and thread; `go` is refused from then on."""
        with self._alone():
            self._closed = True
            self._halt()
            self._thread = None
            self._loaded = None

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

    @property
    def _thinker(self) -> "Thinker":
        if self._loaded is None:
            from engine.thinker import Thinker  # slow to load; who only asks for our name need not wait for it

            self._loaded = Thinker(self.options)
        return self._loaded

    def _run(self, search: _Search) -> None:
        with self._state:
            pass  # until `go` has written down that this is the search
        best = BestMove(None)
        try:
            task = search.task
            if task.allowed:
                best = BestMove(task.game.position.legal_moves[task.allowed[0]])
                best = self._thinker.think(task, search.on_info)
        except Exception as error:
            self.failure = error
        search.may_answer.wait()
        with self._state:
            self._search = None
        try:
            search.on_best(best)
        except Exception as error:
            self.failure = error
        finally:
            search.ended.set()
