"""Which DXP message is legal when, for both roles, and what moves a session from state to state. Does no I/O."""

from enum import Enum, auto

from attrs import define, field

from protocol.dxp.messages import (
    BackReply,
    BackRequest,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
)
from protocol.errors import LocalError


class State(Enum):
    """What a session is at."""

    IDLE = "no game"
    REQUESTED = "waiting for the answer to our game request"
    OUR_TURN = "it is our turn"
    THEIR_TURN = "it is their turn"
    ENDING = "waiting for the acknowledgement of our game end"
    CLOSING = "no further game is wanted"
    """Waiting for the other side to close."""


class Rule(Enum):
    """What to do with a message in some state."""

    ACT = auto()
    """It is expected: carry it out."""
    DECLINE = auto()
    """Say no with the protocol's own answer."""
    REPORT = auto()
    """It is out of place, and the protocol has no answer: a CHAT with the reason."""
    IGNORE = auto()
    """It has crossed a message of ours on its way, or would be answered for ever."""


_NO_GAME = {
    Chat: Rule.ACT,
    MoveMessage: Rule.REPORT,
    BackRequest: Rule.DECLINE,
    BackReply: Rule.REPORT,
    GameAnswer: Rule.REPORT,
    GameEnd: Rule.IGNORE,
}
_PLAYING = {
    Chat: Rule.ACT,
    GameRequest: Rule.DECLINE,
    GameAnswer: Rule.REPORT,
    GameEnd: Rule.ACT,
    BackRequest: Rule.ACT,
    BackReply: Rule.REPORT,
}

TABLE: dict[State, dict[type, Rule]] = {
    # A stop code matters even where there is no game to end.
    State.IDLE: _NO_GAME | {GameRequest: Rule.ACT, GameEnd: Rule.ACT},
    # A game end is a way of saying no to a request.
    State.REQUESTED: _NO_GAME | {GameRequest: Rule.DECLINE, GameAnswer: Rule.ACT, GameEnd: Rule.ACT},
    # A game end is the right of the side to move, but "time over" may come from either.
    State.OUR_TURN: _PLAYING | {MoveMessage: Rule.REPORT},
    State.THEIR_TURN: _PLAYING | {MoveMessage: Rule.ACT},
    # A move may cross our game end; a new request is as good as the acknowledgement.
    State.ENDING: _NO_GAME | {MoveMessage: Rule.IGNORE, GameEnd: Rule.ACT, GameRequest: Rule.ACT},
    State.CLOSING: _NO_GAME | {MoveMessage: Rule.IGNORE, GameRequest: Rule.DECLINE},
}
"""Every message in every state."""

PLAYING = (State.OUR_TURN, State.THEIR_TURN)
"""The states of a game in progress."""

_STEPS: dict[State, tuple[State, ...]] = {
    State.IDLE: (State.REQUESTED, State.OUR_TURN, State.THEIR_TURN, State.CLOSING),
    State.REQUESTED: (State.IDLE, State.OUR_TURN, State.THEIR_TURN, State.CLOSING),
    State.OUR_TURN: (State.THEIR_TURN, State.OUR_TURN, State.ENDING, State.IDLE, State.CLOSING),
    State.THEIR_TURN: (State.OUR_TURN, State.THEIR_TURN, State.ENDING, State.IDLE, State.CLOSING),
    State.ENDING: (State.IDLE, State.CLOSING),
    State.CLOSING: (),
}


@define
class Machine:
    """The state of one session. A step that is not in the table raises LocalError."""

    state: State = field(default=State.IDLE, init=False)

    def rule_for(self, message: Message) -> Rule:
        """What to do with a message of the other side now."""
        return TABLE[self.state][type(message)]

    def go(self, state: State) -> None:
        """Takes a step. From OUR_TURN and THEIR_TURN to themselves it is one that takes moves back."""
        if state not in _STEPS[self.state]:
            raise LocalError(f"cannot go from {self.state.name} to {state.name}")
        self.state = state
