"""The table of endings: equal to published and independently computed values, and true to the rules move by move."""

import itertools
import json
import random
from functools import cache
from pathlib import Path

import pytest

from engine.endgame import store
from engine.endgame.generate import IMPOSSIBLE, Generator
from engine.endgame.table import DRAWN, EndingTable, endings_of
from engine.packed import PackedError
from engine.rules.fen import parse_fen
from engine.rules.notation import format_move, parse_move
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color

GAMES = ("english", "italian")
FACTS = [json.loads(line) for line in (Path(__file__).parents[2] / "data" / "endings.jsonl").read_text().splitlines()]
"""Counts of the positions of each material, captures included, and positions with the moves that keep their value:
computed by a program of others' making, whose counts for English with two pieces a side at most equal those of
a bitbase by M. Kreuzer, and whose two kings against each other those that E. Trice has published."""
COUNTS = [fact for fact in FACTS if "material" in fact]
POSITIONS = [fact for fact in FACTS if "fen" in fact]
SMALL = [fact for fact in POSITIONS if fact["fen"].count(",") < 3]
"""Of four pieces at most."""
WORD = {True: "win", False: "loss"}


@cache
def value(position: Position) -> int:
    """As the table has it; of a position with a capture, by what is behind its captures."""
    if not position.legal_moves:
        return 1
    if not position.legal_moves[0].is_capture:
        return endings_of(position.variant).value(position)
    return best([value(position.after(move)) for move in position.legal_moves])


def best(after: list[int]) -> int:
    """The value of a position, from those that its moves lead to: the shortest win, or a draw, or the longest loss."""
    losses = [value for value in after if value & 1]
    if losses:
        return min(losses) + 1
    return DRAWN if DRAWN in after else max(after) + 1


def word(value: int) -> str:
    return "draw" if value == DRAWN else WORD[value & 1 == 0]


@pytest.mark.both_modes
@pytest.mark.parametrize("fact", SMALL, ids=lambda fact: fact["fen"])
def test_known_positions_with_every_move_that_keeps_their_value(fact):
    position = parse_fen(fact["fen"], VARIANTS[fact["game"]])
    assert word(value(position)) == fact["value"]
    if fact["value"] != "loss":
        turned = {"win": "loss", "draw": "draw"}[fact["value"]]
        keeping = {move.identity for move in position.legal_moves if word(value(position.after(move))) == turned}
        assert keeping == {parse_move(position, text).identity for text in fact["moves"]}


@pytest.mark.both_modes
@pytest.mark.parametrize("game", GAMES)
def test_every_value_follows_from_those_after_it(game):
    """Of positions drawn by chance, without a capture, each is what its moves make of it."""
    variant = VARIANTS[game]
    chance = random.Random(game)
    seen = 0
    while seen < 1500:
        squares = chance.sample(variant.geometry.squares, chance.randint(2, 4))
        white = chance.randint(1, len(squares) - 1)
        boards: dict[str, list[int]] = {"white_men": [], "white_kings": [], "black_men": [], "black_kings": []}
        for place, square in enumerate(squares):
            side = Color.WHITE if place < white else Color.BLACK
            crowned = chance.random() < 0.5 or variant.geometry.row(square) == variant.promotion_row(side)
            boards[f"{side.name.lower()}_{'kings' if crowned else 'men'}"].append(square)
        position = Position.place(variant, chance.choice(list(Color)), **boards)
        if position.legal_moves and position.legal_moves[0].is_capture:
            continue
        seen += 1
        found = endings_of(variant).value(position)
        after = [value(position.after(move)) for move in position.legal_moves]
        assert found == (best(after) if after else 1), [format_move(position, move) for move in position.legal_moves]


def values_of(generator: Generator, material: tuple[int, ...]) -> bytes:
    """The values of all positions of a material, and of places that belong to none."""
    index, values = generator.index, bytes(generator.values)
    men, kings, other_men, other_kings = material
    if men + other_men:
        return values[index.first(material) : index.first(material) + index.slice_size(material)]
    # Of kings alone one position stands for all those that it can be turned to.
    bits = [1 << bit for bit in index.variant.geometry.bit_of[1:]]
    found = bytearray()
    for own in itertools.combinations(bits, kings):
        rest = [bit for bit in bits if bit not in own]
        for opponent in itertools.combinations(rest, other_kings):
            found.append(values[index.place(sum(own), sum(opponent), sum(own + opponent), 0)])
    return bytes(found)


def counts_of(generator: Generator, material: tuple[int, ...]) -> list[int]:
    """Wins, draws and losses of a material."""
    values = values_of(generator, material)
    drawn = values.count(DRAWN)
    lost = sum(values.count(value) for value in range(1, IMPOSSIBLE, 2))
    return [len(values) - values.count(IMPOSSIBLE) - drawn - lost, drawn, lost]


@pytest.mark.parametrize("pieces, kings", [(3, 3), pytest.param(4, 5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_made_again_it_is_the_same_and_its_counts_are_the_known_ones(game, pieces, kings):
    generator = Generator(VARIANTS[game], pieces, kings)
    generator.run()
    known = [fact for fact in COUNTS if fact["game"] == game and sum(fact["material"]) <= pieces]
    assert len(known) == {3: 16, 4: 41}[pieces]
    for fact in known:
        assert counts_of(generator, tuple(fact["material"])) == fact["won_drawn_lost"], fact["material"]
    generator.smooth()
    *held, values = store.read_values(game)
    assert held == [4, 5]
    assert values[: generator.index.size] == bytes(generator.values)


@pytest.mark.both_modes
def test_only_games_that_are_lost_without_a_move_have_one() -> None:
    assert endings_of(VARIANTS["antidraughts"]) is None
    assert endings_of(VARIANTS["international"]) is None
    with pytest.raises(ValueError, match="endings of antidraughts: expected a game in which who has no move loses"):
        Generator(VARIANTS["antidraughts"], 2, 2)


@pytest.mark.both_modes
def test_what_is_not_in_it() -> None:
    table = endings_of(VARIANTS["english"])
    assert table.value(Position.start(VARIANTS["english"])) is None
    with pytest.raises(ValueError, match="endings of english: 5 values, expected"):
        EndingTable(VARIANTS["english"], 2, 2, b"12345")


@pytest.mark.both_modes
def test_a_file_that_is_damaged_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(store, "DATA", tmp_path)
    assert store.read_values("english") is None
    file = store.write_values("english", 2, 3, b"12345", "by hand")
    assert store.read_values("english") == (2, 3, b"12345")
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole.replace(b'"sha256": "', b'"sha256": "0'), b"[1]\n"):
        file.write_bytes(damaged)
        with pytest.raises(PackedError, match=r"english\.endings: expected the file as it was made"):
            store.read_values("english")
    store.write_values("italian", 2, 3, b"12345", "by hand").rename(file)
    with pytest.raises(PackedError, match=r"english\.endings: expected the endings of english, found those of italian"):
        store.read_values("english")
