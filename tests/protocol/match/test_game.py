"""One game, between clients that do what the test says: clocks, pondering, claims, the end."""

import pytest

from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.notation import format_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import ITALIAN, Color
from engine.score import Score
from protocol.client.errors import IllegalMoveError, StallError, UnsupportedError
from protocol.client.values import Answer, Clock, Outcome, Report
from protocol.match.game import play
from protocol.match.openings import Opening
from protocol.match.record import GameRecord, Reason
from protocol.match.schedule import Assignment
from protocol.match.supervise import Restarts, Seat
from tests.protocol.match.playing import config_of, engine

pytestmark = pytest.mark.both_modes

START = Position.start(ITALIAN)


class ScriptedClient:
    """Plays the first legal move, unless the script has an answer, or an error, for its nth search."""

    has_searches = True
    options = ()
    label = "scripted"

    def __init__(self, script: dict[int, object] | None = None, elapsed: float = 1.0, ponders: bool = False) -> None:
        self.script = script or {}
        self.elapsed = elapsed
        self.ponders = ponders
        self.calls: list[tuple] = []
        self.limits: list = []
        self.position = START

    def _answer(self) -> Answer:
        given = self.script.get(len(self.limits))
        if isinstance(given, Exception):
            raise given
        if given is not None:
            return given
        move = self.position.legal_moves[0]
        after = self.position.after(move)
        expected = after.legal_moves[-1 if len(self.limits) % 2 else 0] if self.ponders and after.legal_moves else None
        return Answer(move, round(self.elapsed * 1e6), ponder=expected, report=Report(depth=3, score=Score(centimen=9)))

    def start(self, timeout: float = 0) -> None: ...

    def new_game(self, variant, timeout: float = 0) -> None:
        self.calls.append(("new_game", variant.name))

    def set_position(self, start, moves=()) -> None:
        self.position = Game.from_moves(start, moves).position

    def go(self, limits, timeout, on_report=None) -> Answer:
        self.limits.append(limits)
        self.timeout = timeout
        return self._answer()

    def go_ponder(self, limits, on_report=None) -> None:
        self.calls.append(("go_ponder",))

    def ponder_hit(self, timeout) -> Answer:
        self.calls.append(("ponder_hit",))
        self.limits.append(None)
        return self._answer()

    def stop(self, timeout: float = 0) -> None:
        self.calls.append(("stop",))

    def end_game(self, outcome) -> None:
        self.calls.append(("end_game", outcome, self.position))

    def quit(self, grace: float = 0) -> None:
        self.calls.append(("quit", grace))


def played(white: ScriptedClient, black: ScriptedClient, game: Game | None = None, **settings: object) -> GameRecord:
    ponder = settings.get("ponder") == "on"
    config = config_of(engine("w", "white"), engine("b", "black"), **settings)
    seats = []
    for each, client in zip(config.engines, (white, black), strict=True):
        seat = Seat(each, Restarts(1), ponder=ponder)
        seat.client = client
        seats.append(seat)
    return play(config, Assignment(1, 1, 1, 0, 1), Opening("test", game or Game(START)), (seats[0], seats[1]))


def timed(**settings: object) -> dict[str, object]:
    """With a clock instead of the depth of `config_of`."""
    return {"depth": 99, "margin": 0, **settings}


def test_clocks_are_kept_and_told() -> None:
    white, black = ScriptedClient(elapsed=100), ScriptedClient(elapsed=30)
    record = played(white, black, **timed(tc="1+0.05", move_limit=4))
    assert [(move.elapsed, move.clock) for move in record.moves] == [
        (100, 950),
        (30, 1020),
        (100, 900),
        (30, 1040),
    ]
    assert white.limits[0].clocks == (Clock(1000, 50), Clock(1000, 50))
    assert black.limits[0].clocks == (Clock(950, 50), Clock(1000, 50))
    assert white.limits[1].clocks == (Clock(950, 50), Clock(1020, 50))
    assert white.timeout == 0.95 + 5


def test_periods_are_told() -> None:
    white, black = ScriptedClient(elapsed=1), ScriptedClient(elapsed=1)
    played(white, black, **timed(tc="2/1", move_limit=8))
    assert [limits.moves_to_go for limits in white.limits] == [2, 1, 2, 1]


@pytest.mark.parametrize("color", Color)
def test_the_late_side_loses(color: Color) -> None:
    clients = [ScriptedClient(elapsed=1), ScriptedClient(elapsed=1)]
    clients[color].script = {2: Answer(parse_move(START, "21-17"), 2_000_000_000)}
    record = played(*clients, **timed(tc="1"))
    assert (record.winner, record.reason) == (color.other, Reason.TIME)
    name = "wb"[color]
    assert record.detail == f"{name}: 2000 ms for a move; there were 999 (margin 0)"
    assert len(record.moves) == 2 + color  # the late move is not played
    assert not record.faults


def test_each_side_has_its_own_time() -> None:
    white, black = ScriptedClient(), ScriptedClient()
    config = config_of(engine("w", "white", tc="1"), engine("b", "black", nodes="100"), move_limit=2)
    seats = [Seat(each, Restarts(0)) for each in config.engines]
    seats[0].client, seats[1].client = white, black
    record = play(config, Assignment(1, 1, 1, 0, 1), Opening("test", Game(START)), (seats[0], seats[1]))
    assert white.limits[0].clocks == (Clock(1000, 0), Clock(1000, 0))
    assert (black.limits[0].clocks, black.limits[0].nodes, black.limits[0].movetime) == (None, 100, None)
    assert [move.clock for move in record.moves] == [999, None]


