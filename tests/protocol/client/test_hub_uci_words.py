"""What the UCI and Hub clients say and understand, without an engine."""

import pytest

from engine.options import Option
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, Color
from engine.score import Score
from protocol.client.errors import UnsupportedError
from protocol.client.hub import HubClient
from protocol.client.options import find_option, value_for
from protocol.client.search import Mode
from protocol.client.uci import UciClient
from protocol.client.values import Clock, Report, SearchLimits
from protocol.doctor.positions import with_capture, with_kings

pytestmark = pytest.mark.both_modes

CLOCKS = (Clock(60_000, 500), Clock(30_000, 100))


def go(client_class: type, limits: SearchLimits, mode: Mode = Mode.THINK, side: Color = Color.WHITE) -> list[str]:
    return list(client_class(("engine",))._go_commands(limits, mode, side))


@pytest.mark.parametrize(
    ("limits", "uci", "hub"),
    [
        (SearchLimits(movetime=250), ["go movetime 250"], ["level move-time=0.25", "go think"]),
        (SearchLimits(movetime=0.2), ["go movetime 1"], ["level move-time=0.001", "go think"]),
        (SearchLimits(depth=7), ["go depth 7"], ["level depth=7", "go think"]),
        (SearchLimits(nodes=900, depth=7), ["go depth 7 nodes 900"], ["level depth=7", "level nodes=900", "go think"]),
        (
            SearchLimits(clocks=CLOCKS),
            ["go wtime 60000 btime 30000 winc 500 binc 100"],
            ["level time=59.5 inc=0.5", "go think"],
        ),
        (
            SearchLimits(clocks=(Clock(60_000), Clock(30_000)), moves_to_go=30),
            ["go wtime 60000 btime 30000 winc 0 binc 0 movestogo 30"],
            ["level moves=30 time=60", "go think"],
        ),
        (
            SearchLimits(clocks=(Clock(-5, 100), Clock(1))),
            ["go wtime -5 btime 1 winc 100 binc 0"],
            ["level time=0 inc=0.1", "go think"],
        ),
        (SearchLimits(infinite=True), ["go infinite"], ["level infinite", "go think"]),
    ],
)
def test_limits(limits: SearchLimits, uci: list[str], hub: list[str]) -> None:
    assert go(UciClient, limits) == uci
    assert go(HubClient, limits) == hub


def test_the_hub_clock_is_that_of_the_side_to_move() -> None:
    assert go(HubClient, SearchLimits(clocks=CLOCKS), side=Color.BLACK) == ["level time=29.9 inc=0.1", "go think"]


def test_modes() -> None:
    limits = SearchLimits(movetime=5)
    assert go(UciClient, limits, Mode.PONDER) == ["go movetime 5 ponder"]
    assert go(HubClient, limits, Mode.PONDER)[-1] == "go ponder"
    assert go(HubClient, SearchLimits(infinite=True), Mode.ANALYZE) == ["level infinite", "go analyze"]


OPTIONS = (
    Option("Style", "combo", "Normal", "", choices=("Normal", "Solid")),
    Option("Any", "combo", "a", ""),
    Option("Book", "check", False, ""),
    Option("Size", "spin", 4, "", 1, 9),
    Option("File", "string", "", ""),
    Option("Clear", "button", None, ""),
)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("style", "solid", "Solid"),
        ("any", "thing", "thing"),
        ("book", "on", "true"),
        ("book", "False", "false"),
        ("size", " 9 ", "9"),
        ("file", "a b", "a b"),
        ("file", "<empty>", "<empty>"),
        ("clear", "", None),
    ],
)
def test_values_are_said_as_the_engine_writes_them(name: str, value: str, said: str | None) -> None:
    client = UciClient(("engine",))
    client.options = OPTIONS
    assert value_for(client, find_option(client, name), value) == said


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("style", "wild", "one of Normal Solid"),
        ("book", "2", "true or false"),
        ("size", "10", "a whole number from 1 to 9"),
        ("size", "", "a whole number from 1 to 9"),
    ],
)
def test_wrong_values(name: str, value: str, expected: str) -> None:
    client = UciClient(("engine",), label="it")
    client.options = OPTIONS
    with pytest.raises(UnsupportedError) as caught:
        value_for(client, find_option(client, name), value)
    assert str(caught.value) == f"it: option {name.title()}: value '{value}', expected {expected}"


