"""The two modes of the core: what is compiled, what is stale, and what runs without Cython."""

import ast
import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine import compilation, cython_standin
from engine.imports import interpreted_on_request

ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = compilation.compiled_modules(ROOT)


@pytest.mark.both_modes
def test_this_run_is_in_the_mode_it_says() -> None:
    expected = "interpreted" if interpreted_on_request() else "compiled"
    assert compilation.build_mode() == expected
    for name in MODULES:
        is_compiled = import_module(name).__file__.endswith(tuple(EXTENSION_SUFFIXES))
        assert is_compiled == (expected == "compiled"), name


@pytest.mark.both_modes
def test_the_core_is_what_is_compiled() -> None:
    assert {"engine.rules.movegen", "engine.rules.zobrist", "engine.rules.perft"} <= set(MODULES)
    assert "engine.rules.bits" not in MODULES
    assert "engine.rules.position" not in MODULES


@pytest.mark.both_modes
@pytest.mark.parametrize("name", MODULES)
def test_the_stand_in_has_every_name_in_use(name: str) -> None:
    source = ROOT.joinpath(*name.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    used = {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "cython"
    }
    assert used
    missing = sorted(name for name in used if not hasattr(cython_standin, name))
    assert not missing, f"engine/cython_standin.py lacks {', '.join(missing)}"


@pytest.mark.both_modes
def test_the_stand_in_does_nothing() -> None:
    cython = cython_standin

    def function(number):
        return number

    assert cython.cfunc(cython.inline(cython.nogil(cython.exceptval(-1, check=False)(function)))) is function
    assert cython.locals(number=cython.int[8])(cython.returns(cython.ulonglong[::1])(function)) is function
    assert cython.cclass(Path) is Path
    assert cython.declare(cython.ulonglong, 1 << 63) == 1 << 63
    assert cython.declare(cython.int) == 0
    assert cython.cast(cython.int, -1) == -1
    assert cython.uint(7) == 7
    with cython.nogil:
        pass
    with pytest.raises(ZeroDivisionError), cython.nogil:
        _ = 1 // 0


def run_without_site_packages(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    """Runs Python code that can import the standard library, the checkout and attrs, and nothing else."""
    for package in ("attr", "attrs"):
        shutil.copytree(find_spec(package).submodule_search_locations[0], folder / package, dirs_exist_ok=True)
    path = f"import sys; sys.path[:0] = {[str(ROOT), str(folder)]!r}\n"
    return subprocess.run(
        [sys.executable, "-S", "-E", "-c", path + code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
    )


IMPORT_ALL = """
import importlib, pkgutil
import engine, protocol
for package in (engine, protocol):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
from engine.compilation import build_mode
from engine.rules.position import Position
from engine.rules.variants import find_variant
print(build_mode(), len(Position.start(find_variant("italian")).legal_moves), "Cython" in sys.modules, end=" ")
"""


@pytest.mark.both_modes
def test_the_source_runs_with_attrs_alone(tmp_path: Path) -> None:
    code = IMPORT_ALL + "import cython; print(cython.__name__)"
    done = run_without_site_packages(code, tmp_path, DAMIERA_INTERPRETED="1")
    assert not done.stderr, done.stderr
    assert done.stdout == "interpreted 7 False engine.cython_standin\n"


def test_the_compiled_core_needs_no_cython(tmp_path: Path) -> None:
    code = IMPORT_ALL + "print('cython' in sys.modules)"
    done = run_without_site_packages(code, tmp_path, DAMIERA_INTERPRETED="0")
    assert not done.stderr, done.stderr
    assert done.stdout == "compiled 7 False False\n"


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    """A source tree with one module to compile, one header and one plain module."""
    rules = tmp_path / "engine" / "rules"
    rules.mkdir(parents=True)
    for name in ("setup.py", "engine/rules/movegen.py", "engine/rules/movegen.pxd", "engine/rules/plain.py"):
        (tmp_path / name).write_text(f"# {name}\n")
    for name in ("bits.py", "bits.pxd"):
        (rules / name).write_text("# bits\n")
    return tmp_path


def test_which_modules_are_compiled(small_tree: Path) -> None:
    assert compilation.compiled_modules(small_tree) == ["engine.rules.movegen"]


def test_nothing_is_stale_after_a_build(small_tree: Path) -> None:
    compilation.write_record(small_tree, compilation.digests(small_tree))
    assert compilation.stale_sources(small_tree) == []
    (small_tree / "engine/rules/plain.py").write_text("# changed, but never compiled\n")
    assert compilation.stale_sources(small_tree) == []


@pytest.mark.parametrize(
    "name", ["engine/rules/movegen.py", "engine/rules/movegen.pxd", "engine/rules/bits.pxd", "setup.py"]
)
def test_an_edited_source_is_stale(small_tree: Path, name: str) -> None:
    compilation.write_record(small_tree, compilation.digests(small_tree))
    source = small_tree / name
    times = source.stat()
    source.write_text("# other\n")
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))  # the content decides, not the time
    assert compilation.stale_sources(small_tree) == [name]


def test_new_and_removed_modules_are_stale(small_tree: Path) -> None:
    compilation.write_record(small_tree, compilation.digests(small_tree))
    rules = small_tree / "engine" / "rules"
    (rules / "movegen.py").rename(rules / "moves.py")
    (rules / "movegen.pxd").rename(rules / "moves.pxd")
    assert compilation.stale_sources(small_tree) == [
        f"engine/rules/{name}" for name in ("movegen.pxd", "movegen.py", "moves.pxd", "moves.py")
    ]


@pytest.mark.parametrize("record", [None, "", "[1", json.dumps({})])
def test_without_a_record_everything_is_stale(small_tree: Path, record: str | None) -> None:
    if record is not None:
        (small_tree / compilation.RECORD).write_text(record)
    assert len(compilation.stale_sources(small_tree)) == 4


def test_compiled_files_are_found(small_tree: Path) -> None:
    made = [small_tree / "engine" / "rules" / name for name in ("movegen.abi3.so", "movegen.cp311-win_amd64.pyd")]
    for path in made:
        path.touch()
    assert compilation.compiled_files(small_tree) == made
