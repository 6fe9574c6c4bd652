"""Real files of the draughts world, where they are at hand: the files themselves are not part of the project.

They are looked for in the folder that DAMIERA_PDN_FILES names, else beside the checkout.
"""

import os
from pathlib import Path

import pytest

from engine.rules.pdn.writer import format_games
from engine.rules.variants import Color
from tests.engine.rules.pdn.rendering import games_of

FOLDER = Path(os.environ.get("DAMIERA_PDN_FILES") or Path(__file__).resolve().parents[5] / "shared" / "data" / "pdn")

pytestmark = [
    pytest.mark.both_modes,
    pytest.mark.skipif(not any(FOLDER.glob("*.pdn")), reason="no collection of PDN files here"),
]

# Games, half-moves, the game of all records, and the game and move of each error.
CONTENTS = {
    "czech_mrcd2006": (44, 1994, "czech", []),
    "english_gem_problems": (162, 0, "english", []),
    "english_no_tags": (1, 40, "english", []),
    "english_oca_sample": (43, 2280, "english", []),
    "english_tricks_traps_shots": (91, 3017, "english", [(57, 19), (90, 12)]),
    "fen_forms": (3, 0, None, []),
    "international_delfts_ten_point": (2, 252, "international", []),
    "international_nk_round01_variations": (7, 725, "international", []),
    "international_schildpad_match": (34, 3014, "international", [(3, 45), (7, 56)]),
    "international_windragon_evals": (1, 152, "international", []),
    "italian_championship_2005_latin1": (53, 3227, "italian", []),
    "nested_comment": (1, 3, "international", []),
    "russian_abatsiev_cp1251": (56, 2648, "russian", []),
}


def games_in(name):
    path = FOLDER / f"{name}.pdn"
    if not path.exists():
        pytest.skip(f"{path.name} is not there")
    return games_of(path.read_bytes())


@pytest.mark.parametrize("name", CONTENTS)
def test_contents(name):
    games = games_in(name)
    count, moves, variant, errors = CONTENTS[name]
    assert len(games) == count
    assert sum(game.line.count for game in games) == moves
    assert [(error.game, error.move) for game in games for error in game.errors] == errors
    assert variant is None or {game.variant.name for game in games} == {variant}


@pytest.mark.parametrize("name", CONTENTS)
def test_written_and_read_again(name):
    games = games_in(name)
    text = "".join(format_games(games))
    again = games_of(text)
    for one, other in zip(games, again, strict=True):
        # Of a capture with several ways the one that the record meant is written.
        assert other.errors == ()
        assert one.moves == other.moves
        assert (one.variant, one.start, one.result) == (other.variant, other.start, other.result)
        assert set(one.tags) <= set(other.tags)
        assert {name for name, _ in set(other.tags) - set(one.tags)} <= {"GameType", "Result"}
    assert "".join(format_games(again)) == text


def test_names_are_decoded():
    assert games_in("russian_abatsiev_cp1251")[0].tag("White") == "Абаулин В."
    assert games_in("italian_championship_2005_latin1")[0].tag("White") == "BORGHETTI Michele"
    assert "69° ASSOLUTO" in games_in("italian_championship_2005_latin1")[0].tag("Event")


def test_who_has_won():
    assert games_in("english_oca_sample")[0].winner == Color.WHITE
    assert games_in("italian_championship_2005_latin1")[0].winner == Color.WHITE
    assert games_in("international_delfts_ten_point")[1].winner == Color.BLACK


def test_unknown_moves():
    entries = [game.line.moves for game in games_in("russian_abatsiev_cp1251")]
    assert [len(moves) for moves in entries if not any(entry.move for entry in moves)] == [25]


def test_evaluations():
    entry = games_in("international_windragon_evals")[0].line.moves[9]
    assert entry.evaluation.men == -0.048
    assert entry.comments == ("[%drgnode 9 10] [%egt 0:0:9.56][%depth 12][%nodes 1531927][%knps 160]",)


def test_variations():
    game = games_in("international_nk_round01_variations")[0]
    assert sum(len(entry.variations) for entry in game.line.moves) == 5
