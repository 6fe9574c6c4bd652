"""A DXP server: one game partner at a time, the others politely sent away."""

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Callable

from protocol.dxp.codec import format_message, parse_message
from protocol.dxp.frames import FrameBuffer, Framing
from protocol.dxp.messages import Acceptance, Chat, GameAnswer, GameRequest
from protocol.errors import RemoteError
from protocol.identity import NAME
from protocol.serving import serve
from protocol.transport.tcp import Listener, TcpTransport

MOST_AT_DOOR = 8
"""Newcomers that are dealt with while a session runs; those beyond are dropped."""
PATIENCE_AT_DOOR = 1.0
"""Seconds in which the session before may still end."""
_GREETING_TIME = 5.0
_BUSY = "error: busy with another game, try again later"


class BusySession:
    """Answers a game request with "no game", anything else with a CHAT, and is over."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self.ended = False
        self.deadline = time.monotonic() + _GREETING_TIME
        """When a newcomer who says nothing is sent away."""
        self._send = send
        self._buffer = FrameBuffer(Framing.NUL)

    def receive(self, data: bytes) -> None:
        """Takes bytes of the other side; the first message is answered."""
        for frame in self._buffer.feed(data):
            with contextlib.suppress(RemoteError):
                if isinstance(frame.text, str) and isinstance(parse_message(frame.text), GameRequest):
                    self._write(GameAnswer(NAME, Acceptance.NO_GAME))
            self.end_of_input()
            return

    def end_of_input(self) -> None:
        """Says why, and ends."""
        self._write(Chat(_BUSY))
        self.ended = True

    def close(self, timeout: float) -> bool:
        """Nothing runs."""
        return True

    def _write(self, message: GameAnswer | Chat) -> None:
        self._send(format_message(message).encode("ascii") + b"\0")


class Server:
    """Gives each connection in its turn to `serve_session`, in the thread that calls `run`."""

    def __init__(self, listener: Listener, serve_session: Callable[[TcpTransport], None]) -> None:
        self._listener = listener
        self._serve_session = serve_session
        self._seat = threading.Semaphore()
        self._door = threading.Semaphore(MOST_AT_DOOR)
        self._seated: queue.Queue[socket.socket] = queue.Queue()

    def run(self) -> None:
        """Serves for ever: until KeyboardInterrupt, which passes through, or `close` of the listener."""
        receiver = threading.Thread(target=self._receive, name="door", daemon=True)
        receiver.start()
        while receiver.is_alive():
            # On Windows a wait without a limit cannot be interrupted from the keyboard.
            with contextlib.suppress(queue.Empty):
                connection = self._seated.get(timeout=0.25)
                try:
                    self._serve_session(TcpTransport(connection))
                finally:
                    self._seat.release()

    def _receive(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # the listener is closed
            while True:
                connection = self._listener.accept()
                if connection is None:
                    continue
                if self._door.acquire(blocking=False):
                    threading.Thread(target=self._admit, args=(connection,), name="newcomer", daemon=True).start()
                else:
                    connection.close()

    def _admit(self, connection: socket.socket) -> None:
        try:
            if self._seat.acquire(timeout=PATIENCE_AT_DOOR):
                self._seated.put(connection)
                return
            transport = TcpTransport(connection)

            def open_session(send: Callable[[bytes], None]) -> BusySession:
                session = BusySession(send)
                transport.deadline = lambda: session.deadline
                return session

            serve(transport, open_session)
        finally:
            self._door.release()
