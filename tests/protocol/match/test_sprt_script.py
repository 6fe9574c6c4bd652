"""scripts/sprt.py: frozen copies, and the command line of the match."""

import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def sprt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, at work on a small checkout that needs no compiler."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    module = import_module("sprt")
    monkeypatch.setattr(module, "ROOT", str(tmp_path))
    monkeypatch.setattr(module, "FROZEN", str(tmp_path / "build" / "sprt"))
    monkeypatch.setattr(module, "_build", lambda folder: None)
    (tmp_path / "engine").mkdir()
    (tmp_path / "protocol").mkdir()
    (tmp_path / "engine" / "player.py").write_text("1")
    (tmp_path / "setup.py").write_text("2")
    (tmp_path / "pyproject.toml").write_text("3")
    return module


@needs_git
def test_a_revision_is_frozen_as_it_was(sprt: ModuleType, tmp_path: Path) -> None:
    def git(*words: str) -> None:
        identity = ("-c", "user.name=T", "-c", "user.email=t@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *identity, *words], check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    (tmp_path / "engine" / "player.py").write_text("changed")
    old, new = Path(sprt.freeze_revision("HEAD")), Path(sprt.freeze_checkout())
    assert (old / "engine/player.py").read_text() == "1"
    assert (new / "engine/player.py").read_text() == "changed"
    with pytest.raises(sprt.SprtFailed, match="unknown revision 'nonsense': expected a commit"):
        sprt.freeze_revision("nonsense")
    with pytest.raises(sprt.SprtFailed, match="unknown revision '--all'"):
        sprt.freeze_revision("--all")


def test_a_copy_serves_as_long_as_the_source_is_the_same(sprt: ModuleType, tmp_path: Path) -> None:
    first = sprt.freeze_checkout()
    (tmp_path / "engine" / "player.so").write_text("compiled")
    (Path(first) / "mark").write_text("")
    assert sprt.freeze_checkout() == first
    assert (Path(first) / "mark").exists() and not (Path(first) / "engine" / "player.so").exists()
    (tmp_path / "engine" / "player.py").write_text("changed")
    assert sprt.freeze_checkout() != first


def test_a_copy_that_did_not_compile_is_made_again(sprt: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    builds = []

    def fail(folder: str) -> None:
        builds.append(folder)
        raise sprt.SprtFailed("does not compile")

    monkeypatch.setattr(sprt, "_build", fail)
    for _ in range(2):
        with pytest.raises(sprt.SprtFailed):
            sprt.freeze_checkout()
    assert len(builds) == 2


def test_the_command_line(sprt: ModuleType) -> None:
    words = sprt.match_words(["--rounds", "3", "--each", "option.Hash=16", "--depth", "4"], "/f/new1", "/f/old1", "v1")
    assert words[0] == "match"
    first, second = words.index("--engine"), words.index("--engine", 2)
    assert words[first + 2 : second] == ["name=new", "dir=/f/new1", "proto=uci", "option.Hash=16"]
    assert words[second + 2 : second + 6] == ["name=v1", "dir=/f/old1", "proto=uci", "option.Hash=16"]
    rest = words[second + 6 :]
    assert rest[:4] == ["--rounds", "3", "--depth", "4"]
    assert "--sprt" in rest and "--tc" not in rest
    assert rest[rest.index("--journal") + 1].endswith("new1-old1.jsonl")


def test_what_is_said_is_not_said_again(sprt: ModuleType) -> None:
    words = sprt.match_words(["--sprt", "elo0=1", "elo1=2", "--journal=x", "--pdn", "y"], "/n", "/o", "HEAD")
    assert words.count("--sprt") == words.count("--pdn") == 1
    assert "--journal" not in words
