"""The sequential test of a match: is the first engine better by `elo1`, or by no more than `elo0`?

A generalised sequential probability ratio test (X. Li, J. Liu, Z. Ying: Generalized sequential
probability ratio test for separate families of hypotheses, 2014) on pentanomial counts. Each
hypothesis fixes the expected score of a pair by an Elo difference, and leaves open how pairs
spread; so each takes the spread under which the counts are likeliest. With the counts c_i, their
sum n, the scores a_i and the expected score s, that is (M. Van den Bergh, proposition 1.1 of
http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf)

    p_i = c_i / n / (1 + t (a_i - s)),   with t such that   sum of p_i (a_i - s) = 0,

and the logarithm of the likelihood ratio (LLR) is the sum of c_i ln(p_i of elo1 / p_i of elo0).
Counts of 0 are taken as 0.001, so that every spread can be had.

The LLR is compared with the bounds of Wald, ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
"""

import math
from collections.abc import Sequence
from functools import lru_cache

from protocol.match.config import SprtRule
from protocol.match.stats import PAIR_SCORES, checked, score_of_elo

MINIMUM_PAIRS = 16
"""With fewer pairs nothing is decided: the theory is one of many pairs, and an engine that
crashes at once should be looked at, not counted."""
_NOTHING = 1e-3
"""What a count of 0 is taken for."""
_STEPS = 200
"""More than any root needs: each step at worst halves the bracket, until it has no number left inside."""
_TINY = 1e-150


def bounds(rule: SprtRule) -> tuple[float, float]:
    """The LLR at or below which `elo0` is accepted, and that at or above which `elo1` is."""
    return math.log(rule.beta / (1 - rule.alpha)), math.log((1 - rule.beta) / rule.alpha)


def decision(counts: Sequence[float], rule: SprtRule) -> str | None:
    """What pentanomial counts decide: `elo0`, `elo1`, or None if the match must go on."""
    if sum(counts) < MINIMUM_PAIRS:
        return None
    ratio = log_likelihood_ratio(tuple(counts), rule.elo0, rule.elo1)
    low, high = bounds(rule)
    return "elo0" if ratio <= low else "elo1" if ratio >= high else None


@lru_cache(maxsize=1 << 16)  # the course of a match is asked for after every game
def log_likelihood_ratio(counts: tuple[float, ...], elo0: float, elo1: float) -> float:
    """The LLR of pentanomial counts, above 0 where they speak for `elo1`; 0 without a pair.

    Raises ValueError for what are no counts, or for an Elo beyond all scores.
    """
    if not any(checked(counts)):
        return 0.0
    regular = [count or _NOTHING for count in counts]
    total = math.fsum(regular)
    frequencies = [count / total for count in regular]
    against, for_ = (_divisors(frequencies, score_of_elo(elo)) for elo in (elo0, elo1))
    return math.fsum(
        count * (math.log(old) - math.log(new)) for count, old, new in zip(regular, against, for_, strict=True)
    )


def _divisors(frequencies: Sequence[float], expected: float) -> list[float]:
    """What the observed frequencies are divided by in the likeliest spread of that expected score.

    The sum of p_i (a_i - s) falls as t rises between the poles, where the divisor of the highest or the
    lowest score is 0. Newton's steps find its root; one that leaves the bracket is replaced by its middle.
    """
    if not 0 < expected < 1:
        raise ValueError(f"expected an Elo between -1000 and 1000, found one of score {expected}")
    distances = [score - expected for score in PAIR_SCORES]
    low, high = -1 / distances[-1], -1 / distances[0]
    tilt = 0.0
    for _ in range(_STEPS):
        divisors = [max(1 + tilt * distance, _TINY) for distance in distances]
        terms = [
            share * distance / divisor
            for share, distance, divisor in zip(frequencies, distances, divisors, strict=True)
        ]
        value = math.fsum(terms)
        slope = -math.fsum(
            term * distance / divisor for term, distance, divisor in zip(terms, distances, divisors, strict=True)
        )
        if value > 0:
            low = tilt
        else:
            high = tilt
        step = tilt - value / slope
        if not low < step < high:
            step = (low + high) / 2
        if step == tilt or not low < step < high:
            break
        tilt = step
    return [max(1 + tilt * distance, _TINY) for distance in distances]
