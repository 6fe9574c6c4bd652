"""Serving a session over a transport in memory."""

import threading

import pytest

from protocol.detect import dialect_named
from protocol.serving import serve
from protocol.transport.memory import pair
from tests.fakes.player import ScriptedPlayer

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize("last", [b"quit\n", None])
def test_until_the_end(last):
    near, far = pair()
    player = ScriptedPlayer()
    clean = []
    thread = threading.Thread(
        target=lambda: clean.append(serve(far, lambda send: dialect_named("uci").open(player, send, None)))
    )
    thread.start()
    near.send(b"go infinite\nisready\n")
    if last:
        near.send(last)
    else:
        near.close()
    thread.join(10)
    assert clean == [True]
    assert player.calls == ["close"]
    heard = b""
    while data := near.receive(5):
        heard += data
    assert heard.splitlines()[-1].startswith(b"bestmove ")
    assert b"readyok\n" in heard
