"""Whether what was installed into `.venv` is what the checkout holds: cheap, for it runs at every start."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VENV = os.path.join(ROOT, ".venv")


class Stamp:
    """A file in `.venv` that says from which files, and for which Python, something was installed.

    `inputs` are files and folders of the checkout. A file counts as unchanged if its size and time
    are; `same_content` looks closer.
    """

    def __init__(self, name: str, inputs: tuple[str, ...]) -> None:
        self.path = os.path.join(VENV, f"damiera-{name}.stamp")
        self.inputs = inputs
        version = ".".join(map(str, sys.version_info[:3]))
        self.made_for = f"{sys.implementation.cache_tag} {version} {sys.platform} {ROOT}"

    def fresh(self) -> bool:
        """Whether nothing changed since `write`, by sizes and times."""
        recorded = self._recorded()
        return recorded is not None and recorded[0] == self.made_for and recorded[2] == self._times()

    def same_content(self) -> bool:
        """Whether nothing changed since `write`, by content; if so the times are brought up to date."""
        recorded = self._recorded()
        if recorded is None or recorded[:2] != (self.made_for, self._digest()):
            return False
        self.write()
        return True

    def write(self) -> None:
        """Says that the installation is that of the files as they are."""
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(f"{self.made_for}\n{self._digest()}\n{self._times()}")

    def remove(self) -> None:
        """Says that the installation is good for nothing."""
        if os.path.exists(self.path):
            os.remove(self.path)

    def _recorded(self) -> tuple[str, str, str] | None:
        try:
            with open(self.path, encoding="utf-8") as file:
                made_for, digest, times = file.read().split("\n", 2)
        except (OSError, ValueError):
            return None
        return made_for, digest, times

    def _times(self) -> str:
        return "\n".join(
            f"{os.path.relpath(path, ROOT)} {state.st_size} {state.st_mtime_ns}" for path, state in self._files()
        )

    def _digest(self) -> str:
        import hashlib

        digest = hashlib.sha256()
        for path, state in self._files():
            digest.update(f"{os.path.relpath(path, ROOT)} {state.st_size}\n".encode())
            with open(path, "rb") as file:
                digest.update(file.read())
        return digest.hexdigest()

    def _files(self):
        for name in self.inputs:
            path = os.path.join(ROOT, name)
            if os.path.isdir(path):
                yield from _walk(path)
            elif os.path.exists(path):
                yield path, os.stat(path)


def _walk(folder: str):
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _walk(entry.path)
            elif not is_made_in_place(entry.name):
                yield entry.path, entry.stat()


def is_made_in_place(name: str) -> bool:
    """Whether a file of that name is left in the checkout by a compilation for the tests."""
    return name.endswith((".so", ".pyd")) or name == "compiled.json"
