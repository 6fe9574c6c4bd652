"""The doctor: finds what is wrong, finds nothing wrong with the healthy, and never hangs."""

import re
import subprocess
import sys
import time

import pytest

from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, RUSSIAN, VARIANTS, Variant
from protocol.client.opening import Protocol
from protocol.doctor import positions
from protocol.doctor.checks import CHECKS
from protocol.doctor.examination import examine
from protocol.doctor.findings import Finding, Verdict
from protocol.doctor.manners import complaint
from protocol.doctor.patient import Patient
from tests.fakes.processes import needs_proc
from tests.protocol.client.driving import FAKE, fake_command
from tests.protocol.engine_process import COMMAND, ROOT

both = pytest.mark.parametrize("protocol", [Protocol.UCI, Protocol.HUB])


def findings(
    command: tuple[str, ...], protocol: Protocol, *names: str, seconds: float = 60, variant: Variant = ITALIAN
) -> dict[str, Finding]:
    """The findings of these checks, or of all, by name."""
    checks = [check for check in CHECKS if not names or check.name in names]
    assert len(checks) == len(names) or not names
    patient = Patient(command, protocol, variant, str(ROOT), seconds)
    return {finding.check: finding for finding in examine(patient, checks)}


def not_ok(found: dict[str, Finding]) -> dict[str, str]:
    return {name: str(finding) for name, finding in found.items() if finding.verdict is not Verdict.OK}


TIMED = {
    "time for a move is kept",
    "clock",
    "moves to a time control",
    "negative clock",
    "listens while it searches",
    "stops",
    "quit ends it",
    "quit ends it during a search",
    "end of input ends it",
    "end of input ends it during a search",
}
"""A busy machine may spoil these: a failure of them must at least be one of time."""


@needs_proc
@pytest.mark.parametrize(
    ("protocol", "variant"),
    [
        (Protocol.UCI, ITALIAN),
        (Protocol.HUB, ENGLISH),
        pytest.param(Protocol.UCI, RUSSIAN, marks=pytest.mark.slow),
        pytest.param(Protocol.HUB, INTERNATIONAL, marks=pytest.mark.slow),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_healthy_engine(protocol: Protocol, variant: Variant) -> None:
    found = not_ok(findings((*COMMAND, str(protocol)), protocol, variant=variant))
    assert {name: text for name, text in found.items() if name not in TIMED or " ms" not in text} == {}


@pytest.mark.slow
@needs_proc
@both
def test_the_fake_without_a_fault(protocol: Protocol) -> None:
    found = findings(fake_command(str(protocol), "none"), protocol)
    assert set(not_ok(found)) <= {"ponders"}
    assert len(found) == len(CHECKS)


SICK = {
    "crash": ("first move", r"python\S* has ended with exit status 3, saying 'out of cheese'"),
    "stall": ("first move", r"no (bestmove|done) within [0-9.]+ s"),
    "illegal": ("first move", "move '1-32'"),
    "two-answers": ("one answer to each go", "expected one answer to each go"),
    "late": ("time for a move is kept", "for a move of 50 ms"),
    "ignores-stop": ("stops", "no (bestmove|done) within"),
    "ignores-quit": ("quit ends it", "still there .* after quit"),
    "child": ("first move", "exit status 3"),
    "child-at-start": ("quit ends it", "1 of its processes are still there after quit"),
    "no-move": ("no legal move", None),
    "slow-start": ("handshake", None),
    "no-answer-word": ("first move", "expected|no move"),
}


@needs_proc
@pytest.mark.parametrize("mode", SICK)
@pytest.mark.parametrize("protocol", [Protocol.UCI, pytest.param(Protocol.HUB, marks=pytest.mark.slow)])
def test_a_sick_engine(protocol: Protocol, mode: str) -> None:
    check, expected = SICK[mode]
    seconds = 3.0 if mode in ("stall", "ignores-stop") else 60.0
    found = findings(fake_command(str(protocol), mode), protocol, check, seconds=seconds)[check]
    if expected is None:
        assert found.verdict is Verdict.OK
    else:
        assert found.verdict is Verdict.FAILED
        assert re.search(expected, found.text)
        assert "\n" not in str(found)


@needs_proc
@both
def test_stray_text_and_stderr(protocol: Protocol) -> None:
    names = ("first move", "clean output", "silent standard error")
    found = findings(fake_command(str(protocol), "chatter"), protocol, *names)
    assert set(not_ok(found)) == {"clean output"}
    found = findings(fake_command(str(protocol), "flood-stderr"), protocol, *names)
    assert set(not_ok(found)) == {"silent standard error"}
    assert "warning: nothing" in found["silent standard error"].text


@needs_proc
def test_one_that_talks_first() -> None:
    command = (sys.executable, "-c", "print('Welcome!', flush=True); input()")
    found = findings(command, Protocol.UCI, "silent before it is spoken to")
    assert list(not_ok(found).values()) == ["FAILED   silent before it is spoken to: it says 'Welcome!'"]


@needs_proc
@pytest.mark.parametrize("code", ["import time; time.sleep(99)", "raise SystemExit(4)", "while True: print('x' * 99)"])
def test_it_never_hangs(code: str) -> None:
    began = time.monotonic()
    found = findings((sys.executable, "-c", code), Protocol.UCI, seconds=2)
    assert time.monotonic() - began < 10
    assert found["handshake"].verdict is Verdict.FAILED
    assert found["first move"].verdict is Verdict.SKIPPED


def test_no_such_program() -> None:
    found = findings(("/no/such/engine",), Protocol.HUB)
    assert "cannot be started" in found["handshake"].text


class TestCommand:
    """`damiera doctor`, as people use it."""

    @staticmethod
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, "doctor", *words],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=100,
        )

    def test_a_healthy_engine(self) -> None:
        ran = self.run("--variant", "english", *COMMAND, "uci")
        assert ran.stderr == ""
        first, *middle, last = ran.stdout.splitlines()
        assert first == "ok       protocol: uci"
        assert len(middle) == len(CHECKS)
        failed = sum(line.startswith("FAILED") for line in middle)
        assert last == f"{len(CHECKS)} checks: {len(CHECKS) - failed} ok, {failed} FAILED, 0 skipped"
        assert ran.returncode == (1 if failed else 0)

    def test_a_sick_engine_in_one_word(self) -> None:
        ran = self.run("--proto", "hub", "--verbose", f"{sys.executable} '{FAKE}' hub crash-at-start")
        assert ran.returncode == 1
        assert "FAILED   handshake: " in ran.stdout
        assert "\n         > hub\n" in ran.stdout

    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            ((), "expected COMMAND"),
            (("--proto", "xboard", "engine"), "unknown protocol 'xboard'"),
            (("--porto", "hub", "engine"), "did you mean '--proto'?"),
            (("--seconds", "soon", "engine"), "expected a number of seconds, found 'soon'"),
            (("engine 'x",), "no closing quotation"),
            (("engine dxp",), "engine speaks dxp: expected an engine that speaks uci or hub"),
        ],
    )
    def test_wrong_usage(self, words: tuple[str, ...], complaint: str) -> None:
        ran = self.run(*words)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert complaint in ran.stderr
        assert ran.stderr.count("\n") == 1

    def test_no_such_program(self) -> None:
        ran = self.run("/no/such/engine")
        assert ran.returncode == 1
        assert ran.stdout == "FAILED   protocol: cannot start '/no/such/engine': No such file or directory\n"


