"""Finished games as PDN: what stands in the record, and a file that is complete after every game."""

import io
import sys

import pytest
from attrs import evolve

from engine.rules.pdn.reader import read_games
from engine.rules.pdn.values import PdnEvaluation, PdnGame
from engine.rules.variants import ENGLISH, INTERNATIONAL, Color
from engine.score import Score
from protocol.match.games import GamesFile, pdn_game
from protocol.match.journal import JournalError
from protocol.match.record import GameRecord, MoveRecord, OpeningRecord, Reason
from protocol.match.settings import Draft, read_match

pytestmark = pytest.mark.both_modes

START = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
CONFIG = read_match(Draft({"tc": "60+0.5"}, (("", {"cmd": "a"}), ("", {"cmd": "b", "nodes": "500"}))))
RECORD = GameRecord(
    number=4,
    pair=2,
    round=2,
    white="b",
    black="a",
    variant="italian",
    opening=OpeningRecord("three-move 17", START, ("21-17", "9-13")),
    moves=(
        MoveRecord("22-18", 10, None, Score(centimen=12), 7),
        MoveRecord("13x22", 10, 59_500, Score(centimen=100), 9),
        MoveRecord("27x18", 10, None, Score(win_in=5), 3),
        MoveRecord("10-13", 10, 59_000, Score(win_in=-4)),
        MoveRecord("17x10", 10, None, Score(win_in=0)),
    ),
    winner=Color.WHITE,
    reason=Reason.RESIGN_ADJUDICATION,
    detail="win adjudicated",
    started="2024-05-06T07:08:09.123+00:00",
    duration=1.5,
)


def read_back(text: str) -> list[PdnGame]:
    return list(read_games(io.BytesIO(text.encode())))


def test_what_stands_in_a_record() -> None:
    game = pdn_game(CONFIG, RECORD)
    assert dict(game.tags) == {
        "Event": "Engine match",
        "Site": "?",
        "Date": "2024.05.06",
        "Round": "2.2",
        "White": "b",
        "Black": "a",
        "Result": "1-0",
        "GameType": "22,W,8,8,N2,1",
        "Opening": "three-move 17",
        "PlyCount": "7",
        "Termination": "resign-adjudication: win adjudicated",
        "TimeControlWhite": "500 nodes",
        "TimeControlBlack": "60+0.5",
        "UTCTime": "07:08:09",
        "GameNumber": "4",
    }
    assert game.winner is Color.WHITE
    assert [entry.clock for entry in game.line.moves] == [None, None, None, 59.5, None, 59.0, None]
    # Seen from White's side; in moves, not half-moves; and of a win in no move there is nothing to say.
    assert [entry.evaluation for entry in game.line.moves] == [
        None,
        None,
        PdnEvaluation(men=0.12, depth=7),
        PdnEvaluation(men=-1.0, depth=9),
        PdnEvaluation(win_in=3, depth=3),
        PdnEvaluation(win_in=2),
        None,
    ]
    assert game.line.moves[-1].comments == ("win adjudicated",)


def test_a_start_that_is_set_up() -> None:
    opening = OpeningRecord("some.fen 3", "W:W21,22:B1,2", ())
    game = pdn_game(CONFIG, evolve(RECORD, opening=opening, moves=()))
    assert (game.tag("SetUp"), game.tag("FEN")) == ("1", "W:W21,22:B1,2")
    assert game.line.moves == ()


@pytest.mark.parametrize(
    ("variant", "winner", "result"),
    [
        (ENGLISH, Color.BLACK, "1-0"),
        (ENGLISH, Color.WHITE, "0-1"),
        (INTERNATIONAL, Color.WHITE, "2-0"),
        (INTERNATIONAL, None, "1-1"),
    ],
)
def test_results(variant, winner: Color | None, result: str) -> None:
    config = evolve(CONFIG, variant=variant)
    opening = OpeningRecord("x", "W:WK1:BK2,K10" if variant is ENGLISH else "W:WK1:BK2,K50", ())
    game = pdn_game(config, evolve(RECORD, variant=variant.name, opening=opening, moves=(), winner=winner))
    assert game.result.text == game.tag("Result") == result
    assert game.winner is winner


def test_the_file_is_complete_after_every_game(tmp_path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("of another match")
    games = GamesFile(path, CONFIG)
    games.rewrite([])
    assert path.read_text() == ""
    for count in range(1, 4):
        games.append(evolve(RECORD, number=count))
        read = read_back(path.read_text())
        assert [game.tag("GameNumber") for game in read] == [str(number) for number in range(1, count + 1)]
        assert not any(game.errors for game in read)
        assert all(len(game.moves) == 7 for game in read)
    whole = path.read_text()
    games.rewrite(evolve(RECORD, number=number) for number in range(1, 4))
    assert path.read_text() == whole
    assert [child.name for child in tmp_path.iterdir()] == ["games.pdn"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such lock there")
def test_two_matches_do_not_share_the_file(tmp_path) -> None:
    path = tmp_path / "games.pdn"
    games, others = GamesFile(path, CONFIG), GamesFile(path, CONFIG)
    games.rewrite([RECORD])
    with pytest.raises(JournalError, match=r"games\.pdn is in use: another match is writing to it"):
        others.rewrite([])
    assert len(read_back(path.read_text())) == 1
    games.close()
    others.rewrite([])
    others.close()


def test_names_cannot_spoil_the_file(tmp_path) -> None:
    odd = 'x"] {}\\ é'
    config = read_match(Draft({}, (("", {"cmd": "a", "name": odd}), ("", {"cmd": "b"}))))
    record = evolve(RECORD, white="b", black=odd, detail="} what {")
    path = tmp_path / "games.pdn"
    games = GamesFile(path, config)
    games.append(record)
    games.append(record)
    read = read_back(path.read_text("utf-8"))
    assert [game.tag("Black") for game in read] == [odd, odd]
    assert not any(game.errors for game in read)


def test_no_place_to_write(tmp_path) -> None:
    games = GamesFile(tmp_path / "absent" / "games.pdn", CONFIG)
    for write in (lambda: games.append(RECORD), lambda: games.rewrite([RECORD])):
        with pytest.raises(JournalError, match=r"cannot write .*games\.pdn: No such file or directory"):
            write()
