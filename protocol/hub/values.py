"""Messages of the Hub protocol to values of the engine, and back."""

from engine.player import BestMove as FoundMove
from engine.player import Info as Progress
from engine.rules.position import Position
from engine.score import Score
from engine.search.limits import Limits
from protocol.hub.messages import Done, GoMode, Info, Level
from protocol.hub.pacing import LAG
from protocol.hub.positions import Reading

_WIN = 100.0
_LARGEST = 99.99
_LEAST_WIN = 90.01
"""Programs take more than 90 as a win."""
_MOST_MEN = 80.0


def limits_of(level: Level, mode: GoMode) -> Limits:
    """How far a search may go."""
    time = level.time
    if time is None and level.inc is not None:
        time = 0.0  # a clock that only counts increments
    increment = level.inc or 0.0
    # The clock is told before the increment of this move is added to it, and may then be negative.
    clock = None if time is None else max(time + increment, 0.0) * 1000
    unlimited = level == Level()
    return Limits(
        depth=level.depth,
        nodes=level.nodes,
        movetime=None if level.move_time is None else level.move_time * 1000,
        time=clock,
        increment=increment * 1000,
        moves_to_go=level.moves or None,
        infinite=level.infinite or (unlimited and mode is GoMode.ANALYZE),
        ponder=mode is GoMode.PONDER,
        lag=LAG * 1000,
    )


def score_of(score: Score) -> float:
    """A score in men as Hub programs read it: 100 - n/100 is a win in n plies."""
    if score.win_in is None:
        return max(-_MOST_MEN, min(score.centimen / 100, _MOST_MEN))
    size = max(_LEAST_WIN, min(_WIN - abs(score.win_in) / 100, _LARGEST))
    return size if score.win_in > 0 else -size


def info_of(progress: Progress, position: Position, reading: Reading) -> Info:
    """What to say of a search from `position`."""
    return Info(
        depth=progress.depth,
        score=score_of(progress.score),
        nodes=progress.nodes,
        time=progress.time / 1000,
        nps=progress.nps / 1e6,
        pv=reading.line(position, progress.pv),
    )


def done_of(best: FoundMove, position: Position, reading: Reading) -> Done:
    """The answer to a search from `position`."""
    if best.move is None:
        return Done(None)
    after = position.after(best.move)
    ponder = best.ponder if best.ponder in after.legal_moves else None
    return Done(reading.text(position, best.move), None if ponder is None else reading.text(after, ponder))