def test_what_engines_say_is_kept() -> None:
    report = Report(depth=7, score=Score(win_in=3), nodes=123)
    answer = Answer(parse_move(START, "21-17"), 5_000_000, report=report)
    record = played(ScriptedClient({1: answer}), ScriptedClient(), move_limit=2)
    first = record.moves[0]
    assert (first.text, first.score, first.depth, first.nodes) == ("21-17", Score(win_in=3), 7, 123)
    assert all(move.lag >= 0 for move in record.moves)


def test_the_opening_comes_first() -> None:
    game = Game(START)
    for text in ("21-17", "9-13"):
        game.play(parse_move(game.position, text))
    white, black = ScriptedClient(), ScriptedClient()
    record = played(white, black, game, move_limit=4)
    assert record.opening.moves == ("21-17", "9-13")
    assert len(record.moves) == 2
    assert len(game.moves) == 2  # the opening belongs to the other game too


def test_an_opening_that_is_over() -> None:
    record = played(ScriptedClient(), ScriptedClient(), Game(parse_fen("W:W:BK1", ITALIAN)))
    assert (record.winner, record.reason, record.moves) == (Color.BLACK, Reason.NO_PIECE, ())


def test_both_are_told_how_it_ended() -> None:
    white, black = ScriptedClient(), ScriptedClient()
    record = played(white, black, move_limit=3)
    last = Game.from_moves(START, ()).copy()
    for move in record.moves:
        last.play(parse_move(last.position, move.text))
    for client in (white, black):
        assert client.calls[0] == ("new_game", "italian")
        assert client.calls[-1] == ("end_game", Outcome.DRAW, last.position)


def test_a_failure_is_a_loss_with_its_evidence() -> None:
    error = StallError("b: no bestmove within 3 s", lines=("> go depth 1", "< \x07"), stderr="help\n")
    black = ScriptedClient({2: error})
    record = played(ScriptedClient(), black)
    assert (record.winner, record.reason, record.detail) == (Color.WHITE, Reason.STALL, "b: no bestmove within 3 s")
    (fault,) = record.faults
    assert (fault.engine, fault.kind, fault.lines, fault.stderr) == ("b", "stall", ("> go depth 1", "<  "), "help")
    assert black.calls[-1] == ("quit", 0)


def test_an_illegal_move_is_a_loss_and_the_engine_stays() -> None:
    white = ScriptedClient({1: IllegalMoveError("w: move '1-32': illegal", move="1-32")})
    record = played(white, ScriptedClient())
    assert (record.winner, record.reason) == (Color.BLACK, Reason.ILLEGAL_MOVE)
    assert white.calls[-1][:2] == ("end_game", Outcome.BLACK_WINS)


def test_a_game_that_is_refused() -> None:
    white = ScriptedClient({1: UnsupportedError("w does not want this game of italian")})
    record = played(white, ScriptedClient())
    assert (record.winner, record.reason) == (Color.BLACK, Reason.NO_START)


@pytest.mark.parametrize(
    ("claim", "reason", "detail"),
    [
        (Outcome.BLACK_WINS, Reason.RESIGNATION, "w gives up"),
        (Outcome.DRAW, Reason.FALSE_CLAIM, "w says draw: expected a move"),
        (Outcome.WHITE_WINS, Reason.FALSE_CLAIM, "w says white wins: expected a move"),
        (Outcome.UNKNOWN, Reason.FALSE_CLAIM, "w breaks the game off: expected a move"),
    ],
)
def test_ending_the_game_instead_of_moving(claim: Outcome, reason: Reason, detail: str) -> None:
    record = played(ScriptedClient({1: Answer(None, 0, claim=claim)}), ScriptedClient())
    assert (record.winner, record.reason, record.detail) == (Color.BLACK, reason, detail)


def test_pondering() -> None:
    # White expects Black's first and last move in turn; Black always plays the first.
    white, black = ScriptedClient(ponders=True), ScriptedClient()
    record = played(white, black, ponder="on", move_limit=12)
    said = [call[0] for call in white.calls]
    assert said.count("go_ponder") == 6
    assert said.count("ponder_hit") >= 2 and said.count("stop") >= 2
    assert said.count("ponder_hit") + said.count("stop") == 6
    assert said[-2:] == ["stop", "end_game"]  # nothing goes on after the game
    assert not any(call[0] in ("go_ponder", "stop") for call in black.calls)
    game = Game(START)
    for move in record.moves:
        assert move.text == format_move(game.position, game.position.legal_moves[0], style="full")
        game.play(game.position.legal_moves[0])


def test_no_pondering_unasked() -> None:
    white = ScriptedClient(ponders=True)
    played(white, ScriptedClient(), move_limit=6)
    assert "go_ponder" not in [call[0] for call in white.calls]


def test_no_pondering_on_the_end_of_the_game() -> None:
    # White has to put its last man on offer, and expects that it is taken.
    white = ScriptedClient(ponders=True)
    record = played(white, ScriptedClient(), Game(parse_fen("W:W9:BK10", ITALIAN)), ponder="on")
    assert record.reason is Reason.NO_PIECE
    assert [call[0] for call in white.calls] == ["new_game", "end_game"]


def test_a_nonsense_answer_to_a_stop_is_no_loss() -> None:
    class Confused(ScriptedClient):
        def stop(self, timeout: float = 0) -> None:
            super().stop()
            raise IllegalMoveError("no move in a position with legal moves", move="")

    white = Confused(ponders=True)
    record = played(white, ScriptedClient(), ponder="on", move_limit=12)
    assert record.reason is Reason.MOVE_LIMIT
    assert ("stop",) in white.calls
    assert not record.faults
