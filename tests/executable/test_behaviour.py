"""The executable does what the installed command does."""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import __version__
from engine.rules.pdn.reader import read_games
from tests.executable.conftest import ROOT, SUFFIX, Built
from tests.interop.environments import PYDRAUGHTS
from tests.protocol import transcripts
from tests.protocol.engine_process import EngineProcess

pytestmark = pytest.mark.slow
needs_posix = pytest.mark.skipif(os.name != "posix", reason="uses POSIX programs and links")

BENCH = (ROOT / "tests" / "data" / "bench.txt").read_text().strip()


def test_version(run) -> None:
    version = rf"Damiera {re.escape(__version__)} \(compiled\), revision [0-9a-f]{{12}}\+?, CPython 3\.\S+, .+\n"
    assert re.fullmatch(version, run("--version").stdout)


def test_bench(run) -> None:
    assert run("bench").stdout.splitlines()[-1] == f"Bench: {BENCH}"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [conversation[1:] for conversation in transcripts.conversations()],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_transcripts_of_the_documents(program: Path, arguments: list[str], text: str) -> None:
    with EngineProcess(*arguments, command=[str(program)]) as engine:
        transcripts.run(transcripts.steps(text), engine.say, lambda: engine.hear()[1])
        assert engine.end()[1] == 0
        assert engine.errors == b""


@pytest.mark.parametrize(("variant", "engine"), [("italian", "white"), ("english", "black"), ("standard", "white")])
def test_pydraughts_plays_a_game(program: Path, variant: str, engine: str) -> None:
    players = {"white": "random", "black": "random"} | {engine: "engine"}
    name = {"standard": "normal"}.get(variant, variant)
    found = PYDRAUGHTS.run(
        "pydraughts_hub.py",
        "play",
        command=str(program),
        variant=variant,
        parameters={"variant": name},
        clock=[5, 0.05],
        **players,
    )
    assert found["winner"] == engine
    assert found["left"] > 0
    assert found["statuses"] == [0]


@pytest.mark.parametrize("variant", ["italian", "english"])
def test_a_match_against_itself(run, program: Path, tmp_path: Path, variant: str) -> None:
    engines = ("--engine", f'cmd="{program.as_posix()}" uci', "name=uci", "--engine", "cmd=damiera hub", "name=hub")
    files = ("--pdn", "games.pdn", "--report", "page.html", "--journal", "j")
    words = ("--variant", variant, "--rounds", 5, "--nodes", 300, "--seed", 4, "--json")
    # Only its own name leads to it: nothing is on the path.
    done = run("match", *engines, *words, *files, env={**os.environ, "PATH": str(tmp_path)})
    result = json.loads(done.stdout.splitlines()[-1])
    assert (result["event"], result["games"], result["engines"]) == ("result", 10, ["uci", "hub"])
    assert not {reason for reason in result["reasons"] if "illegal" in reason or "crash" in reason}, result
    with (tmp_path / "games.pdn").open("rb") as file:
        assert len(list(read_games(file))) == 10
    assert run("pdn", "check", "games.pdn").stdout.splitlines()[-1].endswith("errors 0")
    assert "</html>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_match_against_another_engine(run, program: Path) -> None:
    """One with a Python of its own, which must find its own libraries."""
    other = f'cmd="{Path(sys.executable).as_posix()}" -m protocol uci'
    engines = ("--engine", f'cmd="{program.as_posix()}"', "name=ours", "--engine", other, "name=other", f"dir={ROOT}")
    done = run("match", *engines, "--rounds", 1, "--nodes", 300, "--json", "--journal", "j")
    result = json.loads(done.stdout.splitlines()[-1])
    assert (result["games"], result["engines"]) == (2, ["ours", "other"])


def test_doctor_finds_it_healthy(run) -> None:
    assert " 0 FAILED" in run("doctor", "--variant", "english", "damiera", "hub").stdout.splitlines()[-1]


@needs_posix
@pytest.mark.parametrize("paths", [None, "/usr/local/lib"])
def test_other_programs_get_the_environment_that_we_got(run, tmp_path: Path, paths: str | None) -> None:
    outside = {"PATH": os.environ["PATH"], **({"LD_LIBRARY_PATH": paths} if paths else {})}
    run("doctor", "--proto", "uci", "/bin/sh", "-c", "env >environment", status=1, env=outside)
    lines = (tmp_path / "environment").read_text().splitlines()
    found = dict(line.split("=", 1) for line in lines)
    assert found.get("LD_LIBRARY_PATH") == paths
    assert "LD_LIBRARY_PATH_ORIG" not in found


@pytest.mark.parametrize("kind", ["folder", "single"])
def test_anywhere_and_under_any_name(built: Built, kind: str, tmp_path: Path) -> None:
    place = tmp_path / "là dove è più bello" / "il mio  motore"
    if kind == "folder":
        program = shutil.copytree(built.folder, place, symlinks=True) / built.program.name
    else:
        place.mkdir(parents=True)
        program = Path(shutil.copy2(built.single, place))
    program = program.rename(place / f"giocatore ñ{SUFFIX}")
    programs = [program]
    if os.name == "posix":
        (tmp_path / "in linea").symlink_to(program)
        programs.append(tmp_path / "in linea")
    for named in programs:
        # On Windows nothing starts without the name of the system's folder.
        nothing = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if os.name == "nt"}
        with EngineProcess("uci", command=[str(named)], cwd=Path(tmp_path.anchor), env=nothing) as engine:
            engine.say("setoption name UCI_Variant value english", "position startpos", "go depth 6")
            engine.hear_until("bestmove ")
            engine.process.stdin.close()
            assert engine.end()[1] == 0
            assert engine.errors == b""


def test_start(program: Path) -> None:
    """Aimed at: 250 ms for the folder, 500 ms for the single file, where Python itself starts in 20 to 90 ms."""
    python, times = [], []
    for _ in range(10):
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        python.append(time.monotonic() - began)
        with EngineProcess("uci", command=[str(program)]) as engine:
            engine.say("uci")
            times.append(engine.hear_until("uciok")[0] - engine.started)
            engine.process.stdin.close()
            engine.end()
    median, of_python = 1000 * statistics.median(times), 1000 * statistics.median(python)
    print(f"{program.name}: start to uciok {median:.0f} ms, median of 10; python3 -c pass {of_python:.0f} ms")
    assert min(times) < 3
