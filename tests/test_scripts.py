"""The scripts of a bare checkout: what they know without installing anything."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the stamps, at work on a small checkout."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    module = import_module("stamp")
    monkeypatch.setattr(module, "ROOT", str(tmp_path))
    monkeypatch.setattr(module, "VENV", str(tmp_path / ".venv"))
    (tmp_path / ".venv").mkdir()
    (tmp_path / "engine" / "rules").mkdir(parents=True)
    (tmp_path / "engine" / "rules" / "move.py").write_text("1")
    (tmp_path / "setup.py").write_text("2")
    return module


@pytest.fixture
def written(stamp: ModuleType):
    made = stamp.Stamp("run", ("engine", "setup.py", "missing.toml"))
    assert not made.fresh() and not made.same_content()
    made.write()
    assert made.fresh()
    return made


@pytest.mark.parametrize("name", ["engine/rules/move.py", "setup.py", "engine/rules/new.py", "missing.toml"])
def test_a_changed_file_is_noticed(written, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("longer")
    assert not written.fresh()
    assert not written.same_content()


def test_a_removed_file_is_noticed(written, tmp_path: Path) -> None:
    (tmp_path / "engine/rules/move.py").unlink()
    assert not written.fresh() and not written.same_content()


def test_a_touched_file_costs_no_installation(written, tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("3")
    (tmp_path / "setup.py").write_text("2")
    os.utime(tmp_path / "setup.py", (1, 1))
    assert not written.fresh()
    assert written.same_content()
    assert written.fresh()


@pytest.mark.parametrize("name", ["engine/rules/move.so", "engine/compiled.json", "engine/__pycache__/move.pyc"])
def test_what_the_tests_compile_changes_nothing(written, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("made")
    assert written.fresh()


def test_another_python_or_place_is_noticed(stamp: ModuleType, written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 99, 0, "final", 0))
    other = stamp.Stamp("run", ("engine", "setup.py"))
    assert not other.fresh() and not other.same_content()


@pytest.mark.parametrize("content", ["", "one line", "\n\n", "\0"])
def test_a_broken_stamp_is_no_stamp(written, content: str) -> None:
    Path(written.path).write_text(content)
    assert not written.fresh() and not written.same_content()


def test_a_removed_stamp_is_no_stamp(written) -> None:
    written.remove()
    written.remove()
    assert not written.fresh()


@pytest.fixture
def environment(stamp: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module of the virtual environment, at work on the small checkout; other tests find that of the real one."""
    monkeypatch.delitem(sys.modules, "environment", raising=False)
    yield import_module("environment")
    del sys.modules["environment"]


def test_a_failed_command_says_why_and_where_the_log_is(environment: ModuleType) -> None:
    code = "print('ERROR: first'); print('ERROR: No matching distribution found for attrs'); print('hint'); exit(1)"
    with pytest.raises(environment.SetupFailed) as failure:
        environment.logged("installation failed", [sys.executable, "-c", code], "install")
    message = str(failure.value)
    assert message.startswith("installation failed: No matching distribution found for attrs; the log is ")
    assert "\n" not in message
    assert Path(message.rsplit(" ", 1)[1]).read_text().endswith("hint\n")


def test_an_unreachable_index_is_named(environment: ModuleType) -> None:
    code = "print('WARNING: Retrying ... NewConnectionError'); print('ERROR: none'); exit(1)"
    with pytest.raises(environment.SetupFailed, match=r"none \(the package index cannot be reached\);"):
        environment.logged("installation failed", [sys.executable, "-c", code], "install")


@pytest.mark.parametrize("error", ["a.c:1:2: error: bad", "engine/search/stop.py:45:11: Expected a colon"])
def test_a_compiler_error_is_its_first(environment: ModuleType, error: str) -> None:
    code = f"print('a.c:1:1: warning: odd'); print({error!r}); print('a.c:9:9: error: worse'); exit('gave up')"
    with pytest.raises(environment.SetupFailed, match=f"failed: {re.escape(error)}; "):
        environment.logged("failed", [sys.executable, "-c", code], "build")


def test_one_start_waits_for_another(environment: ModuleType, stamp: ModuleType, capfd: pytest.CaptureFixture) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r})\n"
        f"import stamp; stamp.ROOT = {stamp.ROOT!r}\n"
        "import environment\n"
        "with environment.locked():\n    print('inside', flush=True)\n"
    )
    with environment.locked():
        other = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert "waiting" in other.stderr.readline()
        assert other.poll() is None
    output, _ = other.communicate(timeout=30)
    assert output == "inside\n"


@pytest.mark.parametrize("script", ["run.py", "test.py", "build_executable.py"])
def test_an_old_python_is_refused_in_one_line(script: str) -> None:
    code = (
        "import sys, runpy; sys.version_info = (3, 8, 0)\n"
        f"runpy.run_path({str(ROOT / 'scripts' / script)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "damiera: Python 3.11 or newer is needed, this is 3.8\n"


def test_an_environment_whose_making_was_interrupted_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    module = import_module("environment")
    venv = tmp_path / ".venv"
    monkeypatch.setattr(module, "VENV", str(venv))
    monkeypatch.setattr(module, "PYTHON", str(venv / "python"))
    monkeypatch.setattr(module, "_COMPLETE", str(venv / "complete"))
    made = []

    def make(*arguments: object, **more: object) -> subprocess.CompletedProcess:
        venv.mkdir(exist_ok=True)
        (venv / "python").touch()
        (venv / "pyvenv.cfg").write_text(f"version = {sys.version.split()[0]}\ncommand = python -m venv {venv}\n")
        made.append(arguments)
        if len(made) == 1:
            raise KeyboardInterrupt
        return subprocess.CompletedProcess(arguments, 0, "")

    monkeypatch.setattr(module.subprocess, "run", make)
    with pytest.raises(KeyboardInterrupt):
        module.ensure_venv()
    module.ensure_venv()
    assert len(made) == 2
    module.ensure_venv()
    assert len(made) == 2
