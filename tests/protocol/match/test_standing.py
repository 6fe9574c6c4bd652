"""Counting games: results, pairs in any order, reasons, and how many games differ."""

import random

import pytest
from attrs import evolve

from engine.rules.variants import Color
from protocol.match.record import MoveRecord, Reason
from protocol.match.standing import Standing, Tally
from tests.protocol.match.test_journal import RECORD

pytestmark = pytest.mark.both_modes

WHITE, BLACK = Color


def game(number: int, winner: Color | None, first: str = "a", other: str = "b", **more: object):
    white, black = (first, other) if number % 2 else (other, first)
    pair = (number + 1) // 2
    return evolve(RECORD, number=number, pair=pair, round=pair, white=white, black=black, winner=winner, **more)


GAMES = (
    *(game(1, WHITE), game(2, BLACK)),  # both won by the first
    *(game(3, WHITE), game(4, WHITE)),  # one each
    *(game(5, None), game(6, None)),
    *(game(7, BLACK), game(8, None)),  # half a point
    game(9, WHITE),  # the other is not over yet
)


def test_results_and_pairs() -> None:
    tally = Tally.of(GAMES)
    assert tally.games == 9
    assert tally.standing("a") == Standing("a", wins=4, draws=3, losses=2, pentanomial=(0, 1, 2, 0, 1))
    assert tally.standing("b") == Standing("b", wins=2, draws=3, losses=4, pentanomial=(1, 0, 2, 1, 0))
    assert (tally.standing("a").games, tally.standing("a").points) == (9, 5.5)
    assert tally.standing("nobody") == Standing("nobody")


def test_the_order_does_not_matter() -> None:
    for seed in range(10):
        games = random.Random(seed).sample(GAMES, len(GAMES))
        assert Tally.of(games).standing("a") == Tally.of(GAMES).standing("a")


def test_a_pair_is_complete_with_its_second_game() -> None:
    tally = Tally()
    assert [tally.add(record) for record in (GAMES[0], GAMES[3], GAMES[1], GAMES[2], GAMES[8])] == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_several_engines() -> None:
    tally = Tally.of((game(1, WHITE), game(2, WHITE), game(3, WHITE, "a", "c"), game(4, BLACK, "a", "c")))
    assert tally.standing("a") == Standing("a", wins=3, losses=1, pentanomial=(0, 0, 1, 0, 1))
    assert tally.standing("c") == Standing("c", losses=2, pentanomial=(1, 0, 0, 0, 0))


def test_reasons() -> None:
    tally = Tally.of((game(1, WHITE), game(2, WHITE, reason=Reason.TIME), game(3, WHITE)))
    assert tally.reasons == {"crash": 2, "time": 1}


def test_distinct_games() -> None:
    longer = (*RECORD.moves, MoveRecord("1-5", 0))
    slower = tuple(evolve(move, elapsed=move.elapsed + 1) for move in RECORD.moves)
    other_start = evolve(RECORD.opening, start="W:W22:B9")
    same_again = game(2, None, moves=slower)
    tally = Tally.of((game(1, WHITE), same_again, game(3, WHITE, moves=longer), game(4, WHITE, opening=other_start)))
    assert tally.distinct_games == 3
