"""Damaged files: nothing is raised, nothing hangs, and what can be read is read."""

import random
import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.pdn import sections
from engine.rules.pdn.reader import MAX_ERRORS, read_games
from engine.rules.pdn.writer import format_game
from tests.engine.rules.pdn.rendering import DATA, games_of

pytestmark = pytest.mark.both_modes

PIECES = [path.read_bytes() for path in sorted(DATA.glob("*.pdn"))]
SNIPPETS = [
    *(b"{ } ( ) [ ] \" ' * - x : . $ % / ! ? \\".split()),
    *(b"\n", b"\r", b"\r\n", b"\n\n", b"\0", b" ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe2\x80", b"\xa0", b"\xff"),
    *(b'[Event "', b'[FEN "', b'[GameType "', b"1-0", b"1/2-1/2", b"- -", b"1.", b"1...", b'/FEN "', b"[%clk "),
    *(b"99999999999999999999", b"11-15x18-22", b"a1b2c3d4", b"$99999", b"x" * 300),
]


def read_all(content):
    """All games of a file; they are written as well, since whatever is read can be."""
    games = games_of(content)
    for game in games:
        format_game(game)
        assert len(game.errors) <= MAX_ERRORS
        for error in game.errors:
            assert "\n" not in str(error) and str(error).isprintable() and error.line >= 1 and error.move >= 1
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    return games


def damaged(rng, content):
    content = bytearray(content)
    for _ in range(rng.randint(1, 8)):
        place = rng.randint(0, len(content))
        kind = rng.randrange(5)
        if kind == 0:
            content[place : place + rng.randint(1, 20)] = b""
        elif kind == 1:
            content[place:place] = rng.choice(SNIPPETS)
        elif kind == 2:
            content[place : place + 1] = bytes([rng.randrange(256)])
        elif kind == 3:
            content[place:place] = content[rng.randint(0, len(content)) :][: rng.randint(1, 60)]
        else:
            content[place : place + 1] = rng.choice(SNIPPETS)
    return bytes(content)


@pytest.mark.parametrize("seed", range(20))
def test_damaged_files(seed):
    rng = random.Random(seed)
    for _ in range(25):
        content = damaged(rng, b"".join(rng.sample(PIECES, 3)))
        read_all(content + b'\n\n[Event "sentinel"]\n1. 9-14 *\n')


@settings(max_examples=150)
@given(st.lists(st.sampled_from([*SNIPPETS, b"9-14", b"22-19", b"12-15", b"(", b")", b"{", b"}"]), max_size=60))
def test_any_row_of_pieces(pieces):
    read_all(b" ".join(pieces))


@settings(max_examples=150)
@given(st.binary(max_size=400))
def test_any_bytes(content):
    read_all(content)


@pytest.mark.parametrize(
    "unit",
    [
        *(b"(", b")", b"{", b"}", b"{}", b"()", b"(1. 9-14 ", b"9-14 {a} ", b"(9-13) ", b"(9-13 ", b"{a {b} "),
        *(b"[", b"]", b'[Event "', b'[Event "x"]\n', b'[Event "x"]', b"1-0 ", b"* ", b"word ", b"- - "),
        *(b"$1 ", b"! ", b"\n", b"%\n"),
        *(b"9-14x", b"9", b"9-", b"/FEN", b"\xe2"),
        *(b'/FEN "B:W21:B9"/ 9-14 ', b'/FEN "B:W14,15,22,23,25:B10,1"/ 10x26 '),
    ],
    ids=lambda unit: unit.decode("latin-1").strip(),
)
def test_repeated_for_long(unit):
    # Each takes well under a second; if the time grew with the square of the length, it would be minutes.
    began = time.process_time()
    read_all(unit * (12_000 // len(unit)))
    read_all(b"1. 9-14 " + unit * (12_000 // len(unit)))
    assert time.process_time() - began < 20


def test_a_game_too_long_is_cut(monkeypatch):
    monkeypatch.setattr(sections, "MAX_GAME", 3000)
    monkeypatch.setattr(sections, "BLOCK", 512)
    games = games_of(b"1. 9-14 {" + b"a " * 20_000 + b'}\n\n[White "next"]\n1. 9-14 *\n')
    assert "more than 3000 bytes" in games[0].errors[0].text
    assert (games[-1].tag("White"), games[-1].errors) == ("next", ())


def test_many_games_without_tags(monkeypatch):
    monkeypatch.setattr(sections, "MAX_GAME", 3000)
    monkeypatch.setattr(sections, "BLOCK", 512)
    games = read_all(b"1. 9-14 23-19 2. 14-17 {comment} 21x14 1-0\n" * 500)
    assert len(games) == 500
    assert {(game.line.count, len(game.errors)) for game in games} == {(4, 0)}
    assert [game.file_line for game in games] == list(range(1, 501))


def test_errors_know_their_place():
    lines = ['[White "a"]', "1. 9-14 23-19", "2. 14-17", "", "21x14 3. 11-16", "18-15 *", "", "1. 9-14 22-9 *"]
    first, second = games_of("\n".join(lines))
    assert [(error.line, error.game, error.move) for error in first.errors] == [(5, 1, 3)]
    assert [(error.line, error.game, error.move) for error in second.errors] == [(8, 2, 1)]
    assert str(first.errors[0]).startswith("5: game 1, move 3: move '11-16': ")


def test_no_more_errors_than_the_limit():
    (game,) = games_of("1. 9-14 " + "word 1. " * 500)
    assert len(game.errors) == MAX_ERRORS


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file():
    game = b'[White "a"]\n[Black "b"]\n[GameType "21"]\n\n1. 9-14 23-19 2. 14-17 21x14 3. 10x17 22x13 *\n\n'

    def peak(count):
        tracemalloc.start()
        read = sum(1 for _ in read_games(game for _ in range(count)))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert read == count
        return most

    assert peak(40_000) < peak(4_000) + 1_000_000
