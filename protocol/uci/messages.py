"""The messages of the UCI-like protocol, as values. Moves and positions are text here."""

from enum import StrEnum
from typing import Literal

from attrs import field, frozen

from engine.options import Option


class Order(StrEnum):
    """A command without arguments; the value is how it is written."""

    UCI = "uci"
    UDRI = "udri"
    IS_READY = "isready"
    NEW_GAME = "ucinewgame"
    STOP = "stop"
    PONDER_HIT = "ponderhit"
    QUIT = "quit"
    DISPLAY = "d"
    EVALUATE = "eval"
    MOVES = "moves"
    HELP = "help"


@frozen
class SetOption:
    """`value` is None where none was given, as for a button."""

    name: str
    value: str | None = None


@frozen
class SetPosition:
    """A position to stand on: the start, a FEN or Hub board text, then moves."""

    source: Literal["startpos", "fen", "hub"]
    text: str = ""
    moves: tuple[str, ...] = ()


@frozen
class Go:
    """A search; times in milliseconds. Clocks may be negative: some programs send that."""

    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()


@frozen
class Perft:
    """Count the lines of play of `depth` plies, for each move apart."""

    depth: int


@frozen
class ChooseVariant:
    """Change the game; without a name: ask which game it is."""

    name: str | None = None


Command = Order | SetOption | SetPosition | Go | Perft | ChooseVariant


class Notice(StrEnum):
    """An answer without arguments."""

    UCI_OK = "uciok"
    UDRI_OK = "udriok"
    READY_OK = "readyok"


@frozen
class Id:
    """Who the engine is (`name`) or who made it (`author`)."""

    key: Literal["name", "author"]
    value: str


@frozen
class OptionLine:
    """An option the engine has; its help text is not sent."""

    option: Option


@frozen
class Info:
    """Progress of a search: times in milliseconds, hashfull in permille.

    The score is for the side to move: `centimen` (hundredths of a man) or `mate` in own moves,
    negative when losing.
    """

    depth: int | None = None
    seldepth: int | None = None
    multipv: int | None = None
    centimen: int | None = None
    mate: int | None = None
    bound: Literal["exact", "lower", "upper"] = "exact"
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    tbhits: int | None = None
    time: int | None = None
    pv: tuple[str, ...] = ()


@frozen
class InfoString:
    """A remark for people."""

    text: str


@frozen
class BestMove:
    """The answer to one `go`; no move: the game is over."""

    move: str | None
    ponder: str | None = None


@frozen
class Text:
    """Any other line, such as a row of the drawn board."""

    line: str = field(default="")


Reply = Notice | Id | OptionLine | Info | InfoString | BestMove | Text
