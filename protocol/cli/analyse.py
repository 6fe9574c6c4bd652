"""`damiera analyse`: analysis for a person."""

from typing import Any

from engine.player import BestMove, Info
from engine.rules.errors import RulesError
from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.position import Position
from engine.score import Score
from engine.search.limits import Limits
from protocol.board import draw_board
from protocol.cli.arguments import Flag, Operand, Subcommand, UsageError, whole_number
from protocol.cli.common import OPTION_FLAG, VARIANT_FLAG
from protocol.cli.player import player_from
from protocol.moves import line_of, play_all

_DEFAULT_TIME = 5000
_STYLE = "full"


def score_text(score: Score) -> str:
    """A score as players say it: in men, or the own moves to a win or a loss."""
    if score.win_in is None:
        return f"{score.centimen / 100:+.2f}"
    moves = (abs(score.win_in) + 1) // 2
    return f"{'win' if score.win_in > 0 else 'loss'} in {moves}"


def _count_text(count: int) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return str(count)


def _set_up(values: dict[str, Any], start: Position, repetitions: int) -> Game:
    try:
        game = Game(parse_fen(values["fen"], start.variant) if values["fen"] is not None else start, repetitions)
    except RulesError as error:
        raise UsageError(str(error)) from None
    try:
        play_all(game, values["moves"].split())
    except RulesError as error:
        raise UsageError(f"--moves: {error}") from None
    return game


def _run(values: dict[str, Any]) -> int:
    player = player_from(values)
    game = _set_up(values, player.game.start, player.game.repetitions)
    position = game.position
    if values["multipv"] is not None:
        player.set_option("MultiPV", str(values["multipv"]))
    player.set_game(game)
    print(f"{game.variant.title}, {position.side.name.title()} to move", "", *draw_board(position), "", sep="\n")
    if game.result is not None:
        print(f"The game is over. {game.result}")
        return 0

    def show(info: Info) -> None:
        if info.bound == "exact":
            line = " ".join(line_of(position, info.pv, _STYLE))
            print(
                f"{info.depth:>5} {score_text(info.score):>11} {info.time / 1000:>7.1f} s"
                f" {_count_text(info.nodes):>8}  {line}",
                flush=True,
            )

    answers: list[BestMove] = []
    movetime = values["movetime"]
    if movetime is None and values["depth"] is None:
        movetime = _DEFAULT_TIME
    print(f"depth       score      time    nodes  line (scores in men, for {position.side.name.title()})")
    player.go(Limits(depth=values["depth"], movetime=movetime), show, answers.append)
    try:
        while not player.wait(0.2):
            pass
    finally:
        player.close()
    best = answers[0]
    moves = line_of(position, [move for move in (best.move, best.ponder) if move is not None], _STYLE)
    print("", f"Best move: {moves[0]}" + (f", expected reply: {moves[1]}" if len(moves) > 1 else ""), sep="\n")
    return 0


SUBCOMMAND = Subcommand(
    name="analyse",
    summary="Analyses a position: the board, then a line of play with its score for each depth reached.",
    run=_run,
    operands=(Operand("FEN", "the position (default: the start of the game)", required=False),),
    flags=(
        Flag("--moves", "moves to play from there first", '"M1 M2 ..."', default=""),
        Flag("--depth", "plies to search", "D", whole_number(1, 1000)),
        Flag("--movetime", f"milliseconds (default {_DEFAULT_TIME}, without --depth)", "MS", whole_number(1, 10**9)),
        Flag("--multipv", "how many best moves to show", "K", whole_number(1, 100)),
        VARIANT_FLAG,
        OPTION_FLAG,
    ),
    examples=(
        'damiera analyse --moves "21-17 9-13" --depth 12',
        'damiera analyse "B:W29,32,K10:B1,2,K5" --variant english --movetime 2000 --multipv 3',
    ),
)
