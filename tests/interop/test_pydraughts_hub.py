"""pydraughts 0.6.7, as it is on PyPI, drives the installed engine by Hub."""

import os

import pytest

from engine.rules.variants import VARIANTS
from tests.interop.environments import PYDRAUGHTS

# Milliseconds are asked for; the margin is for a busy machine.
ANSWER = 0.5
END = 1.0

# In Russian and Brazilian nothing tells pydraughts' numbers from the usual ones before the first move.
STYLE = {"pos-style": "pydraughts"}


def run(scenario, **arguments):
    return PYDRAUGHTS.run("pydraughts_hub.py", scenario, **arguments)


def test_handshake():
    found = run("handshake")
    assert found["id"]["name"] == "Damiera"
    assert set(found["variants"]) == {variant.hub_name for variant in VARIANTS.values()}
    assert {"variant", "hash", "ponder", "move-overhead", "pos-style"} <= set(found["options"])
    assert found["status"] == 0


@pytest.mark.parametrize(
    ("variant", "name", "engine", "parameters"),
    [
        ("italian", "italian", "white", {}),
        ("italian", "italian", "black", {}),
        ("english", "english", "white", {}),
        ("english", "american", "black", {}),
        ("russian", "russian", "white", STYLE),
        ("russian", "russian", "black", {}),
        pytest.param("brazilian", "brazilian", "black", {}, marks=pytest.mark.slow),
        ("standard", "normal", "white", {}),
    ],
)
def test_whole_games_by_the_clock(variant, name, engine, parameters):
    players = {"white": "random", "black": "random"} | {engine: "engine"}
    found = run("play", variant=variant, parameters={"variant": name, **parameters}, clock=[2, 0.05], **players)
    assert found["winner"] == engine
    assert found["left"] > 0
    assert found["slowest_end"] < END
    assert found["statuses"] == [0]


@pytest.mark.parametrize(
    ("variant", "parameters"),
    [("italian", {}), ("english", {}), pytest.param("brazilian", STYLE, marks=pytest.mark.slow)],
)
def test_two_engines(variant, parameters):
    found = run(
        "play",
        variant=variant,
        white="engine",
        black="engine",
        plies=120,
        parameters={"variant": variant, **parameters},
    )
    assert found["winner"] in ("white", "black", "draw") or found["plies"] == 120
    assert found["statuses"] == [0, 0]


@pytest.mark.parametrize(
    ("variant", "fen", "parameters"),
    [
        ("italian", "W:W29,32,K10:B1,2,K5", {}),
        ("english", "B:W29,32,K10:B1,2,K5", STYLE),
        ("russian", "W:Wa1,c3,e3,Kg1:Bh8,f8,b6", STYLE),
        pytest.param("brazilian", "W:Wa1,c3,e3,Kg1:Bh8,f8,b6", STYLE, marks=pytest.mark.slow),
        ("standard", "B:W38,42,K50:B7,K1,12", {}),
    ],
)
def test_set_up_positions(variant, fen, parameters):
    found = run(
        "play",
        variant=variant,
        fen=fen,
        white="engine",
        black="engine",
        plies=40,
        parameters={"variant": variant, **parameters},
    )
    assert found["plies"] > 0
    assert found["statuses"] == [0, 0]


@pytest.mark.parametrize(
    ("variant", "parameters"), [("italian", {}), ("english", {}), ("russian", STYLE), ("standard", {})]
)
def test_pondering(variant, parameters):
    found = run("ponder", variant=variant, parameters={"variant": variant, **parameters})
    assert found["hits"] >= 3
    assert found["misses"] >= 3
    print(f"slowest answer to stop: {1000 * found['slowest_stop']:.0f} ms")
    assert found["slowest_stop"] < ANSWER


def test_the_start_of_an_english_game_is_known_by_its_board():
    found = run("one_move", variant="english", parameters={"variant": "english"})
    assert found["move"] in ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16")


def test_captures_name_every_captured_square():
    parameters = {"variant": "english", **STYLE}
    found = run("one_move", variant="english", fen="B:W15,22,23:B11", parameters=parameters)
    assert found["move"] in ("11x27x15x23", "11x25x15x22")


def test_a_clock_below_zero():
    """With 0.2 s left and an increment of 0.5 s, pydraughts says that there are -0.3 s."""
    parameters = {"variant": "italian", "move-overhead": "20"}
    found = run("one_move", variant="italian", parameters=parameters, limit={"time": 0.2, "inc": 0.5})
    print(f"answered after {1000 * found['seconds']:.0f} ms")
    assert found["seconds"] < 0.2 + ANSWER


@pytest.mark.parametrize(
    "limit", [{"movetime": 0.2}, {"nodes": 2000}, {"time": 5}, {"time": 5, "inc": 0.1}, {"depth": 1}]
)
def test_limits(limit):
    found = run("one_move", variant="standard", limit=limit)
    assert found["seconds"] < 2
    assert isinstance(found["info"]["depth"], int)
    assert set(found["info"]["score"]) <= {"cp", "win"}
    assert found["info"]["pv"].startswith('"')
    assert found["info"]["pv"].endswith('"')


def test_wins_are_counted_in_plies():
    found = run(
        "one_move", variant="italian", fen="W:W32,K18:B14", parameters={"variant": "italian"}, limit={"depth": 8}
    )
    assert found["info"]["score"]["win"] > 0


def test_stop():
    found = run("stopped", variant="english")
    print(f"answer to stop: {1000 * found['seconds']:.0f} ms")
    assert found["answers"] == 1
    assert found["seconds"] < ANSWER


def test_values_without_quotes(tmp_path):
    found = run("odd_parameters", folder=str(tmp_path))
    assert found["move"].startswith("2")
    assert found["log"]


@pytest.mark.skipif(os.name == "nt", reason="symbolic links of POSIX")
def test_started_through_a_symbolic_link(tmp_path):
    assert run("symbolic_link", folder=str(tmp_path))["move"]
