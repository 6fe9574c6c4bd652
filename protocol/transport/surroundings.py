"""What a program that we start gets from us: its environment, and our own program by its name."""

import os
import shutil
import sys
from collections.abc import Sequence

OWN_NAME = "damiera"


def own_environment() -> dict[str, str] | None:
    """The environment for a program that we start; None: ours as it is.

    The launcher of the standalone executable has our libraries found before those of the system, and leaves notes
    by which another run of the same executable would use our unpacked files, which go when we go.
    """
    if not getattr(sys, "frozen", False):
        return None
    environment = dict(os.environ)
    before = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        environment["LD_LIBRARY_PATH"] = before
    else:
        environment.pop("LD_LIBRARY_PATH", None)
    environment["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    return environment


def resolved(command: Sequence[str]) -> tuple[str, ...]:
    """The command; where no program is called `damiera`, this name means the one that runs now."""
    program, *arguments = command
    if program == OWN_NAME and shutil.which(program) is None:
        program = sys.executable if getattr(sys, "frozen", False) else _beside_python() or program
    return (program, *arguments)


def _beside_python() -> str | None:
    """The command that was installed with the Python that runs us."""
    return shutil.which(OWN_NAME, path=os.path.dirname(sys.executable))
