"""How messages show what a user typed."""

_LONGEST = 40


def quoted(text: str) -> str:
    """The text in quotes: one line of printable ASCII, cut if it is long."""
    return ascii(text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "...")
