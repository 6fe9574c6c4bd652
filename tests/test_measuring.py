"""The scripts that measure: what they refuse, they say in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

REFUSED = [
    ("measure_threads --game nonsense", "argument --game: unknown variant 'nonsense': expected one of "),
    ("measure_threads --positions 0", "argument --positions: 0 is out of range: expected 1 to "),
    ("measure_threads --threads x", "argument --threads: expected a whole number, found 'x'"),
    ("measure_threads --milliseconds 0", "argument --milliseconds: 0 is out of range: expected 10 to 1e+06"),
    ("measure_speed --milliseconds fast", "argument --milliseconds: expected a number, found 'fast'"),
    ("measure_speed --milliseconds nan", "argument --milliseconds: nan is out of range: expected 10 to 1e+06"),
    ("measure_speed --hash 0", "argument --hash: 0 is out of range: expected 1 to 65536"),
    ("measure_match . nowhere", "argument old: 'nowhere': expected the top folder of a checkout, with engine/ in it"),
    ("measure_match . . --deck four-move", "no 'four-move' openings of english draughts: expected one of: "),
    ("measure_match . . --pairs -1", "argument --pairs: -1 is out of range: expected 1 to "),
    ("measure_endings --nodes 1.5", "argument --nodes: expected a whole number, found '1.5'"),
    ("measure_problems --nodes 0", "argument --nodes: 0 is out of range: expected 1 to "),
    ("measure_clock --tc nonsense", "--tc: "),
    ("selfplay english 10 nowhere/file", "nowhere/file: No such file or directory"),
    ("selfplay chess 10 file", "argument game: unknown variant 'chess': expected one of "),
    ("make_endings english --pieces 99", "99 pieces, 5 kings of english: expected 2 to 4 and "),
]


@pytest.mark.parametrize("words, expected", REFUSED, ids=[words for words, _ in REFUSED])
def test_a_wrong_word_is_told_in_one_line(words: str, expected: str) -> None:
    name, *rest = words.split()
    command = [sys.executable, str(ROOT / "scripts" / f"{name}.py"), *rest]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    *_, last = done.stderr.splitlines()
    assert done.returncode == 2
    assert last.startswith(f"{name}.py: error: ") and expected in last
    assert done.stdout == "" and "Traceback" not in done.stderr


def test_a_match_that_cannot_be_played_says_why() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "measure_clock.py"), "--variant", "nonsense"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "unknown variant 'nonsense'" in done.stderr and "Traceback" not in done.stderr
