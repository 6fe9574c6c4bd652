"""`damiera bench`: which number it calls the behaviour number."""

import pytest

from engine.bench import POSITIONS, BenchResult
from protocol.cli import bench
from protocol.cli.main import main


@pytest.fixture
def asked(monkeypatch):
    """What `bench` was asked for, without any search."""
    found = []

    def quick(deeper, threads, on_position):
        found.append((deeper, threads))
        return BenchResult(18, 2.0, (1,) * len(POSITIONS))

    monkeypatch.setattr(bench, "bench", quick)
    return found


@pytest.mark.parametrize(
    "words, expected, last",
    [
        ([], (0, 1), "Bench: 18"),
        (["--deeper", "0", "--threads", "1"], (0, 1), "Bench: 18"),
        (["--deeper", "6"], (6, 1), "Nodes: 18"),
        (["--deeper", "20", "--threads", "1"], (20, 1), "Nodes: 18"),
    ],
)
def test_the_number_of_one_thread(words, expected, last, asked, capsys):
    assert main(["bench", *words]) == 0
    assert asked == [expected]
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == last
    assert lines[-2] == "Nodes/s: 9"
    variant, fen, depth = POSITIONS[0]
    assert lines[0].split(maxsplit=4) == ["1", variant, "depth", str(depth + expected[0]), fen]


def test_two_threads_have_no_number_of_their_own(monkeypatch, capsys):
    monkeypatch.setattr(bench, "bench", lambda *_: BenchResult(18, 2.0, (1,) * len(POSITIONS)))
    assert bench._run({"threads": 2, "deeper": None}) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Nodes: 18, of 2 threads: another number at each run"


@pytest.mark.parametrize("words", [["--threads", "0"], ["--threads", "100000"], ["--deeper", "-1"], ["--deeper", "x"]])
def test_what_cannot_be_is_refused(words, asked, capsys):
    assert main(["bench", *words]) == 2
    assert asked == []
    errors = capsys.readouterr().err
    assert words[0] in errors and "expected" in errors
