"""Checks of searches: limits, answers, and what may be said while one runs."""

import time

from engine.rules.position import Position
from protocol.client.opening import Protocol
from protocol.client.values import Clock, SearchLimits
from protocol.doctor.checks.common import PATIENCE, QUIET, TRIES, Check, ms, search
from protocol.doctor.findings import CheckFailed, CheckSkipped
from protocol.doctor.patient import Patient

PROMPT = 0.05
"""Seconds within which `stop` and a ping are to be answered."""
_OVERRUN = 0.1
"""Seconds that a move may take longer than it was given: half a GUI's usual margin."""


def _first_move(patient: Patient) -> str:
    answer, took = search(patient, SearchLimits(movetime=200))
    return f"{answer.text} after {ms(took)}"


def _movetime(patient: Patient) -> str:
    most = 0.0
    for milliseconds in (50, 100, 300):
        # The better of two: a busy machine may be late once.
        over = min(_overrun(patient, milliseconds) for _ in range(2))
        if over > _OVERRUN:
            raise CheckFailed(f"{ms(milliseconds / 1000 + over)} for a move of {milliseconds} ms")
        most = max(most, over)
    return f"at most {ms(most)} over" if most > 0 else "never over"


def _overrun(patient: Patient, milliseconds: float) -> float:
    return search(patient, SearchLimits(movetime=milliseconds))[1] - milliseconds / 1000


def _depth(patient: Patient) -> str:
    return f"after {ms(search(patient, SearchLimits(depth=1))[1])}"


def _nodes(patient: Patient) -> str:
    answer, took = search(patient, SearchLimits(nodes=2000))
    counted = "" if answer.report is None or answer.report.nodes is None else f"{answer.report.nodes} of 2000, "
    return f"{counted}{ms(took)}"


def _clock(patient: Patient) -> str:
    clock = Clock(2000, 20)
    _, took = search(patient, SearchLimits(clocks=(clock, clock)))
    if took > 2:
        raise CheckFailed(f"{ms(took)} with 2 s left: its time is over")
    return f"{ms(took)} of 2 s"


def _moves_to_go(patient: Patient) -> str:
    clock = Clock(2000)
    _, took = search(patient, SearchLimits(clocks=(clock, clock), moves_to_go=10))
    if took > 2:
        raise CheckFailed(f"{ms(took)} with 2 s left for 10 moves: its time is over")
    return f"{ms(took)} of 2 s for 10 moves"


def _negative_clock(patient: Patient) -> str:
    clock = Clock(-100)
    _, took = search(patient, SearchLimits(clocks=(clock, clock)))
    if took > 1:
        raise CheckFailed(f"{ms(took)} though its time is over: GUIs that count wrongly send that")
    return f"moves after {ms(took)}"


def _one_answer(patient: Patient) -> str:
    for _ in range(TRIES):
        search(patient, SearchLimits(depth=1))
    time.sleep(QUIET)
    patient.ready().ping(patient.bounded(PATIENCE))
    return f"{TRIES} searches"


def _ping(patient: Patient) -> str:
    client = patient.ready()
    client.set_position(Position.start(patient.variant))
    client.go_infinite()
    time.sleep(0.1)
    times = sorted(client.ping(patient.bounded(PATIENCE)) / 1e9 for _ in range(TRIES))
    client.stop(patient.bounded(PATIENCE))
    return _prompt(times, client.words.ping)


def _stop(patient: Patient) -> str:
    client = patient.ready()
    times = []
    for wait in (0, 0.02, 0.3):
        client.set_position(Position.start(patient.variant))
        client.go_infinite()
        time.sleep(wait)
        times.append(client.stop(patient.bounded(PATIENCE)).elapsed / 1e9)
    return _prompt(sorted(times), client.words.stop)


def _prompt(times: list[float], word: str) -> str:
    """Judges by the middle one: a busy machine may be late once."""
    if times[len(times) // 2] > PROMPT:
        raise CheckFailed(f"{word} is answered after {', '.join(map(ms, times))}: expected {ms(PROMPT)}")
    return f"after {', '.join(map(ms, times))}"


def _ponder(patient: Patient) -> str:
    client = patient.ready()
    if patient.protocol is Protocol.UCI and not any(option.name.lower() == "ponder" for option in client.options):
        raise CheckSkipped("it has no option Ponder")
    limits = SearchLimits(movetime=50)
    client.set_position(Position.start(patient.variant))
    client.go_ponder(limits)
    time.sleep(QUIET)
    if client.has_answered() and patient.protocol is Protocol.UCI:
        raise CheckFailed("it answers before stop or ponderhit")
    answer = client.ponder_hit(patient.bounded(PATIENCE))
    client.set_position(Position.start(patient.variant))
    client.go_ponder(limits)
    stopped = client.stop(patient.bounded(PATIENCE))
    return f"{ms(answer.elapsed / 1e9)} after the hit, {ms(stopped.elapsed / 1e9)} after stop"


CHECKS = (
    Check("first move", _first_move),
    Check("time for a move is kept", _movetime),
    Check("depth 1", _depth),
    Check("nodes", _nodes),
    Check("clock", _clock),
    Check("moves to a time control", _moves_to_go),
    Check("negative clock", _negative_clock),
    Check("one answer to each go", _one_answer),
    Check("listens while it searches", _ping),
    Check("stops", _stop),
    Check("ponders", _ponder),
)
