"""The standalone executable, as scripts/build_executable.py makes it: as a folder, and as a single file."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

ROOT = Path(__file__).resolve().parents[2]
SUFFIX = ".exe" if os.name == "nt" else ""


@frozen
class Built:
    """What the build left."""

    folder: Path
    archive: Path
    single: Path

    @property
    def program(self) -> Path:
        """The one in the folder."""
        return self.folder / f"damiera{SUFFIX}"


@pytest.fixture(scope="session")
def built() -> Built:
    """In the folder that DAMIERA_EXECUTABLES names; else they are made."""
    made = os.environ.get("DAMIERA_EXECUTABLES")
    if made is None:
        made = ROOT / "dist"
        subprocess.run([sys.executable, ROOT / "scripts" / "build_executable.py", "--no-tests"], check=True)
    (single,) = Path(made).resolve().glob(f"damiera-*-single{SUFFIX}")
    name = single.name.removesuffix(f"-single{SUFFIX}")
    return Built(single.with_name(name), single.with_name(f"{name}{'.zip' if os.name == 'nt' else '.tar.gz'}"), single)


@pytest.fixture(params=["folder", "single"])
def program(request: pytest.FixtureRequest, built: Built) -> Path:
    """The program of each of the two."""
    return built.single if request.param == "single" else built.program


@pytest.fixture
def run(program: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs it in an empty folder; it must not complain."""

    def run_it(*words: object, status: int = 0, **more: object) -> subprocess.CompletedProcess[str]:
        options = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": 300, **more}
        done = subprocess.run([str(program), *map(str, words)], **options)
        assert (done.returncode, done.stderr) == (status, ""), done.stdout
        return done

    return run_it
