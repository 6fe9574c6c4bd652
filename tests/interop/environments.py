"""Other people's programs, each in a virtual environment of its own, made when a test first wants it.

They stand in `.venv.interop`, which git ignores, and are kept. Without the internet the tests that
need one are skipped, but never where CI is set.
"""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from scripts.lock import held

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv.interop"
_BIN = "Scripts" if os.name == "nt" else "bin"
_NO_NETWORK = (
    "NewConnectionError",
    "NameResolutionError",
    "Network is unreachable",
    "Temporary failure in name resolution",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
)


@frozen
class Environment:
    """A virtual environment with one package from PyPI."""

    name: str
    requirement: str

    @property
    def folder(self) -> Path:
        """Where it stands."""
        return FOLDER / self.name

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / _BIN / ("python.exe" if os.name == "nt" else "python")

    def require(self) -> None:
        """Makes it if it is not there. Skips the test if that needs an internet that is not there."""
        made = self.folder / "made-for"
        wanted = f"{self.requirement} {sys.version} {self.folder}"
        FOLDER.mkdir(exist_ok=True)
        with held(self.folder.with_suffix(".lock")):
            if made.exists() and made.read_text(encoding="utf-8") == wanted and self.python.exists():
                return
            shutil.rmtree(self.folder, ignore_errors=True)
            _run([sys.executable, "-m", "venv", str(self.folder)])
            done = _run([str(self.python), "-m", "pip", "install", "--no-input", self.requirement], check=False)
            if done.returncode:
                reason = f"cannot install {self.requirement}:\n{done.stdout[-2000:]}"
                if os.environ.get("CI", "") in ("", "0", "false") and any(word in done.stdout for word in _NO_NETWORK):
                    pytest.skip(f"PyPI cannot be reached, so {self.requirement} is not there")
                pytest.fail(reason, pytrace=False)
            made.write_text(wanted, encoding="utf-8")

    def run(self, script: str, scenario: str, *, command: str = "", timeout: float = 300, **arguments: object) -> dict:
        """Runs a scenario of a script beside this file against an engine, and returns its findings.

        `command` is the engine's program, by default the installed one. The script is run by this
        environment's interpreter and prints JSON on its last line.
        """
        self.require()
        words = [
            self.python,
            "-W",
            "ignore",
            Path(__file__).with_name(script),
            command or damiera(),
            scenario,
            json.dumps(arguments),
        ]
        done = _run([str(word) for word in words], check=False, timeout=timeout)
        assert done.returncode == 0, done.stdout
        return json.loads(done.stdout.splitlines()[-1])


PYDRAUGHTS = Environment("pydraughts", "pydraughts==0.6.7")
PY_DRAUGHTS = Environment("py-draughts", "py-draughts==1.10.1")


@cache
def damiera() -> str:
    """The installed `damiera` command, as scripts/run.py installs it, or the one that DAMIERA_COMMAND names."""
    command = os.environ.get("DAMIERA_COMMAND")
    if command:
        return command
    _run([sys.executable, str(ROOT / "scripts" / "run.py"), "--version"])
    return str(ROOT / ".venv" / _BIN / ("damiera.exe" if os.name == "nt" else "damiera"))


def _run(command: list[str], *, check: bool = True, timeout: float = 900) -> subprocess.CompletedProcess:
    """Runs a command with its messages in `stdout`; all of it is ended if the time is over or the test interrupted."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
        env={name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DAMIERA_INTERPRETED")},
    )
    try:
        output, _ = process.communicate(timeout=timeout)
    except BaseException as error:  # Ctrl+C does not reach it in its session
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, 9)
        output, _ = process.communicate()
        if not isinstance(error, subprocess.TimeoutExpired):
            raise
        pytest.fail(f"{' '.join(command)} did not end within {timeout} s:\n{output[-4000:]}", pytrace=False)
    if check and process.returncode:
        pytest.fail(f"{' '.join(command)} failed:\n{output[-4000:]}", pytrace=False)
    return subprocess.CompletedProcess(command, process.returncode, output)
