"""The transposition table."""

import pytest

from engine.search import memory, table
from engine.search.parameters import WIN, WIN_BOUND
from engine.search.table import (
    EXACT,
    LARGEST,
    LOWER,
    NO_MOVE,
    UPPER,
    Table,
    TableError,
    entry_bound,
    entry_depth,
    entry_move,
    entry_value,
    probe,
    store,
    value_to_store,
)

KEY = 0xFEDC_BA98_7654_3210


@pytest.mark.both_modes
@pytest.mark.parametrize("value", [0, 1, -1, 20_000, -20_000, WIN - 3, 3 - WIN])
@pytest.mark.parametrize("depth, bound, move", [(0, UPPER, NO_MOVE), (7, LOWER, 0), (120, EXACT, 254)])
def test_what_is_stored_is_found(value: int, depth: int, bound: int, move: int) -> None:
    one = Table(1)
    store(one, KEY, depth, value, bound, move)
    data = probe(one, KEY)
    assert (entry_value(data, 0), entry_depth(data), entry_bound(data), entry_move(data)) == (value, depth, bound, move)
    assert one.move_of(KEY) == (None if move == NO_MOVE else move)


@pytest.mark.both_modes
def test_other_keys_are_not_found() -> None:
    one = Table(1)
    store(one, KEY, 5, 10, EXACT, 3)
    for bit in range(64):
        assert probe(one, KEY ^ 1 << bit) == 0
    assert entry_move(0) == NO_MOVE
    assert probe(one, 0) == 0
    assert one.move_of(1) is None


@pytest.mark.both_modes
def test_wins_are_counted_from_the_position() -> None:
    assert value_to_store(WIN - 10, 4) == WIN - 6
    assert value_to_store(10 - WIN, 4) == 6 - WIN
    assert value_to_store(WIN_BOUND - 1, 4) == WIN_BOUND - 1
    one = Table(1)
    store(one, KEY, 5, value_to_store(WIN - 10, 4), EXACT, 3)
    assert entry_value(probe(one, KEY), 8) == WIN - 14
    store(one, KEY, 6, value_to_store(10 - WIN, 4), EXACT, 3)
    assert entry_value(probe(one, KEY), 8) == 14 - WIN


@pytest.mark.both_modes
def test_a_known_move_survives_a_result_without_one() -> None:
    one = Table(1)
    store(one, KEY, 5, 10, EXACT, 3)
    store(one, KEY, 6, -10, UPPER, NO_MOVE)
    data = probe(one, KEY)
    assert (entry_move(data), entry_depth(data), entry_value(data, 0)) == (3, 6, -10)


@pytest.mark.both_modes
def test_a_much_deeper_result_stays_in_its_search() -> None:
    one = Table(1)
    store(one, KEY, 20, 10, LOWER, 3)
    store(one, KEY, 2, 30, LOWER, 4)
    assert entry_depth(probe(one, KEY)) == 20
    store(one, KEY, 2, 30, EXACT, 4)
    assert entry_depth(probe(one, KEY)) == 2
    store(one, KEY, 20, 10, LOWER, 3)
    one.new_search()
    store(one, KEY, 2, 30, LOWER, 4)
    assert entry_depth(probe(one, KEY)) == 2


@pytest.mark.both_modes
def test_a_full_bucket_gives_up_its_shallowest_and_its_oldest() -> None:
    one = Table(1)
    keys = [KEY + number for number in range(6)]  # the upper half, which names the bucket, is the same
    for depth, key in zip((9, 3, 7, 5), keys, strict=False):
        store(one, key, depth, 0, EXACT, 1)
    store(one, keys[4], 4, 0, EXACT, 1)
    assert [probe(one, key) != 0 for key in keys] == [True, False, True, True, True, False]
    one.new_search()
    store(one, keys[3], 5, 0, EXACT, 1)
    store(one, keys[4], 4, 0, EXACT, 1)
    store(one, keys[2], 1, 0, EXACT, 1)
    store(one, keys[5], 1, 0, EXACT, 1)
    # depth 9 of the last search counts one; of equals the first goes
    assert [probe(one, key) != 0 for key in keys] == [False, False, True, True, True, True]


@pytest.mark.both_modes
def test_clear_and_fill() -> None:
    one = Table(1)
    assert one.permille() == 0
    for number in range(16384):
        store(one, number << 50 | 1, 1, 0, EXACT, 1)
    assert one.permille() > 200
    one.new_search()
    assert one.permille() == 0
    one.clear()
    assert one.move_of(1 << 50 | 1) is None


@pytest.mark.both_modes
@pytest.mark.parametrize("mebibytes", [1, 3, 100])
def test_any_size_works(mebibytes: int) -> None:
    one = Table(mebibytes)
    for key in (0, 1, (1 << 64) - 1, 1 << 63, (1 << 32) - 1):
        store(one, key, 3, 5, EXACT, 2)
        assert entry_value(probe(one, key), 0) == 5


@pytest.mark.parametrize("mebibytes", [0, -1, LARGEST + 1])
def test_a_size_out_of_range(mebibytes: int) -> None:
    with pytest.raises(ValueError, match=f"{mebibytes} MiB: expected 1-{LARGEST}"):
        Table(mebibytes)


def test_a_table_larger_than_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "available_memory", lambda: 100 << 20)
    table.require_memory(100)
    table.require_memory(164, held=64)
    with pytest.raises(TableError, match="hash of 101 MiB: expected at most 100 MiB"):
        table.require_memory(101)


def test_the_system_says_how_much_memory_there_is() -> None:
    available = memory.available_memory()
    assert available is None or 1 << 20 < available < 1 << 50
