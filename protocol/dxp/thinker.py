"""Starts searches one after the other, so that neither the reader of a connection nor a search waits for another."""

import threading
from collections.abc import Callable

from attrs import define, evolve, field

from engine.player import BestMove, Info, Player
from engine.rules.game import Game
from engine.score import Score
from engine.search.limits import Limits


@define(eq=False)
class Search:
    """A search that was asked for. Two are never the same, whatever they are of."""

    game: Game
    limits: Limits
    done: Callable[["Search", BestMove], None]
    """Called from another thread; also if the search was superseded while it ran. No move: it failed."""
    forget: bool = False
    """Whether what other games have taught is to be forgotten first."""
    score: Score | None = field(default=None, init=False)
    """The last exact score."""

    def note(self, info: Info) -> None:
        """Takes the progress of the search."""
        if info.bound == "exact" and info.multipv == 1:
            self.score = info.score

    def finish(self, best: BestMove) -> None:
        """Takes its answer."""
        self.done(self, best)


class Thinker:
    """A player, and a thread that starts its searches. The newest search supersedes those before it."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._changed = threading.Condition()
        self._next: Search | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
        self._thread.start()

    def start(self, search: Search) -> None:
        """Searches as soon as what runs has ended, which is stopped."""
        with self._changed:
            self._next = search
            self._player.stop()
            self._changed.notify()

    def cancel(self) -> None:
        """Stops what runs; nothing is next."""
        with self._changed:
            self._next = None
            self._player.stop()

    def ponder_hit(self) -> None:
        """The expected move was played: the search that ponders on it has its answer to give."""
        with self._changed:
            if self._next is None:
                self._player.ponder_hit()
            else:
                self._next.limits = evolve(self._next.limits, ponder=False)

    def close(self, timeout: float) -> bool:
        """Stops everything; True if it ended within `timeout` seconds."""
        with self._changed:
            self._closed = True
            self._next = None
            self._player.stop()
            self._changed.notify()
        self._thread.join(timeout)
        return not self._thread.is_alive() and self._player.wait(timeout)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._next is not None or self._closed)
                if self._closed:
                    return
                search = self._next
            # What takes time is done before, while others may still supersede it or call it off.
            self._player.wait()
            failed = not self._prepare(search)
            with self._changed:
                if self._next is not search:
                    continue
                self._next = None
                if failed or not self._begin(search):
                    threading.Thread(target=search.finish, args=(BestMove(None),), daemon=True).start()

    def _prepare(self, search: Search) -> bool:
        """Loads what the search needs; False if that cannot be done: no memory for the table, say."""
        try:
            if search.forget:
                self._player.new_game()
            self._player.set_game(search.game)
            self._player.prepare()
        except Exception:
            return False
        return True

    def _begin(self, search: Search) -> bool:
        try:
            self._player.go(search.limits, search.note, search.finish)
        except Exception:
            return False
        return True
