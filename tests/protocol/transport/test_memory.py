"""The transport in memory."""

import pytest

from protocol.transport.memory import pair

pytestmark = pytest.mark.both_modes


def test_bytes_cross_in_order_and_the_end_stays():
    here, there = pair()
    here.send(b"a\n")
    here.send(b"b\n")
    here.close()
    here.send(b"c\n")
    assert [there.receive(), there.receive(), there.receive(), there.receive()] == [b"a\n", b"b\n", b"", b""]
    there.send(b"d\n")
    assert here.receive() == b"d\n"


def test_receive_gives_up():
    here, _ = pair()
    with pytest.raises(TimeoutError):
        here.receive(timeout=0.01)
