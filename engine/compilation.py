"""What of the engine is compiled, and whether the compiled files are those of the source beside them.

A module is compiled if a `.pxd` file of its name lies beside it. The compiled modules call each
other's C functions, so either all of them are compiled or none.
"""

import hashlib
import json
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

HEADER_ONLY = frozenset({"engine.rules.bits"})
"""Modules whose `.pxd` holds the compiled form whole; their `.py` is for the interpreter alone."""

RECORD = "engine/compiled.json"
"""Written by a build in the checkout: the digest of each source that went into the compiled files."""


def build_mode() -> str:
    """How the core of this process runs: "compiled" or "interpreted"."""
    spec = find_spec("engine.rules.movegen")
    compiled = spec is not None and spec.origin is not None and spec.origin.endswith(tuple(EXTENSION_SUFFIXES))
    return "compiled" if compiled else "interpreted"


def compiled_modules(root: Path) -> list[str]:
    """Names of the modules to compile in the source tree at `root`, sorted."""
    names = (
        ".".join(declarations.relative_to(root).with_suffix("").parts)
        for declarations in (root / "engine").rglob("*.pxd")
        if declarations.with_suffix(".py").exists()
    )
    return sorted(name for name in names if name not in HEADER_ONLY)


def compiled_files(root: Path) -> list[Path]:
    """The compiled files that lie in the source tree at `root`, of whatever Python and platform."""
    return sorted(path for suffix in ("*.so", "*.pyd") for path in (root / "engine").rglob(suffix))


def sources(root: Path) -> list[Path]:
    """Every file that the compiled modules are made of."""
    modules = [root.joinpath(*name.split(".")).with_suffix(".py") for name in compiled_modules(root)]
    return [root / "setup.py", *modules, *sorted((root / "engine").rglob("*.pxd"))]


def digests(root: Path) -> dict[str, str]:
    """SHA-256 of each source, by its path from `root`."""
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in sources(root)}


def write_record(root: Path, made_of: dict[str, str]) -> None:
    """Notes of what sources the compiled files in the tree are made; `made_of` are their digests."""
    (root / RECORD).write_text(json.dumps(made_of, indent=1) + "\n", encoding="utf-8")


def stale_sources(root: Path) -> list[str]:
    """Sources that differ from those that the compiled files in the tree were made of, sorted.

    Without a record nothing is known of the compiled files, and every source counts as changed.
    """
    try:
        recorded = json.loads((root / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        recorded = {}
    current = digests(root)
    return sorted(path for path in recorded.keys() | current.keys() if recorded.get(path) != current.get(path))
