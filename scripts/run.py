"""Runs damiera from a bare checkout: `python3 scripts/run.py [ARGUMENTS OF DAMIERA]`.

The first start installs the project into `.venv`, with its core compiled if there is a C compiler;
so does a start after a change of the source. The next ones take no time for that.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("damiera: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

from stamp import VENV, Stamp

STAMP = Stamp("run", ("engine", "protocol", "pyproject.toml", "setup.py"))
DAMIERA = os.path.join(VENV, "Scripts", "damiera.exe") if os.name == "nt" else os.path.join(VENV, "bin", "damiera")
WITHOUT_COMPILER = os.path.join(VENV, "damiera-without-compiler")


def installed() -> bool:
    """Whether `.venv` holds the project as the checkout has it, and the best that can be made of it here."""
    if not (STAMP.fresh() and os.path.exists(DAMIERA)):
        return False
    if not os.path.exists(WITHOUT_COMPILER):
        return True
    from environment import compiler_present

    return not compiler_present()


def main() -> int:
    if not installed():
        from environment import SetupFailed, say
        from installation import install

        try:
            install(STAMP, DAMIERA, WITHOUT_COMPILER, installed)
        except (SetupFailed, OSError) as error:
            say(str(error))
            return 1
        except KeyboardInterrupt:
            return 130
    command = [DAMIERA, *sys.argv[1:]]
    if os.name != "nt":
        os.execv(DAMIERA, command)
    import subprocess

    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # Ctrl+C reaches damiera as well; how it ends is its own affair
            continue


if __name__ == "__main__":
    sys.exit(main())
