"""Building: setup.py with and without a working compiler, in the checkout, and what a wheel holds."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from engine import __version__

ROOT = Path(__file__).resolve().parent.parent
MODULE = "engine/rules/movegen"
BUILD_FILES = (
    "setup.py",
    "engine/__init__.py",
    "engine/imports.py",
    "engine/compilation.py",
    "engine/cython_standin.py",
)
PROJECT = '[project]\nname = "damiera"\nversion = "0"\n[tool.setuptools]\npackages = []\n'
SOURCE = "import cython\n\n\n@cython.ccall\ndef answer() -> cython.int:\n    return {}\n"


def make_tree(tree: Path) -> Path:
    """The real build files over a core of one small module, which keeps compiling short."""
    (tree / "engine" / "rules").mkdir(parents=True)
    for name in BUILD_FILES:
        shutil.copy2(ROOT / name, tree / name)
    (tree / "pyproject.toml").write_text(PROJECT)
    (tree / "engine" / "rules" / "__init__.py").touch()
    (tree / f"{MODULE}.pxd").write_text("cpdef int answer()\n")
    (tree / f"{MODULE}.py").write_text(SOURCE.format(1))
    return tree


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree")


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = make_tree(tmp_path_factory.mktemp("built") / "tree")
    done = build(tree)
    assert done.returncode == 0, done.stderr
    return tree


@pytest.fixture
def built_tree(built_once: Path, tmp_path: Path) -> Path:
    """The small tree, compiled in place."""
    return shutil.copytree(built_once, tmp_path / "tree")


def run_python(tree: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("DAMIERA_") and name != "CC"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


def build(tree: Path, **environment: str) -> subprocess.CompletedProcess:
    return run_python(tree, "setup.py", "build_ext", "--inplace", **environment)


def answer(tree: Path) -> str:
    code = "from engine.rules.movegen import answer; from engine.compilation import build_mode"
    return run_python(tree, "-c", f"{code}; print(build_mode(), answer())").stdout.strip()


def compiled(tree: Path) -> list[str]:
    return sorted(path.name.split(".")[0] for path in (tree / "engine").rglob("*.so"))


def test_builds_in_place_and_follows_the_source(built_tree: Path) -> None:
    assert answer(built_tree) == "compiled 1"

    source = built_tree / f"{MODULE}.py"
    source.write_text(SOURCE.format(2))
    assert answer(built_tree) == "compiled 1"  # the danger that the tests must be kept from
    assert build(built_tree).returncode == 0
    assert answer(built_tree) == "compiled 2"

    # A source from an archive or another branch may be older than the compiled file and yet differ.
    source.write_text(SOURCE.format(3))
    os.utime(source, (1_000_000_000, 1_000_000_000))
    assert build(built_tree).returncode == 0
    assert answer(built_tree) == "compiled 3"


def test_removes_the_compiled_file_of_a_module_that_is_gone(built_tree: Path) -> None:
    assert compiled(built_tree) == ["movegen"]
    for suffix in (".py", ".pxd"):
        (built_tree / f"{MODULE}{suffix}").rename(built_tree / f"engine/rules/moves{suffix}")
    assert build(built_tree).returncode == 0
    assert compiled(built_tree) == ["moves"]


def test_without_a_compiler_it_goes_on_interpreted(small_tree: Path) -> None:
    done = build(small_tree, CC="no-such-compiler")
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("damiera:")]
    assert len(said) == 1
    assert "interpreted" in said[0] and "no-such-compiler" in said[0]
    assert compiled(small_tree) == []
    assert answer(small_tree) == "interpreted 1"


def test_without_a_compiler_it_fails_where_compiled_is_required(small_tree: Path) -> None:
    done = build(small_tree, CC="no-such-compiler", DAMIERA_REQUIRE_COMPILED="1")
    assert done.returncode != 0
    assert "no-such-compiler" in done.stderr


def test_a_failed_build_leaves_no_half_compiled_core(built_tree: Path) -> None:
    (built_tree / f"{MODULE}.py").write_text(SOURCE.format(2))
    assert build(built_tree, CC="no-such-compiler").returncode == 0
    assert answer(built_tree) == "interpreted 2"


def test_an_error_in_the_source_fails_the_build(small_tree: Path) -> None:
    (small_tree / f"{MODULE}.py").write_text(SOURCE.format("missing_name.attribute +"))
    assert build(small_tree).returncode != 0


def test_nothing_is_compiled_on_request(small_tree: Path) -> None:
    assert build(small_tree, DAMIERA_INTERPRETED="1").returncode == 0
    assert compiled(small_tree) == []


@pytest.fixture
def tested_tree(built_tree: Path) -> Path:
    """The small tree, compiled, with the real test configuration and one test for each mode."""
    (built_tree / "tests").mkdir()
    shutil.copy2(ROOT / "tests" / "conftest.py", built_tree / "tests")
    (built_tree / "tests" / "test_answer.py").write_text(
        "import pytest\nfrom engine.rules.movegen import answer\n\n"
        "def test_compiled():\n    assert answer() == 1\n\n"
        "@pytest.mark.both_modes\ndef test_both():\n    assert answer() == 1\n"
    )
    with open(built_tree / "pyproject.toml", "a") as file:
        file.write('[tool.pytest.ini_options]\npythonpath = ["."]\nmarkers = ["both_modes"]\n')
    return built_tree


def test_the_tests_run_on_a_fresh_core(tested_tree: Path) -> None:
    done = run_python(tested_tree, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout


def test_the_interpreted_run_takes_the_tests_of_both_modes(tested_tree: Path) -> None:
    done = run_python(tested_tree, "-m", "pytest", "-p", "no:cacheprovider", DAMIERA_INTERPRETED="1")
    assert done.returncode == 0 and "1 passed, 1 deselected" in done.stdout, done.stdout


def test_the_tests_refuse_a_stale_core(tested_tree: Path) -> None:
    (tested_tree / f"{MODULE}.py").write_text(SOURCE.format(1) + "# edited\n")
    done = run_python(tested_tree, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "is not that of engine/rules/movegen.py" in done.stderr and "passed" not in done.stdout


def test_the_tests_refuse_a_missing_core(tested_tree: Path) -> None:
    for path in (tested_tree / "engine").rglob("*.so"):
        path.unlink()
    done = run_python(tested_tree, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "the core is not compiled" in done.stderr and "passed" not in done.stdout


WAITING = """
import os, time
import pytest
from pathlib import Path

