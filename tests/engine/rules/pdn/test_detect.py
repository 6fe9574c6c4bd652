"""What game a record without GameType is of."""

import random

import pytest

from engine.rules.notation import format_move
from engine.rules.pdn.detect import parse_game_type
from engine.rules.pdn.reader import read_games
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color
from tests.engine.rules.pdn.rendering import games_of

pytestmark = pytest.mark.both_modes

TOLD_APART = ["italian", "english", "russian", "brazilian", "pool", "spanish", "czech", "international"]


def record(variant, rng, plies=60):
    """A random game, without tags."""
    position = Position.start(variant)
    words = []
    for _ in range(plies):
        if not position.legal_moves:
            break
        move = rng.choice(position.legal_moves)
        words.append(format_move(position, move, style="full"))
        position = position.after(move)
    return " ".join(words) + " *\n"


@pytest.mark.parametrize("name", TOLD_APART)
def test_by_the_moves(name):
    rng = random.Random(name)
    text = "".join(record(VARIANTS[name], rng) for _ in range(20))
    games = games_of(text)
    assert [(game.variant.name, len(game.errors)) for game in games] == [(name, 0)] * 20


def test_games_of_several_kinds_in_one_file():
    rng = random.Random(1)
    names = [name for name in ("english", "international", "italian", "russian", "english") for _ in range(4)]
    text = "".join(f'[White "{name}"]\n{record(VARIANTS[name], rng)}\n' for name in names)
    games = games_of(text)
    assert [game.tag("White") for game in games] == names
    assert [game.variant.name for game in games] == names
    assert [game.number for game in games] == list(range(1, 21))


def test_a_short_game_is_told_by_a_longer_one():
    assert [game.variant.name for game in games_of("1. 21-18 *\n1. 22-19 12-15 2. 19x12 8x15 *\n")] == ["italian"] * 2
    # a1 is a square of Czech and Russian draughts, but only in the one may a man take backwards.
    czech = "1. c3-d4 f6-g5 2. d4-c5 b6xd4 3. e3xc5 g5-h4 4. g3-f4 *\n"
    assert {game.variant.name for game in games_of("1. c3-d4 *\n" * 3 + czech)} <= {"russian", "czech", "brazilian"}


def test_illegal_game_among_legal_ones():
    games = games_of("1. 9-14 23-19 *\n" * 3 + "1. 9-14 23-19 2. 14-18 19-15 *\n" + "1. 9-14 23-19 *\n")
    assert [game.variant.name for game in games] == ["english"] * 5
    assert [len(game.errors) for game in games] == [0, 0, 0, 1, 0]


def test_asked_for():
    (game,) = games_of("1. c3-d4 *", variant=VARIANTS["brazilian"])
    assert game.variant.name == "brazilian"
    (game,) = games_of('[GameType "25"]\n1. c3-d4 *', variant=VARIANTS["brazilian"])
    assert game.variant.name == "russian"


def test_many_undecided_games_do_not_wait_for_ever():
    read = []

    def blocks():
        for number in range(300):
            yield b'[Event "x"]\n1. 9-14 *\n'
            read.append(number)

    first = next(read_games(blocks()))
    assert first.variant.name in ("english", "pool")
    assert len(read) < 300


@pytest.mark.parametrize(
    ("text", "name", "starts"),
    [
        ("20", "international", None),
        ("22,W,8,8,N2,1", "italian", Color.WHITE),
        ("23,W,8,8,A0,0", "pool", Color.WHITE),
        (" 21 , B", "english", Color.BLACK),
        ("English", "english", None),
        ("28", "portuguese", None),
    ],
)
def test_game_type(text, name, starts):
    found = parse_game_type(text)
    assert (found.variant.name, found.starts) == (name, starts)


@pytest.mark.parametrize("text", ["", "27", "x", "0", "20.5"])
def test_unknown_game_type(text):
    assert parse_game_type(text).variant is None
