"""The session as follower, with a quick player: what each message does, in each state."""

import itertools
import time

import pytest

from engine.rules.variants import ITALIAN, Color, find_variant
from engine.score import Score
from protocol.dxp.events import Fault, Refused, Remark, Started
from protocol.dxp.frames import Framing
from protocol.dxp.messages import Claim
from protocol.dxp.pacing import MOST_REMARKS, MessageWriter
from protocol.dxp.session import MOST_ILLEGAL_MOVES, Settings
from protocol.dxp.state import State
from protocol.dxp.verdict import RESIGN_MOVES, Outcome
from tests.protocol.dxp.conversation import ACCEPTED, REFUSED, Clock, follow, game_request, move_text, reply, state
from tests.protocol.dxp.conversation import ITALIAN as BOARD
from tests.protocol.dxp.quick_player import QuickPlayer, first

pytestmark = pytest.mark.both_modes

# The request, as follower.


def test_the_first_move_follows_the_acceptance(talk):
    assert follow(talk) == "M0000211700"
    assert state(talk) is State.THEIR_TURN
    assert talk.events == [Started(ITALIAN, Color.WHITE, "Tester")]


def test_the_other_side_begins(talk):
    assert talk.ask(game_request(follower="Z")) == ACCEPTED
    assert state(talk) is State.THEIR_TURN
    assert talk.silent()
    assert talk.ask("M0012211700") == "M0000101300"


@pytest.mark.parametrize(
    ("request_text", "first_move"),
    [
        (game_request(start="A"), "M0000312600"),
        (game_request(start="BW" + BOARD), "M0000211700"),
        (game_request(follower="Z", start="BZ" + BOARD), "M0000091300"),
        (game_request(follower="w", minutes="0.5", start="bw" + BOARD + "junk"), "M0000211700"),
    ],
)
def test_the_three_lengths_of_a_request(talk, request_text, first_move):
    assert talk.ask(request_text) == ACCEPTED
    assert talk.hear() == first_move


@pytest.mark.parametrize(
    ("settings", "fields", "code", "reason"),
    [
        (Settings(), {"start": "BW" + "z" * 32}, 2, "position: black man on its promotion row, square 29"),
        (
            Settings(find_variant("english")),
            {"start": "BW" + "e" * 50},
            2,
            "position of 50 squares: expected 32, english",
        ),
        (Settings(find_variant("normal")), {}, 2, "position of 32 squares: expected 50, international"),
    ],
)
def test_games_that_are_refused(talks, settings, fields, code, reason):
    talk = talks(settings=settings)
    assert talk.ask(game_request(**fields)) == f"{REFUSED}{code}"
    assert talk.hear() == f"Cerror: {reason}"
    assert state(talk) is State.IDLE
    assert talk.events == [Fault(reason), Refused(reason)]


def test_another_version_is_refused(talk):
    assert talk.ask(game_request().replace("R01", "R02")) == REFUSED + "1"
    assert talk.hear() == "Cerror: protocol version 2: expected 1"
    follow(talk)


def test_a_request_during_a_game_is_declined_and_the_game_goes_on(talk):
    follow(talk)
    assert talk.ask(game_request()) == REFUSED + "2"
    assert talk.hear() == "Cerror: no game now: it is their turn"
    assert talk.ask("M0000091300").startswith("M")


# Moves.


def test_a_game_of_some_moves(talk):
    follow(talk)
    for _ in range(10):
        assert talk.ask(reply(talk)).startswith("M0000")
    assert len(talk.session._running.game.moves) == 21


def test_captures_on_the_wire(talks):
    start = "BZ" + "eeeeeeeeeezeeeweeeeeewweeeeeeeee"
    talk = talks(
        settings=Settings(find_variant("english")),
        player=QuickPlayer(lambda position: max(position.legal_moves, key=lambda move: move.target)),
    )
    assert talk.ask(game_request(follower="Z", start=start)) == ACCEPTED
    assert talk.hear() == "M00001127021523"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("M0000211700", "illegal move 21-17"),
        ("M0000091400", "illegal move 9-14"),
        ("M000009130118", "illegal move 9x13 capturing 18"),
        ("M0000999900", "illegal move 99-99"),
        ("M0000", "MOVE of 5 characters: expected 11"),
        ("M00000913", "MOVE of 9 characters: expected 11"),
        ("Mxxxx091300", "MOVE time 'xxxx': expected a number"),
    ],
)
def test_an_illegal_move_is_answered_and_the_game_waits_for_a_legal_one(talk, text, reason):
    follow(talk)
    assert talk.ask(text) == f"Cerror: {reason}"
    assert state(talk) is State.THEIR_TURN
    assert talk.ask("M0000091300").startswith("M")


