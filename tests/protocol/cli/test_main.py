"""The command line from outside: output, errors of one line, exit status."""

import os
import re
import signal
import subprocess
import time

import pytest

from protocol.cli.main import SUBCOMMANDS, main
from tests.protocol.engine_process import COMMAND, ROOT

pytestmark = pytest.mark.both_modes


def run(capsys, *arguments):
    """Exit status, output lines and error lines of the command."""
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out.splitlines(), captured.err.splitlines()


def test_version(capsys):
    for word in ("--version", "version"):
        status, lines, _ = run(capsys, word)
        assert status == 0
        assert re.fullmatch(r"Damiera \d+\.\d+\.\d+ \((compiled|interpreted)\), \w+ 3\.\S+, .+", lines[0])


def test_version_tells_the_revision_that_a_build_noted(capsys, monkeypatch, tmp_path):
    from protocol.cli import version

    (tmp_path / "revision.txt").write_text("0123456789ab+")
    monkeypatch.setattr(version, "__file__", str(tmp_path / "version.py"))
    assert "), revision 0123456789ab+, " in run(capsys, "--version")[1][0]


def test_help(capsys):
    status, lines, _ = run(capsys, "--help")
    assert status == 0
    for name in SUBCOMMANDS:
        assert any(line.startswith(f"  {name} ") for line in lines)
        status, own, _ = run(capsys, name, "--help")
        assert (status, own[0].split()[:3]) == (0, ["usage:", "damiera", name])
        assert "Examples:" in own


@pytest.mark.parametrize("name", ["uci", "hub", "dxp", "analyse", "perft"])
def test_help_lists_the_options_of_the_engine_where_they_can_be_set(capsys, name):
    lines = run(capsys, name, "--help")[1]
    assert any(line.startswith("  Hash=64 ") for line in lines) == (name != "perft")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("prft 3", "damiera: unknown command 'prft': did you mean 'perft'?"),
        ("xyzzy", f"damiera: unknown command 'xyzzy': expected one of {' '.join(SUBCOMMANDS)}"),
        ("perft", "damiera perft: expected DEPTH: plies, 1 to 64"),
        ("perft 0", "damiera perft: DEPTH: 0 is out of range: expected 1 to 64"),
        ("perft 3 --varient english", "damiera perft: unknown option '--varient': did you mean '--variant'?"),
        ("perft 3 --variant englsh", "damiera perft: --variant: unknown variant 'englsh': did you mean 'english'?"),
        ("perft 3 --fen X:W1", "damiera perft: --fen: FEN, side to move 'X': expected W, B or ?"),
        ("uci --option Hash", "damiera uci: --option: expected NAME=VALUE, found 'Hash'"),
        ("uci --option Hsah=3", "damiera uci: --option: unknown option 'Hsah': did you mean Hash?"),
        (
            "analyse --moves zz",
            "damiera analyse: --moves: move 1: move 'zz' cannot be read: expected squares such as 21-17",
        ),
        ("--variant", "damiera: --variant: expected NAME"),
    ],
)
def test_wrong_usage_is_one_line(capsys, line, message):
    assert run(capsys, *line.split()) == (2, [], [message])


def test_log_file_that_cannot_be_written(capsys):
    status, lines, errors = run(capsys, "uci", "--option", "debug log file=/")
    assert (status, lines, len(errors)) == (2, [], 1)
    assert errors[0].startswith("damiera uci: --option: cannot write the log file '/': ")


def test_perft(capsys):
    status, lines, errors = run(capsys, "perft", "4")
    assert (status, errors) == (0, [])
    assert lines[:4] == ["depth 1 nodes 7", "depth 2 nodes 49", "depth 3 nodes 302", "depth 4 nodes 1469"]
    assert re.fullmatch(r"time \d+\.\d{3} s, \d+\.\d\d M nodes/s at depth 4", lines[4])
    assert len(lines) == 5


def test_perft_divide(capsys):
    _, lines, _ = run(capsys, "perft", "3", "--divide", "--fen", "W:W21,K30:B5,12", "--variant", "it")
    assert lines[2:7] == ["depth 3 nodes 72", "21-17: 12", "21-18: 16", "30-26: 20", "30-27: 24"]


def test_analyse(capsys):
    status, lines, errors = run(
        capsys, "analyse", "W:WK31:B12,19,27,K1", "--depth", "4", "--moves", "31-22-15-8", "--option", "Hash=1"
    )
    assert (status, errors) == (0, [])
    assert lines[0] == "Italian draughts (dama italiana), Black to move"
    assert lines[2] == "  B   .   .   .        1     2     3     4"
    assert [line.split()[0] for line in lines if re.match(r" +\d+ +([-+]\d+\.\d\d|win|loss) ", line)]
    assert lines[-1].startswith("Best move: 1-5")


def test_analyse_a_finished_game(capsys):
    status, lines, _ = run(capsys, "analyse", "W:W29:B22,25,26")
    assert (status, lines[-1]) == (0, "The game is over. Black wins: no legal move")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("arguments", [("perft", "40"), ("analyse", "--movetime", "60000")])
def test_interrupt_ends_quietly(arguments):
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A test runner in the background may have passed on an ignored signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (130, b"")


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe that can be closed")
def test_reader_that_goes_away():
    process = subprocess.Popen([*COMMAND, "perft", "8"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(30) == 1
