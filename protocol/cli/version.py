"""`damiera version` and `damiera --version`."""

import platform
from pathlib import Path
from typing import Any

from engine import __version__
from engine.compilation import build_mode
from protocol.cli.arguments import Subcommand


def _run(values: dict[str, Any]) -> int:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    print(f"Damiera {__version__} ({build_mode()}), {_revision()}{python}, {system}")
    return 0


def _revision() -> str:
    """The revision of the source, which the build of the standalone executable notes in a file beside this one."""
    noted = Path(__file__).with_name("revision.txt")
    return f"revision {noted.read_text('ascii')}, " if noted.exists() else ""


SUBCOMMAND = Subcommand(
    name="version", summary="Prints version, build, Python and platform.", run=_run, examples=("damiera --version",)
)
