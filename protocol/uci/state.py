"""Which command of the UCI-like protocol is legal when, and what it does to the state. Does no I/O."""

from enum import Enum, auto

from protocol.errors import LocalError
from protocol.uci.messages import ChooseVariant, Command, Go, Order, Perft, SetOption, SetPosition


class State(Enum):
    """What the engine is at."""

    IDLE = "idle"
    SEARCHING = "searching"
    PONDERING = "pondering"
    """Searching on the opponent's time: no answer before `stop` or `ponderhit`."""
    COUNTING = "counting"
    """A perft is running."""


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


Kind = Order | type

_ASKS = (Order.UCI, Order.UDRI, Order.IS_READY, Order.DISPLAY, Order.EVALUATE, Order.MOVES, Order.HELP, Order.QUIT)
_CHANGES = (Order.NEW_GAME, SetOption, SetPosition, Go, Perft, ChooseVariant)
_ALWAYS = {kind: Rule.NOW for kind in _ASKS}
_BUSY = _ALWAYS | {kind: Rule.FINISH_FIRST for kind in _CHANGES} | {Order.STOP: Rule.NOW}

TABLE: dict[State, dict[Kind, Rule]] = {
    State.IDLE: _ALWAYS
    | {kind: Rule.NOW for kind in _CHANGES}
    | {Order.STOP: Rule.IGNORE, Order.PONDER_HIT: Rule.IGNORE},
    State.SEARCHING: _BUSY | {Order.PONDER_HIT: Rule.REFUSE},
    State.PONDERING: _BUSY | {Order.PONDER_HIT: Rule.NOW},
    State.COUNTING: _BUSY | {Order.PONDER_HIT: Rule.REFUSE},
}
"""Every command in every state. Asking for the variant counts as changing it."""


def kind_of(command: Command) -> Kind:
    """The key of a command in the table."""
    return command if isinstance(command, Order) else type(command)


class Machine:
    """The state of one session, and the events that move it. Wrong events raise LocalError."""

    def __init__(self) -> None:
        self.state = State.IDLE

    def rule_for(self, command: Command) -> Rule:
        """What to do with a command now."""
        return TABLE[self.state][kind_of(command)]

    def begin(self, state: State) -> None:
        """Something long starts."""
        if self.state is not State.IDLE or state is State.IDLE:
            raise LocalError(f"cannot go from {self.state.value} to {state.value}")
        self.state = state

    def ponder_hit(self) -> None:
        """The opponent has played the expected move: the search is now our own."""
        if self.state is not State.PONDERING:
            raise LocalError(f"ponder hit while {self.state.value}")
        self.state = State.SEARCHING

    def answer(self) -> None:
        """The one answer to what was running is given."""
        if self.state is State.IDLE:
            raise LocalError("an answer that nobody asked for")
        self.state = State.IDLE
