"""A game: moves, repetition, draws, results."""

import random

import pytest

from engine.rules.errors import MoveError, RulesError
from engine.rules.fen import format_fen, parse_fen
from engine.rules.game import Game, Reason, Result
from engine.rules.move import Move
from engine.rules.notation import parse_move
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color, Variant, find_variant

pytestmark = pytest.mark.both_modes

UNBOUNDED = 10_000
"""As number of repetitions: no repetition ends the game."""


def game(variant: str, fen: str, repetitions: int | None = None) -> Game:
    return Game(parse_fen(fen, find_variant(variant)), repetitions)


def play(played: Game, moves: str) -> None:
    for text in moves.split():
        played.play(parse_move(played.position, text))


def cycle(played: Game, moves: str, half_moves: int) -> None:
    """Plays the moves over and over, that many half-moves."""
    texts = moves.split()
    for index in range(half_moves):
        played.play(parse_move(played.position, texts[index % len(texts)]))


# A position, four moves that lead back to it, the half-moves to the draw, its text.
COUNTS = [
    ("italian", "W:WK32,K30:BK1,K3", "32-28 1-5 28-32 5-1", 80, "40 moves each without a capture or a man's move"),
    ("english", "W:WK32,29:BK1,4", "32-28 1-5 28-32 5-1", 80, "40 moves each without a capture or a man's move"),
    ("english", "B:WK32,29:BK1,4", "1-5 32-28 5-1 28-32", 80, "40 moves each without a capture or a man's move"),
    ("russian", "W:WKb8:BKc1,Ke1,Kh4", "b8-a7 c1-b2 a7-b8 b2-c1", 30,
     "15 moves each without a capture or a man's move"),
    ("russian", "W:WKa1:BKb8,Kd8,Kf8", "a1-b2 b8-a7 b2-a1 a7-b8", 10,
     "FMJD-64 7.2.7: 3 pieces against a king on the main road, 5 moves"),
    ("russian", "W:WKb8:BKc1,Ke1", "b8-a7 c1-b2 a7-b8 b2-c1", 10,
     "FMJD-64 7.2.8: at most 2 pieces against a king, 5 moves"),
    ("russian", "W:WKb8:BKc1", "b8-a7 c1-b2 a7-b8 b2-c1", 10,
     "FMJD-64 7.2.8: at most 2 pieces against a king, 5 moves"),
    ("brazilian", "W:WKb8:BKc1,Ke1,Kh4", "b8-a7 c1-b2 a7-b8 b2-c1", 40,
     "20 moves each without a capture or a man's move"),
    ("brazilian", "W:WKa1:BKb8,Kd8,Kf8", "a1-b2 b8-a7 b2-a1 a7-b8", 10,
     "FMJD-64 7.2.7: 3 pieces against a king on the main road, 5 moves"),
    ("brazilian", "W:WKb8:BKc1,Ke1", "b8-a7 c1-b2 a7-b8 b2-c1", 10,
     "FMJD-64 7.2.8: at most 2 pieces against a king, 5 moves"),
    ("pool", "W:WK29:BK1,K2,K3", "29-25 1-5 25-29 5-1", 26, "APCA: 3 kings against a king, 13 moves"),
    ("pool", "W:WK29,K30:BK1,K2", "29-25 1-5 25-29 5-1", 30, "15 moves each without a capture or a man's move"),
    ("international", "W:WK46,K50:BK1,K2", "46-41 1-6 41-46 6-1", 50,
     "25 moves each without a capture or a man's move"),
    ("international", "W:WK46:BK1,2,3", "46-41 1-6 41-46 6-1", 32,
     "FMJD 6.3: 3 pieces with a king against a king, 16 moves"),
    ("international", "W:WK46:BK1,2", "46-41 1-6 41-46 6-1", 10,
     "FMJD 6.4: at most 2 pieces against a king, 5 moves"),
    ("international", "W:WK46:BK1", "46-41 1-6 41-46 6-1", 10,
     "FMJD 6.4: at most 2 pieces against a king, 5 moves"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "fen", "moves", "half_moves", "detail"), COUNTS)