def test_many_illegal_moves_in_a_row_end_the_game(talk):
    follow(talk)
    for _ in range(MOST_ILLEGAL_MOVES):
        assert talk.ask("M0000010100") == "Cerror: illegal move 1-1"
    assert talk.hear() == "E00"
    assert talk.outcomes() == [Outcome(Claim.NONE, "3 illegal moves in a row", complete=False)]
    talk.say("E00")
    follow(talk)
    for _ in range(2 * MOST_ILLEGAL_MOVES):
        assert talk.ask("M0000010100").startswith("C")
        assert talk.ask(reply(talk)).startswith("M")


def test_a_move_out_of_turn(talks):
    talk = talks(player=QuickPlayer(waits=True))
    assert talk.ask("M0000091300") == "Cerror: unexpected MOVE: no game"
    assert talk.ask(game_request()) == ACCEPTED
    assert talk.ask("M0000091300") == "Cerror: unexpected MOVE: it is our turn"
    talk.player.begun.acquire()
    talk.player.release()
    assert talk.hear() == "M0000211700"


def test_remarks_at_any_time(talks):
    talk = talks(player=QuickPlayer(waits=True))
    talk.say("CHello", game_request())
    assert talk.hear() == ACCEPTED
    talk.say("CThinking?", "Cconsole quit", "C", "C\x1b[31mred")
    talk.player.begun.acquire()
    talk.player.release()
    assert talk.hear() == "M0000211700"
    remarks = [event.text for event in talk.events if isinstance(event, Remark)]
    assert remarks == ["Hello", "Thinking?", "console quit", "", " [31mred"]
    assert talk.silent()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", None),
        ("?", "unknown message '?': expected one that begins with R, A, M, E, C, B or K"),
        ("y" * 128, "message of more than 127 characters ignored"),
        ("y" * 100_000, "message of more than 127 characters ignored"),
        ("\xff\xfe", r"unknown message '\\ufffd\\ufffd': expected one that begins with R, A, M, E, C, B or K"),
        ("R01", "GAMEREQ of 3 characters: expected 43"),
        ("K0", "unexpected BACKACC: it is their turn"),
        (ACCEPTED, "unexpected GAMEACC: it is their turn"),
    ],
)
def test_what_makes_no_sense_is_answered_with_the_reason(talk, text, reason):
    follow(talk)
    talk.say(text)
    assert talk.drain() == ([] if reason is None else [f"Cerror: {reason}".replace("\\\\", "\\")])
    assert state(talk) is State.THEIR_TURN


# The end of a game.


def test_the_other_side_ends_the_game(talk):
    for claim, expected in [(0, Claim.NONE), (1, Claim.WIN), (2, Claim.DRAW), (3, Claim.LOSS)]:
        follow(talk)
        assert talk.ask(f"E{claim}0") == "E00"
        assert talk.outcomes()[-1].claim is expected
        assert state(talk) is State.IDLE
    assert talk.silent()
    assert not talk.session.ended


def test_the_other_side_ends_the_game_while_we_think(talks):
    talk = talks(player=QuickPlayer(waits=True))
    assert talk.ask(game_request()) == ACCEPTED
    assert talk.ask("E10") == "E00"
    assert talk.outcomes() == [Outcome(Claim.WIN, "resignation")]
    talk.player.waits = False
    assert talk.silent()
    assert follow(talk) == "M0000211700"


def test_the_acknowledgement_repeats_the_stop_code_and_ends_the_session(talk):
    follow(talk)
    assert talk.ask("E01") == "E01"
    assert talk.session.ended


def test_over_tcp_the_other_side_has_a_moment_to_close_first(talks):
    now = Clock()
    talk = talks(framing=Framing.NUL, now=now)
    follow(talk)
    assert talk.ask("E01") == "E01"
    assert not talk.session.ended
    assert now.time < talk.session.deadline < now.time + 1
    assert talk.ask(game_request()) == REFUSED + "3"
    assert talk.hear() == "Cerror: no game now: no further game is wanted"
    talk.say("E01", "M0000091300")
    assert talk.silent()
    talk.session.end_of_input()
    assert talk.session.ended


def test_a_stop_code_between_games(talk):
    follow(talk)
    talk.say("E00")
    assert talk.hear() == "E00"
    talk.say("E00", "E00")
    assert talk.silent()
    talk.say("E01")
    assert talk.silent()
    assert talk.session.ended


def test_we_lose_by_the_rules(talk):
    # When Black has moved 18-22, White's man on 29 is blocked.
    start = "BZ" + "eeeeeeeeeeeeeeeeezeeeeeezzeeweee"
    assert talk.ask(game_request(start=start)) == ACCEPTED
    assert talk.ask(move_text(18, 22)) == "E10"
    assert state(talk) is State.ENDING
    assert talk.outcomes() == [Outcome(Claim.LOSS, "no legal move")]
    talk.say("M0000091300", "E00")
    assert talk.silent()
    assert state(talk) is State.IDLE
    follow(talk)


