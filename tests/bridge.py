"""Between the engine's positions and those of the reference generator."""

from engine.compilation import build_mode
from engine.rules.position import Position
from engine.rules.variants import Color, find_variant
from tests.reference import GAMES, State, read_fen

COMPILED = build_mode() == "compiled"
"""Whether the rules under test are the compiled core."""


def position_of(variant: str, state: State) -> Position:
    """The engine's position of a reference state."""
    by_piece: dict[str, list[int]] = {"w": [], "W": [], "b": [], "B": []}
    for square, piece in state.pieces.items():
        by_piece[piece].append(square)
    return Position.place(
        find_variant(variant),
        Color.WHITE if state.side == "W" else Color.BLACK,
        white_men=by_piece["w"],
        white_kings=by_piece["W"],
        black_men=by_piece["b"],
        black_kings=by_piece["B"],
    )


def position_from(variant: str, fen: str) -> Position:
    """The engine's position of a numeric, row by row FEN."""
    return position_of(variant, read_fen(GAMES[variant], fen))


def state_of(position: Position) -> State:
    """The reference state of an engine's position."""
    pieces = {}
    for color, man, king in ((Color.WHITE, "w", "W"), (Color.BLACK, "b", "B")):
        pieces |= dict.fromkeys(position.men(color), man)
        pieces |= dict.fromkeys(position.kings_of(color), king)
    return State(GAMES[position.variant.name], position.side.letter, pieces)
