"""Game records as one-line texts that tests can compare and people can read."""

import io
from pathlib import Path

from attrs import evolve

from engine.rules.fen import format_fen
from engine.rules.notation import format_move
from engine.rules.pdn.reader import read_games
from engine.rules.pdn.values import PdnGame, PdnLine
from engine.rules.position import Position

DATA = Path(__file__).resolve().parents[3] / "data" / "pdn"


def games_of(content: bytes | str, **options) -> list[PdnGame]:
    """The games of a file with that content."""
    raw = content.encode() if isinstance(content, str) else content
    return list(read_games(io.BytesIO(raw), **options))


def moves_text(game: PdnGame) -> str:
    """The whole tree of moves: comments in braces, variations in brackets, captures with their paths."""
    return "" if game.start is None else _line_text(game.line, game.start)


def _line_text(line: PdnLine, position: Position) -> str:
    words = [f"{{{comment}}}" for comment in line.comments]
    for entry in line.moves:
        before = position
        if entry.setup is not None:
            position = entry.setup
            words.append(f"/{format_fen(position)}/")
        elif entry.move is None:
            position = evolve(position, side=position.side.other)
            words.append("- -")
        else:
            words.append(format_move(position, entry.move, style="full"))
            position = position.after(entry.move)
        words += [f"${glyph}" for glyph in entry.nags]
        if entry.clock is not None:
            words.append(f"clock={entry.clock:g}")
        if entry.evaluation is not None:
            score = entry.evaluation
            words.append(f"eval={score.men if score.win_in is None else f'#{score.win_in}'},{score.depth}")
        words += [f"{{{comment}}}" for comment in entry.comments]
        words += [f"({_line_text(variation, before)})" for variation in entry.variations]
    return " ".join(words)


def rendered(games: list[PdnGame]) -> str:
    """All that was read of a file."""
    lines = []
    for game in games:
        name = "?" if game.variant is None else game.variant.name
        start = "?" if game.start is None else format_fen(game.start)
        if game.variant is not None and game.start == Position.start(game.variant):
            start = "start"
        result = f"{game.result.text}, {game.result.outcome.value}"
        lines.append(f"game {game.number}, line {game.file_line}: {name}, {result}")
        lines += [f"  [{tag} {value}]" for tag, value in game.tags]
        lines.append(f"  {start}: {moves_text(game)}".rstrip())
        lines += [f"  ! {error}" for error in game.errors]
    return "\n".join(lines) + "\n"