@pytest.mark.both_modes
@pytest.mark.parametrize(
    ("protocol", "line", "expected"),
    [
        (Protocol.UCI, "uciok", None),
        (Protocol.UCI, "", None),
        (Protocol.UCI, "uciok ", "blanks around 'uciok'"),
        (Protocol.UCI, "Unknown command: x", "is no line of the protocol"),
        (Protocol.UCI, "info depth 3 score cp 5 pv 1-5", None),
        (Protocol.UCI, "info depth three", "expected a whole number"),
        (Protocol.UCI, "option name X type wheel", "option: expected"),
        (Protocol.UCI, "bestmove", "bestmove: expected a move"),
        (Protocol.UCI, "info string caf\xe9", "more than printable ASCII"),
        (Protocol.HUB, 'id name=Scan version=3.1 author="Fabien Letouzey"', None),
        (Protocol.HUB, 'param name=variant value=normal type=enum values="normal bt"', None),
        (Protocol.HUB, "param value=1 name=book type=bool", "expected name first"),
        (Protocol.HUB, 'param name=v values="a b" value=a type=enum', "expected values last"),
        (Protocol.HUB, 'info depth=3 score=0.10 pv="1-5"', None),
        (Protocol.HUB, "info depth=3 score=0.10 pv=1-5", "expected quotes"),
        (Protocol.HUB, "info depth=3.5", "expected a whole number"),
        (Protocol.HUB, "info score=nan", "expected a plain decimal"),
        (Protocol.HUB, "info score=1000", "expected -100 to 100"),
        (Protocol.HUB, "info ponder", "no name=value"),
        (Protocol.HUB, "done move=1-5 ponder=9-13", None),
        (Protocol.HUB, "done ponder=9-13 move=1-5", "expected move first"),
        (Protocol.HUB, "hello", "is no line of the protocol"),
    ],
)
def test_manners(protocol: Protocol, line: str, expected: str | None) -> None:
    found = complaint(protocol, line)
    assert (found is None) if expected is None else expected in found


@pytest.mark.both_modes
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_positions(variant: Variant) -> None:
    assert positions.with_capture(variant).legal_moves[0].is_capture
    assert len(positions.with_one_move(variant).legal_moves) == 1
    assert positions.without_moves(variant).legal_moves == ()
    assert positions.with_kings(variant).legal_moves
    assert len(positions.game(variant, 60)) == 60
    assert positions.game(variant, 60) == positions.game(variant, 60)