@pytest.fixture
def helper():
    yield
    Path("ended").touch()

def test_waits(helper):
    Path("began").write_text(str(os.getpid()))
    time.sleep(60)
"""
FAILING = """
import time
import pytest
from pathlib import Path

@pytest.mark.both_modes
def test_fails():
    while not Path("began").exists():
        time.sleep(0.1)
    assert False, "as it must"
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl+C of POSIX")
def test_a_failed_interpreted_pass_ends_the_workers_of_the_compiled_one(tested_tree: Path) -> None:
    """Both passes run, as scripts/test.py starts them, without its installation."""
    (tested_tree / "tests" / "test_waiting.py").write_text(WAITING)
    (tested_tree / "tests" / "test_failing.py").write_text(FAILING)
    shutil.copytree(ROOT / "scripts", tested_tree / "scripts")
    (tested_tree / ".venv").mkdir()
    code = (
        "import sys, runpy; sys.path.insert(0, 'scripts')\n"
        "import environment; environment.PYTHON = sys.executable\n"
        "sys.exit(runpy.run_path('scripts/test.py')['run_side_by_side']())"
    )
    done = run_python(tested_tree, "-c", code)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    assert "1 failed" in done.stdout.splitlines()[-1]
    assert (tested_tree / "ended").exists(), "the tests end what they have started"
    with pytest.raises(ProcessLookupError):
        os.kill(int((tested_tree / "began").read_text()), 0)


