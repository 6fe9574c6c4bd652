"""The line of play of a client, kept up to date."""

import pytest

from engine.rules.notation import format_move
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, ITALIAN
from protocol.client.line import LineOfPlay
from protocol.doctor.positions import game

pytestmark = pytest.mark.both_modes


class Counter:
    """Counts how many moves are written."""

    def __init__(self) -> None:
        self.written = 0

    def __call__(self, position: Position, move) -> str:
        self.written += 1
        return format_move(position, move, style="full")


def check(line: LineOfPlay, start: Position, moves: list) -> None:
    fresh = LineOfPlay(line.format)
    fresh.update(start, moves)
    assert (line.positions, line.moves, line.texts) == (fresh.positions, fresh.moves, fresh.texts)
    assert line.start == start
    assert len(line.positions) == len(line.texts) + 1 == len(moves) + 1


def test_a_growing_game_writes_each_move_once() -> None:
    write = Counter()
    line = LineOfPlay(write)
    start, moves = Position.start(ITALIAN), game(ITALIAN, 20)
    for plies in range(21):
        line.update(start, moves[:plies])
    assert write.written == 20
    check(line, start, moves)


def test_another_move_in_place_of_the_expected_one() -> None:
    line = LineOfPlay(Counter())
    start, moves = Position.start(ITALIAN), game(ITALIAN, 20)
    line.update(start, moves)
    ply = max(ply for ply in range(20) if len(line.positions[ply].legal_moves) > 1)
    other = next(move for move in line.positions[ply].legal_moves if move != moves[ply])
    line.update(start, [*moves[:ply], other])
    check(line, start, [*moves[:ply], other])
    line.update(start, moves[:3])
    check(line, start, moves[:3])


def test_another_game() -> None:
    line = LineOfPlay(Counter())
    line.update(Position.start(ITALIAN), game(ITALIAN, 9))
    line.update(Position.start(ENGLISH), game(ENGLISH, 4))
    check(line, Position.start(ENGLISH), game(ENGLISH, 4))
