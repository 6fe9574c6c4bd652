"""Ctrl+C before anything runs, and after all is done."""

import os
import signal
import subprocess
import sys

import pytest

from protocol.cli import interrupts
from tests.protocol.engine_process import ROOT

pytestmark = [pytest.mark.both_modes, pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")]

INTERRUPT = "os.kill(os.getpid(), signal.SIGINT)"
PROGRAM = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)

class Interrupting:
    def find_spec(name, path=None, target=None):
        if name == sys.argv[0]:
            {interrupt}

sys.argv[:] = sys.argv[1:]
sys.meta_path.insert(0, Interrupting)
from protocol.cli.entry import main
{status}
"""


def run(program: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=30
    )


@pytest.mark.parametrize("module", ["protocol.cli.main", "protocol.text", "protocol.cli.perft", "protocol.games"])
def test_ctrl_c_while_modules_are_loaded(module: str) -> None:
    done = run(PROGRAM.format(interrupt=INTERRUPT, status="sys.exit(main())"), module, "perft", "1")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_when_all_is_done() -> None:
    done = run(PROGRAM.format(interrupt="pass", status=f"status = main(); {INTERRUPT}"), "", "perft", "1")
    assert (done.returncode, done.stderr) == (130, b"")
    assert done.stdout.startswith(b"depth 1 nodes 7")


def test_ctrl_c_when_the_interpreter_goes() -> None:
    """After the last that is called at the exit it would be the system's again, and kill."""
    status = f"import atexit; atexit.register(lambda: {INTERRUPT}); sys.exit(main())"
    done = run(PROGRAM.format(interrupt="pass", status=status), "", "perft", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"depth 1 nodes 7")


def test_ctrl_c_that_is_ignored_stays_so() -> None:
    ignoring = PROGRAM.replace("signal.default_int_handler", "signal.SIG_IGN")
    done = run(ignoring.format(interrupt=INTERRUPT, status="sys.exit(main())"), "protocol.cli.perft", "perft", "1")
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_others_do_of_ctrl_c_is_theirs() -> None:
    def theirs(*_: object) -> None:
        """Whatever they do."""

    before = signal.signal(signal.SIGINT, theirs)
    try:
        interrupts.end_at_once()
        interrupts.raise_again()
        assert signal.getsignal(signal.SIGINT) is theirs
        signal.signal(signal.SIGINT, signal.default_int_handler)
        interrupts.end_at_once()
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        interrupts.raise_again()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_second_ctrl_c_ends_at_once() -> None:
    program = """
import signal, sys
from protocol.cli import interrupts
signal.signal(signal.SIGINT, signal.default_int_handler)
interrupts.end_at_once()
interrupts.raise_again()
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("closing", flush=True)
    signal.raise_signal(signal.SIGINT)
    print("closed")
"""
    done = run(program)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"closing\n", b"")
