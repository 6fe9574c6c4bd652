"""A player that answers at once with a move of the test's choice."""

import threading

from engine.options import OptionValues
from engine.player import BestMove, Info
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import ITALIAN
from engine.score import Score


def first(position):
    """The first legal move."""
    return position.legal_moves[0]


EVEN = Score(centimen=0)


class QuickPlayer:
    """Plays `choose(position)`, thinks `score` of it, and with `waits` only when `release` or `stop` is called.

    `limits` and `games` are those of each search so far; `calls` are the other calls, in order.
    """

    def __init__(self, choose=first, score=EVEN, waits=False):
        self.options = OptionValues()
        self.choose = choose
        self.score = score
        self.waits = waits
        self.game = Game(Position.start(ITALIAN))
        self.limits = []
        self.games = []
        self.calls = []
        self.begun = threading.Semaphore(0)
        """Counts the searches that have begun."""
        self._may_answer = threading.Event()
        self._thread = None

    def set_option(self, name, value):
        self.options.set(name, value)

    def set_game(self, game):
        self.game = game

    def new_game(self):
        self.calls.append("new_game")

    def prepare(self):
        """Nothing to load."""

    def go(self, limits, on_info, on_best):
        assert self.wait(0), "two searches at once"
        self.limits.append(limits)
        self.games.append(self.game)
        self._may_answer.clear()
        if not (self.waits or limits.ponder):
            self._may_answer.set()
        position = self.game.position
        over = self.game.result is not None

        def search():
            move = None if over else self.choose(position)
            expected = None if move is None else next(iter(position.after(move).legal_moves), None)
            self._may_answer.wait()
            if move is not None:
                on_info(Info(1, 1, 1, self.score, "exact", 1, 1, 0, 0, 1, (move,)))
            on_best(BestMove(move, expected))

        self._thread = threading.Thread(target=search, daemon=True)
        self._thread.start()
        self.begun.release()

    def release(self):
        """Lets a waiting search answer."""
        self._may_answer.set()

    def ponder_hit(self):
        self.calls.append("ponder_hit")
        if not self.waits:
            self._may_answer.set()

    def stop(self):
        self._may_answer.set()

    def wait(self, timeout=None):
        if self._thread is not None:
            self._thread.join(timeout)
            return not self._thread.is_alive()
        return True

    def close(self):
        self.calls.append("close")
