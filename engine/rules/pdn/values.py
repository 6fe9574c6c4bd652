"""What a game record holds, as values."""

from attrs import frozen

from engine.rules.move import Move
from engine.rules.pdn.results import UNKNOWN, PdnResult
from engine.rules.position import Position
from engine.rules.variants import Color, Variant


@frozen
class PdnError:
    """A problem in a file; the game goes on behind it as far as it can."""

    line: int
    """Line of the file, from 1."""
    game: int
    """Game of the file, from 1."""
    move: int
    """Number of the move that is wrong or that would have come next, counted as in PDN: one for each pair."""
    text: str
    """What is wrong, one line."""

    def __str__(self) -> str:
        """`12: game 3, move 20: …`; the name of the file belongs before it."""
        return f"{self.line}: game {self.game}, move {self.move}: {self.text}"


@frozen
class PdnEvaluation:
    """An engine's opinion after a move, as `[%eval …]` gives it: seen from White's side."""

    men: float | None = None
    """The score in men; None if `win_in` is given."""
    win_in: int | None = None
    """Moves to the win, negative if Black wins."""
    depth: int | None = None
    """Plies searched."""


@frozen
class PdnMove:
    """One entry of a line: a move, a move that nobody wrote down (`- -`), or a new position put on the board."""

    move: Move | None = None
    """None for an unknown move, which only passes the turn, and for a set-up."""
    comments: tuple[str, ...] = ()
    """Comments after it, without the clock and the evaluation that they held."""
    nags: tuple[int, ...] = ()
    """Numeric annotation glyphs; marks such as `!?` are read as 1 to 6, `*` (the only move) as 7."""
    variations: tuple["PdnLine", ...] = ()
    """Other lines, played instead of it."""
    clock: float | None = None
    """Seconds left to the player who made it."""
    evaluation: PdnEvaluation | None = None
    setup: Position | None = None
    """The position put on the board (`/FEN "…"/`)."""


@frozen
class PdnLine:
    """Moves in a row, the main line or a variation."""

    moves: tuple[PdnMove, ...] = ()
    comments: tuple[str, ...] = ()
    """Comments before the first move."""

    @property
    def count(self) -> int:
        """How many moves it has, in half-moves: known moves, without those of its variations."""
        return sum(entry.move is not None for entry in self.moves)


@frozen
class PdnGame:
    """One game record."""

    tags: tuple[tuple[str, str], ...] = ()
    """Names and values in the order of the file; names that PDN knows are spelt its way (`White` for `Bianco`)."""
    variant: Variant | None = None
    """None for a game that is not in our table; its moves are not read then."""
    start: Position | None = None
    """The position before the first move; None if the game or its FEN tag cannot be read."""
    line: PdnLine = PdnLine()
    """The moves, up to the first illegal one."""
    result: PdnResult = UNKNOWN
    errors: tuple[PdnError, ...] = ()
    number: int = 1
    """Its place in the file, from 1."""
    file_line: int = 1
    """The line of the file where it begins, from 1."""

    def tag(self, name: str) -> str | None:
        """The value of the first tag of that name, None without one."""
        return next((value for known, value in self.tags if known == name), None)

    @property
    def winner(self) -> Color | None:
        """Who has won; None for a draw, a game that both lost, and an unknown result."""
        return self.result.winner

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line that are known; they form a game only without set-ups and unknown moves."""
        return tuple(entry.move for entry in self.line.moves if entry.move is not None)
