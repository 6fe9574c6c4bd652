"""`damiera pdn check`: a line a problem, a summary, the exit status."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.cli import pdn, progress
from protocol.cli.arguments import UsageError

pytestmark = pytest.mark.both_modes

ROOT = Path(__file__).parents[3]

GOOD = '[White "a"]\n[GameType "22"]\n\n1. 22-19 12-15 2. 19x12 8x15 1-0\n\n'
BAD = '[White "b"]\n[GameType "22"]\n\n1. 22-19 12-15\n2. 26-22 1-0\n\n'


def check(capsys, *words):
    """Exit status, lines of output and of errors."""
    status = pdn.SUBCOMMAND.run(pdn.SUBCOMMAND.parse(("check", *words)))
    captured = capsys.readouterr()
    return status, captured.out.splitlines(), captured.err


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def create(name, text):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    return create


def test_good_file(capsys, write):
    assert check(capsys, write("a.pdn", GOOD * 3)) == (0, ["games 3 moves 12 errors 0"], "")


def test_bad_game(capsys, write):
    status, lines, errors = check(capsys, write("a.pdn", GOOD + BAD + GOOD))
    assert (status, errors) == (1, "")
    assert lines == [
        "a.pdn:10: game 2, move 2: move '26-22': capture is compulsory: expected 19x12",
        "games 3 moves 10 errors 1",
    ]


def test_several_files(capsys, write):
    status, lines, _ = check(capsys, write("a.pdn", GOOD), write("b.pdn", BAD), write("c.pdn", b""))
    assert status == 1
    assert lines[0].startswith("b.pdn:5: game 1, move 2: ")
    assert lines[1:] == ["games 2 moves 6 errors 1"]


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert check(capsys, "-") == (0, ["games 1 moves 4 errors 0"], "")


def test_closed_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UsageError, match="cannot read '-': standard input is closed"):
        pdn.SUBCOMMAND.run(pdn.SUBCOMMAND.parse(("check", "-")))


def test_variant(capsys, write):
    name = write("a.pdn", "1. 9-14 *\n")
    assert check(capsys, name)[0] == 0
    status, lines, _ = check(capsys, name, "--variant", "italian")
    assert (status, lines[-1]) == (1, "games 1 moves 0 errors 1")
    assert check(capsys, "--variant=english", "--", name)[0] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "expected ACTION: check"),
        (("chek", "a"), "unknown action 'chek': did you mean 'check'?"),
        (("check",), "expected FILE...: files of records; - for standard input"),
        (("check", "--varient", "x", "a"), "unknown option '--varient': did you mean '--variant'?"),
    ],
)
def test_wrong_usage(words, message):
    with pytest.raises(UsageError) as error:
        pdn.SUBCOMMAND.parse(words)
    assert str(error.value) == message


def test_missing_file(capsys):
    with pytest.raises(UsageError, match=r"cannot read 'nowhere\.pdn': No such file"):
        check(capsys, "nowhere.pdn")
    assert capsys.readouterr().out == ""


def test_the_others_are_read_all_the_same(capsys, write):
    status, lines, errors = check(capsys, "nowhere.pdn", write("a.pdn", GOOD), ".", write("b.pdn", BAD))
    assert status == 2
    assert lines[0].startswith("b.pdn:5: game 1, move 2: ")
    assert lines[1:] == ["games 2 moves 6 errors 1"]
    first, second = errors.splitlines()
    assert first == "damiera pdn: cannot read 'nowhere.pdn': No such file or directory"
    assert second.startswith("damiera pdn: cannot read '.': ")


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes there")
def test_nobody_reads_on(write):
    name = write("a.pdn", BAD * 2000)
    words = [sys.executable, "-m", "protocol", "pdn", "check", name, name]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=environment, stdout=pipe, stderr=pipe) as process:
        assert process.stdout.readline().startswith(b"a.pdn:5: ")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_directory(capsys, write):
    write("a.pdn", GOOD)
    with pytest.raises(UsageError, match=r"cannot read '\.'"):
        check(capsys, ".")


def test_progress_on_a_terminal(capsys, monkeypatch, write):
    monkeypatch.setattr(pdn, "_LARGE", 0)
    monkeypatch.setattr(progress, "REFRESH", 0.0)
    monkeypatch.setattr(pdn, "_BLOCK", 4096)
    name = write("a.pdn", BAD * 200)
    assert check(capsys, name)[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    _, lines, errors = check(capsys, name)
    assert lines[-1] == "games 200 moves 400 errors 200"
    assert "a.pdn: 100 % of 0 MB, about 0 s left" in errors
    assert errors.endswith("\r" + " " * 79 + "\r")
