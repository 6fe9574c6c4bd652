"""Our own engine, driven by every protocol: whole games of each against each, and an end without orphans."""

import itertools
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, RUSSIAN, Variant
from protocol.client.base import Client
from protocol.client.dxp import DxpConnectionClient, DxpProcessClient
from protocol.client.errors import UnsupportedError
from protocol.client.hub import HubClient
from protocol.client.inprocess import InProcessClient
from protocol.client.uci import UciClient
from protocol.client.values import Clock, Outcome, SearchLimits
from protocol.transport.process import ProcessTransport
from protocol.transport.tcp import Address
from tests.fakes.processes import PROC, is_gone, needs_proc
from tests.protocol.engine_process import COMMAND, ROOT

MOVETIME = SearchLimits(movetime=5)
CLOCK = SearchLimits(clocks=(Clock(2000), Clock(2000)))

CLIENTS: dict[str, Callable[[Variant], Client]] = {
    "uci": lambda variant: UciClient((*COMMAND, "uci"), directory=str(ROOT)),
    "hub": lambda variant: HubClient((*COMMAND, "hub"), directory=str(ROOT)),
    "dxp": lambda variant: DxpProcessClient(
        (*COMMAND, "dxp", "--variant", variant.name), label="dxp", directory=str(ROOT)
    ),
    "in-process": lambda variant: InProcessClient(),
}
SEARCHING = [name for name in CLIENTS if name != "dxp"]


@contextmanager
def started(name: str, variant: Variant = ITALIAN) -> Iterator[Client]:
    with CLIENTS[name](variant) as client:
        client.start()
        client.new_game(variant)
        yield client
    pid = getattr(client, "process_id", None)
    assert pid is None or is_gone(pid)


def play(clients: list[Client], variant: Variant, longest: int) -> Game:
    """A game of so many plies at most; whoever has no moves on command plays by the clock."""
    game = Game(Position.start(variant))
    while game.result is None and len(game.moves) < longest:
        client = clients[len(game.moves) % 2]
        client.set_position(game.start, game.moves)
        answer = client.go(MOVETIME if client.has_searches else CLOCK, 20)
        if answer.claim:
            return game
        game.play(answer.move)
    for client in clients:
        client.set_position(game.start, game.moves)
        client.end_game(Outcome.UNKNOWN if game.result is None else Outcome.won_by(game.result.winner))
    return game


@needs_proc
@pytest.mark.parametrize("pair", list(itertools.combinations_with_replacement(CLIENTS, 2)), ids="-".join)
def test_each_against_each(pair: tuple[str, str]) -> None:
    variant = (ITALIAN, ENGLISH, INTERNATIONAL, RUSSIAN)[sum(map(len, pair)) % 4]
    with started(pair[0], variant) as white, started(pair[1], variant) as black:
        assert len(play([white, black], variant, longest=60).moves) > 20


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("variant", [ITALIAN, ENGLISH, INTERNATIONAL, RUSSIAN], ids=lambda variant: variant.name)
@pytest.mark.parametrize("pair", list(itertools.product(CLIENTS, repeat=2)), ids="-".join)
def test_each_against_each_in_every_game(pair: tuple[str, str], variant: Variant) -> None:
    with started(pair[0], variant) as first, started(pair[1], variant) as second:
        assert len(play([first, second], variant, longest=250).moves) > 20


@needs_proc
def test_two_dxp_servers_over_tcp() -> None:
    with listening() as first, listening() as second:
        clients = [DxpConnectionClient(address) for address in (first, second)]
        for client in clients:
            client.start()
        for variant in (INTERNATIONAL, ITALIAN):
            for client in clients:
                client.new_game(variant)
            assert len(play(clients, variant, longest=30).moves) == 30
        for client in clients:
            client.quit()


