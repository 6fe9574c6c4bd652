"""The server: one partner at a time, and what becomes of the others."""

import socket
import threading
import time

import pytest

from protocol.dxp import server
from protocol.dxp.frames import Framing
from protocol.dxp.pacing import MessageWriter
from protocol.dxp.server import MOST_AT_DOOR, BusySession, Server
from protocol.dxp.session import DxpSession
from protocol.serving import serve
from protocol.transport.tcp import LOOPBACK, Address, Listener
from tests.protocol.dxp.conversation import ACCEPTED, game_request
from tests.protocol.dxp.quick_player import QuickPlayer

pytestmark = pytest.mark.both_modes

DECLINED = ACCEPTED[:-1] + "3"
BUSY = "Cerror: busy with another game, try again later"
PATIENCE = 60.0
"""Seconds for an answer, also of an interpreted core on a busy machine."""


class Client:
    """A program that plays by DXP, as simple as can be."""

    def __init__(self, address):
        self.socket = socket.create_connection((address.host, address.port), PATIENCE)
        self._held = b""

    def say(self, *texts):
        self.socket.sendall(b"".join(text.encode() + b"\0" for text in texts))

    def hear(self):
        """The next message; None at the end."""
        while b"\0" not in self._held:
            data = self.socket.recv(4096)
            if not data:
                assert self._held == b""
                return None
            self._held += data
        text, _, self._held = self._held.partition(b"\0")
        return text.decode()

    def ask(self, *texts):
        self.say(*texts)
        return self.hear()

    def close(self):
        self.socket.close()


@pytest.fixture
def address():
    """Where a server with quick players listens."""
    listener = Listener(Address(LOOPBACK, 0))

    def serve_session(transport):
        def open_session(send):
            session = DxpSession(QuickPlayer(), MessageWriter(send, 0.01), Framing.NUL)
            transport.deadline = lambda: session.deadline
            return session

        serve(transport, open_session)

    thread = threading.Thread(target=Server(listener, serve_session).run, daemon=True)
    thread.start()
    yield listener.address
    listener.close()
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(server, "PATIENCE_AT_DOOR", 0.1)
    monkeypatch.setattr(server, "_GREETING_TIME", 0.3)


def begin(address):
    """A client that plays a game."""
    client = Client(address)
    assert client.ask(game_request()) == ACCEPTED
    assert client.hear() == "M0000211700"
    return client


def test_one_session_after_the_other(address):
    for number in range(5):
        client = begin(address)
        if number % 2:
            assert client.ask("E01") == "E01"
        client.close()


def test_a_newcomer_is_declined_while_a_game_is_played(address, impatient):
    first = begin(address)
    second = Client(address)
    assert second.ask(game_request()) == DECLINED
    assert second.hear() == BUSY
    assert second.hear() is None
    assert first.ask("M0000091300").startswith("M")
    first.close()
    begin(address).close()


@pytest.mark.parametrize("texts", [("CHello",), ("?",), ("E00",), ("x" * 500,), ()])
def test_a_newcomer_who_says_something_else_or_nothing(address, impatient, texts):
    first = begin(address)
    second = Client(address)
    second.say(*texts)
    assert second.hear() == BUSY
    assert second.hear() is None
    first.close()


def test_a_newcomer_may_wait_for_the_end_of_the_session(address):
    first = begin(address)
    second = Client(address)
    second.say(game_request())
    first.close()
    assert second.hear() == ACCEPTED
    second.close()


def test_more_newcomers_than_the_door_holds(address, impatient):
    first = begin(address)
    crowd = [Client(address) for _ in range(MOST_AT_DOOR * 3)]
    heard = []
    for client in crowd:
        try:
            heard.append(client.ask(game_request()))
        except OSError:
            heard.append(None)
        client.close()
    assert set(heard) <= {DECLINED, BUSY, None}
    assert len(heard) - heard.count(None) >= MOST_AT_DOOR
    assert first.ask("M0000091300").startswith("M")
    first.close()
    begin(address).close()


@pytest.mark.parametrize("data", [b"", b"R", b"R01Tester", b"\0" * 1000, b"\xff" * 10_000, game_request().encode()])
def test_partners_who_vanish(address, data):
    for reset in (False, True):
        client = Client(address)
        client.socket.sendall(data)
        if reset:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
    begin(address).close()


def test_a_partner_who_says_nothing_is_given_up(address, monkeypatch):
    monkeypatch.setattr("protocol.dxp.session._FIRST_PATIENCE", 0.2)
    client = Client(address)
    for letter in game_request():
        try:
            client.socket.sendall(letter.encode())
        except OSError:
            break
        time.sleep(0.03)
    else:
        assert client.hear() is None
    begin(address).close()


def test_a_partner_who_floods_and_never_reads(address, monkeypatch):
    # All that it has sent is read before the next is seated, which takes a busy machine a while.
    monkeypatch.setattr(server, "PATIENCE_AT_DOOR", PATIENCE)
    client = Client(address)
    began = time.monotonic()
    data = b"nonsense\0" * 1000
    while time.monotonic() - began < 0.5:
        client.socket.sendall(data)
    client.close()
    begin(address).close()


def test_the_busy_session_alone():
    sent = []
    session = BusySession(sent.append)
    session.receive(b"R01")
    assert sent == []
    session.receive(game_request().encode()[3:] + b"\0E00\0")
    assert [text.decode() for text in sent] == [DECLINED + "\0", BUSY + "\0"]
    assert session.ended
    assert session.close(1)
