"""The move generator's own interface: the list as a stack, its limits, the compiled rules."""

import pytest

from engine.rules.movegen import MoveList, generate, has_capture
from engine.rules.position import Position, rules_of
from engine.rules.variants import VARIANTS, Variant
from tests.bridge import position_from

pytestmark = pytest.mark.both_modes

each = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))

# A king with four ways round: captures of 1 to 5 pieces, several of them from and to the same squares.
CAPTURES = ("english", "W:WK22:B9,10,17,18,26")


def _sets(position: Position) -> tuple[int, int, int, int]:
    return position.own, position.opponent, position.kings, position.side


def _written(moves: MoveList, start: int, end: int) -> list[tuple[int, int]]:
    return [(moves.squares[index], moves.captured[index]) for index in range(start, end)]


def test_rules_are_made_once() -> None:
    variant = VARIANTS["italian"]
    assert rules_of(variant) is rules_of(variant)
    assert rules_of(variant).variant is variant


@each
def test_moves_are_written_from_the_given_index(variant: Variant) -> None:
    position = Position.start(variant)
    moves = MoveList(64)
    end = generate(rules_of(variant), *_sets(position), moves, 0)
    first = _written(moves, 0, end)
    assert len(set(first)) == end == len(position.legal_moves)
    reply = position.after(position.legal_moves[0])
    last = generate(rules_of(variant), *_sets(reply), moves, end)
    assert _written(moves, 0, end) == first
    assert last - end == len(reply.legal_moves)
    assert not moves.overflowed


def test_captures_are_written_from_the_given_index() -> None:
    position = position_from(*CAPTURES)
    moves = MoveList(64, keep_paths=True)
    end = generate(rules_of(position.variant), *_sets(position), moves, 0)
    paths = [moves.path(index) for index in range(end)]
    again = generate(rules_of(position.variant), *_sets(position), moves, end)
    assert again == 2 * end == 2 * len(position.legal_moves)
    assert [moves.path(index) for index in range(end)] == paths
    assert [moves.path(index) for index in range(end, again)] == paths
    assert _written(moves, 0, end) == _written(moves, end, again)


def test_squares_hold_from_to_and_promotion() -> None:
    position = position_from("english", "W:W7,K22:B1")
    bit_of = position.variant.geometry.bit_of
    moves = MoveList(64)
    end = generate(rules_of(position.variant), *_sets(position), moves, 0)
    expected = {(7, 2, 1), (7, 3, 1), (22, 17, 0), (22, 18, 0), (22, 25, 0), (22, 26, 0)}
    assert {moves.squares[index] for index in range(end)} == {
        bit_of[origin] | bit_of[target] << 6 | promotes << 12 for origin, target, promotes in expected
    }
    for index in range(end):
        assert moves.path(index) == (moves.squares[index] & 63, moves.squares[index] >> 6 & 63)
        assert moves.promotes(index) == (moves.path(index)[0] == bit_of[7])


def test_without_paths_a_capture_has_its_ends() -> None:
    position = position_from(*CAPTURES)
    bare, full = MoveList(64), MoveList(64, keep_paths=True)
    end = generate(rules_of(position.variant), *_sets(position), bare, 0)
    assert generate(rules_of(position.variant), *_sets(position), full, 0) == end
    assert _written(bare, 0, end) == _written(full, 0, end)
    assert [bare.path(index) for index in range(end)] == [
        (full.path(index)[0], full.path(index)[-1]) for index in range(end)
    ]
    assert max(len(full.path(index)) for index in range(end)) == 6


@pytest.mark.parametrize("fen", ["W:W21,22,23,24:B1,2,3,4", "W:WK22:B18,17,26,25"], ids=["quiet", "captures"])
def test_full_list_is_told_and_never_overrun(fen: str) -> None:
    position = position_from("english", fen)
    count = len(position.legal_moves)
    assert count > 2
    small = MoveList(2)
    assert generate(rules_of(position.variant), *_sets(position), small, 0) == 2
    assert small.overflowed
    just = MoveList(count)
    assert generate(rules_of(position.variant), *_sets(position), just, 0) == count
    assert not just.overflowed
    rest = MoveList(count)
    assert generate(rules_of(position.variant), *_sets(position), rest, count) == count
    assert rest.overflowed


@pytest.mark.parametrize(
    ("variant", "fen", "expected"),
    [
        ("italian", "W:W30:BK26", False),  # a man takes no king
        ("english", "W:W30:BK26", True),
        ("italian", "W:W24:B28", False),  # a man takes forward only
        ("russian", "W:W22:B26", True),  # or both ways
        ("czech", "W:W22:B26", False),
        ("russian", "W:WK29:B15", True),  # a flying king from afar
        ("russian", "W:WK29:B15,11", False),  # two in a row cover each other
        ("russian", "W:WK29:B4", False),  # none on the edge
        ("english", "W:WK29:B22", False),  # a short king from beside only
        ("international", "W:WK46:B5", False),
        ("international", "W:WK46:B10", True),
    ],
)
def test_has_capture(variant: str, fen: str, expected: bool) -> None:
    position = position_from(variant, fen)
    assert has_capture(rules_of(position.variant), *_sets(position)) == expected
    assert any(move.is_capture for move in position.legal_moves) == expected
