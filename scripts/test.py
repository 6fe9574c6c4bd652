"""Runs the tests from a bare checkout: `python3 scripts/test.py [ARGUMENTS OF PYTEST]`.

Brings the development dependencies into `.venv`, compiles the core in the checkout, and runs the
tests twice: first those marked `both_modes` on the interpreted core, then all on the compiled one.
The status is 0 only if both passes succeed; the last line is the summary of the last pass run.

Without a C compiler only the interpreted pass runs, said in one line. That is a failure where the
compiled core is required: with CI or DAMIERA_REQUIRE_COMPILED in the environment.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("damiera: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

import subprocess
import tomllib

from environment import (
    PYTHON,
    ROOT,
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


def run_pass(mode: str, arguments: list[str], **environment: str) -> int:
    """Runs pytest once. The status is pytest's."""
    print(f"\n==> {mode} core", flush=True)
    return subprocess.call([PYTHON, "-m", "pytest", *arguments], cwd=ROOT, env={**os.environ, **environment})


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
    status = run_pass("interpreted", arguments, DAMIERA_INTERPRETED="1", DAMIERA_REQUIRE_COMPILED="0")
    if status not in (0, NO_TESTS_COLLECTED) or not compiled:
        return status
    return run_pass("compiled", arguments, DAMIERA_INTERPRETED="0", DAMIERA_REQUIRE_COMPILED="1")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
