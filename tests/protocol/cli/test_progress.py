"""How far long work has come, for people at a terminal."""

import sys

import pytest

from engine.bench import POSITIONS, BenchResult
from protocol.cli import bench, progress
from protocol.cli.main import main

pytestmark = pytest.mark.both_modes


def pretend_a_terminal(monkeypatch):
    monkeypatch.setattr(progress, "REFRESH", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)


def test_the_line_says_how_long_yet_and_goes_away(capsys, monkeypatch):
    pretend_a_terminal(monkeypatch)
    line = progress.Progress()
    line._began -= 30
    line.update(0.25, "5 of 20 positions")
    assert capsys.readouterr().err == f"\r{'5 of 20 positions, about 90 s left':<79}"
    line.clear()
    line.clear()
    assert capsys.readouterr().err == "\r" + " " * 79 + "\r"


def test_a_long_text_stays_in_its_line(capsys, monkeypatch):
    pretend_a_terminal(monkeypatch)
    progress.Progress().update(0.5, "x" * 200)
    assert len(capsys.readouterr().err) == 80


def test_nothing_where_nobody_sees_it_or_at_once(capsys, monkeypatch):
    line = progress.Progress()
    line.update(0.5, "half")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    line.update(0.5, "half")
    line.clear()
    assert capsys.readouterr().err == ""


def test_bench_shows_it(capsys, monkeypatch):
    pretend_a_terminal(monkeypatch)

    def quick(deeper, threads, on_position):
        for done in range(1, len(POSITIONS) + 1):
            on_position(done)
        return BenchResult(18, 1.0, (1,) * len(POSITIONS))

    monkeypatch.setattr(bench, "bench", quick)
    assert main(["bench"]) == 0
    output, errors = capsys.readouterr()
    assert output.endswith("Bench: 18\n")
    assert f"\r1 of {len(POSITIONS)} positions, about " in errors
    assert errors.endswith("\r" + " " * 79 + "\r")
