"""The transport over file descriptors."""

import _thread
import os
import signal
import threading
import time

import pytest

from protocol.transport.stdio import StdioTransport

pytestmark = pytest.mark.both_modes


@pytest.fixture
def pipes():
    incoming, outgoing = os.pipe(), os.pipe()
    transport = StdioTransport(incoming[0], outgoing[1])
    ends = {"write": incoming[1], "read": outgoing[0]}
    yield transport, ends
    transport.close()
    for descriptor in ends.values():
        os.close(descriptor)


def test_both_ways_and_the_end(pipes):
    transport, ends = pipes
    os.write(ends["write"], b"uci\n")
    assert transport.receive() == b"uci\n"
    transport.send(b"uciok\n")
    assert os.read(ends["read"], 100) == b"uciok\n"
    os.close(ends.pop("write"))
    assert transport.receive() == b""


def test_lines_of_several_threads_stay_whole(pipes):
    transport, ends = pipes
    received = bytearray()

    def read():
        while received.count(b"\n") < 400:
            received.extend(os.read(ends["read"], 1000))

    reader = threading.Thread(target=read)
    reader.start()
    writers = [
        threading.Thread(target=lambda letter=letter: [transport.send(letter * 500 + b"\n") for _ in range(100)])
        for letter in (b"a", b"b", b"c", b"d")
    ]
    for thread in writers:
        thread.start()
    for thread in (*writers, reader):
        thread.join(20)
    assert sorted(set(bytes(received).split(b"\n")[:-1])) == [letter * 500 for letter in (b"a", b"b", b"c", b"d")]


def test_a_reader_that_has_gone_is_the_end(pipes):
    transport, ends = pipes
    os.close(ends.pop("read"))
    transport.send(b"uciok\n")
    transport.send(b"more\n")
    assert transport.receive() == b""


def test_an_interrupt_that_wakes_nobody_is_seen(pipes):
    """As one that comes between the last look for signals and the wait."""
    transport, ends = pipes
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # else ignored where we run in the background
    began = time.monotonic()
    threading.Timer(0.1, _thread.interrupt_main).start()
    rescue = threading.Timer(20, os.write, (ends["write"], b"late"))
    rescue.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            transport.receive()
    finally:
        rescue.cancel()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 15
