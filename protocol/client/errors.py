"""What an engine that we drive can do wrong. Each error is one line, with what the engine said last."""

from typing import ClassVar

from protocol.errors import RemoteError


class EngineError(RemoteError):
    """An engine failed. After it the engine is good for nothing but `quit`, unless a subclass says otherwise.

    `lines` are the last lines that passed, ours with `>` before them and its own with `<`; `stderr`
    is the end of its standard error.
    """

    kind: ClassVar[str] = "failure"
    """The failure in a word or two, for records and statistics."""

    def __init__(self, message: str, lines: tuple[str, ...] = (), stderr: str = "") -> None:
        super().__init__(message)
        self.lines = lines
        self.stderr = stderr


class StartError(EngineError):
    """It could not be started, or not with this protocol."""

    kind = "no start"


class CrashError(EngineError):
    """It has ended, or has closed its output."""

    kind = "crash"


class StallError(EngineError):
    """It did not answer in time, or does not read what we send."""

    kind = "stall"


class IllegalMoveError(EngineError):
    """Its move is not legal. It may go on playing."""

    kind = "illegal move"

    def __init__(self, message: str, move: str, lines: tuple[str, ...] = (), stderr: str = "") -> None:
        super().__init__(message, lines, stderr)
        self.move = move
        """The move as it was written."""


class ViolationError(EngineError):
    """It broke its protocol."""

    kind = "protocol violation"


class UnsupportedError(EngineError):
    """It has no such option, or does not play this game; it goes on as before."""

    kind = "unsupported"
