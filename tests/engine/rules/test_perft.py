"""Perft against published counts, and against the reference where other countings were published."""

import pytest

from engine.rules.perft import MAX_DEPTH, StopFlag, divide, perft
from engine.rules.position import Position
from engine.rules.variants import VARIANTS
from tests import reference
from tests.bridge import COMPILED, position_from
from tests.cases import PerftCase, games_of, perft_cases

INTERPRETED_NODES = 20_000
FAST_NODES = 100_000_000
REFERENCE_NODES = 12_000


def _marks(nodes: int) -> list[pytest.MarkDecorator]:
    if nodes <= INTERPRETED_NODES:
        return [pytest.mark.both_modes]
    too_many = pytest.mark.skipif(not COMPILED, reason="too many nodes for the interpreted rules")
    return [too_many] if nodes <= FAST_NODES else [too_many, pytest.mark.slow]


UNIQUE = [case for case in perft_cases() if case.counting == "unique"]
SEQUENCES = [case for case in perft_cases() if case.counting == "sequences"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name, marks=_marks(case.nodes)) for case in UNIQUE])
def test_published_count(case: PerftCase) -> None:
    for variant in games_of(case.variant):
        # The games that share a generator's flags need not repeat the long counts.
        if variant == case.variant or case.nodes <= FAST_NODES:
            assert perft(position_from(variant, case.fen), case.depth) == case.nodes, variant


@pytest.mark.both_modes
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.name) for case in UNIQUE + SEQUENCES if case.nodes <= REFERENCE_NODES],
)
def test_reference_gives_published_count(case: PerftCase) -> None:
    state = reference.read_fen(reference.GAMES[case.variant], case.fen)
    assert reference.perft(state, case.depth, sequences=case.counting == "sequences") == case.nodes


@pytest.mark.both_modes
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=pytest.mark.slow if case.nodes > REFERENCE_NODES else ())
        for case in SEQUENCES
        if case.nodes <= 10 * INTERPRETED_NODES
    ],
)
def test_positions_published_in_another_counting(case: PerftCase) -> None:
    state = reference.read_fen(reference.GAMES[case.variant], case.fen)
    assert perft(position_from(case.variant, case.fen), case.depth) == reference.perft(state, case.depth)


@pytest.mark.both_modes
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_divide_adds_up(variant) -> None:
    start = Position.start(variant)
    parts = list(divide(start, 4))
    assert [move for move, _ in parts] == list(start.legal_moves)
    assert sum(count for _, count in parts) == perft(start, 4)


@pytest.mark.both_modes
def test_depth_zero_is_the_position_itself() -> None:
    assert perft(Position.start(VARIANTS["italian"]), 0) == 1


@pytest.mark.both_modes
@pytest.mark.parametrize("depth", [-1, MAX_DEPTH + 1])
def test_depth_out_of_range(depth: int) -> None:
    with pytest.raises(ValueError, match=f"perft depth {depth}: expected 0-{MAX_DEPTH}"):
        perft(Position.start(VARIANTS["italian"]), depth)


@pytest.mark.both_modes
def test_no_legal_move_counts_nothing() -> None:
    blocked = position_from("italian", "W:W29:B22,25,26")
    assert [perft(blocked, depth) for depth in (1, 2, 3)] == [0, 0, 0]


@pytest.mark.both_modes
def test_raised_flag_ends_the_count() -> None:
    stop = StopFlag()
    stop.raised = True
    assert perft(Position.start(VARIANTS["english"]), 40, stop) == 0
