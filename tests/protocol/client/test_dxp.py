"""The DXP client against a scripted program at the other end of a connection."""

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engine.rules.position import Position
from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, Color
from protocol.client.dxp import DxpConnectionClient
from protocol.client.dxp_words import time_control
from protocol.client.errors import (
    CrashError,
    IllegalMoveError,
    StallError,
    StartError,
    UnsupportedError,
    ViolationError,
)
from protocol.client.values import Clock, Outcome, SearchLimits
from protocol.doctor.positions import game
from protocol.transport.tcp import Address

pytestmark = pytest.mark.both_modes

ACCEPT = f"A{'Peer':<32}0"
LIMITS = SearchLimits(clocks=(Clock(60_000), Clock(60_000)))


class Peer:
    """A DXP program that says, for each message that comes, what the script has next."""

    def __init__(self, *script: list[str] | Callable[[socket.socket], None]) -> None:
        self.heard: list[str] = []
        self.script = list(script)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = Address("127.0.0.1", self.listening.getsockname()[1])
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        connection, _ = self.listening.accept()
        held = b""
        while data := connection.recv(1000):
            *messages, held = (held + data).split(b"\0")
            for message in messages:
                self.heard.append(message.decode())
                step = self.script.pop(0) if self.script else []
                if callable(step):
                    step(connection)
                    return
                connection.sendall(b"".join(text.encode() + b"\0" for text in step))
        connection.close()

    def close(self) -> None:
        self.listening.close()
        self.thread.join(5)


@pytest.fixture
def meet() -> Iterator[Callable[..., tuple[DxpConnectionClient, Peer]]]:
    open_ones = []

    def meeting(*script: list[str]) -> tuple[DxpConnectionClient, Peer]:
        peer = Peer(*script)
        client = DxpConnectionClient(peer.address, label="peer")
        open_ones.extend((client, peer))
        client.start()
        return client, peer

    yield meeting
    for each in open_ones:
        (each.quit if isinstance(each, DxpConnectionClient) else each.close)()


def test_a_game(meet) -> None:
    client, peer = meet([ACCEPT, "M0001322800", "Chello"], ["M0002332900"], ["E00"])
    start = Position.start(INTERNATIONAL)
    client.new_game(INTERNATIONAL)
    client.set_position(start)
    answer = client.go(LIMITS, 5)
    assert (answer.move.origin, answer.move.target, answer.text) == (32, 28, "32-28")
    assert client.identity.name == "Peer"
    moves = [answer.move]
    moves.append(start.after(moves[0]).legal_moves[0])
    client.set_position(start, moves)
    answer = client.go(LIMITS, 5)
    assert answer.move.path == (33, 29)
    assert client.remarks == ["hello"]
    client.set_position(start, [*moves, answer.move])
    client.end_game(Outcome.DRAW)
    reply = moves[1]
    assert peer.heard == [
        f"R01{'Damiera':<32}W001000A",
        f"M0000{reply.origin:02}{reply.target:02}00",
        "E20",
    ]


def test_an_8x8_game_is_a_position(meet) -> None:
    client, peer = meet([ACCEPT], ["M0000211700"])
    first = Position.start(ENGLISH).legal_moves[0]
    client.new_game(ENGLISH)
    client.set_position(Position.start(ENGLISH), [first])
    assert client.go(LIMITS, 5).move.path == (21, 17)
    request, move = peer.heard
    assert request == f"R01{'Damiera':<32}W001000BZzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"
    assert move == f"M0000{first.origin:02}{first.target:02}00"


def test_an_opening_is_a_set_up_position(meet) -> None:
    moves = game(ITALIAN, 4)
    position = Position.start(ITALIAN)
    for move in moves:
        position = position.after(move)
    wanted = position.legal_moves[0]
    client, peer = meet([ACCEPT, f"M0000{wanted.origin:02}{wanted.target:02}00"])
    client.new_game(ITALIAN)
    client.set_position(Position.start(ITALIAN), moves)
    assert client.go(LIMITS, 5).move == wanted
    assert len(peer.heard[0]) == 76
    assert peer.heard[0][35] == "W"


