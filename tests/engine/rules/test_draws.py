"""The counts that end a game as a draw."""

import pytest

from engine.rules.draws import (
    DrawTable,
    advance,
    balance_class,
    balance_half_moves,
    balance_limit,
    balance_of,
    is_count_draw,
    reversible_half_moves,
    start_counters,
)
from engine.rules.fen import parse_fen
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Variant, find_variant

pytestmark = pytest.mark.both_modes

WITHOUT_FEW_PIECE_RULES = ("italian", "english", "spanish", "portuguese", "czech", "antidraughts")


def table_of(variant: Variant) -> DrawTable:
    return DrawTable(variant.draws, variant.geometry)


def placed(variant: str, fen: str) -> tuple[DrawTable, Position]:
    record = find_variant(variant)
    return table_of(record), parse_fen(fen, record)


def sets(position: Position) -> tuple[int, int, int]:
    return position.white, position.black, position.kings


class Line:
    """The counters of a line of play that is given by its positions."""

    def __init__(self, variant: str, fen: str) -> None:
        self.variant = find_variant(variant)
        self.table = table_of(self.variant)
        self.counters = start_counters(self.table, *sets(parse_fen(fen, self.variant)))

    def go(self, fen: str, half_moves: int = 1, *, irreversible: bool = False) -> None:
        for _ in range(half_moves):
            self.counters = advance(self.table, self.counters, irreversible, *sets(parse_fen(fen, self.variant)))

    @property
    def drawn(self) -> bool:
        return bool(is_count_draw(self.table, self.counters))

    @property
    def count(self) -> int:
        return balance_half_moves(self.counters)

    @property
    def rule(self) -> str | None:
        rule = self.table.rule(balance_of(self.counters))
        return rule.article if rule else None


@pytest.mark.parametrize(
    ("variant", "fen", "article", "half_moves"),
    [
        # International: a lone king against one to three pieces with a king.
        ("international", "W:WK46:BK1,2,3", "FMJD 6.3", 32),
        ("international", "W:W46,47,K48:BK1", "FMJD 6.3", 32),
        ("international", "W:WK46:BK1,K2,K3", "FMJD 6.3", 32),
        ("international", "W:WK46:BK1,2", "FMJD 6.4", 10),
        ("international", "W:WK46,K47:BK1", "FMJD 6.4", 10),
        ("international", "W:WK46:BK1", "FMJD 6.4", 10),
        ("international", "W:WK46:B1,2", None, 0),
        ("international", "W:WK46:BK1,2,3,4", None, 0),
        ("international", "W:WK46,45:BK1,2", None, 0),
        ("international", "W:W46,47:BK1", None, 0),
        ("international", "W:W46:BK1", None, 0),
        # Russian.
        ("russian", "W:WKa1:BKb8,Kd8,Kf8", "FMJD-64 7.2.7", 10),
        ("russian", "W:WKe5:BKb8,d8,f8", "FMJD-64 7.2.7", 10),
        ("russian", "W:WKb8,Kd8,f6:BKh8", "FMJD-64 7.2.7", 10),
        ("russian", "W:WKc1:BKb8,Kd8,f8", "FMJD-64 7.2.6", 60),
        ("russian", "W:WKc1:BKb8,Ka1,f8", "FMJD-64 7.2.6", 60),
        ("russian", "W:WKa1:Bb8,d8,f8", None, 0),
        ("russian", "W:WKa1:BKb8,Kd8", "FMJD-64 7.2.8", 10),
        ("russian", "W:WKc1:BKb8,d8", "FMJD-64 7.2.8", 10),
        ("russian", "W:WKc1:BKb8", "FMJD-64 7.2.8", 10),
        ("russian", "W:WKc1:Bb8", None, 0),
        ("russian", "W:WKc1,a1:Bb8", None, 0),
        ("russian", "W:WKc1,a1:BKb8,d8", "FMJD-64 7.2.6", 60),
        ("russian", "W:WKc1,a1,e1:BKb8,d8", "FMJD-64 7.2.6", 60),
        ("russian", "W:WKc1,a1,e1:BKb8,d8,f8", "FMJD-64 7.2.6", 120),
        ("russian", "W:WKa1:BKb8,Kd8,Kf8,Kh6,h4,f6", "FMJD-64 7.2.6", 120),
        ("russian", "W:WKc1,a1,e1,g1:BKb8,d8,f8,a7", None, 0),
        ("russian", "W:Wc1,a1,e1:BKb8,d8", None, 0),
        # Brazilian.
        ("brazilian", "W:WKa1:BKb8,Kd8,Kf8", "FMJD-64 7.2.7", 10),
        ("brazilian", "W:WKc1:BKb8,Kd8,Kf8", None, 0),
        ("brazilian", "W:WKc1:BKb8,Kd8", "FMJD-64 7.2.8", 10),
        ("brazilian", "W:WKc1,a1:BKb8,d8", None, 0),
        # Pool.
        ("pool", "W:WK29:BK1,K2,K3", "APCA", 26),
        ("pool", "W:WK1,K2,K3:BK29", "APCA", 26),
        ("pool", "W:WK29:BK1,K2,3", None, 0),
        ("pool", "W:WK29:BK1,K2", None, 0),
        ("pool", "W:WK29,K30:BK1,K2", None, 0),
    ],
)
def test_few_piece_rule(variant: str, fen: str, article: str | None, half_moves: int) -> None:
    table, position = placed(variant, fen)
    balance = balance_class(table, *sets(position))
    rule = table.rule(balance)
    assert (rule.article.partition(":")[0] if rule else None) == article
    assert balance_limit(table, balance) == half_moves
    assert (balance == 0) == (article is None)


