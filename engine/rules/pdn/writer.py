"""Writes game records by PDN 3.0, in the form that CheckerBoard and pydraughts read as well.

That form is: from and to only, but every landing square of an ambiguous capture; the capture sign of
the game; a move number before each first player's move of the main line and nowhere else, since
pydraughts loses moves where a number comes twice; lines of less than 80 characters; and `*` behind
every game, the only separator of PDN 3.0: the result stands in its tag, whatever scale it has.
"""

import re
from collections.abc import Iterable, Iterator

from attrs import evolve

from engine.rules.fen import format_fen
from engine.rules.notation import format_move
from engine.rules.pdn.comments import format_commands
from engine.rules.pdn.results import UNKNOWN
from engine.rules.pdn.tags import format_tag, ordered
from engine.rules.pdn.values import PdnGame, PdnLine, PdnMove
from engine.rules.position import Position

LINE_LENGTH = 79
"""Longest line of moves, in characters, as long as a single word is not longer."""

_MARKS = ("", "!", "?", "!!", "??", "!?", "?!")
_WORD = re.compile(r"\[%[^\]\s]+[^\]]*\]\S*|\S+")  # a command is one word
_GLUED = re.compile(r"\[(?:[A-Za-z_]|$)|%")  # must not begin a line: it would look like a tag or a hidden line


def format_game(game: PdnGame) -> str:
    """The record as text, with the empty line that ends it.

    GameType, FEN and Result tags are added where they are missing and something is to be said. Moves of a
    game that is not in our table are not known, so that only its tags can be written.
    """
    tags = list(game.tags)
    names = {name for name, _ in tags}
    if game.variant is not None and "GameType" not in names:
        tags.append(("GameType", game.variant.game_type))
    if game.start is not None and "FEN" not in names and game.start != Position.start(game.variant):
        tags.append(("FEN", format_fen(game.start)))
    if game.result != UNKNOWN and "Result" not in names:
        tags.append(("Result", game.result.text))
    lines = [format_tag(name, value) for name, value in ordered(tags)]
    if lines:
        lines.append("")
    words: list[str] = []
    if game.start is not None:
        has_fen = any(name == "FEN" for name, _ in tags)
        # With a FEN tag pydraughts takes the first move for that of the left column if White makes it.
        first_ply = int(game.start.side) if has_fen else 0
        words.extend(_line_words(game.line, game.start, first_ply))
    lines.extend(_folded([*words, "*"]))
    return "\n".join(lines) + "\n\n"


def format_games(games: Iterable[PdnGame]) -> Iterator[str]:
    """The text of each record; their concatenation is a file."""
    return map(format_game, games)


def _line_words(line: PdnLine, position: Position, ply: int) -> Iterator[str]:
    """The words of a line; what must stay together, as a move and its number, is one word."""
    for comment in line.comments:
        yield from _comment_words(comment)
    is_first = True
    for entry in line.moves:
        before, its_ply = position, ply
        if entry.setup is not None:
            position = entry.setup
            yield from f'/FEN "{format_fen(position)}"/'.split(" ")
        else:
            ply += 1
            if entry.move is None:
                word = "- -"
                position = evolve(position, side=position.side.other)
            else:
                word = format_move(position, entry.move, style="short")
                position = position.after(entry.move)
            if entry.nags and 0 < entry.nags[0] < len(_MARKS):
                word += _MARKS[entry.nags[0]]
            if its_ply % 2 == 0:
                word = f"{its_ply // 2 + 1}. {word}"
            elif is_first:
                word = f"{its_ply // 2 + 1}... {word}"
            is_first = False
            yield word
        yield from _annotation_words(entry, before, its_ply)


def _annotation_words(entry: PdnMove, before: Position, ply: int) -> Iterator[str]:
    """What stands behind an entry."""
    marked = entry.setup is None and entry.nags and 0 < entry.nags[0] < len(_MARKS)
    for glyph in entry.nags[1:] if marked else entry.nags:
        yield f"${glyph}"
    commands = format_commands(entry.clock, entry.evaluation)
    comments = list(entry.comments)
    if commands:
        comments[:1] = [" ".join([*commands, *comments[:1]])]
    for comment in comments:
        yield from _comment_words(comment)
    for variation in entry.variations:
        words = list(_line_words(variation, before, ply))
        if words:
            words[0] = "(" + words[0]
            words[-1] += ")"
            yield from words


def _comment_words(comment: str) -> list[str]:
    """A comment in braces; braces in it become brackets, for it would end with the first one."""
    words: list[str] = []
    for word in _WORD.findall(comment.replace("{", "(").replace("}", ")")):
        if words and _GLUED.match(word):
            words[-1] += " " + word
        else:
            words.append(word)
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def _folded(words: Iterable[str]) -> Iterator[str]:
    """Lines of these words, as long as they may be."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_LENGTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
