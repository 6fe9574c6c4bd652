"""`damiera match` as a program: what it prints, how it ends, and that nothing is lost when it is killed."""

import json
import os
import pty
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.rules.pdn.reader import read_games
from protocol.match.journal import read_journal
from tests.fakes.processes import needs_proc
from tests.protocol.match.playing import fake

pytestmark = needs_proc

ROOT = Path(__file__).parents[3]
DAMIERA = (sys.executable, "-m", "protocol")
GOOD = ("--engine", f"cmd={fake('hub', 'none')}", "name=good", "proto=hub")
OTHER = ("--engine", f"cmd={fake('uci', 'none')}", "name=other", "proto=uci")
SLOW = ("--engine", f"cmd={fake('hub', 'late', '--delay', 0.05)}", "name=slow", "proto=hub")


def command(*words: object) -> list[str]:
    return [*DAMIERA, "match", *map(str, words)]


def run(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command(*words), cwd=folder, env=environment, capture_output=True, text=True, timeout=120)


def start(folder: Path, *words: object, **more) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command(*words), cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True, **more)


def games_of(path: Path) -> list:
    with path.open("rb") as file:
        return list(read_games(file))


def numbers(path: Path) -> list[int]:
    return sorted(record.number for record in read_journal(path)[1])


def test_for_people(tmp_path: Path) -> None:
    done = run(
        tmp_path, *GOOD, *OTHER, "--depth", 1, "--rounds", 6, "--seed", 7, "--pdn", "games.pdn", "--report", "page.html"
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert re.fullmatch(
        r"good - other: italian, 12 games, depth 1, three-move, seed 7, \d+ at a time; "
        r"journal match-\d{8}-\d{6}.jsonl",
        lines[0],
    )
    games = [line for line in lines if re.match(r" ?\d+/12 ", line)]
    assert len(games) == 12
    pattern = r" ?\d+/12 \w+ \(\w+\) (beats|and) \w+ \(\w+\)( draw)?: .+; \d+ half-moves, \d+\.\d s; three-move \d+"
    assert all(re.fullmatch(pattern, line) for line in games)
    assert sum(line.startswith("engine ") for line in lines) == 2  # after ten games, and at the end
    assert "\x1b" not in done.stdout and "\r" not in done.stdout
    (journal,) = tmp_path.glob("match-*.jsonl")
    assert numbers(journal) == list(range(1, 13))
    games = games_of(tmp_path / "games.pdn")
    assert len(games) == 12 and not any(game.errors for game in games)
    assert (tmp_path / "page.html").read_text("utf-8").lower().startswith("<!doctype html>")


def test_for_programs(tmp_path: Path) -> None:
    done = run(tmp_path, *GOOD, *OTHER, "--variant", "english", "--depth", 1, "--rounds", 2, "--json", "--journal", "j")
    assert (done.returncode, done.stderr) == (0, "")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert (events[0]["event"], events[-1]["event"]) == ("match", "result")
    starts, games = ([event for event in events if event["event"] == kind] for kind in ("start", "game"))
    assert sorted(start["number"] for start in starts) == sorted(game["number"] for game in games) == [1, 2, 3, 4]
    assert len(events) == 10
    result = events[-1]
    assert result["engines"] == ["good", "other"]
    assert result["games"] == result["asked"] == 4
    assert result["wins"] + result["draws"] + result["losses"] == 4
    assert sum(result["pentanomial"]) == 2 and len(result["pentanomial"]) == 5
    assert sum(result["reasons"].values()) == 4
    assert 1 <= result["distinct_games"] <= 4
    assert {"elo", "error", "llr"} <= set(result)
    assert result["figures"]["good"]["depth"] == 1.0
    for event in games:
        assert event["plies"] > 3 and "moves" not in event


def test_the_record_says_the_same_everywhere(tmp_path: Path) -> None:
    run(
        tmp_path,
        *GOOD,
        *OTHER,
        "--tc",
        "60+1",
        "--rounds",
        2,
        "--journal",
        "j",
        "--pdn",
        "p",
        "--openings",
        "eleven-man",
    )
    _, records = read_journal(tmp_path / "j")
    games = games_of(tmp_path / "p")
    assert len(records) == len(games) == 4
    for record, game in zip(records, games, strict=True):
        assert not game.errors
        assert (game.tag("White"), game.tag("Black"), game.winner) == (record.white, record.black, record.winner)
        assert game.tag("FEN") == record.opening.start
        assert game.tag("Opening") == record.opening.label
        assert len(game.moves) == len(record.moves)
        assert [entry.clock for entry in game.line.moves] == pytest.approx(
            [move.clock / 1000 for move in record.moves], abs=0.001
        )
        for ply, entry in enumerate(game.line.moves):
            assert (entry.evaluation.men, entry.evaluation.depth) == ((-0.1 if ply % 2 else 0.1), 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "expected two engines or more, found 0"),
        (("a", "b", "--tc", "soon"), "--tc: expected MOVES/TIME+INCREMENT"),
        (("a", "b", "--opening", "x"), "unknown option '--opening': did you mean '--openings'?"),
        (("a", "b", "c"), "unexpected argument 'c'"),
        (
            ("--engine", "cmd=a", "nam=x", "--engine", "cmd=b"),
            "--engine 1: unknown setting 'nam': did you mean 'name'?",
        ),
        (("--engine", "cmd=a", "cmd=b"), "--engine 1: cmd is given twice"),
        (("a", "b", "--draw", "ply=3"), "--draw: unknown setting 'ply'"),
        (("a", "b", "--draw", "--draw"), "--draw is given twice"),
        (("a", "b", "--sprt", "elo0=3", "elo1=1"), "--sprt: expected elo0 below elo1"),
        (("a", "b", "--resume"), "--resume: expected --journal FILE"),
        (("a", "b", "--config", "absent.toml"), "cannot read absent.toml"),
    ],
)
def test_wrong_words(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("damiera match: ") and done.stderr.count("\n") == 1
    assert message in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_engine_that_does_not_start(tmp_path: Path) -> None:
    bad = ("--engine", f"cmd={fake('uci', 'crash-at-start')}", "name=bad", "proto=uci")
    done = run(tmp_path, *GOOD, *bad, "--json")
    assert done.returncode == 1
    assert "bad has ended with exit status 3" in done.stderr and done.stderr.count("\n") == 1
    result = json.loads(done.stdout)
    assert (result["event"], result["games"]) == ("result", 0)
    assert "bad has ended" in result["failure"]
    assert not list(tmp_path.iterdir())
    done = run(tmp_path, *GOOD, "--engine", "cmd=/absent/engine", "proto=uci")
    assert (done.returncode, done.stderr) == (
        1,
        "damiera match: cannot start '/absent/engine': No such file or directory\n",
    )


def test_an_option_that_an_engine_does_not_have(tmp_path: Path) -> None:
    done = run(tmp_path, *OTHER, "option.Hsh=3", *GOOD)
    assert (done.returncode, done.stderr) == (
        1,
        "damiera match: other: unknown option 'Hsh': did you mean 'Hash'?\n",
    )


def test_a_value_that_an_option_cannot_have(tmp_path: Path) -> None:
    done = run(tmp_path, *OTHER, "option.Hash=abc", *GOOD)
    assert (done.returncode, done.stderr) == (
        1,
        "damiera match: other: option Hash: value 'abc', expected a whole number from 1 to 1024\n",
    )


def test_an_engine_that_fails_too_often(tmp_path: Path) -> None:
    bad = ("--engine", f"cmd={fake('uci', 'crash')}", "name=bad", "proto=uci")
    done = run(tmp_path, *GOOD, *bad, "--depth", 1, "--restarts", 1, "--concurrency", 1, "--rounds", 3)
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    assert first == "damiera match: bad has failed again, after 1 restarts: the match cannot go on"
    assert second.startswith("damiera match: 2 of 6 games played; to go on: damiera match ")
    assert second.endswith(" --resume")


# Files.


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("--pdn", "x", "--report", "x"), "--pdn and --report"),
        (("--journal", "x", "--pdn", "./x"), "--journal and --pdn"),
        (("--journal", "x", "--pdn", "x", "--resume"), "--journal and --pdn"),
        (("--openings", "start.fen", "--pdn", "start.fen"), "--pdn and --openings"),
        (("--openings", "start.fen", "--report", "link"), "--report and --openings"),
        (("--config", "match.toml", "--journal", "match.toml"), "--journal and --config"),
    ],
)
def test_no_file_is_two(tmp_path: Path, words: tuple[str, ...], names: str) -> None:
    (tmp_path / "start.fen").write_text("W:W21,22:B1,2\n")
    (tmp_path / "match.toml").write_text("rounds = 1\n")
    (tmp_path / "link").symlink_to("start.fen")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = run(tmp_path, *GOOD, *OTHER, "--depth", 1, *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"{names} are the same file, " in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("flag", ["--pdn", "--report"])
def test_a_place_that_cannot_be_written_is_said_before_the_match(tmp_path: Path, flag: str) -> None:
    done = run(tmp_path, *GOOD, *OTHER, "--depth", 1, flag, "absent/x")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "damiera match: cannot write absent/x: No such file or directory\n"
    assert not list(tmp_path.iterdir())


def test_a_full_device_is_said_and_stays_one(tmp_path: Path) -> None:
    full = Path("/dev/full")
    done = run(tmp_path, *GOOD, *OTHER, "--depth", 1, "--rounds", 1, "--report", full)
    assert (done.returncode, done.stderr) == (1, "damiera match: cannot write /dev/full: No space left on device\n")
    assert full.is_char_device()


def test_standard_output_that_is_full_is_named(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = command(*GOOD, *OTHER, "--depth", 1, "--rounds", 1)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr == "damiera match: cannot write standard output: No space left on device\n"


def test_the_openings_of_a_match_that_goes_on_are_kept(tmp_path: Path) -> None:
    (tmp_path / "start.fen").write_text("W:W21,22:B1,2\n")
    words = (*GOOD, *OTHER, "--depth", 1, "--rounds", 1, "--journal", "j", "--openings", "start.fen")
    assert run(tmp_path, *words).returncode == 0
    done = run(tmp_path, "--journal", "j", "--resume", "--pdn", "start.fen")
    assert (done.returncode, "--pdn and --openings are the same file" in done.stderr) == (2, True)
    assert (tmp_path / "start.fen").read_text() == "W:W21,22:B1,2\n"
    (tmp_path / "start.fen").write_text("# none\n")
    done = run(tmp_path, "--journal", "j", "--resume", "--rounds", 2)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "start.fen: expected at least one opening" in done.stderr


# Going on.


def test_another_match_is_refused(tmp_path: Path) -> None:
    words = (*GOOD, *OTHER, "--depth", 1, "--rounds", 1, "--journal", "j")
    assert run(tmp_path, *words).returncode == 0
    before = (tmp_path / "j").read_bytes()
    done = run(tmp_path, *words)
    assert (done.returncode, done.stderr) == (
        1,
        "damiera match: j exists: add --resume to go on with its match, or name another file\n",
    )
    done = run(tmp_path, *GOOD, *OTHER, "--depth", 2, "--journal", "j", "--resume")
    assert done.returncode == 1
    assert "j is the journal of another match: control is" in done.stderr
    assert (tmp_path / "j").read_bytes() == before
    assert run(tmp_path, *words, "--resume").returncode == 0
    done = run(tmp_path, "--journal", "j", "--resume", "--rounds", 2, "--json")
    assert json.loads(done.stdout.splitlines()[-1])["games"] == 4


@pytest.mark.parametrize("engines", [(), (*GOOD, *OTHER)])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot read j: No such file or directory"),
        ("", "j is empty: expected the journal of a match, of format 1"),
        ('{"event":"match"', "j:1: the first line is cut off: expected the journal of a match, of format 1"),
    ],
)
def test_no_match_to_go_on_with(tmp_path: Path, engines: tuple[str, ...], text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / "j").write_text(text)
    done = run(tmp_path, *engines, "--journal", "j", "--resume")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"damiera match: {message}\n")


