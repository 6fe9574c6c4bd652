"""The states of a session that answers `go` with a move, and what moves it from one to another. Does no I/O.

Which command is legal when is each protocol's own table.
"""

from collections.abc import Mapping
from enum import Enum, auto

from attrs import define

from protocol.errors import LocalError


class State(Enum):
    """What the engine is at."""

    NEW = "new"
    """The other side has not greeted, in a protocol where it must: nothing is said that was not asked for."""
    IDLE = "idle"
    SEARCHING = "searching"
    PONDERING = "pondering"
    """Searching on the opponent's time: no answer is due before it is stopped or the expected move was played."""
    COUNTING = "counting"
    """A perft is running."""


BUSY = (State.SEARCHING, State.PONDERING, State.COUNTING)


class Rule(Enum):
    """What to do with a command in some state."""

    NOW = auto()
    """Carry it out at once, beside whatever is running."""
    FINISH_FIRST = auto()
    """End what is running, give its answer, then carry it out."""
    IGNORE = auto()
    """Legal and without effect: it may have crossed our answer on its way."""
    REFUSE = auto()
    """One error line."""


Kind = Enum | type
Table = Mapping[State, Mapping[Kind, Rule]]
"""Every command in every state that a protocol knows."""


def kind_of(command: object) -> Kind:
    """The key of a command in the table: a word without arguments itself, else what kind of message it is."""
    return command if isinstance(command, Enum) else type(command)


@define
class Machine:
    """The state of one session, and the events that move it. Wrong events raise LocalError."""

    table: Table
    state: State

    @property
    def busy(self) -> bool:
        """Whether an answer is due."""
        return self.state in BUSY

    def rule_for(self, command: object) -> Rule:
        """What to do with a command now."""
        return self.table[self.state][kind_of(command)]

    def greet(self) -> None:
        """The other side has greeted."""
        if self.busy:
            raise LocalError(f"greeting while {self.state.value}")
        self.state = State.IDLE

    def begin(self, state: State) -> None:
        """Something long starts."""
        if self.busy or state not in BUSY:
            raise LocalError(f"cannot go from {self.state.value} to {state.value}")
        self.state = state

    def ponder_hit(self) -> None:
        """The opponent has played the expected move: the search is now our own."""
        if self.state is not State.PONDERING:
            raise LocalError(f"ponder hit while {self.state.value}")
        self.state = State.SEARCHING

    def answer(self) -> None:
        """The one answer to what was running is given."""
        if not self.busy:
            raise LocalError("an answer that nobody asked for")
        self.state = State.IDLE
