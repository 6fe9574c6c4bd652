"""Positions that an engine is examined on, for any game of the table. All are the same in every run."""

from collections.abc import Callable
from itertools import combinations

from engine.rules.game import Game
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.variants import Color, Variant

_TRIES = 20


def game(variant: Variant, plies: int) -> list[Move]:
    """The moves of an aimless game from the start, so many plies if a few tries give such a long one."""
    games = []
    for number in range(1, _TRIES + 1):
        games.append(_aimless(variant, plies, number))
        if len(games[-1]) == plies:
            break
    return max(games, key=len)


def _aimless(variant: Variant, plies: int, number: int) -> list[Move]:
    """The moves up to the last position in which the game goes on."""
    game = Game(Position.start(variant))
    while len(game.moves) < plies:
        number = (number * 1103515245 + 12345) % 2**31
        moves = game.position.legal_moves
        game.play(moves[(number >> 8) % len(moves)])
        if game.result is not None:
            game.undo()
            break
    return list(game.moves)


def with_capture(variant: Variant) -> Position:
    """A position of that game in which the side to move has to capture."""
    return _along_games(variant, lambda position: bool(position.legal_moves) and position.legal_moves[0].is_capture)


def with_one_move(variant: Variant) -> Position:
    """A position of that game with a single legal move."""
    return _along_games(variant, lambda position: len(position.legal_moves) == 1)


def with_kings(variant: Variant) -> Position:
    """A few men and a king each, nothing to capture."""
    squares = variant.geometry.squares
    for white, black in combinations(squares, 2):
        position = Position.place(variant, variant.starts, (), (white,), (), (black,))
        if len(position.legal_moves) > 1 and not position.legal_moves[0].is_capture:
            return position
    raise AssertionError(f"no such position in {variant.name}")


def without_moves(variant: Variant) -> Position:
    """A man that is blocked: the side to move has no legal move."""
    side = variant.starts
    squares = variant.geometry.squares
    usable = [square for square in squares if _may_hold_men(variant, square)]
    for man in usable:
        for blockers in combinations([square for square in usable if square != man], 2):
            pieces = ((man,), (), blockers, ()) if side == Color.WHITE else (blockers, (), (man,), ())
            position = Position.place(variant, side, *pieces)
            if not position.legal_moves:
                return position
    raise AssertionError(f"no such position in {variant.name}")


def _may_hold_men(variant: Variant, square: int) -> bool:
    row = variant.geometry.row(square)
    return all(row != variant.promotion_row(color) for color in Color)


def _along_games(variant: Variant, fits: Callable[[Position], bool]) -> Position:
    for number in range(1, _TRIES + 1):
        position = Position.start(variant)
        for move in _aimless(variant, 120, number):
            if fits(position):
                return position
            position = position.after(move)
    raise AssertionError(f"no such position in {variant.name}")