@contextmanager
def listening() -> Iterator[Address]:
    """A server on a port of its own choice."""
    command = [*COMMAND, "dxp", "--listen", "127.0.0.1:0"]
    with ProcessTransport(command, directory=str(ROOT)) as server:
        end = time.monotonic() + 20
        while "listening on " not in server.stderr_tail and time.monotonic() < end:
            time.sleep(0.01)
        yield Address.parse(server.stderr_tail.partition("listening on ")[2].split()[0])


@needs_proc
@pytest.mark.parametrize("name", SEARCHING)
def test_searches_on_command(name: str) -> None:
    with started(name) as client:
        start = Position.start(ITALIAN)
        client.set_position(start)
        reports = []
        answer = client.go(SearchLimits(depth=7), 20, reports.append)
        assert answer.report.depth == 7
        assert answer.report.score is not None
        assert reports[-1] == answer.report

        client.go_infinite()
        time.sleep(0.1)
        assert client.ping() < 2e9
        assert not client.has_answered()
        stopped = client.stop()
        assert stopped.move in start.legal_moves
        assert stopped.elapsed < 2e9

        expected = start.after(stopped.move).legal_moves[0]
        client.set_position(start, [stopped.move, expected])
        client.go_ponder(SearchLimits(clocks=(Clock(400), Clock(400))))
        time.sleep(0.6)
        assert not client.has_answered()
        hit = client.ponder_hit(5)
        assert hit.move in start.after(stopped.move).after(expected).legal_moves
        assert hit.elapsed < 2e9


@needs_proc
@pytest.mark.parametrize("name", SEARCHING)
def test_options(name: str) -> None:
    with started(name) as client:
        assert client.identity.name == "Damiera"
        wanted = next(option.name for option in client.options if option.name.lower() == "hash")
        client.set_option(wanted.upper(), "8")
        client.ping(10)
        with pytest.raises(UnsupportedError, match="no-such"):
            client.set_option("no-such", "1")


@needs_proc
@pytest.mark.parametrize("name", ["uci", "hub"])
def test_the_game_over(name: str) -> None:
    over = Position.place(ITALIAN, ITALIAN.starts, black_men=[5])
    with started(name) as client:
        client.set_position(over)
        assert client.go(MOVETIME, 5).move is None


CLIENT_PROGRAM = """
import sys, time
from engine.rules.position import Position
from engine.rules.variants import ITALIAN
from protocol.client.opening import open_client
from protocol.client.values import Clock, SearchLimits
clients = [open_client((sys.executable, "-m", "protocol", name)) for name in sys.argv[1:]]
print("up", flush=True)
for client in clients:
    client.start()
    client.new_game(ITALIAN)
    client.set_position(Position.start(ITALIAN))
while True:
    for client in clients:
        if client.has_searches:
            client.go(SearchLimits(movetime=20), 10)
        time.sleep(0.005)
"""


def marked(mark: str) -> list[int]:
    """The processes, zombies apart, that have inherited the mark in their environment."""
    found = []
    for entry in PROC.iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def kill_at_random(times: int) -> None:
    chance = random.Random(times)
    seen = 0
    for _ in range(times):
        mark = f"DAMIERA_TEST_MARK={uuid.uuid4()}"
        environment = os.environ | dict([mark.split("=")])
        client = subprocess.Popen(
            [sys.executable, "-c", CLIENT_PROGRAM, "uci", "hub", "dxp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env=environment,
        )
        try:
            assert client.stdout.readline() == b"up\n"
            time.sleep(chance.uniform(0, 1.2))
            seen += len(marked(mark)) > 1
            assert client.poll() is None, "the client has failed of itself"
        finally:
            client.kill()
            client.wait()
            client.stdout.close()
        end = time.monotonic() + 5
        while (left := marked(mark)) and time.monotonic() < end:
            time.sleep(0.02)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        assert not left
    assert seen > times // 2, "hardly ever was an engine running"


@needs_proc
def test_a_killed_client_leaves_nothing_behind() -> None:
    kill_at_random(4)


@needs_proc
@pytest.mark.slow
def test_a_client_killed_50_times_leaves_nothing_behind() -> None:
    kill_at_random(50)
