"""The two ways to a DXP engine: a connection to one that waits, and the pipes of one that we start."""

import time
import typing
from collections import deque

from protocol.dxp.frames import FrameBuffer, Framing
from protocol.dxp.pacing import GAP
from protocol.transport.process import Arrival, End, ProcessTransport
from protocol.transport.tcp import TcpTransport


class Channel(typing.Protocol):
    """Carries messages, each as its text."""

    def send(self, text: str) -> None:
        """Writes one message. Raises TimeoutError if the other side does not read."""

    def receive(self, timeout: float) -> Arrival | End:
        """The next message, or the end. Raises TimeoutError after `timeout` seconds."""

    def close(self, grace: float) -> None:
        """Ends it."""


class ProcessChannel:
    """Messages as lines over the pipes of a program."""

    def __init__(self, transport: ProcessTransport) -> None:
        self.transport = transport

    def send(self, text: str) -> None:
        self.transport.send(text.encode("ascii") + b"\n")

    def receive(self, timeout: float) -> Arrival | End:
        return self.transport.receive_line(timeout)

    def close(self, grace: float) -> None:
        self.transport.close(grace)


class TcpChannel:
    """Messages with a NUL at their end over TCP.

    Two messages in a row are held apart by a pause: several programs take what one read returns for
    one message.
    """

    def __init__(self, transport: TcpTransport) -> None:
        self._transport = transport
        self._frames = FrameBuffer(Framing.NUL)
        self._waiting: deque[Arrival] = deque()
        self._free_at = 0.0

    def send(self, text: str) -> None:
        time.sleep(max(0.0, self._free_at - time.monotonic()))
        self._transport.send(text.encode("ascii") + b"\0")
        self._free_at = time.monotonic() + GAP

    def receive(self, timeout: float) -> Arrival | End:
        deadline = time.monotonic() + max(timeout, 0.001)  # without any time nothing is read
        self._transport.deadline = lambda: deadline
        self._transport.timed_out = False
        while not self._waiting:
            try:
                data = self._transport.receive()
            except ValueError:
                data = b""  # closed by another thread
            now = time.perf_counter_ns()
            if self._transport.timed_out:
                raise TimeoutError(f"nothing received for {timeout:g} s")
            if not data:
                return End(now)
            self._waiting.extend(Arrival(frame.text, now) for frame in self._frames.feed(data))
        self._free_at = 0.0  # the other side has read what we sent, and answered
        return self._waiting.popleft()

    def close(self, grace: float) -> None:
        self._transport.close()
