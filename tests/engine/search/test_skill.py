"""Playing weaker on purpose."""

from random import Random

import pytest

from engine.search import skill


def test_the_error_is_bounded_and_shrinks_with_the_level() -> None:
    values = [40, 38, 20, -10, -60, -200]
    chance = Random(1)
    for level in range(skill.FULL + 1):
        chosen = {skill.choose(values, level, chance) for _ in range(500)}
        assert 0 in chosen
        assert all(values[0] - values[place] <= skill.largest_error(level) for place in chosen)
    assert skill.largest_error(0) < 100, "no level gives a man away knowingly"
    assert skill.largest_error(skill.FULL) == 0


def test_better_moves_are_likelier() -> None:
    chance = Random(1)
    chosen = [skill.choose([0, -20, -60], 0, chance) for _ in range(3000)]
    assert chosen.count(0) > chosen.count(1) > chosen.count(2) > 0


def test_higher_levels_search_more_and_err_less() -> None:
    for level in range(skill.FULL - 1):
        assert skill.nodes_of(level) < skill.nodes_of(level + 1)
        assert skill.largest_error(level) > skill.largest_error(level + 1)


@pytest.mark.parametrize("elo, level", [(skill.LEAST_ELO, 0), (1600, 10), (skill.MOST_ELO, skill.FULL)])
def test_levels_of_strengths(elo: int, level: int) -> None:
    assert skill.level_of_elo(elo) == level
