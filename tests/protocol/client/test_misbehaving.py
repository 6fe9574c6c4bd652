"""Every kind of misbehaviour is the right error, in time, and leaves no process behind."""

import sys
import time

import pytest

from engine.rules.position import Position
from engine.rules.variants import ENGLISH, ITALIAN, RUSSIAN
from protocol.client.errors import (
    CrashError,
    EngineError,
    IllegalMoveError,
    StallError,
    StartError,
    UnsupportedError,
    ViolationError,
)
from protocol.client.uci import UciClient
from tests.fakes.misbehaving import MODES
from tests.fakes.processes import is_gone, needs_proc
from tests.protocol.client.driving import SHORT, fake, ready_fake

pytestmark = [needs_proc, pytest.mark.both_modes]
both = pytest.mark.parametrize("protocol", ["uci", "hub"])

OUT_OF_CHEESE = "fake has ended with exit status 3, saying 'out of cheese'"
AT_START = {
    "crash-at-start": (CrashError, f"{OUT_OF_CHEESE} \\(expected '(uciok|wait)' of the (UCI|Hub) protocol\\)"),
    "no-handshake": (StallError, r"fake: no '(uciok|wait)' of the (UCI|Hub) protocol within 0.4 s"),
}
ON_GO = {
    "crash": (CrashError, f"{OUT_OF_CHEESE} \\(expected (bestmove|done)\\)"),
    "child": (CrashError, "fake has ended with exit status 3"),
    "killed": (CrashError, "fake was ended by SIGSEGV"),
    "close-stdout": (CrashError, "fake has closed its output"),
    "stall": (StallError, r"fake: no (bestmove|done) within 0.4 s"),
    "garbage": (StallError, r"no (bestmove|done) within 0.4 s"),
    "binary": (StallError, r"no (bestmove|done) within 0.4 s"),
    "partial": (StallError, r"no (bestmove|done) within 0.4 s"),
    "flood": (StallError, r"no (bestmove|done) within 0.4 s"),
    "long-line": (StallError, r"no (bestmove|done) within 0.4 s"),
    "deaf": (StallError, r"no (bestmove|done) within 0.4 s"),
    "illegal": (IllegalMoveError, "move '1-32': the piece on 1 is Black's"),
    "nonsense-move": (IllegalMoveError, r"move 'e2e4q\?'"),
    "no-move": (IllegalMoveError, "no move in a position with legal moves"),
}
PROTOCOL_MATTERS = ("crash", "stall", "garbage", "illegal", "nonsense-move", "no-move")
HARMLESS = ("none", "late", "chatter", "flood-stderr", "flood-then-answer", "partial-and-exit", "child-at-start")
ELSEWHERE = ("slow-start", "two-answers", "no-answer-word", "ignores-stop", "ignores-quit")


def test_every_mode_is_tried() -> None:
    assert {*AT_START, *ON_GO, *HARMLESS, *ELSEWHERE} == set(MODES)


@both
@pytest.mark.parametrize("mode", AT_START)
def test_at_start(protocol: str, mode: str) -> None:
    error, message = AT_START[mode]
    client = fake(protocol, mode)
    began = time.monotonic()
    with pytest.raises(error, match=message) as caught:
        client.start(timeout=0.4 if error is StallError else 20)
    assert time.monotonic() - began < 4
    assert caught.value.lines[0] == f"> {protocol}"
    if mode == "crash-at-start":
        assert caught.value.stderr == "out of cheese\n"
    client.quit()
    assert is_gone(client.process_id)


@pytest.mark.parametrize(
    ("protocol", "mode"),
    [("uci", mode) for mode in ON_GO]
    + [("hub", mode) for mode in ON_GO if mode in PROTOCOL_MATTERS]
    + [pytest.param("hub", mode, marks=pytest.mark.slow) for mode in ON_GO if mode not in PROTOCOL_MATTERS],
)
def test_on_go(protocol: str, mode: str) -> None:
    error, message = ON_GO[mode]
    client = ready_fake(protocol, mode)
    began = time.monotonic()
    with pytest.raises(error, match=message) as caught:
        client.go(SHORT, timeout=0.4 if error is StallError else 20)
    assert time.monotonic() - began < 4
    assert "\n" not in str(caught.value)
    assert any(line.startswith("> go") for line in caught.value.lines)
    if mode in ("crash", "child"):
        assert caught.value.stderr == "out of cheese\n"
    client.quit(0.2)
    assert is_gone(client.process_id)


@both
@pytest.mark.parametrize("mode", HARMLESS)
def test_harmless(protocol: str, mode: str) -> None:
    client = ready_fake(protocol, mode)
    answer = client.go(SHORT, timeout=10)
    assert answer.move in Position.start(ITALIAN).legal_moves
    if mode in ("late", "flood-stderr", "flood-then-answer"):
        assert answer.elapsed > 0.3e9
    client.quit()
    assert is_gone(client.process_id)


