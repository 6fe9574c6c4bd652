"""Damaged and senseless lines: the session stays alive, and answers every `go` once."""

import os
import random

import pytest

from tests.fakes.player import ScriptedPlayer
from tests.protocol.hub.conversation import Conversation
from tests.protocol.mutations import damaged

LINES = (
    "hub",
    "init",
    "new-game",
    "ping",
    "stop",
    "ponder-hit",
    "go",
    "go think",
    "go ponder",
    "go analyze",
    "pos",
    "pos start",
    'pos start moves="21-17 9-13 22-18"',
    "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
    'pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="12-16 24-20 8-12"',
    "pos pos=WbeebeeeeeeeeeeeeeeeeeeBeeeeWeeww",
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    "pos pos=WeeeeeeeeeeebeeeeeebeeeeeeebeeeWe",
    "level depth=1",
    "level nodes=1000",
    "level move-time=0.1",
    "level moves=10 time=5 inc=0.1",
    "level infinite",
    "set-param name=variant value=english",
    "set-param name=variant value=russian",
    "set-param name=variant value=normal",
    "set-param name=pos-style value=pydraughts",
    'set-param name=multipv value="3"',
    "set-param name=repetitions value=4",
)
LETTERS = ' ="\\-x:0123456789wbWBeaz\t\r\0\x7fé♟'


def run(count, seed):
    dice = random.Random(seed)
    talk = Conversation(ScriptedPlayer())
    refused = 0
    for number in range(count):
        line = dice.choice(LINES)
        if dice.random() < 0.7:
            line = damaged(line, dice, LINES, LETTERS, 2000)
        if line.split()[:1] == ["quit"] or "debug" in line:
            continue
        talk.session.receive(line.encode() + b"\n")
        if number % 500 == 499:
            talk.say("init")
            lines = talk.drain()
            refused += sum(text.startswith("error ") for text in lines)
            done = sum(text.startswith("done") for text in lines)
            without = sum(text == "done" for text in lines)
            assert done - without == len(talk.player.limits)
            talk.player.limits.clear()
            assert not talk.session.ended
    assert refused > count / 20
    assert talk.session.close(10)


@pytest.mark.both_modes
def test_damaged_lines():
    run(3000, seed=1)


@pytest.mark.slow
def test_very_many_damaged_lines():
    run(100_000, seed=int(os.environ.get("DAMIERA_SEED", "2")))
