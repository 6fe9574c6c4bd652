"""Two sessions joined in memory play whole games with each other."""

import random
import threading

import pytest

from engine.player import Player
from engine.rules.position import Position
from engine.rules.variants import VARIANTS, Color
from protocol.dxp.events import Fault, Finished
from protocol.dxp.frames import Framing
from protocol.dxp.messages import Claim
from protocol.dxp.pacing import DirectWriter, MessageWriter
from protocol.dxp.session import DxpSession, Settings
from protocol.pydraughts import StyleChoice
from protocol.serving import serve
from protocol.transport.memory import pair
from tests.protocol.dxp.quick_player import QuickPlayer

pytestmark = pytest.mark.both_modes

OPPOSITE = {Claim.WIN: Claim.LOSS, Claim.LOSS: Claim.WIN, Claim.DRAW: Claim.DRAW, Claim.NONE: Claim.NONE}


def play(variant, color, players, minutes=0, framing=Framing.NUL, compat=StyleChoice.AUTO, gap=None, timeout=60):
    """The game of an initiator of that colour with a follower: the last event of each, none of them a fault."""
    near, far = pair()
    events = [], []

    def open_session(player, seen, settings, ask):
        def opened(send):
            writer = DirectWriter(send) if gap is None else MessageWriter(send, gap)
            session = DxpSession(player, writer, framing, settings, seen.append)
            if ask:
                session.request(color, minutes, 0, Position.start(variant))
            return session

        return opened

    settings = Settings(variant, compat)
    openers = [
        open_session(players[0], events[0], Settings(variant, compat, one_game=True), True),
        open_session(players[1], events[1], settings, False),
    ]
    threads = [
        threading.Thread(target=serve, args=(end, opener), daemon=True)
        for end, opener in zip((near, far), openers, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout)
        assert not thread.is_alive(), "the game does not end"
    ours, theirs = ([event for event in seen if isinstance(event, Finished)] for seen in events)
    assert not [event for seen in events for event in seen if isinstance(event, Fault)]
    assert (len(ours), len(theirs)) == (1, 1)
    return ours[0], theirs[0]


def check(ours, theirs):
    """Both have seen the same game, and its end alike."""
    assert ours.game.moves == theirs.game.moves
    assert ours.color is theirs.color.other
    assert ours.outcome.claim is OPPOSITE[theirs.outcome.claim]
    assert ours.outcome.complete
    assert theirs.outcome.complete
    assert not ours.outcome.disputed
    assert not theirs.outcome.disputed


def random_player(seed):
    dice = random.Random(seed)
    return QuickPlayer(lambda position: dice.choice(position.legal_moves))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("color", Color)
def test_whole_games(variant, color):
    seed = f"{variant.name} {color.name}"
    ours, theirs = play(variant, color, (random_player(seed), random_player(seed + "2")))
    check(ours, theirs)
    assert ours.game.result is not None


@pytest.mark.parametrize("variant", [VARIANTS["english"], VARIANTS["russian"]], ids=lambda variant: variant.name)
def test_whole_games_in_the_numbering_of_pydraughts(variant):
    ours, theirs = play(variant, Color.WHITE, (random_player(1), random_player(2)), compat=StyleChoice.PYDRAUGHTS)
    assert ours.game.moves == theirs.game.moves
    assert not ours.game.position.legal_moves


@pytest.mark.parametrize("framing", Framing)
def test_pondering_players(framing):
    players = random_player(1), random_player(2)
    for player in players:
        player.set_option("Ponder", "true")
    check(*play(VARIANTS["italian"], Color.WHITE, players, framing=framing))
    assert any(limits.ponder for limits in players[0].limits)


def test_with_pauses():
    """An answer of the other side makes the pause needless: a game takes no longer than one pause or two."""
    players = random_player(5), random_player(6)
    check(*play(VARIANTS["italian"], Color.BLACK, players, gap=0.25, timeout=20))


@pytest.mark.parametrize("name", ["italian", "english", "international"])
def test_real_players(name):
    check(*play(VARIANTS[name], Color.WHITE, (Player(), Player()), minutes=0.02, timeout=110))
