"""The session as initiator; and what a session does of its connection in either role."""

import time

import pytest

from engine.rules.fen import parse_fen
from engine.rules.position import Position
from engine.rules.variants import ITALIAN, Color, find_variant
from engine.score import Score
from protocol.dxp.events import Finished, Refused, Started
from protocol.dxp.frames import Framing
from protocol.dxp.messages import Claim
from protocol.dxp.session import MOST_ILLEGAL_MOVES, Settings
from protocol.dxp.state import State
from protocol.dxp.verdict import Outcome
from protocol.errors import LocalError
from protocol.pydraughts import StyleChoice
from tests.protocol.dxp.conversation import ACCEPTED, REFUSED, Clock, follow, game_request, reply, state
from tests.protocol.dxp.conversation import ITALIAN as BOARD
from tests.protocol.dxp.quick_player import QuickPlayer

pytestmark = pytest.mark.both_modes

W, B = Color.WHITE, Color.BLACK

# Initiator.


def ask_for(talk, color=W, minutes=5, moves=0, variant="italian", fen=None):
    game = find_variant(variant)
    position = parse_fen(fen, game) if fen else Position.start(game)
    talk.session.request(color, minutes, moves, position)
    return talk.hear()


@pytest.mark.parametrize(
    ("fields", "tail"),
    [
        ({}, "Z005000BW" + BOARD),
        ({"color": B, "minutes": 0.5, "moves": 75}, "W0.5075BW" + BOARD),
        ({"variant": "english"}, "Z005000BZ" + BOARD),
        ({"variant": "international"}, "Z005000A"),
        ({"fen": "B:W29,32,K10:B1,2,K5"}, "Z005000BZzzeeZeeeeWeeeeeeeeeeeeeeeeeeweew"),
    ],
)
def test_our_request(talk, fields, tail):
    assert ask_for(talk, **fields) == "R01" + "Damiera".ljust(32) + tail
    assert state(talk) is State.REQUESTED


def test_our_request_in_the_numbering_of_pydraughts(talks):
    talk = talks(settings=Settings(compat=StyleChoice.PYDRAUGHTS))
    asked = ask_for(talk, variant="english", fen="B:W29,32,K10:B1,2,K5")
    assert asked.endswith("BZzeezeeeeeeeeeeeeeeeeeeZeeeeWeeww")


def test_we_begin_after_the_acceptance(talk):
    ask_for(talk)
    assert talk.ask("A" + "Other".ljust(32) + "0") == "M0000211700"
    assert talk.events == [Started(ITALIAN, W, "Other")]
    assert talk.ask("M0000091300").startswith("M")


def test_the_follower_begins(talk):
    ask_for(talk, color=B)
    talk.say("AOther0")
    assert talk.silent()
    assert talk.ask("M0000211700") == "M0000101300"


@pytest.mark.parametrize(("code", "reason"), [(1, "wrong version"), (2, "not this game"), (3, "no game")])
def test_our_request_is_declined(talk, code, reason):
    ask_for(talk)
    talk.say("A" + "Other".ljust(32) + str(code))
    assert talk.events == [Refused(f"Other declined the game: {reason}")]
    assert state(talk) is State.IDLE
    ask_for(talk)


@pytest.mark.parametrize("text", ["M0000211700", "B001W", "K0", game_request()])
def test_senseless_answers_to_our_request(talk, text):
    ask_for(talk)
    assert talk.ask(text)[0] in "CKA"
    assert state(talk) is State.REQUESTED


def test_a_game_end_is_an_answer_to_our_request(talk):
    ask_for(talk)
    talk.say("E00")
    assert talk.silent()
    assert talk.events == [Refused("the other side ended the game before it began")]
    assert state(talk) is State.IDLE


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", r"expected GAMEACC, found 'SSH-2.0-OpenSSH_9.6\r\n'"),
        (b"HTTP/1.1 400 Bad Request\r\n" + b"x" * 200, r"expected GAMEACC, found 'HTTP/1.1 400 Bad Request\r\nxxx"),
        (b"C" * 200, "expected GAMEACC, found 'CCC"),
        (b"\x15\x03\x01\0\x02\x02P", r"unknown message '\x15\x03\x01': expected one that begins with R, A, M"),
        (b"Rubbish\0", "GAMEREQ of 7 characters: expected 43"),
    ],
)
def test_an_answer_that_is_not_dxp_ends_the_conversation(talks, data, reason):
    talk = talks(framing=Framing.NUL)
    ask_for(talk)
    talk.session.receive(data)
    assert talk.session.ended
    assert len(talk.events) == 1
    assert talk.events[0].reason.startswith(f"the other side does not speak DXP: {reason}")
    assert talk.silent()


@pytest.mark.parametrize("first", [b"CHello\0", b"AOth", b"\r\nAOth"])
def test_who_has_spoken_dxp_may_err(talks, first):
    talk = talks(framing=Framing.NUL)
    ask_for(talk)
    talk.session.receive(first)
    talk.session.receive(b"er0\0" if b"A" in first else b"xyz\0AOther0\0")
    assert not talk.session.ended
    assert Started(ITALIAN, W, "Other") in talk.events


