"""Programs as transports: what comes, when, and that nothing is left of them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from protocol.lines import Line, LineBuffer, Overlong
from protocol.transport import process
from protocol.transport.process import LINES_AHEAD, STDERR_KEPT, End, ProcessTransport
from tests.fakes.processes import group_members, is_gone, memory_of, needs_proc
from tests.fakes.signals import slow_signal

pytestmark = pytest.mark.both_modes
needs_posix = pytest.mark.skipif(os.name != "posix", reason="uses POSIX programs and signals")


def python(code: str, **options: object) -> ProcessTransport:
    return ProcessTransport([sys.executable, "-c", code], **options)


def lines_until_end(transport: ProcessTransport, within: float = 10) -> list:
    lines = []
    deadline = time.monotonic() + within
    while not isinstance(arrival := transport.receive_line(deadline - time.monotonic()), End):
        lines.append(arrival.line)
    return lines


def test_lines_both_ways() -> None:
    with python("for line in iter(input, 'end'): print('got', line, flush=True)") as transport:
        sent = time.perf_counter_ns()
        transport.send(b"one\ntwo\n")
        first, second = transport.receive_line(5), transport.receive_line(5)
        assert [first.line, second.line] == ["got one", "got two"]
        assert sent < first.at <= second.at <= time.perf_counter_ns()
        transport.send(b"end\n")
        assert isinstance(transport.receive_line(5), End)
        assert isinstance(transport.receive_line(5), End)
        assert transport.wait(5)
        assert transport.exit_status == 0


def test_a_line_is_stamped_when_it_arrives_not_when_it_is_fetched() -> None:
    with python("print('now', flush=True); input()") as transport:
        time.sleep(1)
        assert time.perf_counter_ns() - transport.receive_line(5).at > 0.3e9


def test_the_last_line_needs_no_end() -> None:
    with python("print('a'); print('b', end='')") as transport:
        assert lines_until_end(transport) == ["a", "b"]


@needs_posix
def test_a_signal_makes_no_wait_longer() -> None:
    with python("input()") as transport, slow_signal(), pytest.raises(TimeoutError):
        transport.receive_line(0.2)


def test_nothing_comes() -> None:
    with python("input()") as transport:
        began = time.monotonic()
        with pytest.raises(TimeoutError, match=r"nothing received for 0\.2 s"):
            transport.receive_line(0.2)
        assert 0.15 < time.monotonic() - began < 2
        with pytest.raises(TimeoutError):
            transport.receive_line(-1)


def test_no_shell_reads_the_command(tmp_path) -> None:
    words = ["$HOME", "*", "a b", "; exit 5", "`ls`", '"']
    with ProcessTransport([sys.executable, "-c", "import sys; print(sys.argv[1:])", *words]) as transport:
        assert lines_until_end(transport) == [str(words)]


def test_it_runs_in_its_directory(tmp_path) -> None:
    with python("import os; print(os.getcwd())", directory=str(tmp_path)) as transport:
        assert lines_until_end(transport) == [str(tmp_path.resolve())]


@pytest.mark.parametrize("command", [["/no/such/program"], ["/"]])
def test_what_cannot_be_started(command: list[str]) -> None:
    with pytest.raises(OSError):
        ProcessTransport(command)


def test_the_end_of_stderr_is_kept() -> None:
    code = "import sys; sys.stderr.write('x' * 3_000_000 + 'the end'); sys.stderr.flush(); print('done')"
    with python(code) as transport:
        assert lines_until_end(transport) == ["done"]
        transport.close()
        assert transport.stderr_tail == "x" * (STDERR_KEPT - 7) + "the end"


def test_an_exit_status_and_a_signal() -> None:
    with python("raise SystemExit(7)") as transport:
        assert lines_until_end(transport) == []
        assert transport.wait(5)
        assert transport.exit_status == 7


@needs_posix
def test_a_deadly_signal() -> None:
    with python("import os; os.kill(os.getpid(), 11)") as transport:
        assert transport.wait(5)
        assert transport.exit_status == -signal.SIGSEGV


def test_a_flood_that_nobody_receives_costs_neither_memory_nor_the_last_line() -> None:
    code = "import sys\nfor n in range(400_000): sys.stdout.write(f'line {n} of many\\n')\nprint('last')"
    with python(code) as transport:
        assert transport.wait(60), "the program was held up by its own output"
        lines = lines_until_end(transport)
        assert lines[-1] == "last"
        assert len(lines) < 3 * LINES_AHEAD, "some come in while we fetch"
        assert transport.dropped + len(lines) == 400_001


def test_the_end_comes_behind_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes us to cut it into lines."""

    class SlowBuffer(LineBuffer):
        def feed(self, data: bytes) -> list[Line]:
            time.sleep(0.5)
            return super().feed(data)

    monkeypatch.setattr(process, "LineBuffer", SlowBuffer)
    with python("print('last')") as transport:
        assert lines_until_end(transport) == ["last"]


@needs_proc
def test_a_flood_without_line_ends_costs_no_memory() -> None:
    with python("import sys\nwhile True: sys.stdout.write('x' * 65536)") as transport:
        before = memory_of()
        time.sleep(0.5)
        with pytest.raises(TimeoutError):
            transport.receive_line(0.2)
        assert memory_of() - before < 20e6


def test_a_line_too_long() -> None:
    with python("print('x' * 100_000); print('y')") as transport:
        line, other = lines_until_end(transport)
        assert isinstance(line, Overlong)
        assert other == "y"


