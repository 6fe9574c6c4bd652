"""A player whose search does what the test says."""

import threading

from engine.player import BestMove, Info, Player
from engine.score import Score


class ScriptedPlayer(Player):
    """Answers with the first legal move: at once for a depth, else when it is stopped.

    `limits` are those of each search so far; `calls` are the other calls, in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.limits = []
        self.calls = []
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def searching(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def prepare(self) -> None:
        self.calls.append("prepare")

    def new_game(self) -> None:
        self.calls.append("new_game")

    def go(self, limits, on_info, on_best) -> None:
        assert not self.searching
        self.limits.append(limits)
        self._stopped.clear()
        position = self.game.position

        def search():
            moves = limits.search_moves or position.legal_moves
            reply = position.after(moves[0]).legal_moves
            pv = (moves[0], *reply[:1])
            on_info(Info(1, 2, 1, Score(centimen=12), "exact", 7, 700, 3, 0, 10, pv))
            on_info(Info(2, 2, 1, Score(centimen=30), "lower", 8, 700, 3, 0, 11, pv))
            on_info(Info(2, 4, 1, Score(win_in=-4), "exact", 9, 700, 3, 0, 12, pv))
            if limits.depth is None:
                self._stopped.wait()
            on_best(BestMove(moves[0], reply[0] if reply else None))

        self._thread = threading.Thread(target=search, daemon=True)
        self._thread.start()

    def ponder_hit(self) -> None:
        self.calls.append("ponder_hit")

    def stop(self) -> None:
        self._stopped.set()

    def wait(self, timeout: float | None = None) -> bool:
        if self._thread is not None:
            self._thread.join(timeout)
        return not self.searching

    def close(self) -> None:
        self.calls.append("close")
