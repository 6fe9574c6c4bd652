"""The checks that an engine goes through."""

from protocol.doctor.checks import leaving, manners, reading, searching, starting
from protocol.doctor.checks.common import Check

CHECKS: tuple[Check, ...] = (
    *starting.CHECKS,
    *searching.CHECKS,
    *reading.CHECKS,
    *leaving.CHECKS,
    *manners.CHECKS,
)
"""All of them, in order."""

__all__ = ["CHECKS", "Check"]
