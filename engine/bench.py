"""The behaviour number: nodes of fixed searches, the same in every build and on every machine.

Fixed positions of every game, in the opening, the middle and the ending, are searched to fixed
depths by one thread, each with an empty table. A change of the search, of the evaluation or of the
rules changes the number; nothing else does.
"""

from collections.abc import Callable

from attrs import frozen

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.variants import find_variant
from engine.search.alphabeta import Worker
from engine.search.clock import Timer
from engine.search.helpers import Helpers
from engine.search.iterate import Deepening
from engine.search.limits import Limits
from engine.search.parameters import MAX_DEPTH
from engine.search.stop import StopSignal
from engine.search.table import Table

HASH = 16
"""Size of each table, MiB."""

# Depths are such that the whole takes about a minute interpreted, and each position a like share.
POSITIONS: tuple[tuple[str, str, int], ...] = (
    ("italian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", 12),
    ("italian", "W:W23,26,27,28,29,30,31,32:B1,2,4,5,8,9,10,16", 11),
    ("italian", "W:WK14,K15,21,K18:BK5,K6,12", 13),
    ("english", "B:W20,21,22,23,24,25,26,27,28,29,30,32:B1,2,3,4,5,6,7,9,11,12,15,16", 11),
    ("english", "W:W19,20,24,27,28,29:B3,5,8,9,11,12,21,22", 13),
    ("english", "B:WK12,K17,K25:BK5,K9", 13),
    ("russian", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,b4,h4:Bf4,b6,d6,a7,c7,e7,g7,b8,d8,f8,h8", 11),
    ("russian", "W:Wc3,d2,Ka1:Bh6,f8,Kb6", 11),
    ("brazilian", "B:Wa1,e1,g1,b2,h2,e3,h4,a5:Bc5,a7,c7,e7,b8,d8,f8,h8", 10),
    ("brazilian", "B:Wf2,f4,Kf8:Bb2,b6,h6", 12),
    ("pool", "W:W8,20,21,23,24,27,28,29:B1,3,4,6,9,10,14,22", 11),
    ("spanish", "W:W1,2,3,4,5,6,7,8,10,11:B12,17,23,24,25,27,28,29,30,31,32", 12),
    ("portuguese", "B:WK4,10,16:B17,23,32", 13),
    ("czech", "W:Wa1,e1,g1,b2,c3,g3,h4,a5:Be5,b6,d6,c7,b8,d8,f8,h8", 10),
    ("international", "W:W27,32,34,38,40,41,42,44,45,46,47,48,49,50:B1,2,3,4,5,7,9,10,12,16,17,18,23,25", 10),
    ("international", "B:W29,K35,38,47:B17,25,K26", 11),
    ("antidraughts", "B:W23,30,38,40,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,8,9,10,11,12,13,14,15,16", 10),
    ("antidraughts", "B:W20:B6,7,19,33,K48", 11),
)
"""Game, position and depth in plies."""


@frozen
class BenchResult:
    """What a run gave."""

    nodes: int
    """The behaviour number."""
    seconds: float
    """Time of the searches alone."""
    each: tuple[int, ...]
    """Nodes of each of POSITIONS, of all threads."""


def bench(deeper: int = 0, threads: int = 1, on_position: Callable[[int], None] = lambda done: None) -> BenchResult:
    """Search all the positions, each so many plies deeper than usual, with that many threads.

    The number is the behaviour number only for `deeper` 0 and one thread. `on_position` is told after each
    how many are done.
    """
    each = []
    milliseconds = 0.0
    for name, fen, depth in POSITIONS:
        game = Game(parse_fen(fen, find_variant(name)))
        allowed = tuple(range(len(game.position.legal_moves)))
        limits = Limits(depth=max(1, min(depth + deeper, MAX_DEPTH)))
        signal = StopSignal()
        table = Table(HASH)
        worker = Worker(game.variant, table, signal)
        helpers = Helpers(game.variant, table, threads - 1)
        worker.set_root(game.position, game.repetition_keys, game.counters, game.repetitions, allowed)
        timer = Timer(None, signal)
        helpers.start(game, allowed, 0, limits.depth)
        try:
            Deepening(worker, game.position, limits, timer, 1, lambda info: None).run()
        finally:
            helpers.stop()
        milliseconds += timer.elapsed
        each.append(worker.nodes + sum(other.nodes for other in helpers.workers))
        on_position(len(each))
    return BenchResult(sum(each), milliseconds / 1000, tuple(each))
