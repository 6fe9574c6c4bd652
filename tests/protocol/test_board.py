"""Boards as drawn for people."""

import pytest

from engine.rules.position import Position
from engine.rules.variants import VARIANTS
from protocol.board import draw_board

pytestmark = pytest.mark.both_modes


def test_numbers_of_the_game():
    lines = draw_board(Position.start(VARIANTS["spanish"]))
    assert lines[0].split() == ["b"] * 4 + ["32", "31", "30", "29"]
    assert lines[7].split() == ["w"] * 4 + ["4", "3", "2", "1"]


def test_algebraic_names():
    lines = draw_board(Position.start(VARIANTS["russian"]))
    assert lines[7] == "  w   w   w   w       a1    c1    e1    g1"


def test_large_board():
    lines = draw_board(Position.start(VARIANTS["international"]))
    assert len(lines) == 10
    assert lines[4].split() == ["."] * 5 + ["21", "22", "23", "24", "25"]
