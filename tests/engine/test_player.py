"""The player: one search at a time, from any thread."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engine import thinker
from engine.openings.short import short_openings
from engine.options import OptionError
from engine.options import find_option as option_of
from engine.player import BestMove, Info, Player
from engine.rules.errors import MoveError
from engine.rules.fen import parse_fen
from engine.rules.game import Game
from engine.rules.move import Move
from engine.rules.notation import parse_move
from engine.rules.position import Position
from engine.rules.variants import ENGLISH, ITALIAN
from engine.search import table
from engine.search.limits import Limits

PATIENCE = 20.0
"""Seconds after which something that should happen at once is taken never to happen."""


class Calls:
    """What a search told."""

    def __init__(self) -> None:
        self.infos: list[Info] = []
        self.answers: list[BestMove] = []
        self.answered = threading.Event()
        self.informed = threading.Event()
        self.answered_at = 0.0

    def info(self, info: Info) -> None:
        self.infos.append(info)
        self.informed.set()

    def best(self, best: BestMove) -> None:
        self.answered_at = time.perf_counter()
        self.answers.append(best)
        self.answered.set()


@pytest.fixture
def player() -> Iterator[Player]:
    made = Player()
    made.set_option("Hash", "4")
    yield made
    made.close()
    assert not any(thread.name == "search" for thread in threading.enumerate())


def start(player: Player, limits: Limits) -> Calls:
    calls = Calls()
    player.go(limits, calls.info, calls.best)
    return calls


def finish(player: Player, limits: Limits) -> Calls:
    calls = start(player, limits)
    assert player.wait(PATIENCE)
    assert player.failure is None
    assert len(calls.answers) == 1
    return calls


def test_a_search(player: Player) -> None:
    calls = finish(player, Limits(depth=6))
    assert [info.depth for info in calls.infos] == [1, 2, 3, 4, 5, 6]
    assert calls.answers[0].move == calls.infos[-1].pv[0]
    assert not player.searching


def test_it_plays_a_whole_game(player: Player) -> None:
    while player.game.result is None:
        player.game.play(finish(player, Limits(depth=3)).answers[0].move)
    assert len(player.game.moves) > 20


def test_stop_is_answered_at_once(player: Player) -> None:
    """50 ms are promised; the best of ten leaves the noise of a busy machine aside."""
    delays = []
    for _ in range(10):
        calls = start(player, Limits(infinite=True))
        assert calls.informed.wait(PATIENCE)
        assert player.searching
        asked = time.perf_counter()
        player.stop()
        assert player.wait(PATIENCE)
        delays.append(calls.answered_at - asked)
        assert len(calls.answers) == 1
        assert calls.answers[0].move is not None
    assert min(delays) < 0.05


def test_a_search_leaves_the_interpreter_to_others(player: Player) -> None:
    calls = start(player, Limits(infinite=True))
    assert calls.informed.wait(PATIENCE)
    steps = 0
    until = time.perf_counter() + 0.2
    while time.perf_counter() < until:
        steps += 1
    player.stop()
    assert player.wait(PATIENCE)
    assert steps > 5000


def test_an_infinite_search_answers_only_when_stopped(player: Player) -> None:
    player.set_option("UCI_Variant", "english")
    player.set_game(Game(parse_fen("W:W18:B14", ENGLISH)))
    calls = start(player, Limits(infinite=True, depth=1))
    assert calls.informed.wait(PATIENCE)
    assert not player.wait(0.1)
    assert not calls.answers
    player.stop()
    assert player.wait(PATIENCE)
    assert len(calls.answers) == 1


@pytest.mark.parametrize("limits", [Limits(movetime=30), Limits(time=300), Limits(time=0), Limits(time=-50)])
def test_a_clock_ends_the_search(player: Player, limits: Limits) -> None:
    assert finish(player, limits).answers[0].move is not None


def test_a_fixed_time_is_used_up(player: Player) -> None:
    began = time.perf_counter()
    calls = finish(player, Limits(movetime=200))
    assert calls.answered_at - began > 0.15


def test_nodes_are_exact(player: Player) -> None:
    for nodes in (1, 1000, 54_321):
        calls = finish(player, Limits(nodes=nodes))
        assert not calls.infos or calls.infos[-1].nodes == nodes


def test_a_single_reply_is_played_at_once(player: Player) -> None:
    player.set_game(Game(parse_fen("W:W20:B5", ENGLISH)))
    assert len(player.game.position.legal_moves) == 1
    calls = finish(player, Limits(time=10_000_000))
    assert calls.answers[0].move == player.game.position.legal_moves[0]
    assert [info.depth for info in calls.infos] == [1]


def test_a_fixed_time_is_for_analysis_and_used_also_on_a_single_reply(player: Player) -> None:
    player.set_game(Game(parse_fen("W:W20:B5", ENGLISH)))
    assert finish(player, Limits(movetime=200)).infos[-1].depth > 1
    player.set_game(Game(Position.start(ENGLISH)))
    only = player.game.position.legal_moves[0]
    assert finish(player, Limits(movetime=200, search_moves=(only,))).infos[-1].depth > 1


def test_pondering_waits_for_the_hit(player: Player) -> None:
    calls = start(player, Limits(ponder=True, time=100))
    assert calls.informed.wait(PATIENCE)
    assert not player.wait(0.3)
    player.ponder_hit()
    assert player.wait(PATIENCE)
    assert len(calls.answers) == 1


def test_pondering_is_stopped(player: Player) -> None:
    calls = start(player, Limits(ponder=True, time=1_000_000))
    player.stop()
    assert player.wait(PATIENCE)
    assert len(calls.answers) == 1


def test_a_finished_ponder_search_waits_too(player: Player) -> None:
    calls = start(player, Limits(ponder=True, depth=1))
    assert calls.informed.wait(PATIENCE)
    assert not player.wait(0.1)
    player.ponder_hit()
    assert player.wait(PATIENCE)
    assert len(calls.answers) == 1


def test_idle_calls_do_nothing(player: Player) -> None:
    player.stop()
    player.ponder_hit()
    assert player.wait()
    assert finish(player, Limits(depth=4)).infos[-1].depth == 4


def test_a_new_search_ends_the_one_before(player: Player) -> None:
    first = start(player, Limits(infinite=True))
    second = finish(player, Limits(depth=3))
    assert len(first.answers) == 1
    assert second.infos[-1].depth == 3


def test_search_moves(player: Player) -> None:
    wanted = parse_move(player.game.position, "21-17")
    assert finish(player, Limits(depth=4, search_moves=(wanted,))).answers[0].move == wanted
    with pytest.raises(MoveError, match="search move 1-5 is not legal here"):
        player.go(Limits(search_moves=(Move((1, 5)),)), lambda info: None, lambda best: None)
    assert not player.searching


def test_a_finished_game_has_no_move(player: Player) -> None:
    player.set_game(Game(parse_fen("W:W5:B1", ENGLISH)))
    assert player.game.result is not None
    for limits in (Limits(depth=5), Limits(infinite=True), Limits(ponder=True)):
        calls = finish(player, limits)
        assert calls.answers == [BestMove(None)]
        assert not calls.infos


@pytest.mark.parametrize("where", ["search", "info", "answer"])
def test_errors_are_kept_and_a_legal_move_comes_all_the_same(
    player: Player, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def fail(*args: object, **named: object) -> None:
        raise ZeroDivisionError(where)

    calls = Calls()
    answers: list[BestMove] = []

    def answer(best: BestMove) -> None:
        answers.append(best)
        if where == "answer":
            fail()

    if where == "search":
        monkeypatch.setattr(thinker, "Deepening", fail)
    player.go(Limits(depth=3), fail if where == "info" else calls.info, answer)
    assert player.wait(PATIENCE)
    assert isinstance(player.failure, ZeroDivisionError)
    assert [best.move in player.game.position.legal_moves for best in answers] == [True]
    assert not player.searching
    monkeypatch.undo()
    finish(player, Limits(depth=2))


@pytest.mark.parametrize(
    "action", [lambda player: player.wait(), lambda player: player.go(Limits(depth=1), print, print)]
)
def test_a_callback_cannot_wait_for_its_own_search(player: Player, action: Callable[[Player], object]) -> None:
    caught: list[Exception] = []

    def answer(best: BestMove) -> None:
        try:
            action(player)
        except RuntimeError as error:
            caught.append(error)

    player.go(Limits(depth=1), lambda info: None, answer)
    assert player.wait(PATIENCE)
    assert len(caught) == 1
    assert "callback" in str(caught[0])


def test_another_game_starts_anew(player: Player) -> None:
    calls = start(player, Limits(infinite=True))
    player.set_option("UCI_Variant", "english")
    assert len(calls.answers) == 1
    assert player.game.position == Position.start(ENGLISH)
    assert finish(player, Limits(depth=3)).answers[0].move in player.game.position.legal_moves


def test_games_of_two_variants_in_turn(player: Player) -> None:
    for _ in range(2):
        for variant in (ENGLISH, ITALIAN):
            player.set_game(Game(Position.start(variant)))
            assert finish(player, Limits(depth=5)).answers[0].move in player.game.position.legal_moves


def test_repetitions_belong_to_the_option(player: Player) -> None:
    player.set_option("Repetitions", "4")
    assert player.game.repetitions == 4
    player.set_game(Game(Position.start(ITALIAN)))
    assert player.game.repetitions == 4


def test_a_new_game_forgets(player: Player) -> None:
    first = finish(player, Limits(depth=8)).infos[-1].nodes
    again = finish(player, Limits(depth=8)).infos[-1].nodes
    assert again < first
    player.new_game()
    assert finish(player, Limits(depth=8)).infos[-1].nodes == first


def test_clear_hash(player: Player) -> None:
    first = finish(player, Limits(depth=8)).infos[-1].nodes
    player.set_option("Clear Hash", None)
    assert finish(player, Limits(depth=8)).infos[-1].nodes > first // 2


def test_a_hash_that_does_not_fit_is_refused(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "available_memory", lambda: 100 << 20)
    with pytest.raises(OptionError, match="option Hash: hash of 5000 MiB: expected at most 100 MiB"):
        player.set_option("Hash", "5000")
    assert player.options["Hash"] == 4
    finish(player, Limits(depth=2))


def test_options_are_obeyed(player: Player) -> None:
    player.set_option("MultiPV", "3")
    assert [info.multipv for info in finish(player, Limits(depth=1)).infos] == [1, 2, 3]
    with pytest.raises(OptionError, match="did you mean Hash"):
        player.set_option("Hahs", "3")


def test_closed() -> None:
    player = Player()
    player.set_option("Hash", "1")
    calls = start(player, Limits(infinite=True))
    player.close()
    assert len(calls.answers) == 1
    assert not any(thread.name == "search" for thread in threading.enumerate())
    with pytest.raises(RuntimeError, match="closed"):
        start(player, Limits(depth=1))
    player.close()


def test_many_threads_at_once(player: Player) -> None:
    """Starts and stops from everywhere: each search answers exactly once."""
    made: list[Calls] = []
    lock = threading.Lock()

    def work(number: int) -> None:
        for step in range(15):
            if (number + step) % 3:
                calls = start(player, Limits(depth=30))
                with lock:
                    made.append(calls)
            else:
                player.stop()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    player.stop()
    assert player.wait(PATIENCE)
    assert len(made) == 40
    assert all(len(calls.answers) == 1 for calls in made)


def test_a_draw_is_worth_what_contempt_says(player: Player) -> None:
    """Two lone kings that can only draw."""
    player.set_option("UCI_Variant", "english")
    player.set_game(Game(parse_fen("W:WK29:BK4", ENGLISH)))
    values = {}
    for contempt in ("0", "40", "-40"):
        player.set_option("Contempt", contempt)
        player.new_game()
        game = Game(parse_fen("W:WK29:BK4", ENGLISH))
        for move in ("29-25", "4-8", "25-29", "8-4", "29-25", "4-8", "25-29"):
            game.play(parse_move(game.position, move))
        player.set_game(game)
        only = (parse_move(game.position, "8-4"),)
        calls = finish(player, Limits(depth=3, search_moves=only))
        values[contempt] = calls.infos[-1].score.centimen
    assert values == {"0": 0, "40": -40, "-40": 40}


def test_threads_search_together_and_one_is_reproducible(player: Player) -> None:
    limit = min(2, option_of("Threads").maximum)
    depth = Limits(depth=11)
    alone = []
    for _ in range(2):
        player.new_game()
        alone.append(finish(player, depth).infos[-1].nodes)
    assert alone[0] == alone[1]
    player.set_option("Threads", str(limit))
    player.new_game()
    calls = finish(player, depth)
    assert calls.infos[-1].depth == 11
    assert not any(thread.name == "helper" for thread in threading.enumerate())
    assert finish(player, Limits(nodes=5000)).infos[-1].nodes == 5000


def test_a_weak_player_thinks_little_and_shows_one_line(player: Player) -> None:
    player.set_option("Skill Level", "3")
    calls = finish(player, Limits(depth=20))
    assert calls.infos[-1].nodes <= 230
    assert {info.multipv for info in calls.infos} == {1}
    player.set_option("Skill Level", "20")
    player.set_option("UCI_LimitStrength", "true")
    player.set_option("UCI_Elo", "1040")
    assert finish(player, Limits(depth=20)).infos[-1].nodes <= 230
    player.set_option("UCI_LimitStrength", "false")
    assert finish(player, Limits(depth=9)).infos[-1].nodes > 230


@pytest.mark.slow
@pytest.mark.parametrize("weaker, stronger", [(0, 5), (5, 10), (10, 15)])
def test_levels_are_monotone(weaker: int, stronger: int) -> None:
    """Twenty games from ten openings; the stronger level takes more than half of the points."""
    players = [Player(), Player()]
    points = 0.0
    for one, level in zip(players, (weaker, stronger), strict=True):
        one.set_option("UCI_Variant", "english")
        one.set_option("Hash", "2")
        one.set_option("Skill Level", str(level))
    for opening in list(short_openings(ENGLISH, 2))[::5][:10]:
        for colour in (0, 1):
            game = Game(opening.position)
            while game.result is None and len(game.moves) < 160:
                mover = players[game.position.side ^ colour]
                mover.set_game(game.copy())
                game.play(finish(mover, Limits()).answers[0].move)
            winner = game.result.winner if game.result is not None else None
            points += 0.5 if winner is None else float(winner ^ colour == 1)
    for one in players:
        one.close()
    assert points > 10
