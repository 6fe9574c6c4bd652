"""Helpers: clients of the misbehaving engine, and a game played with any client."""

import sys
from pathlib import Path

from engine.rules.move import Move
from engine.rules.position import Position
from engine.rules.variants import ITALIAN, Variant
from protocol.client.base import Client
from protocol.client.hub import HubClient
from protocol.client.search import SearchClient
from protocol.client.uci import UciClient
from protocol.client.values import SearchLimits

FAKE = Path(__file__).parents[2] / "fakes" / "misbehaving.py"
CLIENTS = {"uci": UciClient, "hub": HubClient}
SHORT = SearchLimits(movetime=10)


def fake_command(protocol: str, mode: str, *arguments: object) -> tuple[str, ...]:
    return (sys.executable, str(FAKE), protocol, mode, *map(str, arguments))


def fake(protocol: str, mode: str, *arguments: object) -> SearchClient:
    return CLIENTS[protocol](fake_command(protocol, mode, *arguments), label="fake")


def ready_fake(protocol: str, mode: str, *arguments: object) -> SearchClient:
    client = fake(protocol, mode, *arguments)
    client.start()
    client.new_game(ITALIAN)
    client.set_position(Position.start(ITALIAN))
    return client


def play_game(client: Client, variant: Variant, limits: SearchLimits, plies: int) -> list[Move]:
    """The client plays both sides for so many plies, or until there is no move; each move is asserted legal."""
    client.new_game(variant)
    start = position = Position.start(variant)
    moves: list[Move] = []
    while position.legal_moves and len(moves) < plies:
        client.set_position(start, moves)
        answer = client.go(limits, timeout=20)
        assert answer.move in position.legal_moves
        assert answer.elapsed > 0
        moves.append(answer.move)
        position = position.after(answer.move)
    return moves
