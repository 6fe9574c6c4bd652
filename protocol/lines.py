"""Bytes in, lines out: the buffer under every line-based protocol. Does no I/O."""

from attrs import frozen

DEFAULT_LIMIT = 1 << 16
_BYTE_ORDER_MARK = "\ufeff"


@frozen
class Overlong:
    """Stands for a line of more than `limit` bytes, which was dropped to its end."""

    limit: int


Line = str | Overlong


class LineBuffer:
    """Cuts a stream into lines, however it was cut into pieces.

    A line ends with LF or CR LF, the last one also with the end of the stream. Text is UTF-8;
    bytes that are not are replaced. A byte order mark at the start and NUL bytes are left out.
    Never holds more than `limit` bytes: a longer line is reported once, at its end.
    """

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self.limit = limit
        self._held = bytearray()
        self._dropping = False
        self._at_start = True

    def feed(self, data: bytes) -> list[Line]:
        """The lines completed by `data`, without their ends."""
        *ended, rest = data.split(b"\n")
        lines = []
        for piece in ended:
            self._hold(piece)
            lines.append(self._take())
        self._hold(rest)
        return lines

    @property
    def begun(self) -> Line:
        """The line that is not complete yet; empty if none has begun."""
        if self._dropping:
            return Overlong(self.limit)
        return _text(bytes(self._held))

    def finish(self) -> list[Line]:
        """The last line, if the stream ended without a line end; the buffer is empty after it."""
        return [self._take()] if self._held or self._dropping else []

    def _hold(self, piece: bytes) -> None:
        if self._dropping:
            return
        self._held += piece
        # One byte more than the limit may be the CR of the line's end.
        if len(self._held) > self.limit + 1:
            self._held.clear()
            self._dropping = True

    def _take(self) -> Line:
        first, self._at_start = self._at_start, False
        held = bytes(self._held.removesuffix(b"\r"))
        overlong = self._dropping or len(held) > self.limit
        self._held.clear()
        self._dropping = False
        if overlong:
            return Overlong(self.limit)
        text = _text(held)
        return text.removeprefix(_BYTE_ORDER_MARK) if first else text


def _text(line: bytes) -> str:
    return line.replace(b"\0", b"").decode("utf-8", errors="replace")
