"""What a match prints: lines that are whole on a terminal, and plain elsewhere."""

import io
import json

import pytest
from attrs import evolve

from engine.rules.variants import Color
from protocol.match.console import Console, JsonConsole, duration, game_line, table
from tests.protocol.match.test_journal import RECORD

pytestmark = pytest.mark.both_modes


class Terminal(io.StringIO):
    encoding = "ascii"

    def isatty(self) -> bool:
        return True


def test_a_game() -> None:
    assert game_line(RECORD, 100) == (
        "  1/100 a (White) beats b (Black): b has ended; 7 half-moves, 1.2 s; three-move 1"
    )
    assert "b (Black) beats a (White)" in game_line(evolve(RECORD, winner=Color.BLACK), 1)
    assert "1/1 a (White) and b (Black) draw: " in game_line(evolve(RECORD, winner=None), 1)


def test_faults_that_cost_no_game_are_said() -> None:
    out = io.StringIO()
    Console(out).game(evolve(RECORD, detail="no legal move"), 1)
    assert out.getvalue().splitlines()[1] == "  b: crash: b has ended"
    out = io.StringIO()
    Console(out).game(RECORD, 1)
    assert out.getvalue().count("\n") == 1


def test_no_live_line_in_a_pipe() -> None:
    out = io.StringIO()
    console = Console(out)
    console.status("3/100 games")
    console.say("a line")
    console.clear()
    assert out.getvalue() == "a line\n"


def test_without_standard_output(monkeypatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    Console().say("a line")


def test_the_live_line_stays_below(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    out = Terminal()
    console = Console(out)
    console.status("3/100 games, 2 running")
    console.status("too soon")
    console.say("a line")
    console.clear()
    erase = "\r\x1b[K"
    assert out.getvalue() == f"{erase}3/100 games{erase}a line\n3/100 games{erase}"


def test_nothing_strange_reaches_a_terminal() -> None:
    out = Terminal()
    Console(out).say("a\x1b[2Jb\x07\r\nc\u2014")
    assert out.getvalue() == "a [2Jb   c?\n"


def test_for_programs() -> None:
    out = io.StringIO()
    console = JsonConsole(out)
    console.status("x")
    console.say("x")
    console.game(RECORD, 9)
    console.event("result", {"games": 1})
    game, result = map(json.loads, out.getvalue().splitlines())
    assert (game["event"], game["number"], game["plies"], game["reason"]) == ("game", 1, 7, "crash")
    assert result == {"event": "result", "games": 1}


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (187.4, "3:07"), (3727, "1:02:07"), (2 * 86400 + 3 * 3600 + 420, "2 d 03:07")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_tables() -> None:
    assert table([("engine", "games"), ("x", "12345")]) == ["engine  games", "x       12345"]
