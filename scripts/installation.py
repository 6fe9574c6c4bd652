"""Installs the project into `.venv` for scripts/run.py."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable

from environment import PYTHON, ROOT, VENV, compiler_present, ensure_venv, locked, pip_install, say
from stamp import Stamp, is_made_in_place

BUILT_FROM = ("engine", "protocol", "pyproject.toml", "setup.py", "README.md", "LICENSE")


def install(stamp: Stamp, program: str, without_compiler: str, installed: Callable[[], bool]) -> None:
    """Brings the project into `.venv`, unless another start has just done so.

    `program` is the console command that it makes; the file `without_compiler` is left to say that
    the core is interpreted for want of a compiler. Raises SetupFailed.
    """
    with locked():
        if installed():
            return
        if not os.path.exists(program):
            reason = "first start"
        elif not stamp.same_content():
            reason = "the source, the place or the Python has changed"
        elif not installed():
            reason = "there is a C compiler now"
        else:
            return
        say(f"{reason}: installing into {VENV}, a minute or two")
        stamp.remove()
        ensure_venv()
        # From a copy, so that the build leaves nothing in the checkout and finds nothing old there.
        # No hyphen in its name: pip would read name and version there, and keep the wheel for good.
        with tempfile.TemporaryDirectory(prefix="damiera_") as copy:
            copy_source(copy)
            pip_install(copy, DAMIERA_INTERPRETED="0")
        note_mode(without_compiler)
        stamp.write()


def copy_source(target: str) -> None:
    """Copies what a build needs into a folder."""
    for name in BUILT_FROM:
        source = os.path.join(ROOT, name)
        if os.path.isdir(source):
            shutil.copytree(
                source,
                os.path.join(target, name),
                ignore=lambda _, names: [name for name in names if name == "__pycache__" or is_made_in_place(name)],
            )
        elif os.path.exists(source):
            shutil.copy2(source, target)


def note_mode(without_compiler: str) -> None:
    """Says in one line if the installed core is not compiled."""
    if os.path.exists(without_compiler):
        os.remove(without_compiler)
    query = "from engine.compilation import build_mode; print(build_mode())"
    environment = {**os.environ, "DAMIERA_INTERPRETED": "0"}
    answer = subprocess.run([PYTHON, "-I", "-c", query], stdout=subprocess.PIPE, text=True, env=environment)
    if answer.stdout.strip() == "compiled":
        return
    if compiler_present():
        reason = f"the core does not compile here (see {os.path.join(VENV, 'damiera-install.log')})"
    else:
        reason = "no C compiler found"
        open(without_compiler, "w").close()
    say(f"{reason}: it runs interpreted, by the same rules but more than a hundred times slower")
