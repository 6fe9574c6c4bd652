"""Text of files that do not say how they are encoded."""

import codecs
import re
from collections.abc import Callable

_HIGH_RUN = re.compile(rb"[\xa8\xb8\xc0-\xff]+")
_ASCII_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")


class TextDecoder:
    """Decodes the strings of one file.

    UTF-8 where a string is valid UTF-8; else cp1251 if the letters beyond ASCII come in whole words so
    far, as in Russian, and cp1252 (Latin-1 with quotation marks) if they stand among ASCII letters.
    """

    def __init__(self) -> None:
        self._in_words = 0
        self._among_ascii = 0

    def note(self, raw: bytes) -> None:
        """Looks at a longer text for evidence, before its strings are decoded."""
        if raw.isascii():
            return
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError:
            for run in _HIGH_RUN.finditer(raw):
                neighbours = raw[max(run.start() - 1, 0) : run.start()] + raw[run.end() : run.end() + 1]
                if any(letter in _ASCII_LETTERS for letter in neighbours):
                    self._among_ascii += 1
                elif len(run[0]) > 1:
                    self._in_words += len(run[0]) - 1

    def decode(self, raw: bytes) -> str:
        """The string; never fails."""
        if raw.isascii():
            return raw.decode("ascii")
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            pass
        try:
            return raw.decode("cp1251" if self._in_words > self._among_ascii else "cp1252")
        except UnicodeDecodeError:
            return raw.decode("latin-1")


def as_utf8(first: bytes) -> Callable[[bytes, bool], bytes]:
    """What turns the blocks of a file that begins with `first` into bytes that ASCII can be found in.

    That is a file in UTF-16 with a byte order mark, which becomes UTF-8; all others stay as they are.
    The function returned takes a block and whether it is the last.
    """
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
        return lambda block, last: decoder.decode(block, last).encode("utf-8", "replace")
    return lambda block, last: block
