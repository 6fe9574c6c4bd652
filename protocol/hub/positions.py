"""Reading positions and moves of the Hub protocol, also as pydraughts writes them.

A board is row by row from the top left, and squares have the same numbers in moves.
"""

import re

from attrs import define, field, frozen

from engine.rules.errors import MoveError, RulesError
from engine.rules.fen import parse_hub
from engine.rules.game import Game
from engine.rules.move import Move
from engine.rules.notation import MAX_MOVE_LENGTH, format_move, parse_hub_move
from engine.rules.position import Position
from engine.rules.variants import Variant
from protocol.errors import RemoteError
from protocol.hub.messages import SetPosition
from protocol.moves import play_all
from protocol.pydraughts import Squares, Style, StyleChoice
from protocol.text import quoted

STYLE_CHOICES = tuple(StyleChoice)
"""What the parameter `pos-style` may be."""

_PYDRAUGHTS_START = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
_MEN = "wb"
_SIDES = str.maketrans("WB", "BW")
_SQUARE_NUMBER = re.compile(r"(?<![A-Ja-j0-9])[0-9]+", re.ASCII)


@frozen
class Reading:
    """One way of reading boards and moves of one game, and of writing moves."""

    variant: Variant
    style: Style

    def start(self, board: str | None) -> Position:
        """The position of a board; None: the start of the game. Raises FenError."""
        if board is None:
            return Position.start(self.variant)
        if self._squares.turns_boards:
            board = board.strip()
            board = board[:1].translate(_SIDES) + self._squares.board(board[1:], _MEN)
        return parse_hub(board, self.variant)

    def move(self, position: Position, text: str) -> Move:
        """The move of a text. Raises MoveError."""
        if not self._squares.renumbers_moves:
            return parse_hub_move(position, text)
        usual = _SQUARE_NUMBER.sub(lambda found: str(self._squares.number(int(found[0]))), text[:MAX_MOVE_LENGTH])
        try:
            return parse_hub_move(position, usual)
        except MoveError:
            # Its reason is in the other numbers.
            legal = sorted(self.text(position, move) for move in position.legal_moves)
            raise MoveError(f"move {quoted(text)} is not legal: expected one of {' '.join(legal)}") from None

    def text(self, position: Position, move: Move) -> str:
        """A move as text, with every square that it captures."""
        if not self._squares.renumbers_moves:
            return format_move(position, move, style="hub")
        ends = map(self._squares.number, (move.origin, move.target))
        captured = sorted(map(self._squares.number, move.captured))
        return ("x" if captured else "-").join(map(str, (*ends, *captured)))

    def line(self, position: Position, moves: tuple[Move, ...]) -> tuple[str, ...]:
        """The moves of a line of play from `position` as text."""
        texts = []
        for move in moves:
            texts.append(self.text(position, move))
            position = position.after(move)
        return tuple(texts)

    def game(self, command: SetPosition, repetitions: int) -> Game:
        """The game of a position command. Raises RulesError."""
        game = Game(self.start(command.board), repetitions)
        play_all(game, command.moves, self.move)
        return game

    @property
    def _squares(self) -> Squares:
        return Squares(self.variant, self.style)


@define
class PositionReader:
    """Reads positions in the style that is set, or finds it out and remembers it."""

    setting: str = field(default=StyleChoice.AUTO)
    """One of STYLE_CHOICES."""
    _verdict: Style | None = field(default=None, init=False)
    _last: tuple[Reading, SetPosition, Game] | None = field(default=None, init=False)

    def choose(self, setting: str) -> None:
        """Sets the style. Raises RemoteError."""
        if setting not in STYLE_CHOICES:
            raise RemoteError(f"pos-style {setting!r}: expected one of {' '.join(STYLE_CHOICES)}")
        self.setting = setting
        self._verdict = None

    def read(self, command: SetPosition, variant: Variant, repetitions: int) -> tuple[Game, Reading]:
        """The game of a position command, and how it was read.

        If the style is not set, it is pydraughts' where the board is the one with which pydraughts
        begins an English game; else the one in which the board can be and all moves are legal; else
        that of the last such decision; else the official one. Raises RulesError.
        """
        if self.setting != StyleChoice.AUTO:
            reading = Reading(variant, Style(self.setting))
            return self._game(reading, command, repetitions), reading
        foreign = Squares(variant, Style.PYDRAUGHTS)
        if not foreign.renumbers_moves and (command.board is None or not foreign.turns_boards):
            reading = Reading(variant, Style.OFFICIAL)
            return self._game(reading, command, repetitions), reading
        first = self._expected(command, variant)
        second = Style.OFFICIAL if first is Style.PYDRAUGHTS else Style.PYDRAUGHTS
        try:
            reading = Reading(variant, first)
            game = self._game(reading, command, repetitions)
        except RulesError:
            other = self._attempt(command, variant, second, repetitions)
            if other is None:
                raise
            self._verdict = second
            return other, Reading(variant, second)
        if self._verdict is None and first is Style.OFFICIAL and self._attempt(command, variant, second, repetitions):
            return game, reading  # both will do
        self._verdict = first
        return game, reading

    def _game(self, reading: Reading, command: SetPosition, repetitions: int) -> Game:
        game = self._continued(reading, command) or reading.game(command, repetitions)
        game.repetitions = repetitions
        self._last = (reading, command, game.copy())
        return game

    def _continued(self, reading: Reading, command: SetPosition) -> Game | None:
        """The game, if it begins as the last one did: long games are sent anew at every move."""
        if self._last is None:
            return None
        last_reading, last, game = self._last
        played = len(last.moves)
        if (reading, command.board, command.moves[:played]) != (last_reading, last.board, last.moves):
            return None
        game = game.copy()
        try:
            play_all(game, command.moves[played:], reading.move)
        except RulesError:
            return None  # read from its start it gives the number of the bad move
        return game

    def _expected(self, command: SetPosition, variant: Variant) -> Style:
        if Squares(variant, Style.PYDRAUGHTS).turns_boards and command.board == _PYDRAUGHTS_START:
            return Style.PYDRAUGHTS
        return self._verdict or Style.OFFICIAL

    @staticmethod
    def _attempt(command: SetPosition, variant: Variant, style: Style, repetitions: int) -> Game | None:
        try:
            return Reading(variant, style).game(command, repetitions)
        except RulesError:
            return None
