"""Small helpers for messages that people read: always one line, always printable."""

from collections.abc import Iterable

_LONGEST_LINE = 300
_LONGEST_WORD = 40


def quoted(word: str, longest: int = _LONGEST_WORD) -> str:
    """A word of the other side's, in quotes, cut if it has more characters than `longest`, safe to print anywhere."""
    shown = word if len(word) <= longest else word[:longest] + "..."
    return ascii(shown)


def one_line(text: str) -> str:
    """A message as one printable line of bounded length."""
    shown = text if len(text) <= _LONGEST_LINE else text[:_LONGEST_LINE] + "..."
    return "".join(letter if letter.isprintable() else " " for letter in shown)


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """`did you mean 'X'?` for the nearest of the known words, in any case, else `otherwise`."""
    from difflib import get_close_matches  # only errors need it, and it is slow to load

    by_lower_case = {name.lower(): name for name in known}
    near = get_close_matches(word.lower()[:_LONGEST_WORD], by_lower_case, n=1, cutoff=0.6)
    return f"did you mean {by_lower_case[near[0]]!r}?" if near else otherwise
