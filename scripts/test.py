"""Runs the tests from a bare checkout: `python3 scripts/test.py [ARGUMENTS OF PYTEST]`.

Brings the development dependencies into `.venv`, compiles the core in the checkout, and runs the
tests twice: those marked `both_modes` on the interpreted core, and all on the compiled one. Without
arguments the two passes run side by side, the compiled one with two workers; what that one says is
shown after the other, and it is ended if the other fails. The status is 0 only if both passes
succeed; the last line is the summary of the compiled pass, or of the interpreted one if that failed.

Without a C compiler only the interpreted pass runs, said in one line. That is a failure where the
compiled core is required: with CI or DAMIERA_REQUIRE_COMPILED in the environment.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("damiera: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

import signal
import subprocess
import time
import tomllib
from collections.abc import Sequence
from typing import IO

from environment import (
    PYTHON,
    ROOT,
    VENV,
    SetupFailed,
    compiler_present,
    ensure_venv,
    locked,
    logged,
    pip_install,
    say,
    switched_on,
)
from stamp import Stamp

STAMP = Stamp("test", ("pyproject.toml",))
NO_TESTS_COLLECTED = 5
WORKERS = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
"""The tests of a file share what it has set up; the files stay in the order that tests/conftest.py gives them."""
PATIENCE = 20.0
"""Seconds in which a pass that is interrupted ends; its workers are given 10."""
MODES = {
    "interpreted": {"DAMIERA_INTERPRETED": "1", "DAMIERA_REQUIRE_COMPILED": "0"},
    "compiled": {"DAMIERA_INTERPRETED": "0", "DAMIERA_REQUIRE_COMPILED": "1"},
}


def install_dependencies() -> None:
    """Brings what pyproject.toml names for development into `.venv`. Raises SetupFailed."""
    if STAMP.fresh() and os.path.exists(PYTHON):
        return
    say("installing the development dependencies into .venv")
    STAMP.remove()
    ensure_venv()
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    pip_install(*project["dependencies"], *project["optional-dependencies"]["dev"])
    STAMP.write()


def compile_core() -> None:
    """Brings the compiled core in the checkout up to date. Raises SetupFailed."""
    say("compiling the core in the checkout, if anything changed")
    command = [PYTHON, "setup.py", "build_ext", "--inplace"]
    logged("the core does not compile", command, "build", DAMIERA_REQUIRE_COMPILED="1", DAMIERA_INTERPRETED="0")


def show_end(log: str) -> None:
    """The last lines of a log, for those who see the output of a test machine but not its files."""
    with open(log, encoding="utf-8", errors="replace") as file:
        sys.stderr.writelines(file.readlines()[-40:])


def start_pass(mode: str, arguments: Sequence[str], output: IO[str] | None = None) -> subprocess.Popen:
    """Starts pytest on the core of that mode."""
    environment = {**os.environ, **MODES[mode]}
    return subprocess.Popen([PYTHON, "-m", "pytest", *arguments], cwd=ROOT, env=environment, stdout=output)


def run_pass(mode: str, arguments: list[str]) -> int:
    """Runs pytest once. The status is pytest's."""
    print(f"\n==> {mode} core", flush=True)
    return start_pass(mode, arguments).wait()


def succeeded(status: int) -> bool:
    """Whether a pass that ended like that is no reason to stop."""
    return status in (0, NO_TESTS_COLLECTED)


def run_in_turn(arguments: list[str]) -> int:
    """Both passes, one after the other. The status is that of the last one run."""
    status = run_pass("interpreted", arguments)
    return run_pass("compiled", arguments) if succeeded(status) else status


def run_side_by_side() -> int:
    """Both passes at once. The status is that of the last one shown."""
    with open(os.path.join(VENV, "damiera-test.log"), "w", encoding="utf-8", errors="replace") as log:
        compiled = start_pass("compiled", WORKERS, log)
        try:
            status = run_pass("interpreted", [])
            if succeeded(status):
                print("\n==> compiled core", flush=True)
                status = follow(compiled, log)
            return status
        finally:
            if compiled.poll() is None:
                # As Ctrl+C does: the tests end what they have started.
                compiled.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
                try:
                    compiled.wait(PATIENCE)
                except subprocess.TimeoutExpired:  # started in the background, it takes no notice
                    compiled.terminate()
                    compiled.wait()


def follow(process: subprocess.Popen, log: IO[str]) -> int:
    """Shows what a process has written and writes till its end. Returns its status."""
    with open(log.name, encoding="utf-8", errors="replace") as output:
        while True:
            ended = process.poll() is not None
            sys.stdout.write(output.read())
            sys.stdout.flush()
            if ended:
                return process.returncode
            time.sleep(0.2)


def main(arguments: list[str]) -> int:
    compiled = compiler_present()
    if not compiled and (switched_on("CI") or switched_on("DAMIERA_REQUIRE_COMPILED")):
        say("no C compiler found, and here the compiled core must be tested")
        return 1
    try:
        with locked():
            install_dependencies()
            if compiled:
                compile_core()
    except SetupFailed as error:
        show_end(error.log)
        say(str(error))
        return 1
    except OSError as error:
        say(str(error))
        return 1
    if not compiled:
        say("no C compiler found: testing the interpreted core only")
        return run_pass("interpreted", arguments)
    return run_in_turn(arguments) if arguments else run_side_by_side()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
