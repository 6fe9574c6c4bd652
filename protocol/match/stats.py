"""What the results of pairs say about the strength of an engine.

The unit is the pair: two games of one opening with the sides exchanged. Its games depend on each
other, so that counts of single games would not give the error. Counts of pairs ("pentanomial
counts") are by what the engine scored in them: 0, 0.5, 1, 1.5 or 2 points.

With n pairs of mean score s (0 to 1) and variance v (n in the denominator):
  Elo             400 log10(s / (1 - s))
  error           half the distance of the Elo at s + z sqrt(v / n) from that at s - z sqrt(v / n),
                  z = 1.96: 95 % lie within
  normalised Elo  (s - 1/2) / sqrt(2 v) * 800 / ln 10, the edge in deviations of a game: it says how
                  many games a test takes (M. Van den Bergh: Normalized Elo)
  superiority     the chance that the engine is the better one, by the normal distribution

Where these formulas have no finite value something is put in the place of it:
  - scores are kept half as far from 0 and 1 as a single half-point lost or won would bring them,
    1 / (8 n): so ten won pairs are an Elo of 760;
  - if all pairs scored the same, the variance is that of the counts and one more pair, spread evenly
    over the five scores: so ten pairs of draws have an error of 46.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

from attrs import frozen

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The mean score of a game, for each kind of pair."""
CONFIDENCE = 0.95
_SCALE = 400 / math.log(10)
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@frozen
class Estimate:
    """An engine's strength against its opponents."""

    pairs: int
    score: float
    """0 to 1."""
    score_error: float
    """To either side, with 95 % confidence."""
    elo: float
    error: float
    """Of the Elo, to either side, with 95 % confidence."""
    normalised: float
    """Normalised Elo."""
    normalised_error: float
    superiority: float
    """0 to 1."""


def checked(counts: Sequence[float]) -> tuple[float, ...]:
    """Pentanomial counts as they are. Raises ValueError if they are none."""
    if len(counts) != len(PAIR_SCORES) or not all(0 <= count < math.inf for count in counts):
        raise ValueError(f"expected five counts of pairs, found {counts!r}")
    return tuple(counts)


def mean(counts: Sequence[float]) -> float:
    """The mean score of pentanomial counts, 0 to 1."""
    weighted = (count * score for count, score in zip(counts, PAIR_SCORES, strict=True))
    return math.fsum(weighted) / math.fsum(counts)


def variance(counts: Sequence[float]) -> float:
    """The variance of the pairs' mean scores."""
    middle = mean(counts)
    weighted = (count * (score - middle) ** 2 for count, score in zip(counts, PAIR_SCORES, strict=True))
    return math.fsum(weighted) / math.fsum(counts)


def score_of_elo(elo: float) -> float:
    """The expected score, 0 to 1, of an engine that is better by `elo`."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """The inverse of `score_of_elo`, for scores between 0 and 1."""
    return _SCALE * (math.log(score) - math.log1p(-score))


def estimate(counts: Sequence[float]) -> Estimate | None:
    """From pentanomial counts; None without a pair. Raises ValueError for what are no counts."""
    counts = checked(counts)
    pairs = math.fsum(counts)
    if not pairs:
        return None
    score = mean(counts)
    spread = counts if sum(count > 0 for count in counts) > 1 else [count + 1 / len(counts) for count in counts]
    deviation = math.sqrt(variance(spread))
    standard_error = deviation / math.sqrt(pairs)
    edge = 1 / (8 * max(pairs, 1))
    low, middle, high = (
        elo_of_score(min(max(value, edge), 1 - edge))
        for value in (score - _Z * standard_error, score, score + _Z * standard_error)
    )
    return Estimate(
        pairs=round(pairs),
        score=score,
        score_error=_Z * standard_error,
        elo=middle,
        error=(high - low) / 2,
        normalised=2 * _SCALE * (score - 0.5) / (math.sqrt(2) * deviation),
        normalised_error=2 * _SCALE * _Z / math.sqrt(2 * pairs),
        superiority=math.erfc((0.5 - score) / standard_error / math.sqrt(2)) / 2,
    )
