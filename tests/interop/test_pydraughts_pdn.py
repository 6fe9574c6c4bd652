"""pydraughts 0.6.7, as it is on PyPI, reads the games of a match, as our own reader does."""

import json
import subprocess
from collections import Counter

import pytest

from engine.rules.pdn.reader import read_games
from protocol.match.record import Reason
from tests.interop.environments import PYDRAUGHTS, damiera


def records(journal):
    with open(journal, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    ("rounds", "limit"),
    [
        (2, ["--nodes", "2000"]),
        # No time is lost on a machine that has nothing else to do.
        pytest.param(500, ["--movetime", "0.01"], marks=pytest.mark.slow),
    ],
    ids=["4 games", "1,000 games"],
)
@pytest.mark.parametrize("variant", ["italian", "english"])
def test_a_match(variant, rounds, limit, tmp_path):
    """Two games at a time: all are played, none is lost by a fault, all are read back."""
    journal, pdn = tmp_path / "match.jsonl", tmp_path / "match.pdn"
    engine = [f'cmd="{damiera()}" uci', "option.Hash=16"]
    command = [damiera(), "match", "--engine", *engine, "name=one", "--engine", *engine, "name=other"]
    command += ["--variant", variant, *limit, "--rounds", str(rounds), "--concurrency", "2"]
    # pydraughts takes longer to read a move than the engines to find it: what is decided is not played out.
    command += ["--draw", "plies=60", "score=20", "count=6", "--resign", "score=300", "count=3", "both=yes"]
    command += ["--seed", "1", "--journal", str(journal), "--pdn", str(pdn)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60 * rounds)
    assert done.returncode == 0, done.stderr
    games = [event for event in records(journal) if event["event"] == "game"]
    reasons = Counter(game["reason"] for game in games)
    lags = sorted(move[-1] for game in games for move in game["moves"])
    print(f"{variant}: {len(lags)} moves, ended by {dict(reasons)}, {done.stdout.splitlines()[-1]}; overhead of the")
    print(f"runner: median {lags[len(lags) // 2]:.2f} ms, 99 % below {lags[len(lags) * 99 // 100]:.2f} ms")
    assert sorted(game["number"] for game in games) == list(range(1, 2 * rounds + 1))
    assert not [reason for reason in reasons if Reason(reason).is_forfeit]

    with open(pdn, "rb") as file:
        ours = list(read_games(file))
    assert [str(error) for game in ours for error in game.errors] == []
    moves = sum(game.line.count for game in ours)
    theirs = PYDRAUGHTS.run("pydraughts_pdn.py", "read", file=str(pdn), variant=variant, timeout=3600)
    assert theirs["faults"] == []
    assert theirs["games"] == len(ours) == len(games)
    assert theirs["moves"] == moves