def test_draw_by_count(variant: str, fen: str, moves: str, half_moves: int, detail: str) -> None:
    played = game(variant, fen, UNBOUNDED)
    cycle(played, moves, half_moves - 1)
    assert played.result is None
    cycle(played, " ".join(moves.split()[(half_moves - 1) % 4 :]), 1)
    result = played.result
    reason = Reason.NO_PROGRESS if "each" in detail else Reason.FEW_PIECES
    assert result == Result(None, reason, detail)
    assert str(result) == f"draw: {detail}"
    played.undo()
    assert played.result is None


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [
        ("spanish", "W:WK1,K2:BK31,K30", "2-6 31-27 6-2 27-31"),
        ("portuguese", "W:WK1,K2:BK31,K30", "2-6 31-27 6-2 27-31"),
        ("czech", "W:WK30,K32:BK1,K3", "30-25 1-5 25-30 5-1"),
        ("antidraughts", "W:WK46,K50:BK1,K2", "46-41 1-6 41-46 6-1"),
    ],
)
def test_games_without_a_count(variant: str, fen: str, moves: str) -> None:
    played = game(variant, fen, UNBOUNDED)
    cycle(played, moves, 200)
    assert played.result is None


def test_russian_balance_through_mens_moves() -> None:
    """4 pieces, both sides with a king: 30 moves, though men move in between."""
    played = game("russian", "W:WKb8,a3:BKh8,h4", UNBOUNDED)
    king, black = ["b8-a7", "a7-b8"], ["h8-g7", "g7-h8"]
    kings_moves = 0
    for move in range(30):
        if move in (14, 28):
            play(played, "a3-b4" if move == 14 else "b4-a5")
        else:
            play(played, king[kings_moves % 2])
            kings_moves += 1
        assert played.result is None
        play(played, black[move % 2])
        assert (played.result is None) == (move < 29)
    assert played.reversible_half_moves < 30
    assert played.result == Result(None, Reason.FEW_PIECES, "FMJD-64 7.2.6: 4 or 5 pieces, balance unchanged, 30 moves")


CYCLE = "32-28 1-5 28-32 5-1"


@pytest.mark.parametrize(("repetitions", "half_moves", "ordinal"), [(None, 8, "3rd"), (3, 8, "3rd"), (4, 12, "4th")])
def test_repetition(repetitions: int | None, half_moves: int, ordinal: str) -> None:
    played = game("italian", "W:WK32:BK1", repetitions)
    assert played.repetition_count == 1
    cycle(played, CYCLE, half_moves - 1)
    assert played.result is None
    cycle(played, "5-1", 1)
    assert played.repetition_count == half_moves // 4 + 1
    assert played.result == Result(None, Reason.REPETITION, f"repetition ({ordinal} occurrence)")
    assert str(played.result) == f"draw: repetition ({ordinal} occurrence)"


def test_play_goes_on_after_a_draw_by_rule() -> None:
    played = game("italian", "W:WK32,30:BK1,3")
    cycle(played, CYCLE, 8)
    assert played.result is not None
    play(played, "30-27")
    assert played.result is None
    assert played.repetition_count == 1


def test_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    played = game("international", "W:WK46,K50:BK1,K2", UNBOUNDED)
    play(played, "46-41 1-6 41-37 6-1 37-46")
    assert format_fen(played.position) == "B:WK46,K50:BK1,K2"
    assert played.repetition_count == 1


def test_repetition_looks_no_further_than_the_last_irreversible_move() -> None:
    played = game("english", "W:WK32,30:BK1,3", UNBOUNDED)
    cycle(played, CYCLE, 4)
    assert len(played.repetition_keys) == 5
    play(played, "30-25")
    assert played.reversible_half_moves == 0
    assert played.repetition_keys == [played.position.key]
    play(played, "1-5 32-28")
    assert played.reversible_half_moves == 2
    assert played.repetition_keys == [position.key for position in played.positions[-3:]]


def test_bad_number_of_repetitions() -> None:
    with pytest.raises(RulesError) as caught:
        game("italian", "W:WK32:BK1", 1)
    assert str(caught.value) == "draw at occurrence 1 of a position: expected 2 or more"


