"""Pieces of HTML."""

from collections.abc import Iterable, Sequence
from html import escape

from attrs import frozen

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def shown(text: str) -> str:
    """Text of others, safe anywhere in a page; what cannot be printed is replaced, but for line ends."""
    return escape("".join(letter if letter.isprintable() or letter == "\n" else _REPLACEMENT for letter in text))


def minus(number: str) -> str:
    """A number with the sign that printers use."""
    return number.replace("-", "\N{MINUS SIGN}")


@frozen
class Column:
    """A column of a table; numbers stand at the right."""

    title: str
    number: bool = True
    hint: str = ""
    """What the title means, if that has to be said."""

    def __str__(self) -> str:
        style = ' class="number"' if self.number else ""
        hint = f' title="{escape(self.hint)}"' if self.hint else ""
        return f'<th scope="col"{style}{hint}>{self.title}</th>'


def table(caption: str, columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML; the first cell of a row names it."""
    lines = [f"<table><caption>{caption}</caption><thead><tr>{''.join(map(str, columns))}</tr></thead><tbody>"]
    for first, *rest in rows:
        cells = "".join(
            f'<td class="number">{cell}</td>' if column.number else f"<td>{cell}</td>"
            for cell, column in zip(rest, columns[1:], strict=True)
        )
        lines.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    return "\n".join([*lines, "</tbody></table>"])


def bar(share: float) -> str:
    """A bar of that part (0 to 1) of its cell, for the eye only."""
    return f'<i class="bar" style="--share:{share:.4f}" aria-hidden="true"></i>'
