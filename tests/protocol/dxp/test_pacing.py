"""The pause between two messages."""

import threading
import time

import pytest

from protocol.dxp.pacing import GAP, MOST_REMARKS, MOST_WAITING, MessageWriter

pytestmark = pytest.mark.both_modes


class Wire:
    """Notes what is written, and when."""

    def __init__(self):
        self.written = []
        self.times = []
        self.changed = threading.Condition()

    def __call__(self, data):
        with self.changed:
            self.written.append(data)
            self.times.append(time.monotonic())
            self.changed.notify()

    def wait(self, count):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.written) >= count, 10)


def test_the_gap_is_what_peers_need():
    assert 0.15 <= GAP <= 0.25


def test_messages_in_a_row_are_spread():
    wire = Wire()
    writer = MessageWriter(wire, 0.05)
    began = time.monotonic()
    for text in (b"1", b"2", b"3"):
        writer.write(text)
    assert time.monotonic() - began < 0.05, "the writer's caller must not wait"
    wire.wait(3)
    assert wire.written == [b"1", b"2", b"3"]
    assert wire.times[1] - wire.times[0] >= 0.049
    assert wire.times[2] - wire.times[1] >= 0.049
    assert writer.close(1)


def test_no_pause_after_an_answer():
    wire = Wire()
    writer = MessageWriter(wire, 60)
    for number in range(20):
        writer.write(b"%d" % number)
        wire.wait(number + 1)
        # The thread notes the end of its writing a moment after the bytes are out.
        while writer._queue.is_writing:
            time.sleep(0.001)
        writer.answered()
    assert writer.close(1)


def test_an_answer_to_what_was_written_does_not_free_what_waits():
    wire = Wire()
    writer = MessageWriter(wire, 60)
    writer.write(b"1")
    writer.write(b"2")
    wire.wait(1)
    writer.answered()
    time.sleep(0.05)
    assert wire.written == [b"1"]
    assert writer.close(1)


def test_close_writes_what_waits_at_once():
    wire = Wire()
    writer = MessageWriter(wire, 60)
    for text in (b"1", b"2", b"3"):
        writer.write(text)
    assert writer.close(2)
    assert wire.written == [b"1", b"2", b"3"]


def test_a_flood_is_not_kept():
    wire = Wire()
    writer = MessageWriter(wire, 60)
    for _ in range(10_000):
        writer.write(b"C")
    writer.write(b"M")
    for _ in range(10_000):
        writer.write(b"K")
    assert writer.close(2)
    assert wire.written.count(b"C") <= MOST_REMARKS + 1
    assert wire.written.count(b"M") == 1
    assert len(wire.written) <= MOST_WAITING + 1


def test_close_does_not_wait_for_a_side_that_does_not_read():
    stuck = threading.Event()
    writer = MessageWriter(lambda data: stuck.wait(30))
    writer.write(b"1")
    assert not writer.close(0.05)
    stuck.set()
