"""The openings of a match: from where, and which one when."""

import pytest

from engine.openings.ballots import OpeningError
from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, RUSSIAN
from protocol.match.openings import default_source, openings_from

pytestmark = pytest.mark.both_modes


def labels(source: str, variant, seed: int, rounds: range) -> list[str]:
    openings = openings_from(source, variant)
    return [openings.drawn(seed, round_).label for round_ in rounds]


def test_decks() -> None:
    assert len(openings_from("three-move", ENGLISH).all) == 156
    assert len(openings_from("three-move", ITALIAN).all) == 174
    assert len(openings_from("three-move:A", ITALIAN).all) == 40
    assert len(openings_from("Two-Move", ENGLISH).all) == 43
    assert len(openings_from("eleven-man", ITALIAN).all) == 2400
    assert len(openings_from("short:2", RUSSIAN).all) == 47
    assert openings_from("three-move", ENGLISH).all[4].label == "three-move 6 (Inferno)"


def test_what_a_game_gets_unasked() -> None:
    assert default_source(ITALIAN) == default_source(ENGLISH) == "three-move"
    assert default_source(INTERNATIONAL) == "short"


def test_an_opening_is_a_function_of_seed_and_round() -> None:
    once = labels("three-move", ITALIAN, 7, range(1, 400))
    assert [openings_from("three-move", ITALIAN).drawn(7, round_).label for round_ in (399, 17, 1)] == [
        once[398],
        once[16],
        once[0],
    ]
    assert labels("three-move", ITALIAN, 8, range(1, 400)) != once


def test_every_opening_comes_once_before_any_comes_again() -> None:
    drawn = labels("two-move", ENGLISH, 3, range(1, 87))
    assert len(set(drawn[:43])) == len(set(drawn[43:])) == 43
    assert drawn[:43] != drawn[43:]


def test_the_drawn_openings_stay_the_same_for_ever() -> None:
    # Of a journal that goes on, only the seed is known.
    assert labels("three-move", ENGLISH, 7, range(1, 4)) == ["three-move 135", "three-move 79", "three-move 95"]


def test_positions_of_a_file(tmp_path) -> None:
    path = tmp_path / "some.fen"
    path.write_text("\ufeff# comment\n\nW:W32:B1\r\nW:W31:B2.\nW:W31:B2\nW:W:BK1\n", "utf-8")
    openings = openings_from(str(path), ITALIAN)
    # The third is there already, and in the fourth there is nothing to play.
    assert [opening.label for opening in openings.all] == ["some.fen 3", "some.fen 4"]


GAMES = """
[Event "one"]
1. 21-17 9-13 2. 25-21 5-9 *

[Event "two"]
1. 22-18 12-15 *

[Event "the first again"]
1. 21-17 9-13 2. 25-21 5-9 *
"""


def test_games_of_a_file(tmp_path) -> None:
    path = tmp_path / "some.pdn"
    path.write_text(GAMES)
    openings = openings_from(str(path), ITALIAN)
    assert [(opening.label, len(opening.game.moves)) for opening in openings.all] == [
        ("some.pdn 1", 4),
        ("some.pdn 2", 2),
    ]
    assert [len(opening.game.moves) for opening in openings_from(f"{path}:1", ITALIAN).all] == [1, 1]


def test_mistakes_in_games(tmp_path) -> None:
    path = tmp_path / "some.pdn"
    path.write_text('[Event "x"]\n1. 21-17 9-13 2. 25-22 1-32 *\n')
    with pytest.raises(OpeningError, match=r"some\.pdn:2: game 1, move 2: "):
        openings_from(str(path), ITALIAN)
    path.write_text('[GameType "21"]\n1. 11-15 *\n')
    with pytest.raises(OpeningError, match=r"some\.pdn:1: expected a game of italian, found english"):
        openings_from(str(path), ITALIAN)


def test_the_digest_is_that_of_the_content(tmp_path) -> None:
    path = tmp_path / "some.fen"
    path.write_text("W:W32:B1\n")
    one = openings_from(str(path), ITALIAN).digest
    assert openings_from(str(path), ITALIAN).digest == one
    path.write_text("W:W31:B1\n")
    assert openings_from(str(path), ITALIAN).digest != one


@pytest.mark.parametrize(
    ("source", "variant", "message"),
    [
        ("thre-move", ITALIAN, "unknown openings 'thre-move': did you mean 'three-move'?"),
        ("book.bin", ITALIAN, "unknown openings 'book.bin': expected three-move, two-move, eleven-man, short"),
        ("two-move", ITALIAN, "no 'two-move' openings of italian draughts: expected one of: three-move eleven-man"),
        ("three-move:E", ITALIAN, "unknown draw table 'E': expected one of A B C D"),
        ("short:9", ITALIAN, "openings of '9' half-moves: expected a number from 1 to 5"),
        ("short:x", ITALIAN, "openings of 'x' half-moves"),
        ("absent.fen", ITALIAN, "cannot read absent.fen: No such file or directory"),
    ],
)
def test_mistakes(source: str, variant, message: str) -> None:
    with pytest.raises(OpeningError) as caught:
        openings_from(source, variant)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("W:W32:B1\nW:W99:B1\n", ":2: FEN, square '99' is not on the board"),
        ("# nothing\n", "some.fen: expected at least one opening from which a game can be played"),
        ("W:W:BK1\n", "some.fen: expected at least one opening from which a game can be played"),
    ],
)
def test_mistakes_in_a_file(tmp_path, text: str, message: str) -> None:
    path = tmp_path / "some.fen"
    path.write_text(text)
    with pytest.raises(OpeningError) as caught:
        openings_from(str(path), ITALIAN)
    assert message in str(caught.value)
