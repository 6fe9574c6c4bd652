"""However the executable is ended, it leaves no process at work, and a single file no unpacked folder."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.processes import group_members, is_gone, needs_proc
from tests.protocol.engine_process import EngineProcess

pytestmark = [pytest.mark.slow, needs_proc]

SOON = 2.0


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """Where a single file unpacks itself."""
    folder = tmp_path / "unpacked"
    folder.mkdir()
    return folder


@pytest.fixture
def surroundings(unpacked: Path) -> dict[str, object]:
    """A process group of its own, and a folder to unpack to."""
    return {"start_new_session": True, "env": {**os.environ, "TMPDIR": str(unpacked)}}


@pytest.fixture(params=["", "go infinite", "go perft 40"], ids=["idle", "searching", "counting"])
def engine(
    request: pytest.FixtureRequest, program: Path, surroundings: dict, unpacked: Path
) -> Iterator[EngineProcess]:
    with EngineProcess("uci", command=[str(program)], **surroundings) as engine:
        engine.say("isready", *filter(None, [request.param]), "isready")
        engine.hear_until("readyok")
        engine.hear_until("readyok")
        assert len(group_members(engine.process.pid)) == (2 if "single" in program.name else 1)
        yield engine
        assert is_gone(engine.process.pid, SOON)
        assert list(unpacked.iterdir()) == []


def test_end_of_input(engine: EngineProcess) -> None:
    closed = time.monotonic()
    engine.process.stdin.close()
    ended, status = engine.end()
    print(f"ended after {1000 * (ended - closed):.0f} ms")
    assert status == 0
    assert ended - closed < SOON


def test_quit(engine: EngineProcess) -> None:
    engine.say("quit")
    assert engine.end()[1] == 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_the_process_that_was_started(engine: EngineProcess, name: str) -> None:
    number = signal.Signals[name]
    engine.process.send_signal(number)
    assert engine.end()[1] == -number


def test_killed(engine: EngineProcess) -> None:
    """The pipe to it stays open: the end of the input tells it nothing."""
    engine.process.kill()
    assert engine.end()[1] == -signal.SIGKILL
    assert is_gone(engine.process.pid, SOON)


@pytest.mark.parametrize("arguments", [("uci",), ("perft", "40"), ("analyse",)])
def test_ctrl_c(program: Path, surroundings: dict, unpacked: Path, arguments: tuple[str, ...]) -> None:
    """A terminal sends the signal to all of its group."""
    terminal, end = os.openpty()
    process = subprocess.Popen(
        [program, *arguments],
        stdin=end,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **surroundings,
    )
    try:
        if arguments == ("uci",):
            os.write(terminal, b"go infinite\n")
        assert process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        assert (process.returncode, errors) == (130, b"")
        assert is_gone(process.pid, SOON)
        assert list(unpacked.iterdir()) == []
    finally:
        process.kill()
        os.close(terminal)
        os.close(end)


def playing(program: Path, folder: Path, surroundings: dict) -> subprocess.Popen[str]:
    """A match of the executable against itself, in its second game."""
    words = ["match", "damiera uci", "damiera uci", "--nodes", "3000", "--rounds", "500", "--journal", "j", "--json"]
    surroundings["env"]["PATH"] = ""
    process = subprocess.Popen(
        [program, *words, "--concurrency", "1"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **surroundings,
    )
    for event in ("game", "start"):
        while f'"event": "{event}"' not in (line := process.stdout.readline()):
            assert line, process.communicate()
    return process


def users_of(program: Path) -> list[int]:
    """The processes that run the program."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.path.realpath(entry / "exe") == os.path.realpath(program):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_a_match_that_is_ended(program: Path, tmp_path: Path, surroundings: dict, unpacked: Path, name: str) -> None:
    before = set(users_of(program))
    process = playing(program, tmp_path, surroundings)
    assert len(set(users_of(program)) - before) >= 3
    process.send_signal(signal.Signals[name])
    process.communicate(timeout=20)
    end = time.monotonic() + 5
    while set(users_of(program)) - before and time.monotonic() < end:
        time.sleep(0.05)
    assert not set(users_of(program)) - before
    assert list(unpacked.iterdir()) == []


def test_ctrl_c_counts_once_in_a_match(program: Path, tmp_path: Path, surroundings: dict) -> None:
    process = playing(program, tmp_path, surroundings)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "finishing the game" in errors and "Traceback" not in errors
    assert '"game"' in output, "the game under way was not finished"
