"""Messages of the UCI-like protocol to values of the engine, and back."""

from engine.player import BestMove as FoundMove
from engine.player import Info as Progress
from engine.rules.fen import format_fen, format_hub, parse_fen, parse_hub
from engine.rules.game import Game
from engine.rules.notation import format_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import Color, Variant
from engine.score import Score
from engine.search.limits import Limits
from protocol.board import draw_board
from protocol.errors import RemoteError
from protocol.moves import line_of
from protocol.uci.messages import BestMove, Go, Info, SetPosition

MOVE_STYLE = "full"
"""Captures with every landing square."""


def start_of(command: SetPosition, variant: Variant) -> Position:
    """The position that a position command starts from. Raises FenError."""
    match command.source:
        case "startpos":
            return Position.start(variant)
        case "fen":
            return parse_fen(command.text, variant)
        case "hub":
            return parse_hub(command.text, variant)


def limits_of(go: Go, position: Position) -> Limits:
    """How far a search from `position` may go. White's clock is `wtime`, whoever starts.

    Without any limit it goes on until it is stopped.

    Raises RemoteError if only the other side's clock is given, MoveError for a bad root move.
    """
    if position.side == Color.WHITE:
        time, increment, other = go.wtime, go.winc, go.btime
    else:
        time, increment, other = go.btime, go.binc, go.wtime
    bounded = (go.movetime, go.depth, go.nodes, go.mate) != (None,) * 4 or go.infinite or go.ponder
    timed = time is not None or bool(increment)
    if other is not None and not timed and not bounded:
        clock = "wtime" if position.side == Color.WHITE else "btime"
        raise RemoteError(f"go: {position.side.name.capitalize()} is to move: expected {clock}")
    return Limits(
        depth=go.depth,
        nodes=go.nodes,
        movetime=go.movetime,
        time=None if time is None else max(time, 0),
        increment=increment or 0,
        moves_to_go=go.movestogo or None,
        mate=go.mate,
        infinite=go.infinite or not (bounded or timed),
        ponder=go.ponder,
        search_moves=tuple(parse_move(position, text) for text in go.searchmoves),
    )


def mate_of(score: Score) -> int | None:
    """A proved result in the winner's own moves, negative for a loss; None if nothing is proved."""
    if score.win_in is None:
        return None
    return (score.win_in + 1) // 2 if score.win_in > 0 else -((1 - score.win_in) // 2)


def info_of(progress: Progress, position: Position) -> Info:
    """What to say of a search from `position`."""
    return Info(
        depth=progress.depth,
        seldepth=progress.seldepth,
        multipv=progress.multipv,
        centimen=progress.score.centimen,
        mate=mate_of(progress.score),
        bound=progress.bound,
        nodes=progress.nodes,
        nps=progress.nps,
        hashfull=progress.hashfull,
        tbhits=progress.tbhits,
        time=progress.time,
        pv=line_of(position, progress.pv, MOVE_STYLE),
    )


def best_move_of(best: FoundMove, position: Position) -> BestMove:
    """The answer to a search from `position`."""
    if best.move is None:
        return BestMove(None)
    moves = (best.move,) if best.ponder is None else (best.move, best.ponder)
    return BestMove(*line_of(position, moves, MOVE_STYLE))


def legal_moves_line(position: Position) -> str:
    """The legal moves of a position, sorted as text."""
    moves = sorted(format_move(position, move, style=MOVE_STYLE) for move in position.legal_moves)
    return " ".join(["Legal moves:", *moves])


def display_lines(game: Game) -> list[str]:
    """The position of a game for people, and what programs like to know of it."""
    position = game.position
    return [
        *draw_board(position),
        f"Fen: {format_fen(position)}",
        f"Hub: {format_hub(position)}",
        f"Key: {position.key:016x}",
        legal_moves_line(position),
        f"Repetitions: {game.repetition_count}",
        f"Result: {game.result or 'none'}",
    ]
