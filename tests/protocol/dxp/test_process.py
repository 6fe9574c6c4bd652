"""`damiera dxp` as a process: in lines, as a server and as an initiator."""

import os
import re
import select
import signal
import socket
import subprocess
import time

import pytest

from engine.rules.position import Position
from engine.rules.variants import find_variant
from protocol.dxp.board import Board
from protocol.dxp.codec import parse_message
from protocol.dxp.messages import GameEnd, MoveMessage
from protocol.transport.tcp import Address
from tests.protocol.dxp.conversation import ACCEPTED, ITALIAN, game_request
from tests.protocol.dxp.test_server import Client
from tests.protocol.engine_process import COMMAND, ROOT, EngineProcess

# Milliseconds are asked for; a loaded machine gets more.
SOON = 5.0


def run(*arguments, timeout=60):
    """A whole run: exit status, standard output and error."""
    command = [*COMMAND, "dxp", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)
    return done.returncode, done.stdout, done.stderr


def waiting(address, game):
    """What the initiator says first."""
    return f"damiera dxp: asking {address} for a game of {game}; waiting for its answer (GAMEACC), 60 s at most\n"


class ServerProcess:
    """The server, which has told where it listens."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [*COMMAND, "dxp", "--listen", "127.0.0.1:0", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines = [self.process.stderr.readline()]
        self.address = re.fullmatch(r"damiera dxp: listening on (127\.0\.0\.1:\d+)\n", self.lines[0])[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def client(self):
        """A client that has connected to it."""
        return Client(Address.parse(self.address))


def ask_in_lines(engine, *texts):
    engine.say(*texts)
    return engine.hear()[1]


# In lines.


@pytest.mark.both_modes
def test_in_lines():
    with EngineProcess("dxp") as engine:
        assert ask_in_lines(engine, game_request(follower="Z")) == ACCEPTED
        assert re.fullmatch(r"M\d{10}", ask_in_lines(engine, "M0000211700"))
        assert ask_in_lines(engine, "E01") == "E01"
        assert engine.end()[1] == 0
    assert engine.errors == b""


def test_nul_is_answered_with_nul():
    with subprocess.Popen(
        [*COMMAND, "dxp"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        output, errors = process.communicate(b"K0\0K0\nK0\0", timeout=30)
    text = b"Cerror: unexpected BACKACC: no game"
    assert (output, errors, process.returncode) == (text + b"\0" + text + b"\n" + text + b"\0", b"", 0)


@pytest.mark.parametrize("last", ["quit", "E01", None])
def test_ends_at_once_while_it_thinks(last):
    with EngineProcess("dxp") as engine:
        assert ask_in_lines(engine, game_request(minutes="999")) == ACCEPTED
        time.sleep(0.3)
        if last:
            began = engine.say(last)
        else:
            began = time.monotonic()
            engine.process.stdin.close()
        ended, status = engine.end()
        print(f"ended after {1000 * (ended - began):.0f} ms")
        assert status == 0
        assert ended - began < SOON


def test_two_engines_in_lines_play_each_other():
    """Whoever joins them asks each for a game, and carries moves and the end of the game across."""
    with EngineProcess("dxp") as white, EngineProcess("dxp") as black:
        assert ask_in_lines(white, game_request(minutes="0.1")) == ACCEPTED
        assert ask_in_lines(black, game_request(minutes="0.1", follower="Z")) == ACCEPTED
        board = Board(find_variant("italian"))
        position = Position.start(board.variant)
        mover, other = white, black
        while True:
            text = mover.hear()[1]
            message = parse_message(text)
            other.say(text)
            if isinstance(message, GameEnd):
                break
            assert isinstance(message, MoveMessage)
            position = position.after(board.find_move(position, message))
            mover, other = other, mover
        assert other.hear()[1] == "E00"
        mover.say("E00")
        for engine in (white, black):
            engine.say("quit")
            assert engine.end()[1] == 0
            assert engine.errors == b""


# Over TCP.


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        (("--variant", "italian"), 2),
        (("--variant", "english", "--play-as", "B", "--option", "Ponder=true"), 1),
        (("--variant", "international", "--play-as", "b", "--moves", "30"), 1),
    ],
    ids=["italian", "english", "international"],
)
def test_two_processes_play_games(arguments, games):
    players = "Damiera (White) against Damiera (Black)"
    with ServerProcess() as server:
        for _ in range(games):
            status, output, errors = run("--connect", server.address, "--minutes", "0.1", *arguments)
            assert status == 0, errors
            assert output.startswith(players + ": ")
            assert output.count("\n") == 1
            assert errors == waiting(server.address, arguments[1]) + f"damiera dxp: game of {arguments[1]}: {players}\n"
        server.process.terminate()
        told = server.process.stderr.read()
        assert told.count("has connected") == told.count("is gone") == games
        # The server's account of the game is ours.
        assert output.strip() in told
        assert not re.search("error|illegal|unexpected", told)
        assert server.process.stdout.read() == ""


def test_the_pause_after_the_acceptance():
    """As a client sees it that takes each read for one message."""
    with ServerProcess() as server:
        client = server.client()
        client.say(game_request())
        assert client.socket.recv(4096) == ACCEPTED.encode() + b"\0"
        began = time.monotonic()
        assert re.fullmatch(rb"M\d{10}\0", client.socket.recv(4096))
        assert time.monotonic() - began > 0.1
        client.close()


def test_a_game_of_another_board_is_declined():
    with ServerProcess("--variant", "international") as server:
        status, output, errors = run("--connect", server.address, "--variant", "italian")
        assert (status, output) == (1, "")
        declined = "damiera dxp: no game: Damiera declined the game: not this game\n"
        assert errors == waiting(server.address, "italian") + declined


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("playing", [False, True])
def test_ctrl_c_ends_the_server_quietly(playing):
    with ServerProcess() as server:
        if playing:
            client = server.client()
            assert client.ask(game_request(minutes="999")) == ACCEPTED
        time.sleep(0.3)
        began = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(10) == 130
        print(f"ended after {1000 * (time.monotonic() - began):.0f} ms")
        assert time.monotonic() - began < SOON
        told = server.process.stderr.read()
        assert "Traceback" not in told
        assert "Interrupt" not in told
        if playing:
            client.close()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_the_initiator_quietly():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        process = subprocess.Popen(
            [*COMMAND, "dxp", "--connect", f"127.0.0.1:{listening.getsockname()[1]}"],
            cwd=ROOT,
            stderr=subprocess.PIPE,
        )
        connection, _ = listening.accept()
        assert connection.recv(4096)[:3] == b"R01"
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        assert process.stderr.read().decode() == waiting(address, "italian")
        process.stderr.close()
        connection.close()


def answer(connection, *texts):
    connection.sendall(b"".join(text.encode() + b"\0" for text in texts))


@pytest.mark.parametrize(
    ("texts", "status", "told"),
    [
        (("A" + "Other".ljust(32) + "3", "Cno time"), 1, "no game: Other declined the game: no game"),
        (("A" + "Other".ljust(32) + "2",), 1, "no game: Other declined the game: not this game"),
        ((), 1, "no game: the other side gave no answer"),
        (("HTTP/1.1 400 Bad Request",), 1, "no game: the other side does not speak DXP: unknown message 'HTTP"),
        (("E01",), 1, "no game: the other side ended the game before it began"),
        (("AOther0", "E10"), 0, "game of italian: Other (White) against Damiera (Black)"),
        # Broken off is broken off, whoever does it and however.
        (("AOther0", "E00"), 1, "game of italian: Other (White) against Damiera (Black)"),
        (("AOther0",), 1, "game of italian: Other (White) against Damiera (Black)"),
        (("AOther0", *["M0000013200"] * 3), 1, "illegal move 1-32"),
    ],
)
def test_what_the_initiator_tells(texts, status, told):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        process = subprocess.Popen(
            [*COMMAND, "dxp", "--connect", f"127.0.0.1:{listening.getsockname()[1]}", "--play-as", "B"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        connection, _ = listening.accept()
        request = connection.recv(4096).decode()
        assert request == f"R01{'Damiera':<32}W005000BW{ITALIAN}\0"
        answer(connection, *texts)
        if texts[-1:] in (("E10",), ("E00",)):
            assert select.select([connection], [], [], 10)[0]
            assert connection.recv(4096) == b"E00\0"
        connection.close()
        output, errors = process.communicate(timeout=20)
        assert process.returncode == status
        assert errors.splitlines()[-1].startswith(f"damiera dxp: {told}")
        if status == 0:
            assert output == ("Other (White) against Damiera (Black): Black wins, resignation, after 0 half-moves\n")


# Wrong usage.


def test_a_port_that_is_taken_is_one_line():
    with ServerProcess() as server:
        status, output, errors = run("--listen", server.address)
        assert (status, output) == (1, "")
        assert re.fullmatch(rf"damiera dxp: cannot listen on {server.address}: .+\n", errors)


def test_nobody_listens_is_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    status, output, errors = run("--connect", f"127.0.0.1:{port}")
    assert (status, output) == (1, "")
    assert re.fullmatch(rf"damiera dxp: cannot connect to 127.0.0.1:{port}: .+\n", errors)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--listen", "1", "--connect", "x:1"), "--listen and --connect: expected one of them"),
        (("--minutes", "3"), "--minutes goes with --connect"),
        (("--listen", "0", "--moves", "3"), "--moves goes with --connect"),
        (("--listen", "0", "--play-as", "W"), "--play-as goes with --connect"),
        (("--connect", "localhost"), "--connect: 'localhost': expected HOST:PORT"),
        (("--listen", "70000"), r"--listen: '70000': expected [HOST:]PORT, a port from 0 to 65535"),
        (("--connect", "x:1", "--minutes", "-1"), "--minutes: expected minutes from 0 to 999"),
        (("--connect", "x:1", "--minutes", "0.123"), "--minutes: expected minutes from 0 to 999"),
        (("--connect", "x:1", "--minutes", "nan"), "--minutes: expected minutes from 0 to 999"),
        (("--connect", "x:1", "--minutes", "1_0"), "--minutes: expected minutes from 0 to 999"),
        (("--connect", "x:1", "--minutes", "\u0661"), "--minutes: expected minutes from 0 to 999"),
        (("--connect", "x:1", "--play-as", "red"), "--play-as: expected W or B, found 'red'"),
        (("--connect", "x:1", "--moves", "1000"), "--moves: 1000 is out of range"),
        (("--option", "dxp-compat=pydraught"), "--option: dxp-compat 'pydraught': did you mean 'pydraughts'?"),
        (("--option", "Hash=x"), "--option: option Hash"),
        (("--option", "Debug Log File=/nowhere/at/all"), "--option: cannot write the log file"),
        (("--listn",), "unknown option '--listn': did you mean '--listen'?"),
    ],
)
def test_wrong_usage(arguments, reason):
    status, output, errors = run(*arguments)
    assert (status, output) == (2, "")
    assert errors.startswith(f"damiera dxp: {reason}"), errors
    assert errors.count("\n") == 1


def test_listen_without_a_value_is_the_usual_port():
    from protocol.cli.dxp import SUBCOMMAND

    assert str(SUBCOMMAND.parse(["--listen"])["listen"]) == "127.0.0.1:27531"
    assert str(SUBCOMMAND.parse(["--listen", "--variant", "english"])["listen"]) == "127.0.0.1:27531"
    assert str(SUBCOMMAND.parse(["--listen", "5"])["listen"]) == "127.0.0.1:5"
    assert SUBCOMMAND.parse(["--variant", "english"])["listen"] is None


def test_help_tells_the_exit_status():
    status, output, _ = run("--help")
    assert status == 0
    assert "exit status is 0 if a game was played to its end, 1 if there was none or it was broken off" in output
