"""What is kept of a game: all that the PDN file, the statistics and the report are made from."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from attrs import field, frozen

from engine.rules.variants import Color
from engine.score import Score
from protocol.match.typed import MisfitError, checked
from protocol.text import quoted


class Reason(StrEnum):
    """Why a game ended, as counted in statistics; the value is its key in files."""

    NO_PIECE = "no-piece"
    NO_MOVE = "no-move"
    REPETITION = "repetition"
    NO_PROGRESS = "no-progress"
    FEW_PIECES = "few-pieces"
    RESIGNATION = "resignation"
    """The engine itself gave up, where its protocol has words for that."""
    DRAW_ADJUDICATION = "draw-adjudication"
    RESIGN_ADJUDICATION = "resign-adjudication"
    MOVE_LIMIT = "move-limit"
    TIME = "time"
    ILLEGAL_MOVE = "illegal-move"
    FALSE_CLAIM = "false-claim"
    """The engine ended the game instead of moving, and not by giving up."""
    CRASH = "crash"
    STALL = "stall"
    PROTOCOL_VIOLATION = "protocol-violation"
    NO_START = "no-start"

    @property
    def is_adjudication(self) -> bool:
        """Whether the runner ended a game that could have gone on."""
        return self in (Reason.DRAW_ADJUDICATION, Reason.RESIGN_ADJUDICATION, Reason.MOVE_LIMIT)

    @property
    def is_forfeit(self) -> bool:
        """Whether the loser lost by what it did wrong, whatever stood on the board."""
        return self in _FORFEITS


_FORFEITS = frozenset(
    {
        Reason.TIME,
        Reason.ILLEGAL_MOVE,
        Reason.FALSE_CLAIM,
        Reason.CRASH,
        Reason.STALL,
        Reason.PROTOCOL_VIOLATION,
        Reason.NO_START,
    }
)

_WINNERS = {None: None, **{color.name.lower(): color for color in Color}}
_NUMBER = {int, float}
_NUMBER_OR_NOT = {*_NUMBER, type(None)}


def _thousandth(value: float | None) -> float | None:
    """Rounded, so that what comes back from a file is what was written."""
    return None if value is None else round(value, 3)


@frozen
class OpeningRecord:
    """Where a game began: the moves of the opening come after the start position."""

    label: str
    """What people call it, such as `three-move 17`."""
    start: str
    """FEN."""
    moves: tuple[str, ...] = ()
    """With every landing square."""

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return {"label": self.label, "start": self.start, "moves": list(self.moves)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return checked(cls(value["label"], value["start"], tuple(value["moves"])))


@frozen
class MoveRecord:
    """A move that an engine made. None where the engine did not say, or where there is no clock."""

    text: str
    """With every landing square."""
    elapsed: float = field(converter=_thousandth)
    """Milliseconds that it took, as charged to its clock."""
    clock: float | None = field(default=None, converter=_thousandth)
    """Milliseconds left after the move, with what was credited for it."""
    score: Score | None = None
    """For the side that moves."""
    depth: int | None = None
    nodes: int | None = None
    lag: float = field(default=0.0, converter=_thousandth)
    """Milliseconds since the answer before (or the start of the game) that no engine was charged with."""

    def to_json(self) -> list[Any]:
        """A value that the json module can write; short, for there are many of them."""
        score = _score_to_json(self.score)
        return [self.text, self.elapsed, self.clock, score, self.depth, self.nodes, self.lag]

    @classmethod
    def from_json(cls, value: list[Any]) -> Self:
        """The inverse of `to_json`."""
        try:
            text, elapsed, clock, score, depth, nodes, lag = value
            numbers = type(elapsed) in _NUMBER and type(lag) in _NUMBER
            fit = type(text) is str and numbers and {type(clock), type(depth), type(nodes)} <= _NUMBER_OR_NOT
        except (TypeError, ValueError):
            fit = False
        if not fit:
            raise MisfitError("moves: expected lists of text, time, clock, score, depth, nodes and lag")
        return cls(text, elapsed, clock, _score_from_json(score), depth, nodes, lag)


@frozen
class Fault:
    """Something that an engine did wrong, with the evidence."""

    engine: str
    kind: str
    """In a word or two, as `EngineError.kind`."""
    text: str
    """One line."""
    lines: tuple[str, ...] = ()
    """The last lines that passed, ours with `>` before them and its own with `<`."""
    stderr: str = ""
    """The end of its standard error."""

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return {
            "engine": self.engine,
            "kind": self.kind,
            "text": self.text,
            "lines": list(self.lines),
            "stderr": self.stderr,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return checked(cls(value["engine"], value["kind"], value["text"], tuple(value["lines"]), value["stderr"]))


@frozen
class GameRecord:
    """A finished game. Numbers, pairs and rounds count from 1."""

    number: int
    """Its place in the schedule."""
    pair: int
    """The two games of a pair have the same opening and engines, with the sides exchanged."""
    round: int
    """In each round every two engines that meet play one pair, all with the same opening."""
    white: str
    """The name of the engine."""
    black: str
    variant: str
    opening: OpeningRecord
    moves: tuple[MoveRecord, ...]
    """What the engines played after the opening."""
    winner: Color | None
    """None: a draw."""
    reason: Reason
    detail: str
    """The reason in full, one line for people."""
    started: str
    """ISO 8601, UTC."""
    duration: float = field(converter=_thousandth)
    """Seconds."""
    faults: tuple[Fault, ...] = ()
    """What went wrong, also before the game (an engine that had to be started twice) and after."""

    @property
    def engines(self) -> tuple[str, str]:
        """The names of White's and Black's engine."""
        return self.white, self.black

    @property
    def adjudicated(self) -> bool:
        """Whether the runner ended it."""
        return self.reason.is_adjudication

    @property
    def winner_name(self) -> str | None:
        """The name of the engine that has won; None: a draw."""
        return None if self.winner is None else self.engines[self.winner]

    def points(self, name: str) -> float:
        """What the engine of that name scored: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner_name == name)

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return {
            "number": self.number,
            "pair": self.pair,
            "round": self.round,
            "white": self.white,
            "black": self.black,
            "variant": self.variant,
            "opening": self.opening.to_json(),
            "moves": [move.to_json() for move in self.moves],
            "winner": None if self.winner is None else self.winner.name.lower(),
            "reason": self.reason.value,
            "detail": self.detail,
            "adjudicated": self.adjudicated,
            "started": self.started,
            "duration": self.duration,
            "faults": [fault.to_json() for fault in self.faults],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """The inverse of `to_json`. Raises AttributeError, KeyError, TypeError or ValueError for no such value."""
        if value["winner"] not in _WINNERS:
            raise MisfitError(f"winner: expected white, black or null, found {quoted(str(value['winner']))}")
        if value["reason"] not in [*Reason]:
            raise MisfitError(f"reason: unknown word {quoted(str(value['reason']))}")
        datetime.fromisoformat(value["started"])
        record = cls(
            number=value["number"],
            pair=value["pair"],
            round=value["round"],
            white=value["white"],
            black=value["black"],
            variant=value["variant"],
            opening=OpeningRecord.from_json(value["opening"]),
            moves=tuple(MoveRecord.from_json(move) for move in value["moves"]),
            winner=_WINNERS[value["winner"]],
            reason=Reason(value["reason"]),
            detail=value["detail"],
            started=value["started"],
            duration=value["duration"],
            faults=tuple(Fault.from_json(fault) for fault in value["faults"]),
        )
        return checked(record)


def _score_to_json(score: Score | None) -> int | str | None:
    """Centimen as a number; a proved win or loss as `#5` or `#-4`, in plies."""
    if score is None:
        return None
    return f"#{score.win_in}" if score.centimen is None else score.centimen


def _score_from_json(value: int | str | None) -> Score | None:
    if value is None:
        return None
    return Score(centimen=value) if type(value) is int else Score(win_in=int(value[1:]))
