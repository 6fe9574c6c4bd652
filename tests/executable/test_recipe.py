"""What is said to go into the executable, without making one."""

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest

from protocol.match.settings import read_match, read_toml
from tests import test_layers

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "scripts" / "executable" / "damiera.spec"


def excluded() -> set[str]:
    """The value of EXCLUDED in the recipe."""
    for node in ast.parse(SPEC.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "EXCLUDED":
            return {name.value for name in ast.walk(node.value) if isinstance(name, ast.Constant)}
    raise AssertionError("the recipe has no EXCLUDED")


def test_the_tools_of_the_build_are_left_out() -> None:
    assert {"Cython", "setuptools", "pygments", "unittest", "pytest", "_hashlib", "_ssl"} <= excluded()


def test_nothing_is_left_out_that_the_program_imports() -> None:
    for name in test_layers.modules():
        used = {other.split(".")[0] for other in test_layers.imports(name)} - {"cython"}
        assert not used & excluded(), f"{name} imports {', '.join(sorted(used & excluded()))}"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return import_module("build_executable")


def test_what_lies_beside_the_program_is_there(script) -> None:
    assert {"README.md", "LICENSE", "protocol/README.md"} <= {name.replace("\\", "/") for name in script.BESIDE}
    for name in script.BESIDE:
        assert (ROOT / name).exists()


def test_the_example_of_a_match_can_be_read() -> None:
    config = read_match(read_toml(str(ROOT / "protocol" / "examples" / "match.toml")))
    assert len(config.engines) == 2


def test_the_single_file_knows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SPEC.parent))
    single_file = import_module("single_file")
    monkeypatch.setattr(sys, "executable", "/opt/damiera/damiera")
    for unpacked, single in (("/opt/damiera/_internal", False), ("/tmp/_MEI1234", True)):
        monkeypatch.setattr(sys, "_MEIPASS", unpacked, raising=False)
        assert single_file.is_single_file() is single
