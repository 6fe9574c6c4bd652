"""The positions of the data, each with all its legal moves."""

from collections.abc import Iterator

import pytest

from engine.rules.perft import perft
from engine.rules.variants import VARIANTS
from tests import reference
from tests.agreement import disagreements
from tests.bridge import position_from, state_of
from tests.cases import PositionCase, random_positions, read_lines, tricky_positions

RANDOM = random_positions()
TRICKY = tricky_positions()

pytestmark = pytest.mark.both_modes


def _faults(case: PositionCase) -> Iterator[str]:
    """Where the engine or the reference differs from the data, or the two from each other."""
    position = position_from(case.variant, case.fen)
    state = reference.read_fen(reference.GAMES[case.variant], case.fen)
    by_reference = {move.identity: move for move in reference.legal_moves(state)}
    moves = {move.identity: move for move in position.legal_moves}
    listed = {move.identity: move for move in case.moves}
    yield from disagreements(position, state, by_reference)
    if perft(position, 1) != len(case.moves):
        yield f"{perft(position, 1)} moves counted, expected {len(case.moves)}"
    if moves.keys() != listed.keys():
        yield f"moves {sorted(moves)}, expected {sorted(listed)} (from, to, captured)"
    for identity in moves.keys() & by_reference.keys() & listed.keys():
        move, expected = moves[identity], listed[identity]
        if expected.path not in by_reference[identity].paths:
            yield f"{expected.text} is no path of the reference: {sorted(by_reference[identity].paths)}"
        if len(by_reference[identity].paths) == 1 and move.path != expected.path:
            yield f"path {move.path}, expected {expected.path}"
        after = reference.read_fen(state.rules, expected.after)
        if state_of(position.after(move)).snapshot != after.snapshot:
            yield f"after {expected.text} {position.after(move)!r}, expected {expected.after}"
    sequences = sum(move.sequences for move in by_reference.values())
    if sequences != case.sequences:
        yield f"{sequences} moves with orders of capture counted apart, expected {case.sequences}"


@pytest.mark.parametrize("case", TRICKY, ids=lambda case: case.name)
def test_tricky_position(case: PositionCase) -> None:
    assert list(_faults(case)) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_positions(variant: str) -> None:
    cases = [case for case in RANDOM if case.variant == variant]
    assert len(cases) >= 75
    faults = [f"{case.name}, {case.fen}: {fault}" for case in cases for fault in _faults(case)]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def _text(path: tuple[int, ...]) -> str:
    return "x".join(map(str, path))


@pytest.mark.parametrize("record", list(read_lines("italian_capture_priority.jsonl")), ids=lambda record: record["fen"])
def test_italian_priority(record: dict) -> None:
    state = reference.read_fen(reference.GAMES["italian"], record["fen"])
    possible = {
        _text(capture.path)
        for square in reference.own_squares(state)
        for capture in reference.captures_from(state, square)
    }
    legal = {_text(move.path) for move in position_from("italian", record["fen"]).legal_moves}
    assert legal == set(record["legal"])
    assert possible - legal == set(record["forbidden"])
