"""Bytes in, texts of messages out. Does no I/O."""

from enum import Enum

from attrs import define, field, frozen

from protocol.dxp.codec import LONGEST_MESSAGE
from protocol.lines import Line, LineBuffer

_NUL, _NEWLINE = b"\0", b"\n"
_NUL_AS_NEWLINE = bytes.maketrans(_NUL + _NEWLINE, _NEWLINE + _NUL)


class Framing(Enum):
    """What ends a message."""

    NUL = "NUL"
    """A NUL only, as over TCP. Stray line ends are left out."""
    LINE = "line"
    """A line end or a NUL, as on a terminal or a pipe."""


@frozen
class Frame:
    """A message's text, or word of one that was too long, and the byte that ended it."""

    text: Line
    end: bytes


@define
class FrameBuffer:
    """Cuts a stream into messages, however it was cut into pieces; empty ones are left out.

    Never holds more than a message: a longer one is dropped to its end and reported once.
    """

    framing: Framing
    _lines: LineBuffer = field(factory=lambda: LineBuffer(LONGEST_MESSAGE), init=False)

    def feed(self, data: bytes) -> list[Frame]:
        """The messages completed by `data`."""
        if self.framing is Framing.NUL:
            # A line buffer ends a line with a newline and leaves NULs out: here it is the other way round.
            ends = [_NUL] * data.count(_NUL)
            lines = self._lines.feed(data.translate(_NUL_AS_NEWLINE, b"\r"))
        else:
            ends = [bytes([byte]) for byte in data if byte in _NUL + _NEWLINE]
            lines = self._lines.feed(data.replace(_NUL, _NEWLINE))
        return [Frame(text, end) for text, end in zip(lines, ends, strict=True) if text != ""]

    @property
    def begun(self) -> Line:
        """The text of the message that is not complete yet; empty if none has begun."""
        return self._lines.begun

    def finish(self) -> list[Frame]:
        """The last message of lines, if the stream ended without a line end. Over TCP half a message is none."""
        if self.framing is Framing.NUL:
            return []
        return [Frame(text, _NEWLINE) for text in self._lines.finish() if text != ""]
