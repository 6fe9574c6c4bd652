"""The events that move a session that answers `go` with a move."""

import pytest

from protocol.errors import LocalError
from protocol.state import BUSY, Machine, State

pytestmark = pytest.mark.both_modes


def machine_in(state):
    return Machine({}, state)


def test_a_search_on_the_opponents_time():
    machine = machine_in(State.NEW)
    machine.greet()
    assert machine.state is State.IDLE
    machine.begin(State.PONDERING)
    machine.ponder_hit()
    assert machine.state is State.SEARCHING
    machine.answer()
    assert machine.state is State.IDLE


@pytest.mark.parametrize("state", BUSY)
def test_one_thing_at_a_time(state):
    machine = machine_in(State.IDLE)
    assert not machine.busy
    machine.begin(state)
    assert machine.busy
    with pytest.raises(LocalError, match=f"{state.value} to counting"):
        machine.begin(State.COUNTING)
    with pytest.raises(LocalError, match=f"greeting while {state.value}"):
        machine.greet()
    machine.answer()
    with pytest.raises(LocalError, match="nobody asked"):
        machine.answer()


@pytest.mark.parametrize("state", [state for state in State if state is not State.PONDERING])
def test_ponder_hit_out_of_place(state):
    with pytest.raises(LocalError, match=f"ponder hit while {state.value}"):
        machine_in(state).ponder_hit()


def test_idleness_does_not_begin():
    with pytest.raises(LocalError, match="idle to idle"):
        machine_in(State.IDLE).begin(State.IDLE)
