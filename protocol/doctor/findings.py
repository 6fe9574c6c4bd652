"""What an examination finds."""

from enum import StrEnum

from attrs import frozen


class Verdict(StrEnum):
    """How a check came out."""

    OK = "ok"
    FAILED = "FAILED"
    SKIPPED = "skipped"


@frozen
class Finding:
    """The outcome of one check; `lines` is the end of the conversation, where it failed."""

    check: str
    verdict: Verdict
    text: str
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        """One line for a person."""
        return f"{self.verdict:<8} {self.check}" + (f": {self.text}" if self.text else "")


class CheckFailed(Exception):
    """The engine does not do what is checked; `str()` is the reason in one line."""


class CheckSkipped(Exception):
    """The check cannot be made with this engine or on this system."""
