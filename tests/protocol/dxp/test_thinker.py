"""Searches that supersede each other."""

import random
import threading

import pytest

from engine.rules.game import Game
from engine.rules.position import Position
from engine.rules.variants import ITALIAN
from engine.score import Score
from engine.search.limits import Limits
from protocol.dxp.thinker import Search, Thinker
from tests.protocol.dxp.quick_player import QuickPlayer

pytestmark = pytest.mark.both_modes


class Searches:
    """Makes searches and notes their answers."""

    def __init__(self):
        self.done = []
        self.changed = threading.Condition()

    def make(self, **fields):
        return Search(Game(Position.start(ITALIAN)), Limits(**fields), self.note)

    def note(self, search, best):
        with self.changed:
            self.done.append((search, best))
            self.changed.notify()

    def wait_for(self, search):
        with self.changed:
            assert self.changed.wait_for(lambda: any(done is search for done, _ in self.done), 10)
        return next(best for done, best in self.done if done is search)


def test_a_search_and_its_score():
    player = QuickPlayer(score=Score(centimen=7))
    thinker, searches = Thinker(player), Searches()
    search = searches.make(movetime=5)
    thinker.start(search)
    assert searches.wait_for(search).move == search.game.position.legal_moves[0]
    assert search.score == Score(centimen=7)
    assert thinker.close(5)


def test_the_newest_supersedes():
    player = QuickPlayer(waits=True)
    thinker, searches = Thinker(player), Searches()
    old, new = searches.make(), searches.make(movetime=5)
    thinker.start(old)
    assert player.begun.acquire(timeout=10)
    thinker.start(new)
    searches.wait_for(old)
    assert player.begun.acquire(timeout=10)
    assert player.limits == [old.limits, new.limits]
    thinker.cancel()
    searches.wait_for(new)
    assert thinker.close(5)


def test_starting_cancelling_and_hitting_in_any_order():
    """No search is lost or runs twice, whenever the calls come."""
    dice = random.Random(1)
    player = QuickPlayer()
    thinker, searches = Thinker(player), Searches()
    for _ in range(300):
        match dice.randrange(4):
            case 0:
                thinker.cancel()
            case 1:
                thinker.start(searches.make(ponder=True))
                thinker.ponder_hit()
            case _:
                thinker.start(searches.make(ponder=dice.random() < 0.5))
    last = searches.make()
    thinker.start(last)
    searches.wait_for(last)
    assert thinker.close(5)
    assert len(searches.done) == len(player.limits)
    assert len({id(search) for search, _ in searches.done}) == len(searches.done)


def test_a_hit_before_the_search_has_begun():
    player = QuickPlayer()
    thinker, searches = Thinker(player), Searches()
    first, second = searches.make(ponder=True), searches.make(ponder=True)
    thinker.start(first)
    assert player.begun.acquire(timeout=10)
    thinker.start(second)
    thinker.ponder_hit()
    searches.wait_for(second)
    assert thinker.close(5)


def test_a_search_that_cannot_begin():
    player = QuickPlayer()

    def go(limits, on_info, on_best):
        raise MemoryError

    player.go = go
    thinker, searches = Thinker(player), Searches()
    search = searches.make()
    thinker.start(search)
    assert searches.wait_for(search).move is None
    assert thinker.close(5)


def test_close_while_it_searches():
    player = QuickPlayer(waits=True)
    thinker, searches = Thinker(player), Searches()
    thinker.start(searches.make())
    assert player.begun.acquire(timeout=10)
    assert thinker.close(5)
    assert thinker.close(5)


def test_what_takes_time_holds_nobody_up():
    """Clearing the table for a new game takes as long as it takes; the other side must hear its answer before."""
    player = QuickPlayer(waits=True)
    cleared, go_on = threading.Event(), threading.Event()

    def slowly():
        cleared.set()
        assert go_on.wait(10)

    player.new_game = slowly
    thinker, searches = Thinker(player), Searches()
    thinker.start(Search(Game(Position.start(ITALIAN)), Limits(), searches.note, forget=True))
    assert cleared.wait(10)
    thinker.cancel()
    go_on.set()
    assert thinker.close(5)
    assert player.limits == []
