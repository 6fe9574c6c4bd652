"""The state table: every command has a rule in every state."""

import typing

import pytest

from protocol.hub.messages import Command, Go, Level, Order, SetParam, SetPosition
from protocol.hub.state import TABLE
from protocol.state import Machine, Rule, State

pytestmark = pytest.mark.both_modes

BUSY = [State.SEARCHING, State.PONDERING]


def rule(state, command):
    return Machine(TABLE, state).rule_for(command)


def test_table_is_complete():
    kinds = {*Order} | {kind for kind in typing.get_args(Command) if kind is not Order}
    assert set(TABLE) == set(State) - {State.COUNTING}
    for rules in TABLE.values():
        assert set(rules) == kinds


@pytest.mark.parametrize("state", TABLE)
def test_ping_and_quit_never_wait(state):
    assert rule(state, Order.PING) is Rule.NOW
    assert rule(state, Order.QUIT) is Rule.NOW


@pytest.mark.parametrize("state", BUSY)
@pytest.mark.parametrize(
    "command", [Go(), SetPosition(), Level(depth=1), SetParam("hash", "1"), Order.NEW_GAME, Order.HUB, Order.INIT]
)
def test_everything_else_ends_the_search_first(state, command):
    assert rule(state, command) is Rule.FINISH_FIRST


def test_stop_and_ponder_hit():
    rules = {state: (rule(state, Order.STOP), rule(state, Order.PONDER_HIT)) for state in TABLE}
    assert rules == {
        State.NEW: (Rule.IGNORE, Rule.IGNORE),
        State.IDLE: (Rule.IGNORE, Rule.IGNORE),
        State.SEARCHING: (Rule.NOW, Rule.IGNORE),
        State.PONDERING: (Rule.NOW, Rule.NOW),
    }