def test_we_win_by_the_rules_and_wait_for_the_other_side_to_say_so(talks):
    talk = talks(framing=Framing.NUL, now=Clock())
    start = "BW" + "eeeezeeeeWeeeeeeeeeeeeeeeeeeeeee"
    assert follow(talk, start=start).startswith("M")
    assert talk.session.deadline is not None, "who has lost must say so some day"
    assert talk.ask("E10") == "E00"
    assert talk.outcomes() == [Outcome(Claim.WIN, "no piece left")]


def to_and_fro(position):
    """The king's move between 28 and 32."""
    return next(move for move in position.legal_moves if {move.origin, move.target} == {28, 32})


def test_a_draw_by_the_rules(talks):
    talk = talks(player=QuickPlayer(to_and_fro))
    start = "BW" + "Z" + "e" * 30 + "W"
    assert talk.ask(game_request(start=start)) == ACCEPTED
    for there, back in itertools.islice(itertools.cycle([(1, 5), (5, 1)]), 4):
        assert talk.hear().startswith("M")
        talk.say(move_text(there, back))
    assert talk.hear() == "E20"
    assert talk.outcomes() == [Outcome(Claim.DRAW, "repetition (3rd occurrence)")]


def test_game_ends_do_not_go_to_and_fro(talks):
    """The other side answers each game end the moment it is written, and acknowledges acknowledgements too."""
    talk = talks(player=QuickPlayer(score=Score(win_in=-2)))
    written = []

    def write(message):
        written.append(message)
        if message.startswith(b"E") and len(written) < 100:
            talk.session.receive(b"E00\n")
        elif message.startswith(b"M"):
            talk.session.receive(reply(talk).encode() + b"\n")

    talk.session._writer.write = write
    talk.say(game_request())
    for _ in range(200):
        if state(talk) is State.IDLE:
            break
        time.sleep(0.02)
    assert state(talk) is State.IDLE
    assert [message for message in written if message.startswith(b"E")] == [b"E10\n"]
    talk.say(game_request(follower="Z"), "E20")
    assert [message for message in written if message.startswith(b"E")] == [b"E10\n", b"E00\n"]


def test_both_end_the_game_at_once(talk):
    follow(talk)
    for _ in range(MOST_ILLEGAL_MOVES):
        talk.say("M0000010100")
    assert talk.drain()[-1] == "E00"
    talk.say("E20")
    assert talk.silent()
    assert state(talk) is State.IDLE


def test_a_request_is_as_good_as_an_acknowledgement(talk):
    follow(talk)
    for _ in range(MOST_ILLEGAL_MOVES):
        talk.say("M0000010100")
    assert talk.drain()[-1] == "E00"
    assert follow(talk) == "M0000211700"


def lose(talk, moves):
    """Plays so many moves of each side; what is heard last."""
    heard = follow(talk)
    for _ in range(moves):
        heard = talk.ask(reply(talk))
        if heard.startswith("E"):
            break
    return heard


def test_we_resign_after_some_hopeless_moves(talks):
    talk = talks(player=QuickPlayer(score=Score(centimen=-900)))
    assert lose(talk, RESIGN_MOVES) == "E10"
    assert len(talk.player.limits) == RESIGN_MOVES
    assert talk.outcomes() == [Outcome(Claim.LOSS, "resignation")]


def test_we_do_not_resign_to_pydraughts_which_could_not_bear_it(talks):
    talk = talks(player=QuickPlayer(score=Score(centimen=-900)))
    follow(talk, name="DXP Client")
    for _ in range(2 * RESIGN_MOVES):
        assert talk.ask(reply(talk)).startswith("M")


def test_pydraughts_plays_on_after_a_draw(talks):
    talk = talks(player=QuickPlayer(to_and_fro))
    start = "BW" + "Z" + "e" * 30 + "W"
    assert talk.ask(game_request(start=start, name="DXP Client")) == ACCEPTED
    for there, back in itertools.islice(itertools.cycle([(1, 5), (5, 1)]), 20):
        assert talk.hear().startswith("M")
        talk.say(move_text(there, back))
    assert talk.hear().startswith("M")
    assert all(game.result is None for game in talk.player.games)


def test_the_move_limit_ends_the_game(talk):
    assert talk.ask(game_request(moves="002")) == ACCEPTED
    for _ in range(2):
        assert talk.hear().startswith("M")
        talk.say(reply(talk))
    assert talk.hear() == "E00"
    assert talk.outcomes() == [Outcome(Claim.NONE, "move limit reached")]
    assert [limits.movetime for limits in talk.player.limits] == [500, 500]


