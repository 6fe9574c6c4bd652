"""TCP: a connection as a transport, a listener, and addresses as people write them."""

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable
from typing import Self

from attrs import frozen

LOOPBACK = "127.0.0.1"

_CHUNK = 1 << 12
_SLICE = 0.25
_SEND_PATIENCE = 10.0
_LINGER = 0.1
_BACKLOG = 16
# A peer whose machine has vanished is noticed after about two minutes of silence.
_KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}


@frozen
class Address:
    """A host, by name or number, and a port."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str, host: str | None = None) -> Self:
        """Reads `HOST:PORT` (`[HOST]:PORT` for an IPv6 number), and `PORT` if there is a default host.

        Raises ValueError with what was expected.
        """
        expected = "HOST:PORT" if host is None else "[HOST:]PORT"
        before, colon, digits = text.rpartition(":")
        name = before.removeprefix("[").removesuffix("]") if before.startswith("[") else before
        if ":" in name and not before.startswith("["):
            raise ValueError(f"{text!r}: expected {expected}, an IPv6 number in brackets as in [::1]:27531")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and int(digits) <= 65535):
            raise ValueError(f"{text!r}: expected {expected}, a port from 0 to 65535")
        if not name and (colon or host is None):
            raise ValueError(f"{text!r}: expected {expected}")
        return cls(name or host, int(digits))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class TcpTransport:
    """A connection. `deadline`, asked while it waits, is when silence counts as the end (`time.monotonic`)."""

    def __init__(self, connection: socket.socket, deadline: Callable[[], float | None] = lambda: None) -> None:
        self.deadline = deadline
        self.timed_out = False
        """Whether the end that `receive` reported was a silence too long."""
        self._connection = connection
        self._lock = threading.Lock()
        self._broken = False
        connection.settimeout(_SEND_PATIENCE)
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in _KEEPALIVE.items():
                if hasattr(socket, name):
                    connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        self._selector = selectors.DefaultSelector()
        self._selector.register(connection, selectors.EVENT_READ)

    @classmethod
    def connect(cls, address: Address, timeout: float) -> Self:
        """A connection to a listener, tried at each address that the host has. Raises OSError."""
        return cls(socket.create_connection((address.host, address.port), timeout))

    @property
    def peer(self) -> str:
        """The other side's address, for people."""
        try:
            return str(Address(*self._connection.getpeername()[:2]))
        except OSError:
            return "?"

    def receive(self) -> bytes:
        """Waits for bytes; empty at the end, after an error, and when the deadline has passed."""
        while not self._broken:
            left = _SLICE
            deadline = self.deadline()
            if deadline is not None:
                left = min(left, deadline - time.monotonic())
                if left <= 0:
                    self.timed_out = True
                    break
            try:
                if self._selector.select(left):
                    return self._connection.recv(_CHUNK)
            except (OSError, ValueError):  # reset, or closed by another thread
                break
        return b""

    def send(self, data: bytes) -> None:
        """Writes all of `data`. A side that lets no byte through for seconds counts as gone."""
        with self._lock:
            if self._broken:
                return
            try:
                self._connection.sendall(data)
            except OSError:
                self._broken = True

    def close(self) -> None:
        """Ends the connection. Input still on its way is read off, as else our last words might be lost."""
        self._broken = True
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_WR)
            until = time.monotonic() + _LINGER
            while (left := until - time.monotonic()) > 0 and self._selector.select(left):
                if not self._connection.recv(_CHUNK):
                    break
        self._selector.close()
        self._connection.close()


class Listener:
    """Waits for connections at every number that a host name stands for."""

    def __init__(self, address: Address) -> None:
        """Raises OSError if the address cannot be had."""
        self._sockets: list[socket.socket] = []
        self._selector = selectors.DefaultSelector()
        try:
            for family, host in _numbers(address):
                port = self._sockets[0].getsockname()[1] if self._sockets else address.port
                listening = socket.create_server((host, port), family=family, backlog=_BACKLOG)
                self._sockets.append(listening)
                listening.setblocking(False)
                self._selector.register(listening, selectors.EVENT_READ)
        except OSError:
            self.close()
            raise

    @property
    def address(self) -> Address:
        """Where it listens, first of all."""
        return Address(*self._sockets[0].getsockname()[:2])

    def accept(self) -> socket.socket | None:
        """The next connection; None if there was none for a moment. Raises OSError after `close`."""
        for key, _ in self._selector.select(_SLICE):
            with contextlib.suppress(BlockingIOError, ConnectionError):
                connection, _ = key.fileobj.accept()
                return connection
        return None

    def close(self) -> None:
        """Waits no more."""
        for listening in self._sockets:
            listening.close()
        self._selector.close()


def _numbers(address: Address) -> list[tuple[socket.AddressFamily, str]]:
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, place[0]) for family, _, _, _, place in found))
