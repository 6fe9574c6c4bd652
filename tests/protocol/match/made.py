"""Helpers: a match whose games are made up of random legal moves, without engines."""

import random

from attrs import evolve

from engine.rules.fen import format_fen, parse_fen
from engine.rules.game import Game
from engine.rules.notation import format_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import Color, find_variant
from engine.score import Score
from protocol.match.clock import TimeControl
from protocol.match.config import EngineConfig, MatchConfig
from protocol.match.record import Fault, GameRecord, MoveRecord, OpeningRecord, Reason

OPENING_PLIES = 3


def made_config(
    variant: str = "italian", names: tuple[str, ...] = ("new", "old"), rounds: int = 4, **more
) -> MatchConfig:
    """A match of engines that do not exist."""
    return MatchConfig(
        engines=tuple(EngineConfig(name, f"{name} --fast") for name in names),
        variant=find_variant(variant),
        control=TimeControl(time=1000, increment=100),
        openings="three-move",
        openings_digest="",
        seed=7,
        rounds=rounds,
        **more,
    )


def made_games(config: MatchConfig, *, lead: float = 0.1, plies: int = 70, seed: int = 1) -> list[GameRecord]:
    """All games of the schedule; the first engine wins more often, by `lead` (-0.5 to 0.5)."""
    lots = random.Random(seed)
    return [_game(config, number, lead, plies, lots) for number in range(1, len(config.schedule) + 1)]


def positions_of(record: GameRecord) -> list[Position]:
    """Every position of a game, from its start."""
    position = parse_fen(record.opening.start, find_variant(record.variant))
    found = [position]
    for text in (*record.opening.moves, *(move.text for move in record.moves)):
        position = position.after(parse_move(position, text))
        found.append(position)
    return found


def line(config: MatchConfig, number: int, start: str, *texts: str) -> GameRecord:
    """A game of these moves from a position (FEN), without an opening."""
    record = made_games(config)[number - 1]
    moves = tuple(MoveRecord(text, 1.0) for text in texts)
    return evolve(record, opening=OpeningRecord("set up", start), moves=moves)


def _game(config: MatchConfig, number: int, lead: float, plies: int, lots: random.Random) -> GameRecord:
    assignment = config.schedule.game(number)
    game = Game(Position.start(config.variant))
    start = format_fen(game.position)
    texts: list[str] = []
    while len(texts) < plies and game.result is None:
        # Kings are what a board can get wrong.
        moves = game.position.legal_moves
        move = lots.choice([move for move in moves if move.promotes] or moves)
        texts.append(format_move(game.position, move, style="full"))
        game.play(move)
    moves = [_move(text, ply, lots) for ply, text in enumerate(texts[OPENING_PLIES:])]
    winner = _winner(assignment.white == 0, lead, lots)
    white, black = config.names[assignment.white], config.names[assignment.black]
    reason, faults = Reason.REPETITION, ()
    if winner is not None:
        reason = lots.choice([Reason.NO_PIECE, Reason.NO_MOVE, Reason.NO_MOVE, Reason.TIME])
        if reason is Reason.TIME:
            text = f"{(white, black)[winner.other]} took 130 ms longer than it had"
            faults = (Fault((white, black)[winner.other], "time", text, ("> go wtime 10", "< bestmove"), ""),)
    return GameRecord(
        number=number,
        pair=assignment.pair,
        round=assignment.round,
        white=white,
        black=black,
        variant=config.variant.name,
        opening=OpeningRecord(f"three-move {assignment.round}", start, tuple(texts[:OPENING_PLIES])),
        moves=tuple(moves),
        winner=winner,
        reason=reason,
        detail="the same position for the third time" if winner is None else f"{reason.value}: so it ended",
        started=f"2026-03-0{1 + number % 5}T12:00:00+00:00",
        duration=len(texts) / 10,
        faults=faults,
    )


def _move(text: str, ply: int, lots: random.Random) -> MoveRecord:
    score = Score(win_in=9) if lots.random() < 0.05 else Score(centimen=lots.randint(-300, 300) * ply // 60)
    depth = 8 + lots.randrange(8)
    elapsed = lots.random() * 100
    return MoveRecord(text, elapsed, 1000.0, score, depth, round(elapsed * 1234))


def _winner(first_is_white: bool, lead: float, lots: random.Random) -> Color | None:
    throw = lots.random()
    if throw < 0.5:
        return None
    first_wins = lots.random() < 0.5 + lead
    return Color.WHITE if first_wins == first_is_white else Color.BLACK
