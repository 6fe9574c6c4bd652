"""What was heard and seen in all the checks before."""

from protocol.doctor.checks.common import Check
from protocol.doctor.findings import CheckFailed
from protocol.doctor.patient import Patient


def _manners(patient: Patient) -> str:
    if patient.complaints:
        more = f" (and {len(patient.complaints) - 1} more)" if len(patient.complaints) > 1 else ""
        raise CheckFailed(patient.complaints[0] + more)
    return ""


def _stderr(patient: Patient) -> str:
    patient.dismiss()
    if patient.stderr:
        raise CheckFailed(f"it says {patient.stderr.strip().splitlines()[-1:]!r}: several GUIs take that for output")
    return ""


CHECKS = (
    Check("clean output", _manners),
    Check("silent standard error", _stderr),
)
