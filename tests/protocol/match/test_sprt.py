"""The sequential test: its LLR, its bounds, and what it decides."""

import json
import math
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.match.config import SprtRule
from protocol.match.sprt import MINIMUM_PAIRS, bounds, decision, log_likelihood_ratio
from protocol.match.stats import elo_of_score, mean, score_of_elo

CASES = json.loads((Path(__file__).parents[2] / "data" / "match" / "statistics.json").read_text())["ratios"]
COUNTS = st.tuples(*[st.one_of(st.just(0), st.integers(0, 40), st.integers(0, 10**12))] * 5)
ELO = st.floats(-1000, 1000)
RULE = SprtRule(0, 10)


@pytest.mark.parametrize("counts", sorted({tuple(case["counts"]) for case in CASES}), ids=str)
def test_values_worked_out_apart(counts: tuple[int, ...]) -> None:
    cases: list[dict[str, Any]] = [case for case in CASES if tuple(case["counts"]) == counts]
    assert len(cases) == 6
    for case in cases:
        found = log_likelihood_ratio(counts, case["elo0"], case["elo1"])
        assert found == pytest.approx(case["llr"], rel=1e-9, abs=1e-9), case


@pytest.mark.parametrize(("won", "lost"), [(60, 40), (25, 25), (300, 310)])
def test_pairs_that_are_won_or_lost_whole(won: int, lost: int) -> None:
    # With two outcomes the likeliest spread is the expected score itself; the zeros change next to nothing.
    old, new = score_of_elo(0), score_of_elo(20)
    expected = won * math.log(new / old) + lost * math.log((1 - new) / (1 - old))
    assert log_likelihood_ratio((lost, 0, 0, 0, won), 0, 20) == pytest.approx(expected, abs=0.02)


def test_bounds() -> None:
    assert bounds(SprtRule(0, 5, 0.05, 0.05)) == (pytest.approx(-2.944439), pytest.approx(2.944439))
    assert bounds(SprtRule(0, 5, 0.01, 0.1)) == (pytest.approx(-2.292535), pytest.approx(4.499810))


def test_decisions() -> None:
    assert decision((2, 10, 30, 40, 18), RULE) is None
    assert decision((20, 100, 300, 400, 180), RULE) == "elo1"
    assert decision((180, 400, 300, 100, 20), RULE) == "elo0"
    assert decision((100, 300, 1000, 300, 100), SprtRule(0, 30)) == "elo0"


def test_nothing_is_decided_before_enough_pairs() -> None:
    # Elo 400 apart: two drawn pairs would be past the bound.
    rule = SprtRule(0, 400)
    for counts in ((0, 0, 1, 0, 0), (1, 0, 0, 0, 0), (0, 0, 0, 0, 1), (1, 1, 1, 1, 1)):
        early = tuple(count * ((MINIMUM_PAIRS - 1) // sum(counts)) for count in counts)
        assert sum(early) < MINIMUM_PAIRS
        assert decision(early, rule) is None
    assert log_likelihood_ratio((0, 0, 2, 0, 0), 0, 400) < bounds(rule)[0]
    assert decision((0, 0, MINIMUM_PAIRS, 0, 0), rule) == "elo0"
    assert decision((0, 0, 0, 0, MINIMUM_PAIRS), rule) == "elo1"


def check(counts: tuple[int, ...], elo0: float, elo1: float) -> None:
    """What holds for all counts."""
    found = log_likelihood_ratio(counts, elo0, elo1)
    assert math.isfinite(found), counts
    rounding = 1e-9 + 1e-14 * sum(counts)  # of the logarithms of each pair
    assert log_likelihood_ratio(counts[::-1], -elo1, -elo0) == pytest.approx(-found, rel=1e-6, abs=rounding)
    assert log_likelihood_ratio(counts, elo1, elo0) == pytest.approx(-found, rel=1e-9, abs=rounding)


def test_over_the_whole_simplex() -> None:
    tried = [counts for counts in product(range(6), repeat=5) if sum(counts) <= 5]
    assert len(tried) == 252
    for counts in tried:
        check(counts, 0, 10)
        check(counts, -300, 700)
        # Another won pair cannot speak against the stronger hypothesis.
        more = (*counts[:4], counts[4] + 1)
        if all(counts):
            assert log_likelihood_ratio(more, 0, 10) > log_likelihood_ratio(counts, 0, 10)
        assert sum(counts) >= MINIMUM_PAIRS or decision(counts, RULE) is None


@given(COUNTS, ELO, ELO)
def test_anywhere(counts: tuple[int, ...], elo0: float, elo1: float) -> None:
    check(counts, elo0, elo1)


def test_nothing_played() -> None:
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 10) == 0


@pytest.mark.parametrize("counts", [(1, 2), (0, 0, -1, 0, 0), (0, 0, math.inf, 0, 0)])
def test_what_are_no_counts(counts: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="expected five counts of pairs"):
        log_likelihood_ratio(counts, 0, 10)


def test_an_elo_beyond_all_scores() -> None:
    with pytest.raises(ValueError, match="expected an Elo"):
        log_likelihood_ratio((1, 2, 3, 2, 1), 0, 1e5)


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["elo0", "elo1"])
def test_it_is_wrong_as_seldom_as_it_says(wrong: str) -> None:
    """Tests of an engine that is exactly as strong as one of the hypotheses says."""
    even, better = (2, 5, 8, 5, 2), (1, 4, 8, 6, 3)
    rule = SprtRule(0, elo_of_score(mean(better)))
    lots = random.Random(3)
    verdicts = []
    for _ in range(300):
        counts = [0] * 5
        while (verdict := decision(counts, rule)) is None:
            for kind in lots.choices(range(5), even if wrong == "elo1" else better, k=4):
                counts[kind] += 1
        verdicts.append(verdict)
    # 5 % are allowed: 15, and three deviations of sampling.
    assert verdicts.count(wrong) <= 26