@both
@pytest.mark.parametrize("mode", ["crash", "stall", "illegal", "late"])
def test_it_strikes_later(protocol: str, mode: str) -> None:
    with ready_fake(protocol, mode, "--after", 2) as client:
        for _ in range(2):
            assert client.go(SHORT, timeout=5).move
        if mode == "late":
            assert client.go(SHORT, timeout=5).elapsed > 0.3e9
        else:
            with pytest.raises(EngineError):
                client.go(SHORT, timeout=0.4)


@both
def test_after_an_illegal_move_it_may_go_on(protocol: str) -> None:
    with ready_fake(protocol, "illegal") as client:
        for _ in range(2):
            with pytest.raises(IllegalMoveError) as caught:
                client.go(SHORT, timeout=5)
            assert caught.value.move == "1-32"


@both
def test_a_slow_start(protocol: str) -> None:
    with fake(protocol, "slow-start", "--delay", 0.8) as client:
        client.start(timeout=10)
        assert client.identity.name == "Misbehaving"


@both
def test_a_second_answer_is_no_answer_to_the_next_search(protocol: str) -> None:
    with ready_fake(protocol, "two-answers") as client:
        assert client.go(SHORT, timeout=5).move
        if protocol == "hub":
            time.sleep(0.2)  # UCI's is sure to be found out: it comes before the readyok
        with pytest.raises(ViolationError, match="without a search: expected one answer to each go"):
            client.go(SHORT, timeout=5)


def test_no_go_waits_for_a_readyok() -> None:
    with ready_fake("uci", "none") as client:
        for _ in range(2):
            client.set_position(Position.start(ITALIAN))
            assert client.go(SHORT, timeout=5).move
        said = [line.split()[1] for line in client.recent_lines if line.startswith(">")]
        assert said[-6:] == ["position", "go", "isready"] * 2
        assert client.ping() > 0


def test_an_answer_without_its_move() -> None:
    with ready_fake("uci", "no-answer-word") as client, pytest.raises(ViolationError, match="bestmove: expected"):
        client.go(SHORT, timeout=5)
    with ready_fake("hub", "no-answer-word") as client, pytest.raises(IllegalMoveError, match="no move"):
        client.go(SHORT, timeout=5)


@both
def test_stop_ignored(protocol: str) -> None:
    client = ready_fake(protocol, "ignores-stop")
    client.go_infinite()
    with pytest.raises(StallError, match=r"within 0\.5 s"):
        client.stop(timeout=0.5)
    client.quit()
    assert is_gone(client.process_id)


@both
def test_quit_ignored(protocol: str) -> None:
    client = ready_fake(protocol, "ignores-quit")
    began = time.monotonic()
    client.quit(grace=0.3)
    assert 0.3 < time.monotonic() - began < 4
    assert is_gone(client.process_id)
    client.quit()


@both
def test_quit_from_another_thread_ends_a_wait(protocol: str) -> None:
    import threading

    client = ready_fake(protocol, "stall")
    threading.Timer(0.3, client.quit, [0]).start()
    began = time.monotonic()
    with pytest.raises(CrashError):
        client.go(SHORT, timeout=60)
    assert time.monotonic() - began < 5


@both
def test_options_and_games_it_does_not_have(protocol: str) -> None:
    with ready_fake(protocol, "none") as client:
        with pytest.raises(UnsupportedError, match="fake: unknown option 'Hasch'"):
            client.set_option("Hasch", "1")
        with pytest.raises(UnsupportedError, match="fake does not play russian: it plays italian, english, "):
            client.new_game(RUSSIAN)
        client.new_game(ENGLISH)
        client.set_position(Position.start(ENGLISH))
        assert client.go(SHORT, timeout=5).move in Position.start(ENGLISH).legal_moves


def test_its_last_words_are_told_as_far_as_they_help() -> None:
    words = "FileNotFoundError: [Errno 2] No such file or directory: '/opt/engines/scan/data/eval-2020.bin'"
    script = f"import sys; sys.exit('Traceback:' + chr(10) + {words!r})"
    client = UciClient((sys.executable, "-c", script), label="fake")
    with pytest.raises(CrashError) as caught:
        client.start()
    assert words in str(caught.value)
    assert caught.value.stderr == f"Traceback:\n{words}\n"
    client.quit()
    client = UciClient((sys.executable, "-c", "import sys; sys.exit('x' * 5000)"), label="fake")
    with pytest.raises(CrashError) as caught:
        client.start()
    assert len(str(caught.value)) < 260
    assert str(caught.value).endswith("...' (expected 'uciok' of the UCI protocol)")
    assert caught.value.stderr == "x" * 5000 + "\n"
    client.quit()


@pytest.mark.parametrize("command", ["/no/such/engine", "/"])
def test_no_such_program(command: str) -> None:
    client = UciClient((command,))
    with pytest.raises(StartError, match=f"cannot start '{command}': (No such file|Permission denied)"):
        client.start()
    client.quit()
