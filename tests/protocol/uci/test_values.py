"""Engine values as messages of the protocol."""

import pytest

from engine.player import BestMove as FoundMove
from engine.player import Info
from engine.rules.fen import parse_fen
from engine.rules.notation import parse_move
from engine.rules.variants import VARIANTS
from engine.score import Score
from protocol.uci.messages import BestMove
from protocol.uci.throttle import InfoThrottle
from protocol.uci.values import best_move_of, mate_of

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("plies", "moves"), [(1, 1), (2, 1), (3, 2), (5, 3), (0, 0), (-1, -1), (-2, -1), (-3, -2), (-4, -2)]
)
def test_wins_are_counted_in_own_moves(plies, moves):
    assert mate_of(Score(win_in=plies)) == moves


def test_no_win_is_proved():
    assert mate_of(Score(centimen=-5)) is None


def test_best_moves_name_every_landing_square():
    position = parse_fen("W:WK31:B1,12,19,27", VARIANTS["italian"])
    move = parse_move(position, "31x8")
    reply = parse_move(position.after(move), "1-5")
    assert best_move_of(FoundMove(move, reply), position) == BestMove("31x22x15x8", "1-5")
    assert best_move_of(FoundMove(move), position) == BestMove("31x22x15x8")
    assert best_move_of(FoundMove(None), position) == BestMove(None)


def test_bounds_are_told_only_after_a_silence():
    throttle = InfoThrottle()

    def passes(bound, time):
        return throttle.passes(Info(5, 5, 1, Score(centimen=1), bound, 1, 1, 0, 0, time, ()))

    assert passes("exact", 100)
    assert not passes("lower", 400)
    assert passes("upper", 700)
    assert not passes("lower", 1100)
    assert passes("exact", 1101)
    assert passes("exact", 1102)
