"""A command line as a person writes it, cut into words."""

import os
import shlex


def split_command(text: str) -> list[str]:
    """The words of a command line, as a POSIX shell splits them; nothing in them is expanded.

    On Windows a backslash is an ordinary character, since paths hold it. Raises ValueError for an
    open quotation or a text without words.
    """
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if os.name == "nt":
        lexer.escape = ""
    try:
        words = list(lexer)
    except ValueError as error:
        raise ValueError(f"command {text!r}: {str(error).lower()}") from None
    if not words:
        raise ValueError("the command is empty: expected a program and its arguments")
    return words