@pytest.mark.parametrize(
    ("said", "outcome"),
    [("E10", Outcome.BLACK_WINS), ("E20", Outcome.DRAW), ("E30", Outcome.WHITE_WINS), ("E00", Outcome.UNKNOWN)],
)
def test_the_engine_ends_the_game(meet, said: str, outcome: Outcome) -> None:
    client, peer = meet([ACCEPT, said])
    client.new_game(INTERNATIONAL)
    client.set_position(Position.start(INTERNATIONAL))
    answer = client.go(LIMITS, 5)
    assert (answer.move, answer.claim) == (None, outcome)
    client.end_game(outcome)
    time.sleep(0.1)
    assert peer.heard[1:] == ["E00"]


@pytest.mark.parametrize(
    ("outcome", "said"),
    [(Outcome.WHITE_WINS, "E10"), (Outcome.BLACK_WINS, "E30"), (Outcome.DRAW, "E20"), (Outcome.UNKNOWN, "E00")],
)
def test_we_end_the_game(meet, outcome: Outcome, said: str) -> None:
    client, peer = meet([ACCEPT, "M0000322800"], ["E00"])
    client.new_game(INTERNATIONAL)
    client.set_position(Position.start(INTERNATIONAL))
    move = client.go(LIMITS, 5).move
    client.set_position(Position.start(INTERNATIONAL), [move])
    client.end_game(outcome)
    assert peer.heard[1] == said


def test_two_games_on_one_connection(meet) -> None:
    client, peer = meet([ACCEPT, "M0000322800"], ["E00"], [ACCEPT, "M0000322700"])
    for target in (28, 27):
        client.new_game(INTERNATIONAL)
        client.set_position(Position.start(INTERNATIONAL))
        assert client.go(LIMITS, 5).move.target == target
    assert [message[0] for message in peer.heard] == ["R", "E", "R"]


def test_requests_in_between_are_declined(meet) -> None:
    client, peer = meet([ACCEPT, "B001W", f"R01{'Peer':<32}W005000A", "M0000322800"])
    client.new_game(INTERNATIONAL)
    client.set_position(Position.start(INTERNATIONAL))
    assert client.go(LIMITS, 5).move
    time.sleep(0.6)
    assert peer.heard[1:] == ["K1", f"A{'Damiera':<32}2"]


@pytest.mark.parametrize(
    ("script", "error", "message"),
    [
        ([f"A{'Peer':<32}2"], UnsupportedError, r"does not want this game of international \(not this game\)"),
        ([ACCEPT, "M0000322300"], IllegalMoveError, "peer: illegal move 32-23"),
        ([ACCEPT, "X?"], ViolationError, "peer: unknown message 'X"),
        ([ACCEPT, ACCEPT], ViolationError, "out of place: it is their turn"),
        ([ACCEPT], StallError, "peer: no move within 1 s"),
        ([], StallError, "peer: no answer to the game request within 1 s"),
        (socket.socket.close, CrashError, r"peer has closed the connection \(expected answer"),
    ],
)
def test_errors(meet, script: object, error: type, message: str) -> None:
    client, _ = meet(script)
    client.new_game(INTERNATIONAL)
    client.set_position(Position.start(INTERNATIONAL))
    began = time.monotonic()
    with pytest.raises(error, match=message):
        client.go(LIMITS, 1)
    assert time.monotonic() - began < 3


def test_nobody_listens() -> None:
    client = DxpConnectionClient(Address("127.0.0.1", 1))
    with pytest.raises(StartError, match=r"cannot reach dxp:127\.0\.0\.1:1 at 127\.0\.0\.1:1: Connection refused"):
        client.start()
    client.quit()


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (SearchLimits(clocks=(Clock(300_000), Clock(60_000))), (5.0, 0)),
        (SearchLimits(clocks=(Clock(3_600_000), Clock(0)), moves_to_go=40), (60, 40)),
        (SearchLimits(clocks=(Clock(95_000), Clock(0))), (1.5, 0)),
        (SearchLimits(clocks=(Clock(15_000), Clock(0))), (0.25, 0)),
        (SearchLimits(clocks=(Clock(100), Clock(0))), (0.01, 0)),
        (SearchLimits(clocks=(Clock(60_000, 1000), Clock(0))), (2.0, 0)),
        (SearchLimits(movetime=1000), (1.0, 0)),
        (SearchLimits(clocks=(Clock(10**9), Clock(0))), (999, 0)),
        (SearchLimits(depth=5), (0, 0)),
    ],
)
def test_time_control(limits: SearchLimits, expected: tuple[float, int]) -> None:
    assert time_control(limits, Color.WHITE) == expected
