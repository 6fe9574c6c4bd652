"""The examination: every check in turn, each with an engine that the one before has not spoilt."""

from collections.abc import Iterator, Sequence

from protocol.client.errors import EngineError, StartError
from protocol.doctor.checks import CHECKS, Check
from protocol.doctor.findings import CheckFailed, CheckSkipped, Finding, Verdict
from protocol.doctor.patient import Patient
from protocol.text import one_line

_NEEDED = {"handshake": "no handshake", "ready for a game": "not ready for a game"}
"""Without these nothing else can be asked, and what is said of the checks that follow."""


def examine(patient: Patient, checks: Sequence[Check] = CHECKS) -> Iterator[Finding]:
    """The findings, as they are made. Whoever stops listening ends the engine."""
    missing = ""
    try:
        for check in checks:
            if missing:
                yield Finding(check.name, Verdict.SKIPPED, missing)
                continue
            finding = _make(check, patient)
            if finding.verdict is not Verdict.OK:
                missing = _NEEDED.get(check.name, "")
            yield finding
    finally:
        patient.dismiss()


def _make(check: Check, patient: Patient) -> Finding:
    try:
        return Finding(check.name, Verdict.OK, one_line(check.run(patient)))
    except CheckSkipped as error:
        return Finding(check.name, Verdict.SKIPPED, str(error))
    except (CheckFailed, EngineError, OSError) as error:
        reason = f"it cannot be started: {error}" if isinstance(error, OSError | StartError) else str(error)
        finding = Finding(check.name, Verdict.FAILED, one_line(reason), patient.recent_lines())
        patient.dismiss()
        return finding
