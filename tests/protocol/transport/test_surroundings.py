"""What programs get from us when we start them."""

import os
import sys
from pathlib import Path

import pytest

from protocol.transport.process import ProcessTransport
from protocol.transport.surroundings import own_environment, resolved

pytestmark = pytest.mark.both_modes


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the standalone executable, whose launcher has led us to our libraries."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/tmp/_MEI1234")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)


def test_an_installed_command_hands_on_its_environment() -> None:
    assert own_environment() is None


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("before", [None, "", "/usr/local/lib"])
def test_the_executable_keeps_its_libraries_to_itself(monkeypatch: pytest.MonkeyPatch, before: str | None) -> None:
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    environment = own_environment()
    assert environment.get("LD_LIBRARY_PATH") == before
    assert "LD_LIBRARY_PATH_ORIG" not in environment
    assert environment["PYINSTALLER_RESET_ENVIRONMENT"] == "1"
    assert environment["PATH"] == os.environ["PATH"]


@pytest.mark.usefixtures("frozen")
def test_a_program_is_started_with_it() -> None:
    code = "import os; print(os.environ.get('LD_LIBRARY_PATH'))"
    with ProcessTransport([sys.executable, "-c", code]) as transport:
        assert transport.receive_line(10).line == "None"


@pytest.fixture
def nothing_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("frozen", "nothing_on_the_path")
def test_its_own_name_means_the_executable() -> None:
    assert resolved(["damiera", "uci"]) == (sys.executable, "uci")
    assert resolved(["scan", "hub"]) == ("scan", "hub")
    assert resolved(["./damiera", "uci"]) == ("./damiera", "uci")


def make_program(folder: Path) -> str:
    path = folder / ("damiera.exe" if os.name == "nt" else "damiera")
    path.touch(0o755)
    return str(path)


@pytest.mark.usefixtures("frozen", "nothing_on_the_path")
def test_another_of_that_name_comes_first(tmp_path: Path) -> None:
    make_program(tmp_path)
    assert resolved(["damiera", "uci"]) == ("damiera", "uci")


@pytest.mark.usefixtures("nothing_on_the_path")
def test_its_own_name_means_the_installed_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "environment"
    folder.mkdir()
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    assert resolved(["damiera", "uci"]) == ("damiera", "uci")
    program = make_program(folder)
    assert resolved(["damiera", "uci"]) == (program, "uci")
