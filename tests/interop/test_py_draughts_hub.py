"""py-draughts 1.10.1, as it is on PyPI, drives the installed engine by Hub: international draughts only."""

import pytest

from tests.interop.environments import PY_DRAUGHTS

END = 1.5
"""Seconds; it kills an engine that is still there 2 s after `quit`."""


def run(scenario, **arguments):
    return PY_DRAUGHTS.run("py_draughts_hub.py", scenario, **arguments)


@pytest.mark.parametrize("limits", [{"depth_limit": 10}, {"time_limit": 0.05}])
def test_whole_games(limits):
    """It never says which game it is, and sends no moves: the size of the board tells."""
    found = run("whole_games", games=2, **limits)
    for result, engine_side, _ in found["results"]:
        assert result == ("1-0", "0-1")[engine_side]
    assert found["status"] == 0
    assert found["end"] < END


def test_no_line_is_lost():
    """Two lines that reach it together would leave it waiting for ever."""
    found = run("many_searches", count=300, timeout=200)
    print(f"slowest search: {1000 * found['slowest']:.0f} ms")
    assert found["slowest"] < 5
    assert found["info"]["name"] == "Damiera"
    assert found["parameters"]["variant"] == ["enum", "italian"]
