"""The fitted evaluation."""

import json
import random
from pathlib import Path

import pytest

from engine.evaluation import trained
from engine.evaluation.patterns import patterns_of
from engine.evaluation.terms import Evaluator
from engine.evaluation.trained import (
    KING_STATES,
    KING_WINDOWS,
    MATERIAL,
    MOST_OF_WINDOWS,
    STATES,
    TERMS,
    WINDOWS,
    trained_weights,
)
from engine.evaluation.weights import weights_of
from engine.packed import PackedError
from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, Variant
from tests.engine.evaluation.described import value_as_described

KNOWN = [-31, -8, 25, -8]
FITTED = pytest.mark.parametrize("variant", [ENGLISH, ITALIAN], ids=["english", "italian"])


@FITTED
def test_the_files_hold_what_they_say(variant: Variant) -> None:
    weights = trained_weights(variant)
    assert weights is not None
    assert len(weights.windows) == 2 * len(WINDOWS) * STATES
    assert len(weights.king_windows) == 2 * len(KING_WINDOWS) * KING_STATES
    assert len(weights.material) == 2 * MATERIAL
    assert {name: len(pairs) for name, pairs in weights.terms.items()} == dict(TERMS)
    assert weights.terms["man"][0][0] > 1000 < weights.terms["king"][0][1]


@FITTED
def test_windows_without_a_king_weigh_nothing(variant: Variant) -> None:
    weights = trained_weights(variant).king_windows
    for window in range(len(KING_WINDOWS)):
        for state in range(KING_STATES):
            if all(state // 5**place % 5 < 3 for place in range(6)):
                place = 2 * (window * KING_STATES + state)
                assert weights[place] == weights[place + 1] == 0


@FITTED
def test_sums_of_windows_fit_into_half_a_word(variant: Variant) -> None:
    weights = trained_weights(variant)
    for table, windows, states in (
        (weights.windows, len(WINDOWS), STATES),
        (weights.king_windows, len(KING_WINDOWS), KING_STATES),
    ):
        for half in range(2):
            most = [
                max(map(abs, table[2 * window * states + half : 2 * (window + 1) * states : 2]))
                for window in range(windows)
            ]
            # Each is seen by both sides.
            assert 1000 < 2 * sum(most) <= MOST_OF_WINDOWS


@FITTED
@pytest.mark.both_modes
def test_the_value_is_the_sum_of_the_weights(variant: Variant) -> None:
    chance = random.Random(5)
    evaluator = Evaluator(variant)
    compared = 0
    for _ in range(12):
        game = Game(Position.start(variant))
        while game.result is None and len(game.moves) < 120:
            game.play(chance.choice(game.position.legal_moves))
            position = game.position
            if len(game.moves) % 4 == 0 and (position.own | position.opponent).bit_count() > 8:
                assert evaluator.value(position) == value_as_described(position)
                compared += 1
    assert compared > 60


@FITTED
@pytest.mark.both_modes
def test_a_man_is_worth_about_a_hundred(variant: Variant) -> None:
    evaluator = Evaluator(variant)
    lead = evaluator.value(parse_fen("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11", variant))
    assert 50 < lead < 250


@pytest.mark.both_modes
def test_known_values() -> None:
    """Compiled and interpreted, on every machine."""
    values = [
        Evaluator(variant).value(parse_fen(fen, variant))
        for variant in (ENGLISH, ITALIAN)
        for fen in ("W:W18,22,27,28,K5:B1,2,9,12,K31", "B:W18,22,27,28,30:B1,2,9,12,13")
    ]
    assert values == KNOWN


def test_other_games_and_given_weights_are_valued_by_hand() -> None:
    assert patterns_of(INTERNATIONAL) is None
    position = parse_fen("W:W18,22,27,28:B1,2,9,12", ENGLISH)
    assert Evaluator(ENGLISH, weights_of(ENGLISH)).value(position) != Evaluator(ENGLISH).value(position)


def test_a_damaged_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained, "DATA", tmp_path)
    file = tmp_path / "english.weights"
    for damaged in (b"", b"no json\n", json.dumps({"sha256": "0"}).encode() + b"\nabc"):
        file.write_bytes(damaged)
        with pytest.raises(PackedError, match=r"english\.weights: expected the file as it was made"):
            trained_weights(ENGLISH)
    file.unlink()
    assert trained_weights(ENGLISH) is None
