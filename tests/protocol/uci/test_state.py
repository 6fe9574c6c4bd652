"""The state table: every command has a rule in every state."""

import typing

import pytest

from protocol.errors import LocalError
from protocol.uci.messages import Command, Go, Order, Perft, SetOption, SetPosition
from protocol.uci.state import TABLE, Machine, Rule, State

pytestmark = pytest.mark.both_modes


def machine_in(state):
    machine = Machine()
    if state is not State.IDLE:
        machine.begin(state)
    return machine


def test_table_is_complete():
    kinds = {*Order} | {kind for kind in typing.get_args(Command) if kind is not Order}
    assert set(TABLE) == set(State)
    for rules in TABLE.values():
        assert set(rules) == kinds


@pytest.mark.parametrize("state", State)
def test_questions_are_answered_in_every_state(state):
    for order in (Order.UCI, Order.IS_READY, Order.DISPLAY, Order.QUIT):
        assert machine_in(state).rule_for(order) is Rule.NOW


@pytest.mark.parametrize("state", [State.SEARCHING, State.PONDERING, State.COUNTING])
@pytest.mark.parametrize("command", [Go(), SetPosition("startpos"), Order.NEW_GAME, SetOption("Hash", "1"), Perft(3)])
def test_changes_wait_for_the_answer(state, command):
    assert machine_in(state).rule_for(command) is Rule.FINISH_FIRST


def test_stop_and_ponder_hit():
    assert [machine_in(state).rule_for(Order.STOP) for state in State] == [Rule.IGNORE, Rule.NOW, Rule.NOW, Rule.NOW]
    assert [machine_in(state).rule_for(Order.PONDER_HIT) for state in State] == [
        Rule.IGNORE,
        Rule.REFUSE,
        Rule.NOW,
        Rule.REFUSE,
    ]


def test_events():
    machine = Machine()
    machine.begin(State.PONDERING)
    machine.ponder_hit()
    assert machine.state is State.SEARCHING
    machine.answer()
    assert machine.state is State.IDLE
    machine.begin(State.COUNTING)
    machine.answer()


def test_wrong_events_are_our_own_fault():
    with pytest.raises(LocalError, match="nobody asked"):
        Machine().answer()
    with pytest.raises(LocalError, match="ponder hit while idle"):
        Machine().ponder_hit()
    with pytest.raises(LocalError, match="searching to counting"):
        machine_in(State.SEARCHING).begin(State.COUNTING)
