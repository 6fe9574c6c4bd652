"""Tokens: what is a move and what only looks like one."""

import pytest

from engine.rules.pdn import kinds
from engine.rules.pdn.tokens import Tokens

pytestmark = pytest.mark.both_modes

NAMES = {value: name for name, value in vars(kinds).items() if name.isupper() and isinstance(value, int) and value < 20}


def scan(text):
    raw = text if isinstance(text, bytes) else text.encode()
    tokens = Tokens()
    tokens.scan(raw)
    return tokens, [
        (NAMES[tokens.kinds[index]], raw[tokens.starts[index] : tokens.ends[index]].decode("latin-1"))
        for index in range(tokens.count)
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("11-15", "MOVE"),
        ("1-10", "MOVE"),
        ("1-1", "RESULT"),
        ("1-0", "RESULT"),
        ("0-0", "RESULT"),
        ("10-0", "RESULT"),
        ("1/2-1/2", "RESULT"),
        ("1/2 - 1/2", "RESULT"),
        ("1/2", "RESULT"),
        ("1:0", "RESULT"),
        ("22x22", "MOVE"),
        ("18x 9", "MOVE"),
        ("18 x9", "MOVE"),
        ("1 -\n5", "MOVE"),
        ("12:19", "MOVE"),
        ("c3-d4", "MOVE"),
        ("C3d4", "MOVE"),
        ("c3:e5", "MOVE"),
        (b"11\x9615", "MOVE"),
        ("11–15", "MOVE"),
        ("11×18", "MOVE"),
        (b"11\xa0-\xc2\xa015", "MOVE"),
        ("c3:e5:g7", "PATH"),
        ("26x17x10x1", "PATH"),
        ("3228", "PATH"),
        ("007-12", "PATH"),
        ("12.", "NUMBER"),
        ("12...", "NUMBER"),
        ("12", "NUMBER"),
        ("- -", "UNKNOWN_MOVE"),
        ("--", "UNKNOWN_MOVE"),
        ("*", "STAR"),
        ("$139", "NAG"),
        ("!?", "MARK"),
        ("(?)", "MARK"),
        ("{ a { b } c }", "COMMENT"),
        ("[1.0 good]", "COMMENT"),
        ('/FEN "W:W1:B2"/', "SETUP"),
        ("11-1S", "WORD"),
        ("5th", "WORD"),
        ("a", "WORD"),
        ("b1", "WORD"),
        ("Привет", "WORD"),
        ("11x", "WORD"),
    ],
)
def test_kind(text, kind):
    _, found = scan(text)
    assert [name for name, _ in found] == [kind]


def test_words_in_a_row():
    _, found = scan("1. 11-15,22-18;2.15x22 1: 11-15")
    assert found == [
        ("NUMBER", "1."),
        ("MOVE", "11-15"),
        ("MOVE", "22-18"),
        ("NUMBER", "2."),
        ("MOVE", "15x22"),
        ("NUMBER", "1"),
        ("WORD", ":"),
        ("MOVE", "11-15"),
    ]


def test_percent_hides_a_line():
    assert scan("% 1-2\n1-2 % 3-4\n%5-6")[1] == [("MOVE", "1-2"), ("WORD", "%"), ("MOVE", "3-4")]


def test_brackets_know_each_other():
    tokens, found = scan("(1-2 ((3-4) 5-6)")
    assert [name for name, _ in found] == ["OPEN", "MOVE", "OPEN", "OPEN", "MOVE", "CLOSE", "MOVE", "CLOSE"]
    assert [tokens.values[index] for index in (0, 2, 3, 5, 7)] == [-1, 7, 5, 3, 2]


def test_comment_not_closed_ends_at_an_empty_line():
    tokens, found = scan("{ no end\n1-2\n\n3-4")
    assert found == [("COMMENT", " no end\n1-2"), ("MOVE", "3-4")]
    assert tokens.values[0] == 1


def test_unmatched_braces_end_at_the_first():
    _, found = scan("{ a { b } 1-2 { c } 3-4")
    assert found == [("COMMENT", " a { b "), ("MOVE", "1-2"), ("COMMENT", " c "), ("MOVE", "3-4")]


def test_stops_at_a_tag():
    tokens, found = scan('1-2 * [Event "x"] 3-4')
    assert (tokens.stop, len(found)) == (6, 2)


def test_star_is_a_mark_only_within_a_game():
    tokens, _ = scan("1-2* 3-4* 1. 5-6*")
    stars = [index for index in range(tokens.count) if tokens.kinds[index] == kinds.STAR]
    assert [tokens.is_mark(index) for index in stars] == [True, False, False]
    assert tokens.game_end(0) == stars[1]


def test_results_in_variations_end_nothing():
    tokens, _ = scan("1-2 (3-4 1-0) 5-6 0-1")
    assert tokens.game_end(0) == tokens.count - 1


def test_tokens_are_used_again():
    tokens = Tokens()
    tokens.scan(b"1-2 " * 5000)
    assert tokens.count == 5000
    tokens.scan(b"1-2")
    assert tokens.count == 1
