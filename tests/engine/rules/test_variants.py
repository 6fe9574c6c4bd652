"""The table of games."""

from itertools import pairwise, product

import pytest

from engine.rules.errors import VariantError
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color, Numbering, Variant, find_variant
from tests import reference
from tests.bridge import state_of

pytestmark = pytest.mark.both_modes

each = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


def test_games_and_their_names() -> None:
    assert list(VARIANTS) == list(reference.GAMES)
    assert next(iter(VARIANTS)) == "italian"
    assert all(variant.name == name for name, variant in VARIANTS.items())


def test_every_name_means_one_game() -> None:
    names = [{variant.name, variant.hub_name, *variant.aliases} for variant in VARIANTS.values()]
    assert sum(map(len, names)) == len(set().union(*names))
    for variant, known in zip(VARIANTS.values(), names, strict=True):
        for name in known:
            assert find_variant(f" {name.upper()} ") is variant


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("italiana", "italian"),
        ("dama", "italian"),
        ("22", "italian"),
        ("american", "english"),
        ("checkers", "english"),
        ("21", "english"),
        ("25", "russian"),
        ("26", "brazilian"),
        ("normal", "international"),
        ("standard", "international"),
        ("20", "international"),
        ("losing", "antidraughts"),
    ],
)
def test_names_that_programs_use(alias: str, name: str) -> None:
    assert find_variant(alias).name == name


@pytest.mark.parametrize("name", ["", "chess", "ital", "2", "eng"])
def test_unknown_game(name: str) -> None:
    with pytest.raises(VariantError) as caught:
        find_variant(name)
    assert repr(name) in str(caught.value) and "italian" in str(caught.value)
    assert "\n" not in str(caught.value)


@each
def test_start_position(variant: Variant) -> None:
    start = Position.start(variant)
    assert state_of(start).snapshot == reference.start(reference.GAMES[variant.name]).snapshot
    assert start.side == variant.starts
    assert len(start.men(Color.WHITE)) == len(start.men(Color.BLACK)) == variant.men_each


def test_who_begins() -> None:
    assert {name for name, variant in VARIANTS.items() if variant.starts == Color.BLACK} == {"english", "pool"}


@each
def test_game_type_tag_fits_the_record(variant: Variant) -> None:
    number, starts, width, height, notation, inverted = variant.game_type.split(",")
    assert variant.game_type_number == int(number)
    assert starts == variant.starts.letter
    assert int(width) == int(height) == variant.geometry.size
    assert (notation[0] == "A") == (variant.numbering == Numbering.ALGEBRAIC)
    assert (inverted == "1") == (variant.geometry.corner == "right")
    if notation[0] == "N":
        # The digit is where square 1 lies as the starting player sees it: 1 bottom right, 2 top left.
        from_top = (variant.official(1) == 1) == (variant.starts == Color.WHITE)
        assert notation[1] == ("2" if from_top else "1")


@each
def test_official_numbers_are_their_own_inverse(variant: Variant) -> None:
    squares = variant.geometry.squares
    assert [variant.official(variant.official(square)) for square in squares] == list(squares)
    assert sorted(map(variant.official, squares)) == list(squares)


@pytest.mark.parametrize("name", ["spanish", "portuguese"])
def test_iberian_numbers_begin_at_whites_right(name: str) -> None:
    start = Position.start(VARIANTS[name])
    assert sorted(map(start.variant.official, start.men(Color.WHITE))) == list(range(1, 13))
    assert start.variant.official(32) == 1


@each
def test_promotion_rows_are_the_far_ones(variant: Variant) -> None:
    assert variant.promotion_row(Color.WHITE) == 0
    assert variant.promotion_row(Color.BLACK) == variant.geometry.size - 1


@each
def test_capture_values_rank_as_the_rules_say(variant: Variant) -> None:
    """The weights of the table against the reference's plain comparison, on all sorts of captures."""
    precedence = variant.precedence
    ranked = []
    sorts = ["".join(taken) for length in range(1, 7) for taken in product("mk", repeat=length)]
    for men, kings in product(range(7), repeat=2):
        sorts += ["m" * men + "k" * kings, "k" * kings + "m" * men] if men + kings > 6 else []
    for taken, by_king in product(sorts, (False, True)):
        capture = reference.Capture((), tuple(range(len(taken))), taken, by_king, "")
        weight = precedence.man * taken.count("m") + precedence.king * taken.count("k") + precedence.by_king * by_king
        weight += precedence.order * int(taken.replace("k", "1").replace("m", "0"), 2)
        ranked.append((reference.GAMES[variant.name].value(capture), weight))
    ranked.sort()
    for (value, weight), (next_value, next_weight) in pairwise(ranked):
        assert (value < next_value) == (weight < next_weight), (value, next_value)
