"""Time controls as text, and the clock: what is charged, what is credited, and when the flag falls."""

import pytest

from protocol.client.values import Clock
from protocol.match.clock import GameClock, TimeControl, parse_control, parse_seconds

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("40/60+0.5", TimeControl(moves=40, time=60_000, increment=500)),
        ("60", TimeControl(time=60_000)),
        ("60+0.5", TimeControl(time=60_000, increment=500)),
        ("1:30", TimeControl(time=90_000)),
        ("30/1:00:00", TimeControl(moves=30, time=3_600_000)),
        (".5+.05", TimeControl(time=500, increment=50)),
        ("0+1", TimeControl(time=0, increment=1000)),
    ],
)
def test_time_controls(text: str, expected: TimeControl) -> None:
    assert parse_control(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "40/",
        "/60",
        "0/60",
        "x/60",
        "60+",
        "+1",
        "-60",
        "60+-1",
        "1e3",
        "nan",
        "inf",
        "0",
        "0+0",
        "1:2:3:4",
        "99999999",
        "6²",
        "4 0/60",
        "1:x",
        "1:99",
        "1:60",
    ],
)
def test_what_is_no_time_control(text: str) -> None:
    with pytest.raises(ValueError, match="expected MOVES/TIME"):
        parse_control(text)


def test_seconds() -> None:
    assert parse_seconds("0.2") == 200
    assert parse_seconds("2:05") == 125_000
    with pytest.raises(ValueError, match="expected seconds or MM:SS, found 'soon'"):
        parse_seconds("soon")
    assert parse_seconds("90:59.5") == 5_459_500
    with pytest.raises(ValueError, match="expected seconds or MM:SS, found '60' minutes or seconds in '1:60'"):
        parse_seconds("1:60")


def test_text_of_a_control() -> None:
    assert str(parse_control("40/60+0.5")) == "40/60+0.5"
    assert str(TimeControl(movetime=200)) == "0.2 s a move"
    assert str(TimeControl(nodes=500, depth=9)) == "500 nodes, depth 9"


def test_json() -> None:
    control = TimeControl(moves=3, time=10, increment=1, movetime=2, nodes=3, depth=4)
    assert TimeControl.from_json(control.to_json()) == control


def test_sudden_death_with_increment() -> None:
    clock = GameClock(TimeControl(time=1000, increment=100))
    assert clock.spend(300)
    assert clock.left == 800
    assert clock.shown == Clock(800, 100)
    assert clock.moves_to_go is None
    assert not clock.spend(801)


def test_the_flag_falls_before_the_increment_is_credited() -> None:
    clock = GameClock(TimeControl(time=100, increment=100))
    assert not clock.spend(150)
    assert clock.left == 0


def test_the_flag_falls_before_the_next_period_is_credited() -> None:
    clock = GameClock(TimeControl(moves=2, time=1000))
    assert clock.moves_to_go == 2
    assert clock.spend(600)
    assert clock.moves_to_go == 1
    assert not clock.spend(401)
    clock = GameClock(TimeControl(moves=2, time=1000))
    assert clock.spend(600)
    assert clock.spend(399)
    assert clock.left == 1001
    assert clock.moves_to_go == 2


def test_the_margin_is_no_debt() -> None:
    clock = GameClock(TimeControl(time=100, increment=20), margin=50)
    assert clock.spend(150)
    assert clock.left == 20
    assert not clock.spend(71)


def test_time_for_each_move() -> None:
    clock = GameClock(TimeControl(movetime=100), margin=10)
    assert clock.allowance == 100
    assert clock.shown is None and clock.left is None
    assert clock.spend(110)
    assert clock.spend(110)
    assert not clock.spend(111)


def test_the_tighter_of_two_limits_counts() -> None:
    clock = GameClock(TimeControl(time=150, movetime=100))
    assert clock.spend(100)
    assert clock.allowance == 50
    assert not clock.spend(60)


def test_no_clock_no_flag() -> None:
    clock = GameClock(TimeControl(depth=3))
    assert clock.allowance is None
    assert clock.spend(1e9)
