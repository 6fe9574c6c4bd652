"""Who plays whom: every pair of engines equally often, with either side, and as a function of the number alone."""

from collections import Counter

import pytest

from protocol.match.schedule import Assignment, Format, Schedule

pytestmark = pytest.mark.both_modes


def games(schedule: Schedule) -> list[Assignment]:
    return [schedule.game(number) for number in range(1, len(schedule) + 1)]


def test_two_engines() -> None:
    assert games(Schedule(2, 2)) == [
        Assignment(1, pair=1, round=1, white=0, black=1),
        Assignment(2, pair=1, round=1, white=1, black=0),
        Assignment(3, pair=2, round=2, white=0, black=1),
        Assignment(4, pair=2, round=2, white=1, black=0),
    ]


@pytest.mark.parametrize("engines", [2, 3, 5])
def test_round_robin(engines: int) -> None:
    schedule = Schedule(engines, 3)
    assert len(schedule) == 3 * engines * (engines - 1)
    counts = Counter((game.white, game.black) for game in games(schedule))
    assert set(counts.values()) == {3}
    assert len(counts) == engines * (engines - 1)
    for number, game in enumerate(games(schedule), 1):
        assert game.number == number
        assert game.pair == (number + 1) // 2
        assert game.round == (game.pair - 1) * 2 // (engines * (engines - 1)) + 1


def test_gauntlet() -> None:
    schedule = Schedule(4, 2, Format.GAUNTLET)
    assert len(schedule) == 12
    assert Counter(frozenset({game.white, game.black}) for game in games(schedule)) == {
        frozenset({0, other}): 4 for other in (1, 2, 3)
    }


def test_more_rounds_only_add_games() -> None:
    assert games(Schedule(3, 5))[: len(Schedule(3, 2))] == games(Schedule(3, 2))


@pytest.mark.parametrize("number", [0, 9, -1])
def test_no_other_games(number: int) -> None:
    with pytest.raises(IndexError, match=f"game {number}: expected 1 to 8"):
        Schedule(2, 4).game(number)