def test_what_may_change(tmp_path: Path) -> None:
    assert run(tmp_path, *GOOD, *OTHER, "--depth", 1, "--rounds", 1, "--journal", "j").returncode == 0
    done = run(tmp_path, "--journal", "j", "--resume", "--rounds", 2, "--depth", 3)
    assert (done.returncode, done.stderr) == (
        2,
        "damiera match: --depth cannot change when a match goes on: expected none of its settings "
        "but --rounds, --concurrency, --restarts, --unbound, or all of them, with the engines\n",
    )


def killed_and_resumed(folder: Path, times: int, seed: int) -> int:
    """Kills a match at random moments, lets it go on each time; returns how often it was really killed."""
    moments = random.Random(seed)
    words = (
        *GOOD,
        *SLOW,
        "--tc",
        "60",
        "--rounds",
        3,
        "--seed",
        3,
        "--move-limit",
        14,
        "--concurrency",
        2,
        "--journal",
        "j",
        "--pdn",
        "p",
    )

    def resume() -> tuple[str, ...]:
        return ("--resume",) if (folder / "j").exists() and (folder / "j").stat().st_size else ()

    killed = 0
    for _ in range(times):
        process = start(folder, *words, *resume(), start_new_session=True)
        try:
            process.communicate(timeout=moments.uniform(0.2, 3.5))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            killed += 1
    done = run(folder, *words, *resume(), "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    config, records = read_journal(folder / "j")
    assert sorted(record.number for record in records) == list(range(1, 7))
    for record in records:
        game = config.schedule.game(record.number)
        assert record.engines == (config.names[game.white], config.names[game.black])
        assert (record.pair, record.round) == (game.pair, game.round)
    assert result["games"] == len(records) == len(games_of(folder / "p")) == 6
    assert sum(result["reasons"].values()) == 6
    return killed


def test_killed_and_resumed(tmp_path: Path) -> None:
    undisturbed = tmp_path / "undisturbed"
    disturbed = tmp_path / "disturbed"
    undisturbed.mkdir()
    disturbed.mkdir()
    killed_and_resumed(undisturbed, 0, 0)
    assert killed_and_resumed(disturbed, 3, 1)
    one, other = (
        {record.number: (record.engines, record.opening) for record in read_journal(folder / "j")[1]}
        for folder in (undisturbed, disturbed)
    )
    assert one == other


@pytest.mark.slow
def test_killed_and_resumed_at_many_moments(tmp_path: Path) -> None:
    killed = 0
    for seed in range(100):  # a fast machine is done before many of the moments come
        if killed >= 20:
            break
        folder = tmp_path / str(seed)
        folder.mkdir()
        killed += killed_and_resumed(folder, 5, seed)
    assert killed >= 20


# Ctrl+C.


def running(folder: Path, journal: str, games: int, *words: object) -> subprocess.Popen[str]:
    """A match that has finished so many games."""
    process = start(folder, *words, "--journal", journal, start_new_session=True)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if (folder / journal).exists() and (folder / journal).read_text().count('{"event":"game"') >= games:
            return process
        time.sleep(0.05)
    raise AssertionError(process.communicate())


def test_the_first_ctrl_c_finishes_the_games_under_way(tmp_path: Path) -> None:
    words = (*GOOD, *SLOW, "--tc", "60", "--rounds", 50, "--move-limit", 20, "--seed", 1)
    process = running(tmp_path, "j", 1, *words)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "finishing" in err and "Ctrl+C again stops now" in err
    (resume,) = {line.partition("to go on later: ")[2] for line in err.splitlines() if "to go on later: " in line}
    assert shlex.split(resume) == ["damiera", "match", *map(str, words), "--journal", "j", "--resume"]
    before = numbers(tmp_path / "j")
    assert len(before) >= 2
    assert out.count("half-moves, ") == len(before)
    done = run(tmp_path, "--journal", "j", "--resume", "--rounds", len(before) // 2 + 1)
    assert done.returncode == 0
    assert set(before) <= set(numbers(tmp_path / "j"))


BEFORE_THE_FIRST_GAME = """
import os, signal, sys
from protocol.cli import match
from protocol.cli.main import main

def interrupted(*_):
    os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
match.Runner = interrupted
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_before_the_first_game(tmp_path: Path) -> None:
    """The journal is there already."""
    words = ["match", *GOOD, *OTHER, "--depth", "1", "--rounds", "1", "--journal", "j"]
    done = subprocess.run(
        [sys.executable, "-c", BEFORE_THE_FIRST_GAME, *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 130
    (line,) = done.stderr.splitlines()
    assert line == f"damiera match: to go on later: {shlex.join(['damiera', *words, '--resume'])}"
    again = run(tmp_path, *words[1:], "--resume")
    assert (again.returncode, len(numbers(tmp_path / "j"))) == (0, 2)


def test_ctrl_c_held_down_stops_now(tmp_path: Path) -> None:
    """A keyboard repeats it every few hundredths of a second."""
    stalls = ("--engine", f"cmd={fake('uci', 'stall', '--after', 6)}", "name=stalls", "proto=uci")
    process = start(tmp_path, *GOOD, *stalls, "--tc", "600", "--journal", "j", "--json", start_new_session=True)
    while '"start"' not in process.stdout.readline():
        pass
    end = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < end:
        process.send_signal(signal.SIGINT)
        time.sleep(0.03)
    process.communicate(timeout=30)
    assert time.monotonic() < end
    assert process.returncode == 130
    assert numbers(tmp_path / "j") == []


def test_the_second_ctrl_c_stops_now(tmp_path: Path) -> None:
    stalls = ("--engine", f"cmd={fake('uci', 'stall', '--after', 6)}", "name=stalls", "proto=uci")
    process = start(tmp_path, *GOOD, *stalls, "--tc", "600", "--journal", "j", "--json", start_new_session=True)
    while '"start"' not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    while "Ctrl+C again stops now" not in process.stderr.readline():
        pass
    assert process.poll() is None
    time.sleep(0.2)  # two within a moment count as one
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert time.monotonic() - began < 25
    assert "Traceback" not in err
    assert numbers(tmp_path / "j") == []


# On a terminal.


def test_the_terminal_is_not_garbled(tmp_path: Path) -> None:
    engines = (
        *("--engine", f"cmd={fake('uci', 'binary', '--after', 2)}", "name=bad", "proto=uci"),
        *("--engine", f"cmd={fake('hub', 'flood-stderr', '--delay', 0.2)}", "name=noisy", "proto=hub"),
        *("--engine", f"cmd={fake('uci', 'crash', '--after', 4)}", "name=crashes", "proto=uci"),
    )
    words = command(*engines, "--movetime", 1, "--stall", 0.5, "--move-limit", 12, "--rounds", 1, "--concurrency", 2)
    terminal, end = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    process = subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdin=end, stdout=end, stderr=end, start_new_session=True
    )
    os.close(end)
    data = b""
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        data += piece
    process.wait(60)
    os.close(terminal)
    text = data.decode()
    assert "Traceback" not in text
    lines = [line.rpartition("\x1b[K")[2] for line in text.replace("\r\n", "\n").split("\n")]
    assert all(line.isprintable() for line in lines)
    assert "games, " in text and "to go" in text  # the live line was there
    assert sum("half-moves, " in line for line in lines) == 6
    assert not any("warning: nothing" in line for line in lines)


# Sequential tests.


def test_a_decided_match_stops_and_stays_decided(tmp_path: Path) -> None:
    bad = ("--engine", f"cmd={fake('hub', 'illegal', '--after', 1)}", "name=bad", "proto=hub")
    words = (*GOOD, *bad, "--depth", 1, "--seed", 1, "--sprt", "elo0=0", "elo1=50", "--journal", "j", "--json")
    done = run(tmp_path, *words)
    assert done.returncode == 0
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["verdict"] == "elo1"
    assert result["llr"] > 2.9 and result["elo"] > 100
    assert result["wins"] == result["games"] < 200 and result["losses"] == 0
    again = json.loads(run(tmp_path, *words, "--resume").stdout.splitlines()[-1])
    assert again == result
