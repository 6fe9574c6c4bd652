"""The behaviour number."""

from pathlib import Path

import pytest

from engine.bench import POSITIONS, bench
from engine.rules.variants import VARIANTS

SIGNATURE = Path(__file__).parents[1] / "data" / "bench.txt"


@pytest.mark.both_modes
def test_the_number() -> None:
    """A change of behaviour that is meant goes with a new number in tests/data/bench.txt."""
    assert bench().nodes == int(SIGNATURE.read_text(encoding="ascii"))


def test_it_is_the_same_in_a_second_run() -> None:
    told: list[int] = []
    one, other = bench(deeper=-4), bench(deeper=-4, on_position=told.append)
    assert told == list(range(1, len(POSITIONS) + 1))
    assert one.each == other.each
    assert one.nodes == sum(one.each)
    assert one.seconds > 0
    assert all(nodes > 0 for nodes in one.each)


def test_more_threads_search_as_deep() -> None:
    alone, together = bench(deeper=-6), bench(deeper=-6, threads=3)
    assert len(together.each) == len(alone.each)
    assert together.nodes > alone.nodes


def test_every_game_is_in_it() -> None:
    assert {name for name, _, _ in POSITIONS} == set(VARIANTS)
