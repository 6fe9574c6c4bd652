"""The shape of the source: which module may import which, what the core may depend on, where things lie."""

import ast
import shutil
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Lowest first. A module belongs to the longest name here that it starts with; it may import from
# its own line's name and from the lines above, not from its neighbours in a line.
LAYERS = (
    ("engine",),
    ("engine.rules", "engine.score", "engine.packed"),
    ("engine.openings", "engine.evaluation", "engine.endgame"),
    ("engine.search",),
    ("engine.options",),
    ("engine.thinker",),
    ("engine.player", "engine.bench"),
    ("protocol",),
    ("protocol.transport",),
    ("protocol.serving",),
    ("protocol.hub", "protocol.uci", "protocol.dxp"),
    ("protocol.detect", "protocol.client"),
    ("protocol.doctor", "protocol.match"),
    ("protocol.cli",),
    ("protocol.__main__",),
)
HEIGHT = {name: height for height, line in enumerate(LAYERS) for name in line}

DEPENDENCIES = {"attrs"}
TOP_LEVEL = {
    *("engine", "protocol", "tests", "scripts", ".ci", ".github"),
    *("pyproject.toml", "setup.py", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore"),
}
LONGEST_FILE = 600

# What a codec, its messages and its table of states do without: they turn bytes into values, and no more.
PURE_FILES = ("messages", "codec", "state")
IMPURE = (
    *("engine.player", "engine.thinker", "engine.search", "engine.evaluation", "engine.endgame"),
    *("protocol.transport", "protocol.serving"),
)
INPUT_OUTPUT = {"asyncio", "io", "os", "select", "socket", "subprocess", "sys", "threading", "time"}


@cache
def modules() -> dict[str, Path]:
    """Every module of the product, by its dotted name."""
    found = {}
    for path in [*(ROOT / "engine").rglob("*.py"), *(ROOT / "protocol").rglob("*.py")]:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


@cache
def imports(name: str) -> frozenset[str]:
    """Everything that a module imports, wherever in the file; modules of ours by their full names."""
    found = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} line {node.lineno}: relative import"
            source = node.module.removeprefix("cython.cimports.")
            inner = {f"{source}.{alias.name}" for alias in node.names}
            found |= {full if full in modules() else source for full in inner}
    return frozenset(found)


def unit(name: str) -> str:
    """The entry of the table that a module belongs to."""
    return max((entry for entry in HEIGHT if f"{name}.".startswith(f"{entry}.")), key=len)


def test_the_table_covers_the_tree() -> None:
    assert len(modules()) > 50
    assert unit("engine.rules.position") == "engine.rules"
    assert "engine.rules.movegen" in imports("engine.rules.perft")


@pytest.mark.parametrize("name", sorted(modules()))
def test_imports_go_down(name: str) -> None:
    ours = {other for other in imports(name) if other.split(".")[0] in ("engine", "protocol")}
    assert ours <= modules().keys(), f"{name} imports what is not there: {', '.join(sorted(ours - modules().keys()))}"
    own = unit(name)
    wrong = [other for other in sorted(ours) if unit(other) != own and HEIGHT[unit(other)] >= HEIGHT[own]]
    assert not wrong, f"{name} is of layer {own} and may not import {', '.join(wrong)}"


def test_no_cycles_among_files() -> None:
    graph = {name: {other for other in imports(name) if other in modules()} for name in modules()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail("import cycle: " + " -> ".join(error.args[1]))


@pytest.mark.parametrize("name", sorted(modules()))
def test_dependencies_are_few(name: str) -> None:
    allowed = {"engine", "protocol", *DEPENDENCIES, *sys.stdlib_module_names}
    if name.startswith("engine"):
        allowed.add("cython")
    foreign = {other for other in imports(name) if other.split(".")[0] not in allowed}
    assert not foreign, f"{name} imports {', '.join(sorted(foreign))}"


@pytest.mark.parametrize("name", sorted(name for name in modules() if name.split(".")[-1] in PURE_FILES))
def test_codecs_do_no_input_and_output(name: str) -> None:
    wrong = [other for other in imports(name) if other.startswith(IMPURE) or other.split(".")[0] in INPUT_OUTPUT]
    assert not wrong, f"{name} imports {', '.join(wrong)}"


@pytest.mark.parametrize("name", sorted(name for name in modules() if name.startswith("engine")))
def test_the_engine_prints_nothing(name: str) -> None:
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "input"), f"{name} line {node.lineno} calls {node.func.id}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sys":
            assert node.attr not in ("stdin", "stdout", "stderr"), f"{name} line {node.lineno} uses sys.{node.attr}"


@pytest.mark.parametrize("name", sorted(modules()))
def test_no_wait_outlives_its_limit(name: str) -> None:
    # CPython's queue.SimpleQueue.get(timeout=...) waits for ever if a signal's handler outlasts the limit.
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(tree(name))}
    assert "SimpleQueue" not in names, f"{name} uses queue.SimpleQueue: expected queue.Queue"


@cache
def checkout_files() -> tuple[Path, ...]:
    """Files of the checkout that are under version control, or would be with the next commit."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return tuple(Path(name) for name in listing.split("\0") if name and (ROOT / name).exists())


def test_top_level_names() -> None:
    names = {path.parts[0] for path in checkout_files()}
    assert names <= TOP_LEVEL, f"not agreed at the top level: {', '.join(sorted(names - TOP_LEVEL))}"


def test_files_are_short() -> None:
    lengths = {
        path.as_posix(): len((ROOT / path).read_text(encoding="utf-8").splitlines())
        for path in checkout_files()
        if path.suffix in (".py", ".pxd")
    }
    assert len(lengths) > 50
    too_long = {path: length for path, length in lengths.items() if length > LONGEST_FILE}
    assert not too_long
