"""Positions and moves on the wire, and which square a number means.

DXP itself knows the 50 squares of the 10x10 board. For the games of an 8x8 board there is only the
custom of one program, pydraughts, and it is not the plain one in every game: hence two readings.
"""

from attrs import frozen

from engine.rules.errors import PositionError
from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.variants import Color, Variant
from protocol.dxp.messages import MoveMessage, Setup
from protocol.errors import RemoteError
from protocol.pydraughts import Squares, Style

_PIECES = {"w": (Color.WHITE, False), "W": (Color.WHITE, True), "z": (Color.BLACK, False), "Z": (Color.BLACK, True)}
_MEN = "wz"
_LETTERS = {piece: letter for letter, piece in _PIECES.items()}


@frozen
class Board:
    """One game's board as one peer numbers it."""

    variant: Variant
    style: Style = Style.OFFICIAL

    def read(self, setup: Setup) -> Position:
        """The position of a board text, which must be of the board's size. Raises RemoteError."""
        squares = self._squares.board(setup.squares, _MEN)
        found: dict[tuple[Color, bool], list[int]] = {piece: [] for piece in _LETTERS}
        for square, letter in enumerate(squares, 1):
            if letter != "e":
                found[_PIECES[letter]].append(square)
        try:
            return Position.place(
                self.variant,
                setup.side,
                white_men=found[Color.WHITE, False],
                white_kings=found[Color.WHITE, True],
                black_men=found[Color.BLACK, False],
                black_kings=found[Color.BLACK, True],
            )
        except PositionError as error:
            raise RemoteError(f"position: {error}") from None

    def write(self, position: Position) -> Setup:
        """The board text of a position."""
        squares = ["e"] * self.variant.square_count
        for color in Color:
            for square in position.men(color):
                squares[square - 1] = _LETTERS[color, False]
            for square in position.kings_of(color):
                squares[square - 1] = _LETTERS[color, True]
        return Setup(position.side, self._squares.board("".join(squares), _MEN))

    def find_move(self, position: Position, message: MoveMessage) -> Move:
        """The legal move that a message means: the same from, to and captured squares, in any order.

        A capture without its captured squares is understood if only one fits, since some programs
        leave them out. Raises RemoteError if there is none.
        """
        origin, target = self._squares.number(message.origin), self._squares.number(message.target)
        captured = tuple(sorted(map(self._squares.number, message.captured)))
        fitting = [move for move in position.legal_moves if (move.origin, move.target) == (origin, target)]
        for move in fitting:
            if move.captured == captured:
                return move
        if len(fitting) == 1 and not captured:
            return fitting[0]
        raise RemoteError(f"illegal move {self.move_text(message)}")

    def write_move(self, move: Move, seconds: int) -> MoveMessage:
        """The message of a move."""
        number = self._squares.number
        return MoveMessage(seconds, number(move.origin), number(move.target), tuple(sorted(map(number, move.captured))))

    def move_text(self, message: MoveMessage) -> str:
        """A move for people, with the numbers that are on the wire."""
        sign = "x" if message.captured else "-"
        taken = f" capturing {','.join(map(str, message.captured))}" if message.captured else ""
        return f"{message.origin}{sign}{message.target}{taken}"

    @property
    def _squares(self) -> Squares:
        return Squares(self.variant, self.style)
