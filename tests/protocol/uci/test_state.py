"""The state table: every command has a rule in every state."""

import typing

import pytest

from protocol.state import Machine, Rule, State
from protocol.uci.messages import Command, Go, Order, Perft, SetOption, SetPosition
from protocol.uci.state import TABLE

pytestmark = pytest.mark.both_modes


def rule(state, command):
    return Machine(TABLE, state).rule_for(command)


def test_table_is_complete():
    kinds = {*Order} | {kind for kind in typing.get_args(Command) if kind is not Order}
    assert set(TABLE) == set(State) - {State.NEW}
    for rules in TABLE.values():
        assert set(rules) == kinds


@pytest.mark.parametrize("state", TABLE)
def test_questions_are_answered_in_every_state(state):
    for order in (Order.UCI, Order.IS_READY, Order.DISPLAY, Order.QUIT):
        assert rule(state, order) is Rule.NOW


@pytest.mark.parametrize("state", [State.SEARCHING, State.PONDERING, State.COUNTING])
@pytest.mark.parametrize("command", [Go(), SetPosition("startpos"), Order.NEW_GAME, SetOption("Hash", "1"), Perft(3)])
def test_changes_wait_for_the_answer(state, command):
    assert rule(state, command) is Rule.FINISH_FIRST


def test_stop_and_ponder_hit():
    assert [rule(state, Order.STOP) for state in TABLE] == [Rule.IGNORE, Rule.NOW, Rule.NOW, Rule.NOW]
    assert [rule(state, Order.PONDER_HIT) for state in TABLE] == [
        Rule.IGNORE,
        Rule.REFUSE,
        Rule.NOW,
        Rule.REFUSE,
    ]
