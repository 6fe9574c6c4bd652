"""Pauses between lines, by a clock that the test moves."""

import os
import queue
import sys
import threading
import time
from itertools import pairwise

import pytest

from protocol.hub import pacing
from protocol.hub.pacing import GAP, INFO_INTERVAL, LONG_GAP, HubWriter, Pace, PacedQueue
from protocol.hub.pipe import has_unread

pytestmark = pytest.mark.both_modes


def written(arrivals):
    """When each line is written, if the lines come at the given times: (time, line) in order."""
    waiting, now, times = PacedQueue(), 0.0, []
    arrivals = sorted(arrivals, key=lambda arrival: arrival[0])
    while arrivals or waiting:
        due = waiting.due()
        if due is None or (arrivals and arrivals[0][0] <= max(due, now)):
            at, line, pace = arrivals.pop(0)
            now = max(now, at)
            waiting.put(line.encode(), pace)
        else:
            now = max(now, due)
            line, pace = waiting.take()
            waiting.wrote(pace, now)
            times.append((now, line.decode()))
    return times


def test_limits_of_known_programs():
    assert GAP >= 0.003
    assert LONG_GAP >= 0.005
    assert 10 <= 1 / INFO_INTERVAL <= 20


def test_gaps():
    lines = [(0, "id", Pace.LINE), (0, "param", Pace.LINE), (0, "wait", Pace.MILESTONE), (1, "ready", Pace.MILESTONE)]
    assert written(lines) == [(0, "id"), (GAP, "param"), (GAP + LONG_GAP, "wait"), (1, "ready")]


def test_reports_are_thinned_out():
    infos = [(at / 1000, f"info {at}", Pace.INFO) for at in range(1000)]
    times = [at for at, _ in written(infos)]
    assert 10 <= len(times) <= 20
    assert all(later - earlier >= INFO_INTERVAL - 1e-9 for earlier, later in pairwise(times))


def test_the_last_report_comes_before_the_answer_and_does_not_delay_it():
    lines = [
        (0, "info 1", Pace.INFO),
        (0.001, "info 2", Pace.INFO),
        (0.002, "info 3", Pace.INFO),
        (0.010, "done", Pace.MILESTONE),
    ]
    assert written(lines) == [(0, "info 1"), (0.010, "info 3"), (0.010 + LONG_GAP, "done")]


def test_reports_are_never_replaced_across_other_lines():
    lines = [
        (0, "info 1", Pace.INFO),
        (0, "done 1", Pace.MILESTONE),
        (0, "info 2", Pace.INFO),
        (0, "info 3", Pace.INFO),
        (0, "done 2", Pace.MILESTONE),
    ]
    assert [line for _, line in written(lines)] == ["info 1", "done 1", "info 3", "done 2"]


def test_the_first_report_is_not_delayed():
    assert written([(0, "ready", Pace.MILESTONE), (5, "info 1", Pace.INFO)])[1] == (5, "info 1")


def test_writer_keeps_the_pauses_and_makes_nobody_wait():
    lines = []
    writer = HubWriter(lambda line: lines.append((time.monotonic(), line)))
    began = time.monotonic()
    for number in range(20):
        writer.write(b"%d\n" % number, Pace.LINE)
    assert time.monotonic() - began < 10 * GAP
    deadline = time.monotonic() + 10
    while len(lines) < 20 and time.monotonic() < deadline:
        time.sleep(0.005)
    assert [line for _, line in lines] == [b"%d\n" % number for number in range(20)]
    assert all(later - earlier >= GAP * 0.99 for (earlier, _), (later, _) in pairwise(lines))
    assert writer.close(5)


def test_closing_writes_what_waits_without_pauses():
    lines = []
    writer = HubWriter(lines.append)
    for number in range(1000):
        writer.write(b"%d\n" % number, Pace.LINE)
    assert writer.close(5)
    assert lines == [b"%d\n" % number for number in range(1000)]
    writer.write(b"late\n", Pace.LINE)
    assert len(lines) == 1000


def test_writing_waits_only_when_very_many_lines_do(monkeypatch):
    monkeypatch.setattr(pacing, "MOST_WAITING", 3)
    go_on = threading.Event()
    writer = HubWriter(lambda line: go_on.wait())
    done = threading.Event()

    def write():
        for number in range(10):
            writer.write(b"%d\n" % number, Pace.LINE)
        done.set()

    threading.Thread(target=write, daemon=True).start()
    assert not done.wait(0.2)
    go_on.set()
    assert done.wait(5)
    assert writer.close(5)


def test_a_line_waits_until_the_one_before_it_was_read():
    lines = queue.Queue()
    unread = threading.Event()

    def send(line):
        lines.put(line)
        unread.set()

    writer = HubWriter(send, unread.is_set)
    for number in range(3):
        writer.write(b"%d\n" % number, Pace.LINE)
    assert lines.get(timeout=5) == b"0\n"
    with pytest.raises(queue.Empty):
        lines.get(timeout=10 * GAP)
    unread.clear()
    assert lines.get(timeout=5) == b"1\n"
    # Nobody reads any more: in the end it is written all the same.
    assert lines.get(timeout=5) == b"2\n"
    assert writer.close(5)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only known on Linux")
def test_what_is_unread_in_a_pipe(tmp_path):
    reader, writer = os.pipe()
    assert not has_unread(writer)
    os.write(writer, b"wait\n")
    assert has_unread(writer)
    os.read(reader, 100)
    assert not has_unread(writer)
    os.close(reader)
    os.close(writer)
    assert not has_unread(writer)
    with open(tmp_path / "file", "wb", buffering=0) as file:
        file.write(b"wait\n")
        file.seek(0)
        assert not has_unread(file.fileno())
