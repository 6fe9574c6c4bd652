"""The line of play of a client, kept up to date."""

import pytest

from engine.rules.fen import format_fen
from engine.rules.game import Game
from engine.rules.move import Move
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
    fresh = LineOfPlay(line.format, line.format_start)
    fresh.update(start, moves)
    assert (line.positions, line.moves, line.texts) == (fresh.positions, fresh.moves, fresh.texts)
    assert (line.start, line.start_text) == (start, format_fen(start))
    assert len(line.positions) == len(line.texts) + 1 == len(moves) + 1


def test_a_growing_game_writes_each_move_once() -> None:
    write = Counter()
    line = LineOfPlay(write, format_fen)
    start, moves = Position.start(ITALIAN), game(ITALIAN, 20)
    for plies in range(21):
        line.update(start, moves[:plies])
    assert write.written == 20
    check(line, start, moves)


def test_another_move_in_place_of_the_expected_one() -> None:
    line = LineOfPlay(Counter(), format_fen)
    start, moves = Position.start(ITALIAN), game(ITALIAN, 20)
    line.update(start, moves)
    ply = max(ply for ply in range(20) if len(line.positions[ply].legal_moves) > 1)
    other = next(move for move in line.positions[ply].legal_moves if move != moves[ply])
    line.update(start, [*moves[:ply], other])
    check(line, start, [*moves[:ply], other])
    line.update(start, moves[:3])
    check(line, start, moves[:3])


def test_another_game() -> None:
    line = LineOfPlay(Counter(), format_fen)
    line.update(Position.start(ITALIAN), game(ITALIAN, 9))
    line.update(Position.start(ENGLISH), game(ENGLISH, 4))
    check(line, Position.start(ENGLISH), game(ENGLISH, 4))


def test_a_growing_game_asks_no_old_move_whether_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such questions once made a move of a long game cost ever more than one of a short one."""
    line = LineOfPlay(Counter(), format_fen)
    start = Position.start(ITALIAN)
    referee = Game.from_moves(start, game(ITALIAN, 20))
    expected = referee.position.legal_moves[0]
    # A move that was pondered on is an equal one, and no more.
    line.update(start, (*referee.moves, Move(expected.path, expected.captured, expected.promotes)))
    referee.play(expected)
    line.update(start, referee.moves)
    monkeypatch.setattr(Move, "__eq__", lambda one, other: pytest.fail("a move was asked"))
    referee.play(referee.position.legal_moves[0])
    assert line.update(start, referee.moves) == 21


def test_the_start_of_a_game_is_written_once() -> None:
    starts = []
    line = LineOfPlay(Counter(), lambda start: starts.append(start) or format_fen(start))
    for plies in (3, 4, 2):
        line.update(Position.start(ITALIAN), game(ITALIAN, plies))
    line.update(Position.start(ENGLISH), ())
    assert starts == [Position.start(ITALIAN), Position.start(ENGLISH)]
