"""The decks of drawn openings: their sizes, that every line is legal, grades and draw tables."""

from collections import Counter

import pytest

from engine.openings import ballots as module
from engine.openings.ballots import DECKS, OpeningError, ballots, deck, kinds_of
from engine.rules.fen import format_fen
from engine.rules.notation import format_move
from engine.rules.variants import ENGLISH, INTERNATIONAL, ITALIAN, find_variant

pytestmark = pytest.mark.both_modes

SIZES = {
    ("english", "three-move"): (174, 156),
    ("english", "two-move"): (49, 43),
    ("english", "eleven-man"): (2500, 2253),
    ("italian", "three-move"): (174, 174),
    ("italian", "eleven-man"): (2400, 2400),
}


def test_every_deck_has_its_size() -> None:
    assert {
        (game, kind): (len(deck(find_variant(game), kind)), len(ballots(find_variant(game), kind)))
        for game, kind in DECKS
    } == SIZES


@pytest.mark.parametrize(("game", "kind"), DECKS)
def test_every_opening_is_new_and_can_be_played_on(game: str, kind: str) -> None:
    openings = deck(find_variant(game), kind)
    assert [opening.number for opening in openings] == list(range(1, len(openings) + 1))
    assert all(opening.game.position.legal_moves for opening in openings)
    assert all(opening.game.variant.name == game for opening in openings)
    if kind == "eleven-man":
        assert {len(opening.game.moves) for opening in openings} == {0}
        for opening in openings:
            position = opening.game.position
            assert position.side is position.variant.starts
            assert (position.white.bit_count(), position.black.bit_count(), position.kings) == (11, 11, 0)
    else:
        plies = 2 if kind == "two-move" else 3
        assert {len(opening.game.moves) for opening in openings} == {plies}
        lines = {tuple(move.identity for move in opening.game.moves) for opening in openings}
        assert len(lines) == len(openings)


def _line(number: int, variant) -> str:
    game = deck(variant, "three-move")[number - 1].game
    texts = [
        format_move(position, move, style="full") for position, move in zip(game.positions, game.moves, strict=False)
    ]
    return " ".join(texts)


def test_known_openings() -> None:
    assert _line(1, ENGLISH) == "9-13 21-17 5-9"
    assert _line(174, ENGLISH) == "12-16 24-20 10-15"
    assert _line(1, ITALIAN) == "21-17 9-13 25-21"
    first, *_, last = deck(ENGLISH, "eleven-man")
    assert format_fen(first.game.position) == "B:W19,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12"
    assert format_fen(last.game.position) == "B:W18,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,12,16"
    first = deck(ITALIAN, "eleven-man")[0]
    assert format_fen(first.game.position) == "W:W21,22,23,24,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,15"


def test_barred_openings() -> None:
    barred = [opening.number for opening in deck(ENGLISH, "three-move") if opening.barred]
    assert barred == [3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171]


def test_grades_and_draw_tables_of_the_fid() -> None:
    tables = {table: len(ballots(ITALIAN, "three-move", table)) for table in "ABCD"}
    assert tables == {"A": 40, "B": 126, "C": 83, "D": 8}
    assert ballots(ITALIAN, "three-move", "a") == ballots(ITALIAN, "three-move", "A")
    grades = Counter(ballot.grade for ballot in deck(ITALIAN, "three-move"))
    assert grades == {"PARI": 26, "1B": 13, "2B": 2, "3B": 4, "1N": 44, "2N": 41, "3N": 36, "4N": 8}
    assert all(set(ballot.tables) <= set("ABCD") for ballot in deck(ITALIAN, "three-move"))


def test_names_of_english_openings() -> None:
    assert deck(ENGLISH, "three-move")[4].name == "Dreaded Edinburgh"


@pytest.mark.parametrize(
    ("variant", "kind", "table", "message"),
    [
        (INTERNATIONAL, "three-move", "", "expected one of: none for this game"),
        (ITALIAN, "two-move", "", "expected one of: three-move eleven-man"),
        (ITALIAN, "three-move", "E", "unknown draw table 'E': expected one of A B C D"),
        (ITALIAN, "three-move", "AB", "unknown draw table 'AB'"),
        (ENGLISH, "three-move", "A", "the english three-move deck has none"),
    ],
)
def test_what_is_not_there(variant, kind: str, table: str, message: str) -> None:
    with pytest.raises(OpeningError, match=message):
        ballots(variant, kind, table)


def test_kinds() -> None:
    assert kinds_of(ENGLISH) == ("three-move", "two-move", "eleven-man")
    assert kinds_of(INTERNATIONAL) == ()


def test_a_damaged_file_is_found_out(monkeypatch, tmp_path) -> None:
    source = module.files("engine.openings") / "data"
    (tmp_path / "data").mkdir()
    for name in ("SHA256SUMS", "english_two_move.txt"):
        (tmp_path / "data" / name).write_bytes((source / name).read_bytes())
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    assert len(deck.__wrapped__(ENGLISH, "two-move")) == 49
    text = (tmp_path / "data/english_two_move.txt").read_text("ascii")
    (tmp_path / "data/english_two_move.txt").write_text(text.replace("9-13", "9-14", 1), "ascii")
    with pytest.raises(OpeningError, match=r"english_two_move.txt is damaged"):
        deck.__wrapped__(ENGLISH, "two-move")
