"""What game a request asks for, and how its sender numbers the squares."""

from attrs import frozen

from engine.rules.position import Position
from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, Color, Variant
from protocol.dxp.board import Board
from protocol.dxp.messages import GameRequest
from protocol.errors import RemoteError
from protocol.pydraughts import Style, StyleChoice

PYDRAUGHTS_NAME = "DXP Client"
"""What pydraughts calls itself; and a client for 10x10 whose code it took, where all read alike."""


@frozen
class Start:
    """The start of a game."""

    board: Board
    position: Position


def style_of(request: GameRequest, compat: StyleChoice) -> Style:
    """How the sender of a request numbers the squares."""
    if compat is StyleChoice.AUTO:
        return Style.PYDRAUGHTS if request.name == PYDRAUGHTS_NAME else Style.OFFICIAL
    return Style(compat.value)


def start_of(request: GameRequest, variant: Variant | None, compat: StyleChoice) -> Start:
    """The start that a request asks for, `variant` being the game that we were told to play, if any.

    DXP does not say which game it is. Untold, the normal start and any board of 50 squares are
    international, a board of 32 squares is Italian if White is to move, else English. Raises
    RemoteError for a game other than the one we play, or a position that cannot be played.
    """
    if variant is None:
        variant = _guessed(request)
    board = Board(variant, style_of(request, compat))
    if request.setup is None:
        return Start(board, Position.start(variant))
    if len(request.setup.squares) != variant.square_count:
        raise RemoteError(
            f"position of {len(request.setup.squares)} squares: expected {variant.square_count}, {variant.name}"
        )
    position = board.read(request.setup)
    if not position.legal_moves:
        raise RemoteError("position: the side to move has no legal move")
    return Start(board, position)


def _guessed(request: GameRequest) -> Variant:
    if request.setup is None or len(request.setup.squares) == INTERNATIONAL.square_count:
        return INTERNATIONAL
    return ITALIAN if request.setup.side is Color.WHITE else ENGLISH