def test_one_request_at_a_time(talk):
    ask_for(talk)
    with pytest.raises(LocalError):
        ask_for(talk)


@pytest.mark.parametrize("stop", [0, 1])
def test_with_one_game_to_play_we_stop_after_it(talks, stop):
    talk = talks(settings=Settings(one_game=True))
    ask_for(talk)
    talk.say("AOther0")
    assert talk.hear().startswith("M")
    assert talk.ask(f"E1{stop}") == f"E0{stop}"
    assert talk.session.ended


def test_our_own_end_of_the_only_game_has_the_stop_code(talks):
    talk = talks(settings=Settings(one_game=True), player=QuickPlayer(score=Score(win_in=-2)))
    ask_for(talk)
    heard = talk.ask("AOther0")
    while heard.startswith("M"):
        heard = talk.ask(reply(talk))
    assert heard == "E11"
    assert not talk.session.ended
    talk.say("E00")
    assert talk.session.ended


def test_after_our_end_of_the_only_game_no_other_begins(talks):
    talk = talks(settings=Settings(one_game=True))
    ask_for(talk)
    talk.say("AOther0")
    assert talk.hear().startswith("M")
    for _ in range(MOST_ILLEGAL_MOVES):
        talk.say("M0000010100")
    assert talk.drain()[-1] == "E01"
    assert talk.ask(game_request()) == REFUSED + "3"
    assert talk.session.ended


# The connection.


def test_several_games_on_a_connection(talk):
    for number in range(5):
        assert follow(talk) == "M0000211700"
        assert talk.ask("E20") == "E00"
        assert talk.player.calls.count("new_game") == number + 1
    assert len(talk.outcomes()) == 5


def test_the_answer_ends_as_the_message_did(talks):
    talk = talks()
    sent = []
    talk.session._writer.write = sent.append
    talk.session.receive(b"?\n?\0\n?\0?\r\n")
    assert [message[-1:] for message in sent] == [b"\n", b"\0", b"\0", b"\n"]


def test_quit_in_lines(talks):
    talk = talks()
    talk.say("quit")
    assert talk.session.ended
    talk = talks(framing=Framing.NUL)
    talk.say("quit")
    assert not talk.session.ended


@pytest.mark.parametrize("waits", [False, True])
def test_the_other_side_is_gone(talks, waits):
    talk = talks(player=QuickPlayer(waits=waits))
    assert talk.ask(game_request()) == ACCEPTED
    began = time.monotonic()
    talk.session.end_of_input()
    assert talk.session.ended
    assert talk.session.close(5)
    # The bound that counts is 0.3 s for the whole process; a loaded machine gets more.
    assert time.monotonic() - began < 2
    assert next(event for event in talk.events if isinstance(event, Finished)).outcome == Outcome(
        Claim.NONE, "the other side is gone", complete=False
    )


def test_the_last_message_may_lack_its_end_in_lines_only(talks):
    talk = talks()
    talk.session.receive(b"K0")
    talk.session.end_of_input()
    assert talk.hear() == "Cerror: unexpected BACKACC: no game"
    talk = talks(framing=Framing.NUL)
    talk.session.receive(b"K0")
    talk.session.end_of_input()
    assert talk.silent()


def test_our_request_gets_no_answer(talk):
    ask_for(talk)
    talk.session.end_of_input()
    assert talk.events == [Refused("the other side gave no answer")]


def test_patience(talks):
    """Over TCP, silence has a limit wherever no game is played; nothing has one in lines."""
    now = Clock()
    talk = talks(framing=Framing.NUL, now=now)
    assert talk.session.deadline == now.time + 60
    now.time += 50
    talk.session.receive(b"R01")
    assert talk.session.deadline == now.time + 10, "half a message gives no more time"
    talk.say("?")
    talk.hear()
    follow(talk)
    assert talk.session.deadline is None
    assert talk.ask("M0000010100").startswith("C")
    assert talk.session.deadline == now.time + 30, "a program that has sent an illegal move may wait for ever"
    assert talk.ask("M0000091300").startswith("M")
    assert talk.session.deadline is None
    assert talk.ask("E00") == "E00"
    assert talk.session.deadline == now.time + 600
    for _ in range(MOST_ILLEGAL_MOVES):
        if state(talk) is State.IDLE:
            follow(talk)
        talk.say("M0000010100")
    talk.drain()
    assert state(talk) is State.ENDING
    assert talk.session.deadline == now.time + 30
    talk.say("E00")
    ask_for(talk)
    assert talk.session.deadline == now.time + 60
    assert talks().session.deadline is None


def test_the_log_has_both_directions(talks, tmp_path):
    path = tmp_path / "dxp.log"
    player = QuickPlayer()
    player.set_option("Debug Log File", str(path))
    talk = talks(player=player)
    follow(talk)
    talk.close()
    lines = [line.split(" ", 2)[2] for line in path.read_text().splitlines()]
    assert lines == [f"> {game_request()}", f"< {ACCEPTED}", "< M0000211700"]


def test_a_log_that_cannot_be_written_does_not_stop_a_game(talks, tmp_path):
    player = QuickPlayer()
    player.set_option("Debug Log File", str(tmp_path))
    assert follow(talks(player=player)) == "M0000211700"
