"""How a match stands: counts that are kept up with every finished game, in memory that does not grow with the moves."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from attrs import define, field, frozen

from protocol.match.record import GameRecord
from protocol.match.stats import PAIR_SCORES


@frozen
class Standing:
    """The games of one engine, against all the others."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    pentanomial: tuple[int, ...] = (0,) * len(PAIR_SCORES)
    """Finished pairs by their points: 0, 0.5, 1, 1.5, 2."""

    @property
    def games(self) -> int:
        """Games in all."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is 1, a draw 0.5."""
        return self.wins + self.draws / 2


@define
class Tally:
    """Counts games, in whatever order they end."""

    games: int = field(default=0, init=False)
    reasons: Counter[str] = field(factory=Counter, init=False)
    """How games ended, by the key of the reason."""
    _results: dict[str, Counter[float]] = field(factory=dict, init=False)
    _pairs: dict[str, Counter[int]] = field(factory=dict, init=False)
    _half_pairs: dict[int, dict[str, float]] = field(factory=dict, init=False)
    """Pairs of which one game is over."""
    _courses: set[bytes] = field(factory=set, init=False)

    @classmethod
    def of(cls, records: Iterable[GameRecord]) -> "Tally":
        """The counts of these games."""
        tally = cls()
        for record in records:
            tally.add(record)
        return tally

    def add(self, record: GameRecord) -> bool:
        """Counts a game; whether a pair is complete with it."""
        self.games += 1
        self.reasons[record.reason.value] += 1
        self._courses.add(_course(record))
        points = {name: record.points(name) for name in record.engines}
        for name, score in points.items():
            self._results.setdefault(name, Counter())[score] += 1
        first = self._half_pairs.pop(record.pair, None)
        if first is None:
            self._half_pairs[record.pair] = points
            return False
        for name, score in points.items():
            self._pairs.setdefault(name, Counter())[round(2 * (score + first[name]))] += 1
        return True

    def standing(self, name: str) -> Standing:
        """How the engine of that name stands."""
        results, pairs = self._results.get(name, Counter()), self._pairs.get(name, Counter())
        return Standing(
            name, results[1.0], results[0.5], results[0.0], tuple(pairs[score] for score in range(len(PAIR_SCORES)))
        )

    @property
    def distinct_games(self) -> int:
        """How many of the games differ, in the opening or in a move."""
        return len(self._courses)


def _course(record: GameRecord) -> bytes:
    moves = (*record.opening.moves, *(move.text for move in record.moves))
    return hashlib.blake2b(f"{record.opening.start} {' '.join(moves)}".encode(), digest_size=12).digest()
