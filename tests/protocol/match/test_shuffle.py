"""Drawing lots: the numbers are those of the published generator, and every order is as likely as any other."""

from collections import Counter
from itertools import permutations

import pytest

from protocol.match.shuffle import Lots, shuffled

pytestmark = pytest.mark.both_modes


def test_the_generator_is_splitmix64() -> None:
    # The first numbers of SplitMix64 from the state 1234567, as published with its reference code.
    lots = Lots(0)
    lots._state = 1234567
    assert [lots.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_order_stays_the_same_for_ever() -> None:
    # Journals hold seeds only: another order would be another match.
    assert shuffled(10, 7) == [9, 7, 4, 8, 5, 0, 6, 3, 1, 2]
    assert shuffled(10, 7, 1) == [8, 7, 0, 1, 4, 9, 2, 3, 5, 6]


def test_it_is_a_permutation() -> None:
    for count in (0, 1, 2, 174, 2400):
        assert sorted(shuffled(count, 3)) == list(range(count))


def test_seeds_and_streams_differ() -> None:
    orders = {tuple(shuffled(20, seed, stream)) for seed in range(20) for stream in range(20)}
    assert len(orders) == 400


def test_every_order_comes_as_often() -> None:
    counts = Counter(tuple(shuffled(4, seed)) for seed in range(24 * 200))
    assert set(counts) == set(permutations(range(4)))
    assert all(130 < count < 270 for count in counts.values())  # 200 each, five standard deviations
