"""Random games, each position compared with the reference generator and taken through every text form."""

import random

import pytest

from engine.rules.move import Move
from engine.rules.perft import perft
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color
from engine.rules.zobrist import position_key
from tests import reference
from tests.agreement import disagreements
from tests.bridge import position_of

SEED = 2021
MAX_PLIES = 160
FAST_GAMES = 5
SLOW_GAMES = dict.fromkeys(VARIANTS, 200) | {"italian": 1000, "english": 1000}
FAST_BOARDS = 80
SLOW_BOARDS = 1500


def _check(position: Position, state: reference.State, where: str) -> dict[tuple, reference.RefMove]:
    """The reference's moves by identity, after a comparison that fails on any difference."""
    expected = {move.identity: move for move in reference.legal_moves(state)}
    found = disagreements(position, state, expected)
    if found:
        fen = reference.write_fen(state)
        pytest.fail(f"{where}, {fen} (row by row):\n  " + "\n  ".join(found), pytrace=False)
    return expected


def _piece_key(position: Position, square: int, color: Color, king: bool) -> int:
    """The part of a key that one piece makes."""
    board = 1 << position.variant.geometry.bit_of[square]
    white, black = (board, 0) if color == Color.WHITE else (0, board)
    return position_key(white, black, board if king else 0, Color.WHITE)


def _key_after(position: Position, move: Move) -> int:
    """The key after a move, from the key before it and the pieces that changed."""
    own, other = position.side, position.side.other
    own_kings, other_kings = position.kings_of(own), position.kings_of(other)
    king = move.origin in own_kings
    key = position.key ^ position_key(0, 0, 0, Color.BLACK)
    key ^= _piece_key(position, move.origin, own, king)
    key ^= _piece_key(position, move.target, own, king or move.promotes)
    for square in move.captured:
        key ^= _piece_key(position, square, other, square in other_kings)
    return key


def _play(variant: str, game: int) -> None:
    seed = f"{SEED}-{variant}-{game}"
    choice = random.Random(seed)
    position = Position.start(VARIANTS[variant])
    state = reference.start(reference.GAMES[variant])
    for ply in range(MAX_PLIES):
        where = f"{variant}, seed {seed}, ply {ply}"
        expected = _check(position, state, where)
        moves = sorted(position.legal_moves, key=lambda move: move.identity)
        if not moves:
            break
        move = choice.choice(moves)
        key = _key_after(position, move)
        position = position.after(move)
        state = expected[move.identity].after
        if position.key != key:
            pytest.fail(f"{where}: key {position.key:x} after {move}, step by step {key:x}", pytrace=False)


def _random_board(variant: str, seed: str) -> reference.State:
    """Pieces at random, many of them kings.

    On every other board few pieces stand on rows from which they can jump all the many others, which
    are not on the edge: so long captures are common, and captures of the same pieces in several orders.
    """
    rules = reference.GAMES[variant]
    choice = random.Random(seed)
    squares = choice.sample(range(1, rules.squares + 1), rules.squares)
    side, other = choice.choice(("WB", "BW"))
    homes, counts = {side: squares, other: squares}, {side: rules.squares // 4, other: rules.squares // 4}
    if choice.random() < 0.5:
        last, parity = rules.size - 1, choice.randrange(2)
        cells = {square: rules.cell(square) for square in squares}
        homes[side] = [square for square in squares if cells[square][0] % 2 == parity]
        homes[other] = [
            square
            for square in squares
            if cells[square][0] % 2 != parity and 0 not in cells[square] and last not in cells[square]
        ]
        counts = {side: 3, other: len(homes[other])}
    kings = choice.choice((0.1, 0.5, 0.9))
    pieces = {}
    for color in (other, side):
        free = [square for square in homes[color] if square not in pieces]
        for square in free[: choice.randint(1, counts[color])]:
            king = choice.random() < kings or rules.cell(square)[0] == rules.last(color)
            pieces[square] = color if king else color.lower()
    return reference.State(rules, side, pieces)


def _compare_board(variant: str, board: int) -> None:
    seed = f"{SEED}-{variant}-board-{board}"
    state = _random_board(variant, seed)
    position = position_of(variant, state)
    expected = _check(position, state, f"{variant}, seed {seed}")
    assert perft(position, 1) == len(expected), f"{variant}, seed {seed}, {reference.write_fen(state)} (row by row)"


@pytest.mark.both_modes
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    for game in range(FAST_GAMES):
        _play(variant, game)


@pytest.mark.both_modes
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_boards(variant: str) -> None:
    for board in range(FAST_BOARDS):
        _compare_board(variant, board)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_random_games(variant: str) -> None:
    for game in range(SLOW_GAMES[variant]):
        _play(variant, game)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_random_boards(variant: str) -> None:
    for board in range(SLOW_BOARDS):
        _compare_board(variant, board)
