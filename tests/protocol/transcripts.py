"""Transcripts: what is said (`> `) and what is answered (`< `), line by line.

In an answer `*` stands for any text; an answer `...` for any lines up to the one that follows it. A
number sign begins a remark.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase

from tests.protocol.engine_process import ROOT


def conversations() -> Iterator[tuple[str, list[str], str]]:
    """Each conversation in the documents: the document, the arguments of `damiera`, and the transcript."""
    for name in ("README.md", "protocol/README.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for found in re.finditer(r"^\$ damiera([^\n]*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            yield name, found[1].split(), found[2]


def steps(text: str) -> list[tuple[str, str]]:
    """The lines of a transcript as pairs of a sign, `>` or `<`, and a text."""
    found = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        sign, text = line[0], line[2:]
        assert sign in "<>", f"not a line of a transcript: {line!r}"
        found.append((sign, text))
    return found


def matches(line: str, pattern: str) -> bool:
    """Whether an answer is the one expected; only `*` is special in it."""
    return fnmatchcase(line, pattern.replace("[", "[[]").replace("?", "[?]"))


def run(transcript: Iterable[tuple[str, str]], say: Callable[[str], object], hear: Callable[[], str]) -> None:
    """Speaks the transcript's part and checks every answer."""
    skipping = False
    for sign, text in transcript:
        if sign == ">":
            assert not skipping, f"`...` is not followed by an answer before {text!r}"
            say(text)
        elif text == "...":
            skipping = True
        else:
            heard = hear()
            while skipping and not matches(heard, text):
                heard = hear()
            assert matches(heard, text), f"expected {text!r}, heard {heard!r}"
            skipping = False
