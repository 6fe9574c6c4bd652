"""The state table: complete, and obeyed."""

import typing

import pytest

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
from protocol.dxp.state import PLAYING, TABLE, Machine, Rule, State
from protocol.errors import LocalError

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize("state", State)
def test_every_message_has_a_rule_in_every_state(state):
    assert set(TABLE[state]) == set(typing.get_args(Message))


def test_a_remark_is_welcome_at_any_time():
    assert all(rules[Chat] is Rule.ACT for rules in TABLE.values())


def test_what_is_obeyed_where():
    obeyed = {
        kind: {state for state, rules in TABLE.items() if rules[kind] is Rule.ACT} for kind in typing.get_args(Message)
    }
    assert obeyed == {
        Chat: set(State),
        GameRequest: {State.IDLE, State.ENDING},
        GameAnswer: {State.REQUESTED},
        MoveMessage: {State.THEIR_TURN},
        GameEnd: set(State) - {State.CLOSING},
        BackRequest: set(PLAYING),
        BackReply: set(),
    }


def test_game_ends_cannot_go_to_and_fro():
    """A second acknowledgement is never answered, nor is a move that has crossed our game end."""
    assert TABLE[State.CLOSING][GameEnd] is Rule.IGNORE
    assert TABLE[State.ENDING][MoveMessage] is Rule.IGNORE
    assert TABLE[State.CLOSING][MoveMessage] is Rule.IGNORE


@pytest.mark.parametrize(
    "steps",
    [
        (State.OUR_TURN, State.THEIR_TURN, State.OUR_TURN, State.ENDING, State.IDLE, State.THEIR_TURN, State.CLOSING),
        (State.REQUESTED, State.THEIR_TURN, State.OUR_TURN, State.OUR_TURN, State.IDLE),
        (State.REQUESTED, State.IDLE, State.REQUESTED, State.CLOSING),
    ],
)
def test_steps(steps):
    machine = Machine()
    for state in steps:
        machine.go(state)
        assert machine.state is state


@pytest.mark.parametrize(
    "steps",
    [
        (State.ENDING,),
        (State.REQUESTED, State.REQUESTED),
        (State.REQUESTED, State.ENDING),
        (State.OUR_TURN, State.REQUESTED),
        (State.OUR_TURN, State.ENDING, State.OUR_TURN),
        (State.CLOSING, State.IDLE),
    ],
)
def test_wrong_steps(steps):
    machine = Machine()
    for state in steps[:-1]:
        machine.go(state)
    with pytest.raises(LocalError):
        machine.go(steps[-1])