def test_a_program_that_does_not_read() -> None:
    with python("import time; print('up', flush=True); time.sleep(60)", patience=0.3) as transport:
        assert transport.receive_line(5).line == "up"
        began = time.monotonic()
        with pytest.raises(TimeoutError, match="does not read"):
            transport.send(b"x" * 10_000_000)
        assert time.monotonic() - began < 3


def test_a_program_that_has_closed_its_input() -> None:
    with python("import os; os.close(0); print('closed', flush=True); import time; time.sleep(60)") as transport:
        assert transport.receive_line(5).line == "closed"
        for _ in range(3):
            transport.send(b"x" * 1_000_000)


def test_a_program_that_closes_its_output_and_lives() -> None:
    with python("import os, time; os.close(1); time.sleep(60)") as transport:
        assert isinstance(transport.receive_line(5), End)
        assert transport.exit_status is None


@needs_posix
@needs_proc
class TestEnding:
    """However it ends, its whole process group does."""

    def test_the_end_of_input_is_enough_for_most(self) -> None:
        transport = python("import sys; print('up', flush=True); sys.stdin.read()")
        transport.receive_line(5)
        transport.close(grace=5)
        assert transport.exit_status == 0
        assert is_gone(transport.pid)

    def test_sigterm_for_those_who_stay(self) -> None:
        transport = python("import time; print('up', flush=True); time.sleep(60)")
        transport.receive_line(5)
        transport.close(grace=0.1)
        assert transport.exit_status == -signal.SIGTERM

    def test_sigkill_for_those_who_will_not_hear(self) -> None:
        code = "import signal, time; signal.signal(15, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
        transport = python(code)
        transport.receive_line(5)
        began = time.monotonic()
        transport.close(grace=0.1)
        assert time.monotonic() - began < 3
        assert transport.exit_status == -signal.SIGKILL
        assert is_gone(transport.pid)

    def test_a_stopped_program(self) -> None:
        transport = python("print('up', flush=True); input()")
        transport.receive_line(5)
        os.kill(transport.pid, signal.SIGSTOP)
        transport.close(grace=0.1)
        assert is_gone(transport.pid)

    def test_its_children(self) -> None:
        transport = ProcessTransport(["/bin/sh", "-c", "sleep 300 & sleep 300 & echo up; wait"])
        assert transport.receive_line(5).line == "up"
        assert len(group_members(transport.pid)) == 3
        transport.close(grace=0)
        assert is_gone(transport.pid)

    def test_children_that_outlive_it_and_hold_its_output(self) -> None:
        transport = ProcessTransport(["/bin/sh", "-c", "sleep 300 & echo up"])
        began = time.monotonic()
        assert lines_until_end(transport) == ["up"]
        assert time.monotonic() - began < 5
        assert transport.exit_status == 0
        assert len(group_members(transport.pid)) == 1
        transport.close()
        assert is_gone(transport.pid)

    def test_from_another_thread_and_twice(self) -> None:
        import threading

        transport = python("import time; print('up', flush=True); time.sleep(60)")
        transport.receive_line(5)
        threading.Timer(0.2, transport.close, [0]).start()
        began = time.monotonic()
        assert isinstance(transport.receive_line(30), End)
        assert time.monotonic() - began < 5
        transport.close()
        assert is_gone(transport.pid)

    def test_nothing_stays_open(self) -> None:
        def descriptors() -> int:
            return len(os.listdir("/proc/self/fd"))

        python("pass").close()
        before = descriptors()
        for _ in range(5):
            transport = python("print('up', flush=True); input()")
            transport.receive_line(5)
            transport.close()
        assert descriptors() == before

    def test_a_ctrl_c_is_not_for_it(self) -> None:
        with python("print('up', flush=True); input()") as transport:
            transport.receive_line(5)
            assert os.getpgid(transport.pid) == os.getsid(transport.pid) == transport.pid

    def test_it_ends_when_we_are_killed(self) -> None:
        code = (
            "import os\n"
            "from protocol.transport.process import ProcessTransport\n"
            "started = [ProcessTransport(['/bin/sh', '-c', 'sleep 300 & echo up; wait']) for _ in range(3)]\n"
            "for each in started: each.receive_line(5)\n"
            "started[1].close(0)\n"
            "print(*(each.pid for each in started), flush=True)\n"
            "os.kill(os.getpid(), 9)\n"
        )
        ran = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
        assert ran.returncode == -signal.SIGKILL
        groups = [int(word) for word in ran.stdout.split()]
        assert len(groups) == 3
        assert all(is_gone(group) for group in groups)

    def test_it_may_tidy_up_when_we_are_killed(self, tmp_path: Path) -> None:
        """As a program in a single file does, which has unpacked itself."""
        # What the shell says of a `sleep` that was ended would end it, for nobody reads any more.
        stays = "echo up; exec 2>/dev/null; while :; do sleep 0.02; done"
        tidy = f"trap 'rm {tmp_path}/unpacked; exit' TERM; touch {tmp_path}/unpacked; {stays}"
        deaf = f"trap '' TERM; {stays}"
        code = (
            "import os\n"
            "from protocol.transport.process import ProcessTransport\n"
            f"started = [ProcessTransport(['/bin/sh', '-c', script]) for script in ({tidy!r}, {deaf!r})]\n"
            "for each in started: each.receive_line(5)\n"
            "print(*(each.pid for each in started), flush=True)\n"
            "os.kill(os.getpid(), 9)\n"
        )
        ran = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
        groups = [int(word) for word in ran.stdout.split()]
        assert len(groups) == 2
        assert all(is_gone(group) for group in groups)
        assert list(tmp_path.iterdir()) == []
