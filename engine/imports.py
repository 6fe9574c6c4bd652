"""How the modules of the core are found: compiled or as source, with or without Cython installed."""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader

INTERPRETED_SWITCH = "DAMIERA_INTERPRETED"
"""Environment variable: when set (and not "0") the source of the core runs, even where it is compiled."""


def interpreted_on_request() -> bool:
    """Whether the environment asks for the source instead of the compiled core."""
    return os.environ.get(INTERPRETED_SWITCH, "0") not in ("", "0")


class SourceFinder:
    """Finds the source of the engine's modules where the usual finders prefer the compiled file."""

    @staticmethod
    def find_spec(name: str, path=None, target=None) -> ModuleSpec | None:
        """The spec of an engine module, or None for all others."""
        if path is None or not name.startswith("engine."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


class StandInFinder:
    """Answers `import cython` with the stand-in if nothing else does."""

    @staticmethod
    def find_spec(name: str, path=None, target=None) -> ModuleSpec | None:
        """The spec of the stand-in for `cython`, or None for all others."""
        return ModuleSpec(name, StandInLoader) if name == "cython" else None


class StandInLoader:
    """Loads the stand-in by the ordinary import, which also works in a frozen program."""

    @staticmethod
    def create_module(spec: ModuleSpec):
        """The stand-in module."""
        from engine import cython_standin

        return cython_standin

    @staticmethod
    def exec_module(module) -> None:
        """Nothing: the import in `create_module` ran it."""


def install() -> None:
    """Puts the finders in place. Compiled modules import no `cython`, so this costs them nothing."""
    if interpreted_on_request():
        sys.meta_path.insert(0, SourceFinder)
    sys.meta_path.append(StandInFinder)
