"""Time controls, and the clock of one side in one game."""

import re
from typing import Any, Self

from attrs import asdict, define, field, frozen

from protocol.client.values import Clock
from protocol.match.typed import checked
from protocol.text import quoted

_FORM = "MOVES/TIME+INCREMENT, such as 40/60+0.5, 60+0.5, 60 or 5:00"
_LONGEST = 10 * 24 * 3600.0


@frozen
class TimeControl:
    """How long an engine may think; what is set holds together. Times in milliseconds."""

    moves: int | None = None
    """Own moves of a period; after them `time` is credited anew. None: sudden death."""
    time: float | None = None
    """For a period, or the whole game; None: no clock."""
    increment: float = 0
    """Credited after each own move."""
    movetime: float | None = None
    """For each move."""
    nodes: int | None = None
    depth: int | None = None

    @property
    def is_timed(self) -> bool:
        """Whether a move can be late."""
        return self.time is not None or self.movetime is not None

    def __str__(self) -> str:
        """`40/60+0.5`, `0.2 s a move`, `depth 9`; several joined by commas."""
        parts = []
        if self.time is not None:
            moves = f"{self.moves}/" if self.moves else ""
            parts.append(f"{moves}{self.time / 1000:g}" + (f"+{self.increment / 1000:g}" if self.increment else ""))
        if self.movetime is not None:
            parts.append(f"{self.movetime / 1000:g} s a move")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return checked(cls(**value))


def parse_seconds(text: str) -> float:
    """Milliseconds of a time in seconds, `MM:SS` or `H:MM:SS`. Raises ValueError."""
    *whole, last = text.strip().split(":")
    pattern = r"[0-9]{1,6}(\.[0-9]+)?|\.[0-9]+"
    if len(whole) > 2 or not re.fullmatch(pattern, last) or any(not re.fullmatch("[0-9]{1,4}", one) for one in whole):
        raise ValueError(f"expected seconds or MM:SS, found {quoted(text)}")
    seconds = 0.0
    for index, part in enumerate((*whole, last)):
        if index and float(part) >= 60:
            raise ValueError(f"expected seconds or MM:SS, found {quoted(part)} minutes or seconds in {quoted(text)}")
        seconds = seconds * 60 + float(part)
    if seconds > _LONGEST:
        raise ValueError(f"{text} is out of range: expected at most {_LONGEST:g} seconds")
    return seconds * 1000


def parse_control(text: str) -> TimeControl:
    """The time control of a text such as `40/60+0.5`, `60`, `1:00+0.5`. Raises ValueError."""
    moves, slash, rest = text.rpartition("/")
    time, plus, increment = rest.partition("+")
    if slash and not (moves.isascii() and moves.isdigit() and 0 < int(moves[:9]) < 10_000):
        raise ValueError(f"expected {_FORM}, found {quoted(text)}")
    try:
        control = TimeControl(
            moves=int(moves) if slash else None,
            time=parse_seconds(time),
            increment=parse_seconds(increment) if plus else 0,
        )
    except ValueError:
        raise ValueError(f"expected {_FORM}, found {quoted(text)}") from None
    if not control.time + control.increment:
        raise ValueError(f"expected {_FORM}, found no time at all in {quoted(text)}")
    return control


@define
class GameClock:
    """The clock of one side. A move may take `margin` milliseconds more than there are."""

    control: TimeControl
    margin: float = 0
    left: float | None = field(init=False)
    """Milliseconds; None: no clock."""
    _made: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.left = self.control.time

    @property
    def allowance(self) -> float | None:
        """Milliseconds that the next move may take, without the margin; None: as long as it likes."""
        times = [time for time in (self.left, self.control.movetime) if time is not None]
        return min(times, default=None)

    @property
    def moves_to_go(self) -> int | None:
        """Own moves until the next period is credited."""
        moves = self.control.moves
        return None if moves is None or self.left is None else moves - self._made % moves

    @property
    def shown(self) -> Clock | None:
        """What engines are told of it."""
        return None if self.left is None else Clock(self.left, self.control.increment)

    def spend(self, elapsed: float) -> bool:
        """A move took so many milliseconds; False if that was too long.

        The flag is looked at before anything is credited. Time taken from the margin leaves nothing
        on the clock, but no debt.
        """
        allowance = self.allowance
        in_time = allowance is None or elapsed <= allowance + self.margin
        if self.left is not None:
            self.left = max(0.0, self.left - elapsed)
            if in_time:
                self._credit()
        return in_time

    def _credit(self) -> None:
        self._made += 1
        self.left += self.control.increment
        if self.control.moves is not None and self._made % self.control.moves == 0:
            self.left += self.control.time
