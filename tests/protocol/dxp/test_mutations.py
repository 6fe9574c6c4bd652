"""Damaged and senseless messages: the session stays alive, or ends as the protocol says."""

import os
import random

import pytest

from engine.rules.variants import Color
from protocol.dxp.codec import LONGEST_MESSAGE, format_message
from protocol.dxp.frames import Framing
from protocol.dxp.state import PLAYING, State
from tests.protocol.dxp.conversation import ACCEPTED, INTERNATIONAL, ITALIAN, Conversation, game_request
from tests.protocol.dxp.quick_player import QuickPlayer
from tests.protocol.mutations import damaged

MESSAGES = (
    game_request(),
    game_request(follower="Z"),
    game_request(start="A", minutes="005", moves="040"),
    game_request(follower="Z", start="BZ" + ITALIAN, name="DXP Client"),
    game_request(start="BW" + INTERNATIONAL),
    game_request(start="BWeeeezeeeeWeeeeeeeeeeeeeeeeeeeeee"),
    ACCEPTED,
    ACCEPTED[:-1] + "2",
    "M0001211700",
    "M001205250422122320",
    "M0000091300",
    "E00",
    "E10",
    "E20",
    "CWhat do you think about move 35?",
    "B001W",
    "B002Z",
    "B999W",
    "K0",
    "K2",
)
LETTERS = "RAMECBK0123456789wWzZe BAW.-\r\x7f\xe9\xff"


def legal(talk):
    """The text of a legal move of the other side, if it is to move; else of none."""
    with talk.session._lock:
        if talk.session._machine.state is not State.THEIR_TURN:
            return "M0000010100"
        running = talk.session._running
        moves = running.game.position.legal_moves
        return format_message(running.board.write_move(moves[0], 1)) if moves else "E10"


def run(count, seed):
    """Says so many messages to sessions, of which a new one begins where one has ended."""
    dice = random.Random(seed)
    talk, sessions, heard, games = None, 0, 0, 0
    for number in range(count):
        if talk is None:
            player = QuickPlayer(lambda position: dice.choice(position.legal_moves))
            player.set_option("Ponder", dice.choice(["true", "false"]))
            talk = Conversation(player=player, framing=dice.choice(list(Framing)))
            sessions += 1
        message = legal(talk) if dice.random() < 0.3 else dice.choice(MESSAGES)
        if dice.random() < 0.4:
            message = damaged(message, dice, MESSAGES, LETTERS, 300)
        if dice.random() < 0.01 and talk.session._machine.state is State.IDLE:
            talk.session.request(dice.choice(list(Color)), 5, 0, player.game.start)
        talk.say(message)
        stopped = talk.session._machine.state is State.CLOSING
        if number % 50 == 49 or stopped or talk.session.ended:
            heard += len(talk.drain(0.002))
        if talk.session.ended or stopped:
            # Only a stop code (of the other side, between or after games) ends a session.
            assert talk.session._machine.state is State.CLOSING
            games += len(talk.outcomes())
            talk.close()
            talk = None
    if talk is not None:
        if talk.session._machine.state in (*PLAYING, State.ENDING, State.REQUESTED):
            talk.say("E00")
            talk.say("E00")
        talk.drain(0.2)
        assert talk.ask(game_request(follower="Z")) == ACCEPTED
        talk.close()
    return sessions, heard, games


def check(count, seed):
    sessions, heard, games = run(count, seed)
    assert sessions > count / 5000
    assert heard > count / 5
    assert games > count / 500
    assert LONGEST_MESSAGE == 127


@pytest.mark.both_modes
def test_damaged_messages():
    check(3000, seed=1)


@pytest.mark.slow
def test_very_many_damaged_messages():
    check(100_000, seed=int(os.environ.get("DAMIERA_SEED", "2")))
