"""More threads for one search (Lazy SMP): each searches the same root, and they share what they find in the table."""

import threading

from engine.rules.game import Game
from engine.rules.variants import Variant
from engine.search.alphabeta import Worker
from engine.search.clock import Timer
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import Table


class Helpers:
    """`count` threads beside the one that answers; `start` and `stop` are around each search."""

    def __init__(self, variant: Variant, table: Table, count: int) -> None:
        self.count = count
        self._signal = StopSignal()
        self.workers = tuple(Worker(variant, table, self._signal) for _ in range(count))
        self._threads: list[threading.Thread] = []

    def forget(self) -> None:
        """Drop what was learnt about moves."""
        for worker in self.workers:
            worker.forget()

    def start(self, game: Game, allowed: tuple[int, ...], contempt: int, deepest: int | None) -> None:
        """Begin to search; `stop` has to follow."""
        self._signal.raised = False
        for number, worker in enumerate(self.workers):
            worker.set_root(
                game.position, game.repetition_keys, game.counters, game.repetitions, allowed, contempt=contempt
            )
            # Every other thread is an iteration ahead, so that not all do the same.
            search = Deepening(
                worker,
                game.position,
                Limits(depth=deepest),
                Timer(None, self._signal),
                1,
                lambda info: None,
                first_depth=1 + (number + 1) % 2,
            )
            thread = threading.Thread(target=search.run, name="helper", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        """End the search and wait for the threads."""
        self._signal.raised = True
        for thread in self._threads:
            thread.join()
        self._threads.clear()
