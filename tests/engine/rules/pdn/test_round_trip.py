"""What is written is read as it was: of games made at random, with all that a record can hold."""

import random

import pytest
from attrs import evolve
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.rules.pdn.results import UNKNOWN, PdnResult
from engine.rules.pdn.values import PdnEvaluation, PdnGame, PdnLine, PdnMove
from engine.rules.pdn.writer import LINE_LENGTH, format_game, format_games
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color
from tests.engine.rules.pdn.rendering import DATA, games_of

pytestmark = pytest.mark.both_modes

WORDS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="{}%"), min_size=1, max_size=12)
TEXTS = st.lists(WORDS, min_size=1, max_size=20).map(" ".join)
NAMES = st.from_regex(r"X[A-Za-z0-9_]{0,8}", fullmatch=True)
EVALUATIONS = st.one_of(
    st.builds(
        PdnEvaluation,
        men=st.integers(-99999, 99999).map(lambda men: men / 1000),
        depth=st.none() | st.integers(0, 99),
    ),
    st.builds(PdnEvaluation, win_in=st.integers(-300, 300), depth=st.none() | st.integers(0, 99)),
)

# Nothing is shrunk: records are so large that it would take minutes.
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]


@st.composite
def lines(draw, position, rng, depth=0):
    """A line of random moves; each may have anything."""
    entries = []
    for _ in range(draw(st.integers(1, 12 if depth else 40))):
        moves = position.legal_moves
        if not moves:
            break
        before, entry = position, PdnMove(rng.choice(moves))
        position = position.after(entry.move)
        if draw(st.integers(0, 9)) == 0:
            others = draw(st.lists(lines(before, rng, depth + 1), max_size=2)) if depth < 2 else []
            entry = evolve(
                entry,
                comments=tuple(draw(st.lists(TEXTS, max_size=2))),
                nags=tuple(draw(st.lists(st.integers(0, 150), max_size=3))),
                variations=tuple(others),
                clock=draw(st.none() | st.integers(0, 99999999).map(lambda time: time / 1000)),
                evaluation=draw(st.none() | EVALUATIONS),
            )
        entries.append(entry)
    comments = draw(st.lists(TEXTS, max_size=1)) if entries and depth == 0 else []
    return PdnLine(tuple(entries), tuple(comments))


@st.composite
def records(draw):
    variant = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    rng = random.Random(draw(st.integers(0, 10**9)))
    start = Position.start(variant)
    for _ in range(draw(st.sampled_from([0, 0, 5, 30]))):
        if not start.legal_moves:
            break
        start = start.after(rng.choice(start.legal_moves))
    winner = draw(st.sampled_from([None, Color.WHITE, Color.BLACK]))
    result = PdnResult.won_by(winner, variant.starts, variant.game_type_number)
    tags = draw(st.dictionaries(NAMES, TEXTS, max_size=3))
    return PdnGame(
        tags=(("White", draw(TEXTS)), ("Result", result.text), ("GameType", variant.game_type), *tags.items()),
        variant=variant,
        start=start,
        line=draw(lines(start, rng)),
        result=result,
    )


def like(game, other):
    """Whether two records hold the same, wherever they stood."""
    names = [name for name, _ in game.tags]
    added = [(name, value) for name, value in other.tags if name in ("FEN", "GameType", "Result") and name not in names]
    alike = evolve(game, tags=(), number=1, file_line=1, errors=()) == evolve(
        other, tags=(), number=1, file_line=1, errors=()
    )
    return alike and sorted([*game.tags, *added]) == sorted(other.tags)


@settings(max_examples=40, phases=PHASES)
@given(records())
def test_a_record_comes_back(game):
    text = format_game(game)
    (again,) = games_of(text, variant=game.variant)
    assert again.errors == ()
    assert like(game, again)
    assert format_game(again) == text


@settings(max_examples=10, phases=PHASES)
@given(st.lists(records(), min_size=2, max_size=4))
def test_records_in_a_row(games):
    games = [game for game in games if game.variant.name != "antidraughts"]
    again = games_of("".join(format_games(games)))
    assert all(like(one, other) for one, other in zip(games, again, strict=True))


@settings(max_examples=20, phases=PHASES)
@given(records())
def test_lines_are_folded(game):
    for line in format_game(game).splitlines():
        assert line.startswith("[") or len(line) <= LINE_LENGTH or " " not in line.strip("{}()")


@pytest.mark.parametrize("path", sorted(DATA.glob("*.pdn")), ids=lambda path: path.stem)
def test_every_oddity_is_written_properly(path):
    games = [game for game in games_of(path.read_bytes()) if game.start is not None]
    text = "".join(format_games(games))
    again = games_of(text)
    assert [error for game in again for error in game.errors] == []
    for one, other in zip(games, again, strict=True):
        assert one.moves == other.moves
        assert one.result == other.result
        assert set(one.tags) <= set(other.tags)
    assert "".join(format_games(again)) == text


def test_comments_that_look_like_tags():
    comments = ('[Event "x"]', "a " * 38 + '[ Event "y"] 1-0 * % {b} (c)', "% d")
    game = PdnGame(variant=VARIANTS["english"], start=Position.start(VARIANTS["english"]), line=PdnLine((), comments))
    (again,) = games_of(format_game(game))
    assert again.line.comments == (comments[0], comments[1].replace("{b}", "(b)"), comments[2])


def test_commands_are_not_broken():
    english = VARIANTS["english"]
    start = Position.start(english)
    entry = PdnMove(start.legal_moves[0], ("a " * 25 + "[%emt 0:00:01] b",), clock=60.5, evaluation=PdnEvaluation(0.3))
    text = format_game(PdnGame(variant=english, start=start, line=PdnLine((entry,))))
    for command in ("[%clk 0:01:00.5]", "[%eval 0.30]", "[%emt 0:00:01]"):
        assert command in text
    assert max(map(len, text.splitlines())) <= LINE_LENGTH


def test_no_result_is_no_result():
    (game,) = games_of("1. 9-14 *")
    assert game.result == UNKNOWN
    assert "Result" not in format_game(game)