def test_no_piece_left() -> None:
    played = game("english", "W:W22:B18")
    play(played, "22x15")
    assert played.result == Result(Color.WHITE, Reason.NO_PIECE, "no piece left")
    assert str(played.result) == "White wins: no piece left"


def test_no_legal_move() -> None:
    assert game("italian", "B:W30:B25").result is None
    played = game("italian", "B:W29:B25")
    assert played.result == Result(Color.WHITE, Reason.NO_MOVE, "no legal move")


def test_who_cannot_move_wins_antidraughts() -> None:
    played = game("antidraughts", "W:W28:B22")
    play(played, "28x17")
    assert played.result == Result(Color.BLACK, Reason.NO_PIECE, "no piece left")
    assert str(played.result) == "Black wins: no piece left"


def test_loss_comes_before_a_draw_by_count() -> None:
    """English: the last half-move of the 40 moves each shuts the white king in."""
    played = game("english", "W:WK29:BK18,K21,K26,K30", UNBOUNDED)
    cycle(played, "29-25 26-23 25-29 23-26", 76)
    play(played, "29-25 26-22 25-29")
    assert played.result is None
    play(played, "21-25")
    assert played.reversible_half_moves == 80
    assert played.result == Result(Color.BLACK, Reason.NO_MOVE, "no legal move")


def test_resignation() -> None:
    played = Game(Position.start(find_variant("italian")))
    played.resign(Color.BLACK)
    assert played.result == Result(Color.WHITE, Reason.RESIGNATION, "resignation")
    assert str(played.result) == "White wins: resignation"
    with pytest.raises(RulesError) as caught:
        play(played, "21-17")
    assert str(caught.value) == "the game is over (White wins: resignation): expected no further move"
    for end in (played.agree_draw, lambda: played.resign(Color.WHITE)):
        with pytest.raises(RulesError) as caught:
            end()
        assert str(caught.value) == "the game is over (White wins: resignation): expected a game in progress"


def test_agreement_and_taking_back() -> None:
    played = Game(Position.start(find_variant("italian")))
    play(played, "21-17")
    played.agree_draw()
    assert played.result == Result(None, Reason.AGREEMENT, "agreement")
    assert played.result.is_draw
    move = played.undo()
    assert (move.origin, move.target) == (21, 17)
    assert played.result is None
    assert played.position == played.start
    with pytest.raises(RulesError) as caught:
        played.undo()
    assert str(caught.value) == "no move to take back: expected at least one move played"


def test_illegal_move_changes_nothing() -> None:
    played = Game(Position.start(find_variant("italian")))
    with pytest.raises(MoveError) as caught:
        played.play(Move((21, 14)))
    assert str(caught.value) == "21-14 is not a legal move"
    assert played.position == played.start
    assert played.moves == ()


def test_a_move_is_known_by_its_ends_and_captures() -> None:
    played = game("international", "W:WK46:B32,14")
    played.play(Move((46, 19, 5), (14, 32)))
    assert played.moves[0] in played.start.legal_moves
    assert played.position == played.start.after(played.moves[0])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_random_game_there_and_back(variant: Variant) -> None:
    choice = random.Random(7)
    played = Game(Position.start(variant))
    results, snapshots = [], []
    for _ in range(120):
        snapshots.append((played.position, played.counters, played.repetition_keys))
        results.append(played.result)
        if not played.position.legal_moves:
            break
        played.play(choice.choice(played.position.legal_moves))
    else:
        snapshots.append((played.position, played.counters, played.repetition_keys))
        results.append(played.result)
    again = Game.from_moves(played.start, played.moves)
    twin = played.copy()
    assert again.positions == played.positions == twin.positions
    assert again.counters == played.counters == twin.counters
    assert [position.key for position in played.positions[-len(played.repetition_keys) :]] == played.repetition_keys
    while True:
        assert (played.position, played.counters, played.repetition_keys) == snapshots.pop()
        assert played.result == results.pop()
        if not played.moves:
            break
        played.undo()
    assert not snapshots
    assert twin.positions == again.positions
