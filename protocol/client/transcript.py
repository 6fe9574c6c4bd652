"""The last lines that passed between us and an engine, for whoever has to explain a failure."""

from collections import deque

from protocol.lines import Line, Overlong

_KEPT = 20
_LONGEST = 200


class Transcript:
    """Keeps the last lines of either direction apart, so that a flood does not wash away what was asked."""

    def __init__(self) -> None:
        self._count = 0
        self._sent: deque[tuple[int, str]] = deque(maxlen=_KEPT)
        self._received: deque[tuple[int, str]] = deque(maxlen=_KEPT)

    def sent(self, line: str) -> None:
        """Notes a line of ours."""
        self._note(self._sent, "> " + line)

    def received(self, line: Line) -> None:
        """Notes a line of the engine's."""
        text = f"(a line of more than {line.limit} bytes)" if isinstance(line, Overlong) else line
        self._note(self._received, "< " + text)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines in order, ours with `>` before them and the engine's with `<`."""
        return tuple(line for _, line in sorted([*self._sent, *self._received]))

    def _note(self, lines: deque[tuple[int, str]], line: str) -> None:
        self._count += 1
        lines.append((self._count, line if len(line) <= _LONGEST else line[:_LONGEST] + "..."))
