"""Searching from a test."""

from attrs import frozen

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.variants import find_variant
from engine.search.alphabeta import Worker
from engine.search.clock import Timer
from engine.search.info import BestMove, Info
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.stop import StopSignal
from engine.search.table import Table


def game_of(name: str, fen: str) -> Game:
    """A game that begins with that position."""
    return Game(parse_fen(fen, find_variant(name)))


def new_worker(game: Game, table: Table | None = None) -> Worker:
    """A worker that knows nothing."""
    return Worker(game.variant, table or Table(1), StopSignal())


def set_root(worker: Worker, game: Game, counters: int | None = None, allowed: list[int] | None = None) -> None:
    """The worker at the present position of a game, with other draw counters or fewer moves if given."""
    worker.set_root(
        game.position,
        game.repetition_keys,
        game.counters if counters is None else counters,
        game.repetitions,
        range(len(game.position.legal_moves)) if allowed is None else allowed,
    )


@frozen
class Outcome:
    """What a search gave."""

    best: BestMove
    infos: list[Info]
    worker: Worker

    @property
    def last(self) -> Info:
        """The best line of the last iteration."""
        return [info for info in self.infos if info.multipv == 1][-1]


def search(game: Game, limits: Limits, lines: int = 1, worker: Worker | None = None) -> Outcome:
    """A search without a clock."""
    if worker is None:
        worker = new_worker(game)
        set_root(worker, game)
    infos: list[Info] = []
    deepening = Deepening(worker, game.position, limits, Timer(None, worker.signal), lines, infos.append)
    return Outcome(deepening.run(), infos, worker)