@pytest.mark.parametrize("variant", WITHOUT_FEW_PIECE_RULES)
def test_games_without_few_piece_rules(variant: str) -> None:
    for fen in ("W:WK32:BK1", "W:WK32,K31:BK1", "W:WK32:BK1,K2,K3", "W:W21-28:BK1"):
        table, position = placed(variant, fen)
        assert balance_class(table, *sets(position)) == 0


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_start_positions_count_nothing(variant: Variant) -> None:
    start = Position.start(variant)
    table = table_of(variant)
    counters = start_counters(table, *sets(start))
    assert counters == 0
    assert not is_count_draw(table, counters)


@pytest.mark.parametrize(
    ("variant", "half_moves"),
    [
        ("italian", 80),
        ("english", 80),
        ("russian", 30),
        ("brazilian", 40),
        ("pool", 30),
        ("international", 50),
        ("spanish", None),
        ("portuguese", None),
        ("czech", None),
        ("antidraughts", None),
    ],
)
def test_moves_without_progress(variant: str, half_moves: int | None) -> None:
    many = "W:WK22-30:BK1-9"
    line = Line(variant, many)
    line.go(many, (half_moves or 1000) - 1)
    assert not line.drawn
    line.go(many)
    assert line.drawn == (half_moves is not None)
    assert reversible_half_moves(line.counters) == (half_moves or 1000)
    line.go(many, irreversible=True)
    assert not line.drawn
    assert reversible_half_moves(line.counters) == 0


@pytest.mark.parametrize(
    ("variant", "fen", "half_moves"),
    [
        ("international", "W:WK46:BK1,2,3", 32),
        ("international", "W:WK46:BK1", 10),
        ("russian", "W:WKa1:BKb8,Kd8,Kf8", 10),
        ("russian", "W:WKc1:BKb8,d8", 10),
        ("pool", "W:WK29:BK1,K2,K3", 26),
    ],
)
def test_few_pieces(variant: str, fen: str, half_moves: int) -> None:
    line = Line(variant, fen)
    line.go(fen, half_moves - 1)
    assert not line.drawn
    line.go(fen)
    assert line.drawn


def test_men_moves_do_not_reset_few_pieces() -> None:
    """Russian: 4 or 5 pieces, 30 moves; the count of kings' moves starts again, this one does not."""
    fen = "W:WKc1,a1:BKb8,d8"
    line = Line("russian", fen)
    line.go(fen, 29)
    line.go(fen, irreversible=True)
    line.go(fen, 29)
    assert not line.drawn
    line.go(fen, irreversible=True)
    assert line.drawn
    assert line.count == 60


@pytest.mark.parametrize(
    "after",
    ["W:WKc1,Ka1:BKb8,d8", "W:WKc1,a1,e1:BKb8,d8", "W:WKc1,a1:BKb8,Kd8"],
    ids=["promotion", "another piece", "promotion of the other side"],
)
def test_russian_balance_starts_again_when_material_changes(after: str) -> None:
    line = Line("russian", "W:WKc1,a1:BKb8,d8")
    line.go("W:WKc1,a1:BKb8,d8", 20, irreversible=True)
    assert line.count == 20
    line.go(after, irreversible=True)
    assert line.count == 0


@pytest.mark.parametrize("variant", ["international", "russian", "brazilian"])
def test_five_moves_go_on_when_a_piece_falls_or_is_crowned(variant: str) -> None:
    line = Line(variant, "W:WK30:BK1,2")
    line.go("W:WK30:BK1,2", 4)
    line.go("W:WK30:BK1,K2", irreversible=True)
    assert line.count == 5
    line.go("W:WK30:BK1", irreversible=True)
    assert line.count == 6
    line.go("W:WK30:BK1", 3)
    assert not line.drawn
    line.go("W:WK30:BK1")
    assert line.drawn


def test_move_into_the_balance_is_not_counted() -> None:
    line = Line("international", "W:WK46,45:BK1,2,3")
    line.go("W:WK46:BK1,2,3", irreversible=True)
    assert line.count == 0
    line.go("W:WK46:BK1,2,3", 20)
    line.go("W:WK46:BK1,2", irreversible=True)
    assert (line.rule or "").startswith("FMJD 6.4")
    assert line.count == 0
    line.go("W:WK46:BK1,2", 9)
    assert not line.drawn
    line.go("W:WK46:BK1,2")
    assert line.drawn


def test_leaving_the_main_road_starts_another_count() -> None:
    on, off = "W:WKa1:BKb8,Kd8,f8", "W:WKc1:BKb8,Kd8,f8"
    line = Line("russian", on)
    line.go(on, 9)
    assert not line.drawn
    line.go(off)
    assert not line.drawn and line.count == 0
    line.go(on)
    assert line.count == 0
    line.go(on, 9)
    assert not line.drawn
    line.go(on)
    assert line.drawn


def test_counts_do_not_overflow() -> None:
    table, position = placed("international", "W:WK46:BK1")
    counters = start_counters(table, *sets(position))
    for _ in range(70_000):
        counters = advance(table, counters, False, *sets(position))
    assert reversible_half_moves(counters) == balance_half_moves(counters) == 65_535
    assert balance_of(counters) == balance_class(table, *sets(position))


@pytest.mark.parametrize(
    ("variant", "road"),
    [
        ("russian", (4, 8, 11, 15, 18, 22, 25, 29)),
        ("italian", (1, 5, 10, 14, 19, 23, 28, 32)),
        ("international", (5, 10, 14, 19, 23, 28, 32, 37, 41, 46)),
    ],
)
def test_main_road_is_the_longest_diagonal(variant: str, road: tuple[int, ...]) -> None:
    record = find_variant(variant)
    assert record.geometry.squares_in(table_of(record).main_road) == road
