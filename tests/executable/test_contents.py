"""What is inside the executables and the archive, and how large they are."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from engine import __version__
from engine.compilation import compiled_modules
from tests.executable.conftest import ROOT, Built
from tests.executable.test_recipe import excluded

pytestmark = pytest.mark.slow

MEGABYTE = 10**6


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def names_inside(program: Path) -> set[str]:
    """The modules in a program, and for a single file the names of the files as well."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(program))
    modules = set(archive.open_embedded_archive("PYZ.pyz").toc)
    return modules | {name.replace("\\", "/") for name in archive.toc}


def test_size(built: Built) -> None:
    folder = sum(path.stat().st_size for path in built.folder.rglob("*") if path.is_file())
    single = built.single.stat().st_size
    print(f"folder {folder / MEGABYTE:.1f} MB, archive {built.archive.stat().st_size / MEGABYTE:.1f} MB,")
    print(f"single file {single / MEGABYTE:.1f} MB")
    assert folder <= 25 * MEGABYTE
    assert single <= 12 * MEGABYTE


def test_modules(program: Path) -> None:
    inside = names_inside(program)
    assert {"protocol.cli.uci", "protocol.cli.match", "engine.player", "attr"} <= inside
    assert not {name for name in inside if name.split(".")[0] in excluded()}


def test_compiled_modules_and_data(built: Built) -> None:
    folder = {name.partition("_internal/")[2] for name in files_in(built.folder)}
    for inside in (folder, names_inside(built.single)):
        compiled = {name.split(".")[0] for name in inside if name.endswith((".so", ".pyd"))}
        assert {name.replace(".", "/") for name in compiled_modules(ROOT)} <= compiled
        data = {path for path in files_in(ROOT) if path.startswith(("engine/", "protocol/")) and "/data/" in path}
        assert data <= inside
        assert {"LICENSE-Python.txt", "protocol/cli/revision.txt"} <= inside
        libraries = {Path(name).name for name in inside}
        assert not {name for name in libraries if name.startswith(("libcrypto", "libssl", "liblzma", "libffi"))}


@pytest.mark.skipif(sys.platform != "linux", reason="is stripped on Linux only")
def test_stripped(built: Built) -> None:
    for path in [built.single, built.program, *built.folder.rglob("*.so*")]:
        sections = subprocess.run(["readelf", "-S", "-W", path], capture_output=True, text=True, check=True).stdout
        assert ".text" in sections and ".symtab" not in sections, path


def test_archive(built: Built) -> None:
    if os.name == "nt":
        with zipfile.ZipFile(built.archive) as archive:
            names = {name for name in archive.namelist() if not name.endswith("/")}
    else:
        with tarfile.open(built.archive) as archive:
            members = archive.getmembers()
        names = {member.name for member in members if member.isfile()}
        assert {member.uname for member in members} == {"root"}
    assert built.archive.name.startswith(f"damiera-{__version__}-")
    assert names == {f"{built.folder.name}/{name}" for name in files_in(built.folder)}
    examples = {f"protocol/examples/{name}" for name in files_in(ROOT / "protocol" / "examples")}
    assert {"README.md", "LICENSE", "protocol/README.md", *examples} <= files_in(built.folder)
    assert len(examples) >= 4
