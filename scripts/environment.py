"""The checkout's virtual environment, `.venv`, and what goes into it.

This runs before anything is installed: standard library only. Nothing is printed on stdout, which
belongs to the program that is started afterwards.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from contextlib import AbstractContextManager

from lock import held
from stamp import ROOT, VENV

BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
_COMPLETE = os.path.join(VENV, "complete")
"""Made last: an environment that was interrupted in the making has none."""


class SetupFailed(Exception):
    """The environment cannot be made; `str()` is the one-line message, `log` the file with the whole story."""

    def __init__(self, failure: str, reason: str, log: str) -> None:
        super().__init__(f"{failure}: {reason}; the log is {log}")
        self.log = log


def say(text: str) -> None:
    """One line for the person who started the script."""
    print(f"damiera: {text}", file=sys.stderr, flush=True)


def switched_on(name: str) -> bool:
    """Whether an environment variable is set, and not to "0"."""
    return os.environ.get(name, "0") not in ("", "0")


def compiler_present() -> bool:
    """Whether there is a C compiler to try. On Windows only the build itself can tell."""
    if os.name == "nt":
        return True
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) is not None


def locked() -> AbstractContextManager[None]:
    """Keeps other starts of the scripts in this checkout waiting."""
    return held(os.path.join(ROOT, ".venv.lock"), lambda: say("another start is installing, waiting for it"))


def ensure_venv() -> None:
    """Makes `.venv` unless it is there, was made there and for this version of Python. Raises SetupFailed."""
    if os.path.exists(PYTHON) and os.path.exists(_COMPLETE) and _venv_fits():
        return
    done = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", VENV],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode == 0:
        open(_COMPLETE, "w").close()
        return
    log = os.path.join(ROOT, ".venv.log")
    with open(log, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    shutil.rmtree(VENV, ignore_errors=True)
    if "ensurepip" in done.stdout or "No module named venv" in done.stdout:
        reason = "this Python lacks its venv module (on Debian and Ubuntu: apt-get install python3-venv)"
    else:
        reason = _last_line(done.stdout)
    raise SetupFailed(f"cannot make {VENV}", reason, log)


def _venv_fits() -> bool:
    try:
        with open(os.path.join(VENV, "pyvenv.cfg"), encoding="utf-8") as file:
            entries = dict(line.strip().split(" = ", 1) for line in file if " = " in line)
    except OSError:
        return False
    version = tuple(entries.get("version", "").split(".")[:2])
    moved = not entries.get("command", VENV).endswith(VENV)
    return version == tuple(map(str, sys.version_info[:2])) and not moved


def pip_install(*requirements: str, **environment: str) -> None:
    """Runs `pip install` in `.venv`. Raises SetupFailed, which names the log."""
    command = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", *requirements]
    logged("installation failed", command, "install", **environment)


def logged(failure: str, command: list[str], name: str, **environment: str) -> None:
    """Runs a command with its output in the log `name`, and these changes of the environment.

    Raises SetupFailed with `failure`, the reason and where the log is.
    """
    log = os.path.join(VENV, f"damiera-{name}.log")
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        ).returncode
    if status:
        with open(log, encoding="utf-8", errors="replace") as file:
            reason = _reason(file.read())
        raise SetupFailed(failure, reason, log)


def _reason(log: str) -> str:
    # pip says why in its last line of that kind, a compiler in its first: after "error:", or after the place alone.
    lines = [line.strip() for line in log.splitlines()]
    pip = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    compiler = [line for line in lines if " error: " in line or re.match(r"\S+\.p(y|xd):\d+:\d+: ", line)]
    reason = pip[-1] if pip else compiler[0] if compiler else _last_line(log)
    offline = "NewConnectionError" in log or "(from versions: none)" in log
    return f"{reason} (the package index cannot be reached)" if offline else reason


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "no reason given")
