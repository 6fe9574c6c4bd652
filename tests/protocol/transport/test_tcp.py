"""TCP on the loopback."""

import socket
import threading
import time

import pytest

from protocol.transport.tcp import LOOPBACK, Address, Listener, TcpTransport

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("text", "host", "address"),
    [
        ("27531", LOOPBACK, Address(LOOPBACK, 27531)),
        ("0", LOOPBACK, Address(LOOPBACK, 0)),
        ("0.0.0.0:27531", LOOPBACK, Address("0.0.0.0", 27531)),
        ("[::1]:27531", LOOPBACK, Address("::1", 27531)),
        ("localhost:65535", None, Address("localhost", 65535)),
        ("[fe80::1%eth0]:1", None, Address("fe80::1%eth0", 1)),
    ],
)
def test_addresses(text, host, address):
    assert Address.parse(text, host) == address
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    ("text", "host", "expected"),
    [
        ("27531", None, "expected HOST:PORT"),
        ("", LOOPBACK, r"expected \[HOST:\]PORT"),
        (":27531", LOOPBACK, r"expected \[HOST:\]PORT"),
        ("localhost:", None, "a port from 0 to 65535"),
        ("localhost:65536", None, "a port from 0 to 65535"),
        ("localhost:-1", None, "a port from 0 to 65535"),
        ("localhost:١", None, "a port from 0 to 65535"),
        ("localhost:dxp", None, "a port from 0 to 65535"),
        ("::1:27531", LOOPBACK, r"an IPv6 number in brackets as in \[::1\]:27531"),
        ("::1", LOOPBACK, "an IPv6 number in brackets"),
    ],
)
def test_wrong_addresses(text, host, expected):
    with pytest.raises(ValueError, match=expected) as error:
        Address.parse(text, host)
    assert "\n" not in str(error.value)


@pytest.fixture
def listener():
    listener = Listener(Address(LOOPBACK, 0))
    yield listener
    listener.close()


def accept(listener):
    for _ in range(40):
        connection = listener.accept()
        if connection is not None:
            return connection
    raise AssertionError("nobody has connected")


@pytest.fixture
def ends(listener):
    """Two transports that are connected."""
    near = TcpTransport.connect(listener.address, 5)
    far = TcpTransport(accept(listener))
    yield near, far
    near.close()
    far.close()


def test_bytes_go_both_ways(ends):
    near, far = ends
    near.send(b"there\0")
    assert far.receive() == b"there\0"
    far.send(b"and back\0")
    assert near.receive() == b"and back\0"


def test_many_bytes(ends):
    near, far = ends
    sent = bytes(range(256)) * 4000
    sender = threading.Thread(target=near.send, args=(sent,))
    sender.start()
    received = b""
    while len(received) < len(sent):
        received += far.receive()
    sender.join()
    assert received == sent


def test_small_messages_are_not_held_back(ends):
    near, _ = ends
    assert near._connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    assert near._connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


def test_the_last_words_arrive_although_input_was_left_unread(ends):
    near, far = ends
    near.send(b"unread" * 1000)
    far.send(b"farewell\0")
    far.close()
    assert near.receive() == b"farewell\0"
    assert near.receive() == b""


def test_the_end_stays_the_end(ends):
    near, far = ends
    far.close()
    assert near.receive() == b""
    assert near.receive() == b""
    near.send(b"nobody")
    near.send(b"is there")
    assert not near.timed_out


def test_a_reset_is_an_end(ends):
    near, far = ends
    far._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    far._connection.close()
    assert near.receive() == b""
    near.send(b"x")


def test_the_deadline(ends):
    near, far = ends
    deadlines = [time.monotonic() + 0.1]
    near.deadline = lambda: deadlines[0]
    began = time.monotonic()
    assert near.receive() == b""
    assert near.timed_out
    assert 0.09 < time.monotonic() - began < 5
    # A deadline may come while it waits.
    far.deadline = lambda: deadlines[0] if time.monotonic() > began + 0.4 else None
    assert far.receive() == b""
    assert far.timed_out


def test_a_side_that_does_not_read_is_given_up(ends):
    near, _ = ends
    near._connection.settimeout(0.1)
    near.send(b"x" * 20_000_000)
    assert near.receive() == b""


@pytest.mark.parametrize("own", [True, False])
def test_close_while_another_thread_receives(ends, own):
    near, far = ends
    closing = far if own else near
    received = []
    thread = threading.Thread(target=lambda: received.append(far.receive()))
    thread.start()
    time.sleep(0.1)
    closing.close()
    thread.join(5)
    assert received == [b""]


def test_a_port_that_is_taken(listener):
    with pytest.raises(OSError):
        Listener(listener.address)


def test_nobody_listens(listener):
    address = listener.address
    listener.close()
    with pytest.raises(OSError):
        TcpTransport.connect(address, 5)


def test_after_close_accept_raises(listener):
    assert listener.accept() is None
    listener.close()
    with pytest.raises((OSError, ValueError, RuntimeError)):
        listener.accept()


def has_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6 loopback")
def test_ipv6():
    listener = Listener(Address.parse("[::1]:0"))
    try:
        near = TcpTransport.connect(listener.address, 5)
        far = TcpTransport(accept(listener))
        assert str(listener.address).startswith("[::1]:")
        assert far.peer.startswith("[::1]:")
        near.close()
        far.close()
    finally:
        listener.close()


def test_a_name_stands_for_all_its_numbers():
    listener = Listener(Address("localhost", 0))
    try:
        with socket.create_connection((LOOPBACK, listener.address.port), 5):
            accept(listener).close()
    finally:
        listener.close()
