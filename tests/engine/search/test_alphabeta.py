"""The search of a worker."""

from itertools import pairwise

import pytest

from engine.endgame.table import DRAWN, endings_of
from engine.evaluation.terms import Evaluator
from engine.rules.draws import start_counters
from engine.rules.fen import format_fen
from engine.rules.game import Game, draw_table
from engine.rules.notation import parse_move
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, VARIANTS, Variant
from engine.search.limits import Limits
from engine.search.parameters import DRAW, WIN
from engine.search.table import Table
from tests.engine.playouts import random_positions
from tests.engine.search.searching import game_of, new_worker, search, set_root

ALL = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))


def known(position: Position, ply: int) -> int | None:
    """The value of a position that the table of endings has, `ply` plies from the root."""
    endings = endings_of(position.variant)
    found = endings and endings.value(position)
    if found is None or position.legal_moves[0].is_capture:
        return None
    return DRAW if found == DRAWN else (1 if found % 2 == 0 else -1) * (WIN - ply - (found - 1))


class Plain:
    """The same search without a window, a table, an order or a reduction: what the values have to be."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._evaluator = Evaluator(variant)

    def value(self, position: Position, depth: int, ply: int = 0, wary: bool = True) -> int:
        moves = position.legal_moves
        if not moves:
            return ply - WIN if self._variant.loses_without_move else WIN - ply
        if ply > 0 and (ending := known(position, ply)) is not None:
            return ending
        if depth <= 0 and not moves[0].is_capture:
            if not wary or not self._threatened(position):
                return self._evaluator.value(position)
            wary = False
        if len(moves) == 1 and depth > 0 and ply > 0:
            depth += 1
        return max(-self.value(position.after(move), depth - 1, ply + 1, wary) for move in moves)

    @staticmethod
    def _threatened(position: Position) -> bool:
        replies = Position(
            position.variant, position.side.other, position.white, position.black, position.kings
        ).legal_moves
        return bool(replies) and replies[0].is_capture


@ALL
@pytest.mark.both_modes
@pytest.mark.parametrize("depth", [1, 2])
def test_values_are_those_of_a_plain_search(variant: Variant, depth: int) -> None:
    plain = Plain(variant)
    for position in random_positions(variant, 12, seed=depth):
        worker = new_worker(Game(position))
        set_root(worker, Game(position))
        assert worker.search(depth, -WIN, WIN) == plain.value(position, depth), format_fen(position)


@ALL
def test_the_line_leads_to_the_value(variant: Variant) -> None:
    """Played out, the principal variation ends in a position of that static value, or in the end of the game."""
    evaluator = Evaluator(variant)
    for start in random_positions(variant, 10, seed=3):
        game = Game(start)
        worker = new_worker(game)
        set_root(worker, game)
        value = worker.search(2, -WIN, WIN)
        position, sign, plies = start, 1, 0
        for index in worker.line():
            position = position.after(position.legal_moves[index])
            sign, plies = -sign, plies + 1
        if position.legal_moves:
            ending = known(position, plies)
            assert value == sign * (evaluator.value(position) if ending is None else ending)
        else:
            lost = sign if variant.loses_without_move else -sign
            assert value == -lost * (WIN - plies)


@pytest.mark.both_modes
def test_the_end_of_the_game() -> None:
    worker = search(game_of("english", "W:W18:B14"), Limits(depth=1))
    assert worker.last.score.win_in == 1
    lost = search(game_of("antidraughts", "W:W28:B23"), Limits(depth=1))
    assert lost.last.score.win_in == -1, "Black is rid of its last man"
    blocked = search(game_of("english", "W:W10,14,31:B5"), Limits(depth=2))
    assert blocked.last.score.win_in == 3, "5-9 14x5"


@pytest.mark.both_modes
@pytest.mark.parametrize("nodes", [1, 2, 3, 100, 513, 777, 3000])
def test_nodes_are_exact(nodes: int) -> None:
    outcome = search(game_of("italian", "W:W21-32:B1-12"), Limits(nodes=nodes))
    assert outcome.worker.nodes == nodes
    assert outcome.best.move is not None
    if outcome.infos:
        assert outcome.infos[-1].nodes == nodes


@ALL
def test_the_same_search_gives_the_same_nodes(variant: Variant) -> None:
    game = Game(Position.start(variant))
    one, other = (search(game, Limits(depth=7)) for _ in range(2))
    assert one.worker.nodes == other.worker.nodes
    assert [info.pv for info in one.infos] == [info.pv for info in other.infos]


def test_a_raised_signal_ends_it_at_once() -> None:
    game = Game(Position.start(ENGLISH))
    worker = new_worker(game)
    set_root(worker, game)
    worker.signal.raised = True
    outcome = search(game, Limits(), worker=worker)
    assert worker.nodes == 0
    assert worker.aborted
    assert outcome.best.move in game.position.legal_moves


def test_a_deadline_that_has_passed_ends_it_at_once() -> None:
    game = Game(Position.start(ENGLISH))
    worker = new_worker(game)
    set_root(worker, game)
    worker.signal.deadline = 1
    search(game, Limits(), worker=worker)
    assert worker.nodes == 0


def shuffled() -> Game:
    """Two kings against one; the start position comes for the third time if Black now plays 6-1."""
    game = game_of("english", "W:WK31,K32:BK1")
    for text in ("32-28", "1-6", "28-32", "6-1", "32-28", "1-6", "28-32"):
        game.play(parse_move(game.position, text))
    return game


@pytest.mark.both_modes
def test_a_repetition_of_the_game_is_seen() -> None:
    game = shuffled()
    back = game.position.legal_moves.index(parse_move(game.position, "6-1"))
    away = game.position.legal_moves.index(parse_move(game.position, "6-10"))
    worker = new_worker(game)
    for allowed, drawn in (([back], True), ([away], False)):
        set_root(worker, game, allowed=allowed)
        assert (worker.search(4, -WIN, WIN) == 0) == drawn
    set_root(worker, game)
    worker.search(4, -WIN, WIN)
    assert worker.root_move(worker.best) == back, "the weaker side takes the draw"


@pytest.mark.both_modes
def test_the_number_of_repetitions_is_obeyed() -> None:
    game = shuffled()
    game.repetitions = 4
    back = game.position.legal_moves.index(parse_move(game.position, "6-1"))
    worker = new_worker(game)
    set_root(worker, game, allowed=[back])
    assert worker.search(2, -WIN, WIN) < -50


@pytest.mark.both_modes
def test_a_repetition_within_the_line_is_a_draw() -> None:
    """Kings that can only go to and fro: nothing new comes of it."""
    game = game_of("english", "W:WK32:BK1")
    worker = new_worker(game)
    set_root(worker, game)
    assert abs(worker.search(9, -WIN, WIN)) < 60


@pytest.mark.both_modes
def test_the_move_count_is_seen_and_does_not_spoil_the_table() -> None:
    game = game_of("english", "W:WK31,K32:BK1")
    table = Table(1)
    worker = new_worker(game, table)
    for reversible, drawn in ((79, True), (76, True), (0, False), (79, True), (0, False)):
        set_root(worker, game, counters=reversible)
        value = worker.search(6, -WIN, WIN)
        assert (value == 0) == drawn


@pytest.mark.both_modes
def test_a_win_comes_before_a_draw_by_count() -> None:
    """The king move that fills the count leaves Black without a move."""
    game = game_of("english", "W:WK21,K22:BK29")
    worker = new_worker(game)
    for reversible in (0, 79):
        set_root(worker, game, counters=reversible)
        assert worker.search(1, -WIN, WIN) == WIN - 1


@pytest.mark.both_modes
def test_few_pieces_are_counted() -> None:
    game = game_of("international", "W:WK46,K47:BK4")
    position = game.position
    start = start_counters(draw_table(game.variant), position.white, position.black, position.kings)
    worker = new_worker(game)
    for count, drawn in ((9, True), (0, False), (9, True)):
        set_root(worker, game, counters=start | count << 16 | count)
        assert (worker.search(2, -WIN, WIN) == 0) == drawn


def test_a_win_is_found_and_its_distance_falls_as_it_is_played() -> None:
    game = game_of("english", "W:WK18,K15:BK5")
    worker = new_worker(game, Table(16))
    distances = []
    while game.result is None:
        set_root(worker, game)
        outcome = search(game, Limits(depth=20), worker=worker)
        distances.append(abs(outcome.last.score.win_in))
        game.play(outcome.best.move)
    assert game.result.winner == 0
    assert all(later < earlier for earlier, later in pairwise(distances))
    assert len(distances) == distances[0]