def test_a_hub_number_without_limits_has_none() -> None:
    client = HubClient(("engine",), label="it")
    client._introduce("param name=size value=4 type=int max=9")
    option = find_option(client, "size")
    assert value_for(client, option, "-70000") == "-70000"
    with pytest.raises(UnsupportedError, match="value '10'"):
        value_for(client, option, "10")


def position_command(client_class: type, start: Position, count: int = 1) -> str:
    client = client_class(("engine",))
    moves, position = [], start
    for _ in range(count):
        moves.append(position.legal_moves[0])
        position = position.after(moves[-1])
    client._line.update(start, moves)
    return client._position_command(client._line)


def test_positions() -> None:
    assert position_command(UciClient, Position.start(ITALIAN), 0) == "position startpos"
    assert position_command(UciClient, Position.start(ENGLISH), 2) == "position startpos moves 9-13 22-17"
    assert position_command(UciClient, with_kings(ITALIAN), 0) == "position fen W:WK2:BK3"
    assert position_command(HubClient, Position.start(ITALIAN), 0) == "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
    assert position_command(HubClient, Position.start(ENGLISH), 2).endswith(' moves="9-13 22-17"')
    board = position_command(HubClient, Position.start(INTERNATIONAL), 0).partition("pos=")[2]
    assert len(board) == 51


def test_a_capture_is_written_as_each_protocol_wants_it() -> None:
    start = with_capture(ITALIAN)
    move = start.legal_moves[0]
    assert position_command(UciClient, start).endswith(" moves " + "x".join(map(str, move.path)))
    squares = (move.origin, move.target, *move.captured)
    assert position_command(HubClient, start).endswith(f' moves="{"x".join(map(str, squares))}"')


@pytest.mark.parametrize(
    ("client_class", "line", "report"),
    [
        (
            UciClient,
            "info depth 9 seldepth 12 score cp -31 nodes 1200 nps 90000 time 13 pv 21-17 9-13",
            Report(9, 12, Score(centimen=-31), 1200, 90000, 13, ("21-17", "9-13")),
        ),
        (UciClient, "info score mate 3", Report(score=Score(win_in=5))),
        (UciClient, "info score mate -2", Report(score=Score(win_in=-4))),
        (UciClient, "info score mate 0", Report(score=Score(win_in=0))),
        (
            HubClient,
            'info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.0 pv="32-28 17-22"',
            Report(21, None, Score(centimen=-1), 31261613, 8000000, 3906, ("32-28", "17-22")),
        ),
        (HubClient, "info score=99.95", Report(score=Score(win_in=5))),
        (HubClient, "info score=-99.96", Report(score=Score(win_in=-4))),
        (HubClient, "info score=89.95", Report(score=Score(centimen=8995))),
    ],
)
def test_reports(client_class: type, line: str, report: Report) -> None:
    found = client_class(("engine",))._read_report(line)
    assert found == report


@pytest.mark.parametrize(
    ("client_class", "lines", "kept"),
    [
        (UciClient, ["info depth 2 score cp 1", "info depth 3 currmove 1-5", "info string score"], 0),
        (UciClient, ["info depth 2 multipv 1 score cp 1", "info depth 2 multipv 2 score cp 0"], 0),
        (UciClient, ["info depth 2 score cp 1", "info depth 3 score cp 9 lowerbound"], 0),
        (UciClient, ["info depth 2 score cp 1", "info depth 3 score cp 2"], 1),
        (HubClient, ["info depth=2 score=0.1", "info depth=3"], 0),
    ],
)
def test_the_last_report_of_the_best_line_is_kept(client_class: type, lines: list[str], kept: int) -> None:
    client = client_class(("engine",))
    for line in lines:
        client._take_line(line, 0)
    assert client._last_report == lines[kept]
