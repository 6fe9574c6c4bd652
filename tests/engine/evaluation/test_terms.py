"""The evaluation."""

import pytest
from attrs import evolve

from engine.evaluation.terms import LIMIT, Evaluator
from engine.evaluation.weights import weights_of
from engine.rules.fen import parse_fen
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, INTERNATIONAL, RUSSIAN, VARIANTS, Color, Variant
from engine.search.parameters import WIN_BOUND
from tests.engine.playouts import random_positions

ALL = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


def value(variant: Variant, fen: str) -> int:
    return Evaluator(variant).value(parse_fen(fen, variant))


def value_by_hand(variant: Variant, fen: str) -> int:
    """As if the game had no fitted weights."""
    return Evaluator(variant, weights_of(variant)).value(parse_fen(fen, variant))


def turned(position: Position) -> Position:
    """The same position seen by the other side: the board turned and the colours exchanged."""
    last = position.variant.square_count + 1

    def turn(squares: tuple[int, ...]) -> list[int]:
        return [last - square for square in squares]

    return Position.place(
        position.variant,
        position.side.other,
        white_men=turn(position.men(Color.BLACK)),
        white_kings=turn(position.kings_of(Color.BLACK)),
        black_men=turn(position.men(Color.WHITE)),
        black_kings=turn(position.kings_of(Color.WHITE)),
    )


@ALL
@pytest.mark.both_modes
def test_both_sides_are_valued_alike(variant: Variant) -> None:
    evaluator = Evaluator(variant)
    for position in random_positions(variant, 100):
        assert evaluator.value(position) == evaluator.value(turned(position))


@ALL
@pytest.mark.both_modes
def test_having_the_move_is_all_that_the_side_to_move_changes(variant: Variant) -> None:
    weights = evolve(weights_of(variant), to_move=0)
    evaluator = Evaluator(variant, weights)
    for position in random_positions(variant, 50):
        assert evaluator.value(position) == -evaluator.value(evolve(position, side=position.side.other))


@ALL
def test_values_are_bounded_far_below_wins(variant: Variant) -> None:
    assert LIMIT < WIN_BOUND
    squares = variant.geometry.squares
    kings = [square for square in squares if square % 2][: variant.men_each]
    most = Position.place(variant, Color.WHITE, white_kings=kings, black_men=[squares[1]])
    assert 1000 < abs(Evaluator(variant).value(most)) < LIMIT
    huge = Evaluator(variant, evolve(weights_of(variant), king=5000))
    assert abs(huge.value(most)) == LIMIT


@ALL
def test_more_pieces_are_better_and_in_antidraughts_worse(variant: Variant) -> None:
    squares = variant.geometry.squares
    half = variant.geometry.row_length
    white, black = squares[-3 * half :], squares[: 3 * half]
    evaluator = Evaluator(variant)
    even = Position.place(variant, Color.WHITE, white_men=white[half:], black_men=black[:-half])
    more = Position.place(variant, Color.WHITE, white_men=white[half - 1 :], black_men=black[:-half])
    better = evaluator.value(more) - evaluator.value(even)
    assert 60 < (better if variant.loses_without_move else -better) < 200


@pytest.mark.both_modes
def test_a_lead_counts_more_when_fewer_pieces_are_left() -> None:
    many = value(ENGLISH, "W:W21-32:B1-11") - value(ENGLISH, "W:W22-32:B1-11")
    few = value(ENGLISH, "W:W30,31,32:B1,2") - value(ENGLISH, "W:W31,32:B1,2")
    assert few > many


def test_kings_that_are_ahead_close_in() -> None:
    assert value(ENGLISH, "W:WK10,K15:BK5") > value(ENGLISH, "W:WK31,K32:BK5") + 10
    assert value(ENGLISH, "B:WK10,K15:BK5") < value(ENGLISH, "B:WK31,K32:BK5") - 10


def test_what_a_flying_king_holds_is_nearly_a_draw() -> None:
    assert abs(value(INTERNATIONAL, "W:WK46,K47,K48:BK4")) < 60
    assert abs(value(RUSSIAN, "W:WKa3,Ka5:BKg7")) < 60
    assert abs(value(RUSSIAN, "W:WKa3,Ka5,Kb2:BKa1")) < 60, "the lone king is on the main road"
    assert value(RUSSIAN, "W:WKa3,Ka5,Kb2:BKg1") > 300
    assert value(INTERNATIONAL, "W:WK46,K47,K48:B10") > 300, "a man holds nothing"


@pytest.mark.parametrize(
    "better, worse",
    [
        ("W:W18:B9,10", "W:W26:B9,10"),  # further forward
        ("W:W30,31,32,18:B1,2,3,10", "W:W30,27,32,18:B1,2,3,10"),  # a man more at home
        ("W:W30,32,18:B1,2,10", "W:W31,32,18:B1,2,10"),  # the bridge
        ("W:WK14,20:BK8,9", "W:WK29,20:BK8,9"),  # a king in the middle
        ("W:W6,30:B10,11", "W:W6,30:B2,11"),  # nothing in the way of the crown
    ],
)
def test_terms(better: str, worse: str) -> None:
    assert value_by_hand(ENGLISH, better) > value_by_hand(ENGLISH, worse)


def test_a_trapped_king_is_a_bad_one() -> None:
    assert value_by_hand(ENGLISH, "W:WK29,18:B25,22,5") < value_by_hand(ENGLISH, "W:WK29,18:B26,22,5")
