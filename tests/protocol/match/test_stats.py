"""Elo and its error, normalised Elo and the likelihood of superiority."""

import json
import math
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.match.stats import elo_of_score, estimate, score_of_elo

CASES = json.loads((Path(__file__).parents[2] / "data" / "match" / "statistics.json").read_text())["estimates"]
COUNTS = st.tuples(*[st.one_of(st.just(0), st.integers(0, 40), st.integers(0, 10**9))] * 5)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case["counts"])))
def test_values_worked_out_apart(case: dict[str, Any]) -> None:
    found = estimate(case["counts"])
    assert found.pairs == sum(case["counts"])
    for key in ("score", "elo", "error", "normalised", "normalised_error", "superiority"):
        assert getattr(found, key) == pytest.approx(case[key], rel=1e-9, abs=1e-9), key


def test_elo_and_score() -> None:
    assert score_of_elo(0) == 0.5
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert elo_of_score(0.25) == pytest.approx(-190.848501888)


def test_no_pair_no_estimate() -> None:
    assert estimate((0, 0, 0, 0, 0)) is None


@pytest.mark.parametrize(("counts", "elo", "error"), [((0, 0, 10, 0, 0), 0, 46), ((0, 0, 0, 0, 10), 759, 199)])
def test_what_has_no_finite_value_gets_one(counts: tuple[int, ...], elo: float, error: float) -> None:
    found = estimate(counts)
    assert (found.elo, found.error) == (pytest.approx(elo, abs=0.5), pytest.approx(error, abs=0.5))


def test_more_draws_are_surer_of_a_draw() -> None:
    errors = [estimate((0, 0, pairs, 0, 0)).error for pairs in (1, 10, 100, 1000)]
    assert errors == sorted(errors, reverse=True)


def check(counts: tuple[int, ...]) -> None:
    """What holds for all counts."""
    found = estimate(counts)
    if found is None:
        assert not any(counts)
        return
    values = (found.elo, found.error, found.normalised, found.normalised_error, found.score_error)
    assert all(map(math.isfinite, values)), (counts, found)
    assert 0 <= found.score <= 1 and 0 <= found.superiority <= 1
    assert found.error > 0 and found.normalised_error > 0
    other = estimate(counts[::-1])
    assert other.elo == pytest.approx(-found.elo, rel=1e-6, abs=1e-6)
    assert other.error == pytest.approx(found.error, rel=1e-6)
    assert other.superiority == pytest.approx(1 - found.superiority, abs=1e-6)
    assert (found.elo > 1e-6) <= (found.superiority >= 0.5) and (found.elo < -1e-6) <= (found.superiority <= 0.5)


def test_over_the_whole_simplex() -> None:
    # All ways to share out 7 pairs and fewer.
    tried = [counts for counts in product(range(8), repeat=5) if sum(counts) <= 7]
    assert len(tried) == 792
    for counts in tried:
        check(counts)


@given(COUNTS)
def test_anywhere(counts: tuple[int, ...]) -> None:
    check(counts)


@pytest.mark.parametrize("counts", [(1, 2, 3), (1, 2, 3, 4, 5, 6), (-1, 0, 0, 0, 2), (0, 0, math.nan, 0, 0)])
def test_what_are_no_counts(counts: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="expected five counts of pairs"):
        estimate(counts)
