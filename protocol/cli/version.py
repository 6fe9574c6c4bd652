"""`damiera version` and `damiera --version`."""

import platform
from typing import Any

from engine import __version__
from engine.compilation import build_mode
from protocol.cli.arguments import Subcommand


def _run(values: dict[str, Any]) -> int:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    print(f"Damiera {__version__} ({build_mode()}), {python}, {system}")
    return 0


SUBCOMMAND = Subcommand(
    name="version", summary="Prints version, build, Python and platform.", run=_run, examples=("damiera --version",)
)