def copy_source(folder: Path) -> Path:
    """A copy of all that a build of the checkout reads."""
    tree = folder / "source"
    for name in ("engine", "protocol"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "compiled.json")
        shutil.copytree(ROOT / name, tree / name, ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "LICENSE", "README.md"):
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, tree)
    return tree


def make_sdist(folder: Path) -> Path:
    """Builds the source distribution, as a frontend does."""
    code = f"from setuptools.build_meta import build_sdist; build_sdist({str(folder)!r})"
    done = run_python(copy_source(folder), "-c", code)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / f"damiera-{__version__}.tar.gz"


def make_wheel(source: Path, folder: Path, **environment: str) -> zipfile.ZipFile:
    """Builds a wheel with the tools of this environment, without the network."""
    options = ("--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", str(folder))
    done = run_python(folder, "-m", "pip", "wheel", *options, str(source), **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def check_contents(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    package_files = {
        path.relative_to(ROOT).as_posix()
        for package in ("engine", "protocol")
        for path in (ROOT / package).rglob("*")
        if path.suffix in (".py", ".typed") or path.parent.name == "data"
    }
    assert {"engine/py.typed", "protocol/py.typed", "protocol/cli/main.py"} <= package_files
    in_packages = {name for name in names if name.startswith(("engine/", "protocol/"))}
    assert {name for name in in_packages if not name.endswith((".so", ".pyd"))} == package_files
    others = {name.split("/")[0] for name in names} - {"engine", "protocol"}
    assert others == {f"damiera-{__version__}.dist-info"}
    metadata = wheel.read(f"damiera-{__version__}.dist-info/METADATA").decode()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert [line.split(":")[1].split(">")[0].strip() for line in needed] == ["attrs"]
    assert "License-Expression: MIT" in metadata
    assert f"damiera-{__version__}.dist-info/licenses/LICENSE" in names


def test_interpreted_wheel(tmp_path: Path) -> None:
    wheel = make_wheel(copy_source(tmp_path), tmp_path, DAMIERA_INTERPRETED="1")
    check_contents(wheel)
    assert not [name for name in wheel.namelist() if name.endswith((".so", ".pyd"))]


def test_the_source_distribution_has_all_that_is_compiled(tmp_path: Path) -> None:
    from engine.compilation import sources

    with tarfile.open(make_sdist(tmp_path)) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    assert {path.relative_to(ROOT).as_posix() for path in sources(ROOT)} <= names
    assert {"pyproject.toml", "README.md", "LICENSE", "engine/evaluation/data/italian.weights"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]


@pytest.mark.slow
def test_the_source_distribution_makes_a_wheel_that_installs_and_runs(tmp_path: Path) -> None:
    from engine.compilation import compiled_modules

    wheel = make_wheel(make_sdist(tmp_path), tmp_path, DAMIERA_REQUIRE_COMPILED="1")
    check_contents(wheel)
    in_wheel = {name.split(".")[0] for name in wheel.namelist() if name.endswith((".so", ".pyd"))}
    assert in_wheel == {name.replace(".", "/") for name in compiled_modules(ROOT)}

    # attrs, the one dependency, is taken from the environment of the tests.
    target = tmp_path / "venv"
    venv.create(target, with_pip=True)
    python = target / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "--no-deps", "--no-index", wheel.filename], check=True)
    site = subprocess.run(
        [python, "-c", "import engine; print(engine.__path__[0])"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    import attr
    import attrs

    for package in (attr, attrs):
        shutil.copytree(package.__path__[0], Path(site).parent / package.__name__)
    damiera = python.with_name("damiera")
    programs = [damiera]
    if os.name == "posix":
        programs.append(tmp_path / "a link")
        programs[1].symlink_to(damiera)
    for program in programs:
        done = subprocess.run([program, "--version"], cwd=tmp_path.anchor, capture_output=True, text=True)
        assert f"{__version__} (compiled)" in done.stdout
        # The data are found.
        engines = ("damiera uci", "damiera hub")
        words = ("match", *engines, "--rounds", "1", "--nodes", "100", "--journal", f"{program.name}.jsonl")
        done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
