"""The Hub engine as a process: how fast it answers, that it paces its lines, and that it always ends.

The bounds are those that front ends need, 50 ms for an answer and 0.3 s for the end, with a margin
for a busy machine; what was measured is printed.
"""

import subprocess
from itertools import pairwise

import pytest

from protocol.hub.pacing import GAP, LONG_GAP
from tests.protocol.engine_process import COMMAND, ROOT, EngineProcess

ANSWER = 0.25
END = 1.0

pytestmark = pytest.mark.both_modes


def opened(*arguments):
    engine = EngineProcess(*arguments)
    engine.say("hub")
    engine.hear_until("wait")
    engine.say("init")
    engine.hear_until("ready")
    return engine


def read_times(engine, until):
    """The lines up to the first that begins so, with the times they came."""
    lines = [engine.hear()]
    while not lines[-1][1].startswith(until):
        lines.append(engine.hear())
    return lines


@pytest.mark.parametrize("go", ["go think", "go ponder", "go analyze"])
def test_stop_and_ping_are_answered_at_once(go):
    with opened("hub") as engine:
        engine.say("pos start", go)
        engine.hear_until("info")
        said = engine.say("ping")
        heard, _ = engine.hear_until("pong")
        print(f"ping answered after {1000 * (heard - said):.1f} ms")
        assert heard - said < ANSWER
        said = engine.say("stop")
        heard, line = engine.hear_until("done")
        print(f"stop answered after {1000 * (heard - said):.1f} ms")
        assert heard - said < ANSWER
        assert line.startswith("done move=2")


@pytest.mark.parametrize("work", ["", "go think", "go ponder", "go analyze"])
@pytest.mark.parametrize("ending", ["quit", "end of input"])
def test_the_end(work, ending):
    with opened("hub") as engine:
        engine.say(*([work] if work else []), "ping")
        engine.hear_until("pong")
        if ending == "quit":
            said = engine.say("quit")
        else:
            said = engine.say()
            engine.process.stdin.close()
        ended, status = engine.end()
        print(f"ended after {1000 * (ended - said):.1f} ms")
        assert ended - said < END
        assert status == 0


def pauses():
    """Seconds between the lines that answer `hub`, the last of which is `wait`."""
    with EngineProcess("hub") as engine:
        engine.say("hub")
        times = [time for time, _ in read_times(engine, "wait")]
    return [later - earlier for earlier, later in pairwise(times)]


def test_no_two_lines_come_together():
    """A busy machine may bring them nearer to each other by the time we see them, so one good run of five will do."""
    runs = (pauses() for _ in range(5))
    assert any(min(run) >= GAP / 2 and run[-1] >= LONG_GAP / 2 for run in runs)


def test_reports_are_few():
    with opened("hub") as engine:
        engine.say("pos start", "level move-time=1", "go think")
        lines = read_times(engine, "done")
        print(f"{len(lines) - 1} reports in a second")
        assert 1 <= len(lines) - 1 <= 20


def test_nothing_is_said_before_hub():
    with EngineProcess() as engine:
        engine.say("", "")
        engine.say("hub")
        assert engine.hear()[1].startswith("id name=Damiera ")
        engine.hear_until("wait")
        engine.say("quit")
        assert engine.end()[1] == 0


def test_end_of_input_answers_what_was_asked():
    done = subprocess.run(
        [*COMMAND, "hub"], input=b"hub\ninit\npos start\ngo analyze", capture_output=True, cwd=ROOT, timeout=30
    )
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("id name=Damiera ")
    assert {"wait", "ready"} <= set(lines)
    assert lines[-1].startswith("done move=")
    assert b"\r" not in done.stdout
    assert (done.returncode, done.stderr) == (0, b"")


def test_flags_of_the_command_line():
    with EngineProcess("hub", "--variant", "english", "--option", "Hash=8") as engine:
        engine.say("hub")
        lines = [line for _, line in read_times(engine, "wait")]
        assert any(line.startswith("param name=variant value=english ") for line in lines)
        assert any(line.startswith("param name=hash value=8 ") for line in lines)
