"""pydraughts 0.6.7, as it is on PyPI, plays against the installed engine by DXP."""

import pytest

from tests.interop.environments import PYDRAUGHTS


def run(scenario, **arguments):
    return PYDRAUGHTS.run("pydraughts_dxp.py", scenario, **arguments)


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        # Nothing but the request tells which game it is.
        (
            [],
            [
                {"variant": "italian", "minutes": 1},
                {"variant": "english"},
                {"variant": "standard"},
                {"variant": "italian", "fen": "W:W25,29,32,K10:B1,2,K5"},
                {"variant": "english", "fen": "B:W29,32,K10:B1,2,3,K5"},
            ],
        ),
        (
            ["--variant", "russian"],
            [{"variant": "russian"}, {"variant": "russian", "fen": "W:Wa1,c3,e3,Kg1:Bh8,f8,b6"}],
        ),
        pytest.param(["--variant", "brazilian"], [{"variant": "brazilian"}], marks=pytest.mark.slow),
        (["--variant", "english", "--option", "Ponder=true"], [{"variant": "english", "minutes": 1}]),
    ],
    ids=["by the request", "russian", "brazilian", "pondering"],
)
def test_whole_games(arguments, games):
    found = run("games", arguments=arguments, wanted=games)
    for game, wanted in zip(found["games"], games, strict=True):
        assert game["name"] == "Damiera"
        assert game["plies"] > 4
        assert game["winner"] in (game["engine"], "draw")
        if "fen" not in wanted:
            assert game["winner"] == game["engine"]
    print(f"slowest answer: {max(game['slowest'] for game in found['games']):.1f} s")
    text = "".join(found["lines"])
    assert "illegal" not in text
    assert "unexpected" not in text
    assert text.count("is gone") == len(games)


@pytest.mark.parametrize(
    ("variant", "requests", "answers", "plies"),
    [
        ("italian", [[1, "white"], [1, "black"]], [[True, 0, True], [True, 1, False]], 3),
        # pydraughts counts as if White had begun.
        ("english", [[1, "white"], [1, "black"]], [[True, 0, True], [True, 1, False]], 3),
        ("italian", [[9, "white"]], [[False, 5, False]], 5),
    ],
)
def test_take_backs(variant, requests, answers, plies):
    found = run("take_back", arguments=[], variant=variant, requests=requests)
    assert found["answers"] == answers
    assert found["plies"] == plies