def test_clocks_and_time_over(talks):
    now = Clock()
    talk = talks(now=now)
    follow(talk, minutes="001", moves="040")
    assert talk.player.limits[0].moves_to_go == 40
    assert 59_000 < talk.player.limits[0].time < 60_000
    now.time += 30
    assert talk.ask("M0030091300").startswith("M")
    assert 59_000 < talk.player.limits[1].time < 60_000
    now.time += 45
    assert talk.ask(reply(talk, seconds=45)) == "E30"
    assert talk.outcomes() == [Outcome(Claim.WIN, "time over")]


def test_our_move_tells_the_seconds_it_took(talks):
    now = Clock()
    talk = talks(now=now, player=QuickPlayer(waits=True))
    assert talk.ask(game_request()) == ACCEPTED
    assert talk.player.begun.acquire(timeout=5)
    now.time += 12.7
    talk.player.release()
    assert talk.hear() == "M0012211700"


# Taking back.


@pytest.mark.parametrize(("text", "plies"), [("B001W", 0), ("B002W", 2), ("B001Z", 1), ("B002Z", 3)])
def test_take_back(talk, text, plies):
    follow(talk)
    assert talk.ask("M0000091300").startswith("M")
    assert talk.ask(text) == "K0"
    if plies % 2 == 0:
        assert talk.hear().startswith("M")
        plies += 1
    assert talk.silent()
    assert len(talk.session._running.game.moves) == plies
    assert state(talk) is State.THEIR_TURN


@pytest.mark.parametrize("text", ["B000W", "B003W", "B999Z"])
def test_wrong_take_backs(talk, text):
    follow(talk)
    assert talk.ask(text) == "K2"
    assert talk.silent()
    assert talk.ask("M0000091300").startswith("M")


def test_take_back_in_a_game_that_black_began(talk):
    assert talk.ask(game_request(follower="Z", start="BZ" + BOARD)) == ACCEPTED
    assert talk.hear() == "M0000091300"
    assert talk.ask("B001W") == "K2"
    assert talk.ask("B002W") == "K0"
    assert talk.silent()
    assert talk.ask("B001Z") == "K0"
    assert talk.hear() == "M0000091300"


def test_take_back_while_we_think(talks):
    talk = talks(player=QuickPlayer(waits=True))
    assert talk.ask(game_request(follower="Z")) == ACCEPTED
    talk.say("M0000211700")
    assert talk.player.begun.acquire(timeout=5)
    assert talk.ask("B001W") == "K0"
    assert state(talk) is State.THEIR_TURN
    assert talk.silent()
    talk.say("M0000221800")
    assert talk.player.begun.acquire(timeout=5)
    talk.player.release()
    assert talk.hear().startswith("M")


def test_take_back_without_a_game(talk):
    assert talk.ask("B001W") == "K2"


@pytest.mark.parametrize("playing", [False, True])
def test_a_flood_of_take_backs_is_answered_as_far_as_other_floods_are(talk, playing):
    if playing:
        follow(talk)
    talk.session._writer = MessageWriter(talk.session._writer._send, gap=60)
    talk.say(*["B001W", "B999Z"] * 200)
    assert talk.session._writer.is_crowded
    assert talk.session.close(5)
    assert len(talk.drain()) <= 2 * MOST_REMARKS + 2


def test_game_end_without_a_game(talks):
    talk = talks()
    talk.say("E00", "E20")
    assert talk.silent()
    assert (state(talk), talk.session.ended) == (State.IDLE, False)
    talk.say("E01")
    assert talk.silent()
    assert talk.session.ended


# Pondering.


def ponder(talks, **fields):
    player = QuickPlayer(**fields)
    player.set_option("Ponder", "true")
    return talks(player=player)


def test_pondering_on_the_expected_move(talks):
    talk = ponder(talks)
    follow(talk)
    assert talk.player.begun.acquire(timeout=5)
    assert talk.player.begun.acquire(timeout=5)
    assert talk.player.limits[-1].ponder
    assert talk.ask(reply(talk)).startswith("M")
    assert talk.player.calls.count("ponder_hit") == 1
    assert talk.player.begun.acquire(timeout=5)
    assert [limits.ponder for limits in talk.player.limits] == [False, True, True]


def test_another_move_than_the_expected_one(talks):
    talk = ponder(talks)
    follow(talk)
    position = talk.session._running.game.position
    other = position.legal_moves[-1]
    assert other != first(position)
    assert talk.ask(move_text(other.origin, other.target)).startswith("M")
    assert "ponder_hit" not in talk.player.calls
    assert talk.silent()


def test_the_game_ends_while_we_ponder(talks):
    talk = ponder(talks)
    follow(talk)
    assert talk.ask("E00") == "E00"
    assert talk.silent()
    assert follow(talk).startswith("M")


def test_no_pondering_unless_asked_for(talk):
    follow(talk)
    assert not any(limits.ponder for limits in talk.player.limits)
    assert len(talk.player.limits) == 1
