"""Finished games as PDN, and the file of them, which is complete after every game."""

import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from attrs import evolve

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.move import Move
from engine.rules.notation import parse_move
from engine.rules.pdn.results import PdnResult
from engine.rules.pdn.values import PdnEvaluation, PdnGame, PdnLine, PdnMove
from engine.rules.pdn.writer import format_game
from engine.rules.position import Position
from engine.rules.variants import Color, find_variant
from engine.score import Score
from protocol.match.config import MatchConfig
from protocol.match.files import claim, write_whole
from protocol.match.journal import JournalError
from protocol.match.record import GameRecord, MoveRecord


def pdn_game(config: MatchConfig, record: GameRecord) -> PdnGame:
    """A game of the match as a PDN record; clocks and evaluations are in the comments of the moves."""
    variant = find_variant(record.variant)
    start = parse_fen(record.opening.start, variant)
    game = Game(start)
    entries = [PdnMove(_play(game, text)) for text in record.opening.moves]
    for made in record.moves:
        mover = game.position.side
        clock = None if made.clock is None else made.clock / 1000
        entries.append(PdnMove(_play(game, made.text), clock=clock, evaluation=_evaluation(made, mover)))
    result = PdnResult.won_by(record.winner, variant.starts, variant.game_type_number)
    if entries:
        entries[-1] = evolve(entries[-1], comments=(record.detail,))
    is_set_up = start != Position.start(variant)
    moment = datetime.fromisoformat(record.started)
    tags = [
        ("Event", "Engine match"),
        ("Site", "?"),
        ("Date", moment.strftime("%Y.%m.%d")),
        ("Round", f"{record.round}.{2 - record.number % 2}"),
        ("White", record.white),
        ("Black", record.black),
        ("Result", result.text),
        ("GameType", variant.game_type),
        *([("SetUp", "1"), ("FEN", record.opening.start)] if is_set_up else []),
        ("Opening", record.opening.label),
        ("PlyCount", str(len(entries))),
        ("Termination", f"{record.reason}: {record.detail}"),
        *_time_controls(config, record),
        ("UTCTime", moment.strftime("%H:%M:%S")),
        ("GameNumber", str(record.number)),
    ]
    return PdnGame(tags=tuple(tags), variant=variant, start=start, line=PdnLine(tuple(entries)), result=result)


def _play(game: Game, text: str) -> Move:
    move = parse_move(game.position, text)
    game.play(move)
    return move


def _time_controls(config: MatchConfig, record: GameRecord) -> list[tuple[str, str]]:
    texts = {engine.name: str(config.control_of(engine)) for engine in config.engines}
    white, black = texts[record.white], texts[record.black]
    if white == black:
        return [("TimeControl", white)]
    return [("TimeControlWhite", white), ("TimeControlBlack", black)]


def _evaluation(made: MoveRecord, mover: Color) -> PdnEvaluation | None:
    """Seen from White's side, as PDN has it."""
    if made.score is None:
        return None
    sign = 1 if mover is Color.WHITE else -1
    if made.score.centimen is not None:
        return PdnEvaluation(men=sign * made.score.centimen / 100, depth=made.depth)
    moves = _moves_to_win(made.score)
    return PdnEvaluation(win_in=sign * moves, depth=made.depth) if moves else None


def _moves_to_win(score: Score) -> int:
    plies = score.win_in
    return (plies + 1) // 2 if plies > 0 else -((1 - plies) // 2)


class GamesFile:
    """The PDN file of a match, from `rewrite` to `close` kept from other matches. Not thread-safe."""

    def __init__(self, path: Path, config: MatchConfig) -> None:
        self._path = path
        self._config = config
        self._claim: int | None = None
        """A descriptor of the file that holds the claim to it."""

    def rewrite(self, records: Iterable[GameRecord]) -> None:
        """Makes the file anew from all games so far. Raises JournalError if it cannot be written."""
        self._take_claim()
        try:
            write_whole(self._path, (self._text(record) for record in records))
        except OSError as error:
            raise JournalError(f"cannot write {self._path}: {error.strerror or error}") from None
        self._take_claim()  # it is another file now

    def append(self, record: GameRecord) -> None:
        """Adds a game, in one piece. Raises JournalError if it cannot be written."""
        try:
            with self._path.open("ab") as file:
                file.write(self._text(record).encode())
        except OSError as error:
            raise JournalError(f"cannot write {self._path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Another match may write to it."""
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def _take_claim(self) -> None:
        """Raises JournalError if another match has it."""
        self.close()
        if os.name != "posix" or not self._path.is_file():
            return  # Windows replaces no file that is open
        try:
            self._claim = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
            claim(self._claim)
        except BlockingIOError:
            self.close()
            raise JournalError(f"{self._path} is in use: another match is writing to it") from None
        except OSError:
            self.close()  # not every file system has locks

    def _text(self, record: GameRecord) -> str:
        return format_game(pdn_game(self._config, record)).rstrip("\n") + "\n\n"
