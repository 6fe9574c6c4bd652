"""The session with a scripted player: what each command does, and when."""

import re

import pytest

from engine.options import OptionError
from engine.packed import PackedError
from engine.rules.fen import format_fen
from protocol.state import State
from protocol.uci.session import UciSession
from tests.fakes.player import ScriptedPlayer
from tests.protocol.uci.conversation import Conversation

pytestmark = pytest.mark.both_modes

ITALIAN_START = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
# White's only man cannot move.
BLOCKED = "position fen W:W29:B22,25,26"


@pytest.fixture
def talk():
    conversation = Conversation(ScriptedPlayer())
    yield conversation
    assert conversation.session.close(5)


def fen(talk):
    return format_fen(talk.player.game.position)


def begin(talk, go="go infinite"):
    """Starts a search that runs until it is stopped, and hears what it says."""
    talk.say(go)
    assert [talk.hear()[:10], talk.hear()[:10]] == ["info depth"] * 2


def stop(talk):
    talk.say("stop")
    assert talk.hear().startswith("bestmove ")


def error(lines):
    assert len(lines) == 1
    assert lines[0].startswith("info string error: ")
    return lines[0].removeprefix("info string error: ")


def test_handshake(talk):
    talk.say("uci")
    lines = talk.hear_until("uciok")
    assert lines[0] == "id name Damiera"
    assert lines[1].startswith("id author ")
    assert all(re.match(r"option name .+ type (check|spin|combo|string|button)", line) for line in lines[2:-1])
    assert "option name Ponder type check default false" in lines
    talk.say("udri")
    assert talk.hear_until("udriok")[:-1] == lines[:-1]


def test_silent_before_it_is_spoken_to_and_after_the_end(talk):
    talk.say("", "# remark", "quit", "isready")
    assert talk.session.ended
    with pytest.raises(TimeoutError):
        talk.hear(0.05)


def test_search(talk):
    talk.say("go depth 5")
    assert talk.hear_until("bestmove") == [
        "info depth 1 seldepth 2 multipv 1 score cp 12 nodes 7 nps 700 hashfull 3 tbhits 0 time 10 pv 21-17 10-13",
        "info depth 2 seldepth 4 multipv 1 score mate -2 nodes 9 nps 700 hashfull 3 tbhits 0 time 12 pv 21-17 10-13",
        "bestmove 21-17 ponder 10-13",
    ]
    assert talk.player.limits[0].depth == 5


def test_stop_answers_and_a_second_stop_is_ignored(talk):
    begin(talk)
    stop(talk)
    assert talk.ask("stop", "ponderhit") == []


@pytest.mark.parametrize(
    ("go", "expected"),
    [
        ("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5", {"time": 1000, "increment": 10, "moves_to_go": 5}),
        ("go wtime -5 btime 2000", {"time": 0, "increment": 0}),
        ("go wtime 100 btime 100 movestogo 0", {"moves_to_go": None}),
        ("go movetime 50 nodes 7 mate 3", {"movetime": 50, "nodes": 7, "mate": 3, "time": None}),
        ("go ponder wtime 1000 btime 2000", {"ponder": True, "time": 1000}),
        ("go", {"depth": None, "time": None, "infinite": True}),
        ("go winc 100 binc 50", {"time": None, "increment": 100, "infinite": False}),
        ("go winc 0 binc 0", {"infinite": True}),
    ],
)
def test_limits(talk, go, expected):
    talk.ask(go)
    limits = talk.player.limits[0]
    assert {name: getattr(limits, name) for name in expected} == expected


def test_clocks_belong_to_colours_whoever_starts(talk):
    talk.ask("variant english", "go wtime 1000 btime 2000 winc 10 binc 20")
    assert (talk.player.limits[0].time, talk.player.limits[0].increment) == (2000, 20)


def test_only_the_other_clock(talk):
    assert error(talk.ask("go btime 2000")) == "go: White is to move: expected wtime"
    talk.ask("go btime 2000 depth 3")
    assert talk.player.limits[0].depth == 3


def test_search_moves(talk):
    talk.say("go depth 3 searchmoves 22-18 21-17")
    assert talk.hear_until("bestmove")[-1].startswith("bestmove 22-18 ponder ")
    assert "searchmoves" not in error(talk.ask("go depth 3 searchmoves 21-17 1-5"))
    assert len(talk.player.limits) == 1


def test_ponder(talk):
    begin(talk, "go ponder wtime 1000 btime 1000")
    assert talk.session._machine.state is State.PONDERING
    talk.ask("ponderhit")
    assert talk.player.calls[-1] == "ponder_hit"
    assert error(talk.ask("ponderhit")) == "ponderhit while searching"
    stop(talk)


@pytest.mark.parametrize(
    "change",
    ["position startpos", "ucinewgame", "setoption name Hash value 5", "variant english", "go depth 1", "go perft 1"],
)
def test_a_change_during_a_search_comes_after_the_answer(talk, change):
    begin(talk)
    talk.say(change)
    assert talk.hear().startswith("bestmove ")
    talk.ask()
    assert talk.session._machine.state is State.IDLE


@pytest.mark.parametrize(
    "wrong", ["position startpos moves 1-5", "setoption name Hsah value 5", "variant inglese", "go depth x", "xyzzy"]
)
def test_a_wrong_command_does_not_stop_a_search(talk, wrong):
    begin(talk)
    assert len(talk.ask(wrong)) == 1
    assert talk.session._machine.state is State.SEARCHING
    stop(talk)


def test_questions_during_a_search(talk):
    begin(talk)
    for question, start in (("d", "  b"), ("moves", "Legal moves: "), ("variant", "Variant: italian")):
        talk.say(question)
        talk.hear_until(start)
    assert "prepare" not in talk.player.calls


def test_prepares_when_asked_to_be_ready(talk):
    talk.ask()
    assert talk.player.calls == ["prepare"]


def test_positions(talk):
    assert talk.ask("position startpos moves 21-17 9-13") == []
    assert len(talk.player.game.moves) == 2
    assert talk.ask("position fen B:W29:B1,K10. moves 1-5") == []
    assert fen(talk) == "W:W29:B5,K10"
    assert talk.ask("position hub Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww") == []
    assert fen(talk) == ITALIAN_START


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("position fen X:W21:B1", "'X'"),
        ("position fen W:W33:B1", "'33'"),
        ("position fen W:W21:B21", "square 21 is named twice"),
        ("position fen W:W1:B2", "white man on its promotion row, square 1"),
        ("position hub Wbbb", "expected 33 in italian"),
        ("position startpos moves 21-17 9-14 22-18", "move 2: "),
        ("position startpos moves 21-17 zz", "move 2: move 'zz' cannot be read"),
    ],
)
def test_a_wrong_position_leaves_the_old_one(talk, wrong, reason):
    talk.ask("position startpos moves 21-17")
    before = fen(talk)
    assert reason in error(talk.ask(wrong))
    assert fen(talk) == before


def test_finished_games(talk):
    assert talk.ask(BLOCKED, "go depth 3") == [
        "info string the game is over: Black wins: no legal move",
        "bestmove (none)",
    ]
    shuffle = "31-27 1-5 27-31 5-1 " * 2
    assert talk.ask(f"position fen W:WK31:BK1 moves {shuffle}", "go infinite") == [
        "info string the game is over: draw: repetition (3rd occurrence)",
        "bestmove (none)",
    ]
    assert talk.player.limits == []


def test_display(talk):
    assert talk.ask("position fen W:W21,K30:B5,12", "d")[-6:] == [
        "Fen: W:W21,K30:B5,12",
        "Hub: WeeeebeeeeeebeeeeeeeeweeeeeeeeWee",
        f"Key: {talk.player.game.position.key:016x}",
        "Legal moves: 21-17 21-18 30-26 30-27",
        "Repetitions: 1",
        "Result: none",
    ]
    assert talk.ask(BLOCKED, "d")[-1] == "Result: Black wins: no legal move"


def test_board(talk):
    assert talk.ask("position fen W:W21,K30:BK5,12", "d")[:8] == [
        "  .   .   .   .        1     2     3     4",
        "    B   .   .   .         5     6     7     8",
        "  .   .   .   b        9    10    11    12",
        "    .   .   .   .        13    14    15    16",
        "  .   .   .   .       17    18    19    20",
        "    w   .   .   .        21    22    23    24",
        "  .   .   .   .       25    26    27    28",
        "    .   W   .   .        29    30    31    32",
    ]


def test_moves_in_full(talk):
    assert talk.ask("position fen W:WK31:B12,19,27", "moves") == ["Legal moves: 31x22x15x8"]


def test_variants(talk):
    assert talk.ask("variant checkers", "variant") == ["Variant: english"]
    assert "inglese" in error(talk.ask("variant inglese"))
    assert talk.ask("variant") == ["Variant: english"]


def test_perft(talk):
    lines = talk.ask("go perft 2")
    lines += [] if lines and lines[-1].startswith("Nodes") else talk.hear_until("Nodes")
    assert lines[-1] == "Nodes searched: 49"
    assert sorted(lines[:-1]) == [
        f"{move}: 7" for move in ["21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"]
    ]


def test_perft_is_stopped(talk):
    talk.say("go perft 40")
    assert talk.session._machine.state is State.COUNTING
    assert talk.ask() == []
    talk.say("stop")
    assert talk.hear() == "info string perft stopped"
    assert talk.ask("go perft 1")  # and another one runs


def test_end_of_input_carries_out_the_last_line(talk):
    talk.session.receive(b"position startpos moves 21-17\nd")
    talk.session.end_of_input()
    assert talk.session.ended
    assert "Repetitions: 1" in talk.hear_until("Result")


def test_end_of_input_ends_a_search_with_its_answer(talk):
    begin(talk)
    talk.session.end_of_input()
    assert talk.session.close(5)
    assert talk.hear().startswith("bestmove ")


def test_over_long_line(talk):
    assert error(talk.ask("x" * 100_000)) == "line of more than 65536 bytes ignored"


def test_byte_by_byte(talk):
    for byte in b"\xef\xbb\xbfposition startpos moves 21-17\r\nisready\r\n":
        talk.session.receive(bytes([byte]))
    assert talk.hear() == "readyok"
    assert len(talk.player.game.moves) == 1


def test_cut_at_every_place():
    stream = b"udri\r\nposition startpos moves 21-17\nd\n\npsition\nvariant english\nmoves\nquit"

    def output(*pieces):
        sent = []
        session = UciSession(ScriptedPlayer(), sent.append)
        for piece in pieces:
            session.receive(piece)
        session.end_of_input()
        assert session.close(5)
        return sent

    whole = output(stream)
    assert whole[-1] == b"Legal moves: 10-14 10-15 11-15 11-16 12-16 9-13 9-14\n"
    for place in range(1, len(stream)):
        assert output(stream[:place], stream[place:]) == whole


def test_a_search_that_fails_answers_all_the_same(talk):
    talk.player.failure = KeyError("x")
    talk.say("go depth 1")
    assert talk.hear_until("bestmove")[-2] == "info string internal error: KeyError('x')"


@pytest.mark.parametrize("reason", [OptionError("option Hash: no memory"), PackedError("a.endings: damaged")])
def test_a_search_that_cannot_start_is_an_error(talk, monkeypatch, reason):
    def refuse(*_):
        raise reason

    with monkeypatch.context() as patch:
        patch.setattr(talk.player, "go", refuse)
        assert error(talk.ask("go depth 1")) == str(reason)
    talk.say("go depth 1")
    assert talk.hear_until("bestmove")


def test_a_fault_of_ours_is_told_and_survived(talk, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(talk.player, "set_game", None)
        assert talk.ask("position startpos")[0].startswith("info string internal error: TypeError")
    assert talk.ask("position startpos") == []


def test_ready_even_without_memory(talk, monkeypatch):
    def refuse():
        raise OptionError("option Hash: no memory")

    monkeypatch.setattr(talk.player, "prepare", refuse)
    talk.say("isready")
    assert {talk.hear(), talk.hear()} == {"readyok", "info string error: option Hash: no memory"}


def test_log_file(talk, tmp_path):
    path = tmp_path / "a log"
    talk.ask(f"setoption name Debug Log File value {path}", "moves")
    talk.ask("setoption name debug log file value <empty>", "moves")
    lines = path.read_text().splitlines()
    stamp = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} "
    assert re.fullmatch(stamp + "> moves", lines[0])
    assert re.match(stamp + "< Legal moves: 21-17", lines[1])
    assert sum("Legal moves" in line for line in lines) == 1


def test_log_file_of_the_command_line(tmp_path):
    player = ScriptedPlayer()
    player.set_option("Debug Log File", str(tmp_path / "log"))
    talk = Conversation(player)
    talk.ask("moves")
    assert talk.session.close(5)
    assert [line[24:] for line in (tmp_path / "log").read_text().splitlines()][:1] == ["> moves"]


def test_log_file_that_cannot_be_opened(talk, tmp_path):
    command = "setoption name Debug Log File value"
    assert error(talk.ask(f"{command} {tmp_path}/none/log")).startswith("cannot write the log file ")
    assert error(talk.ask(f"{command} {tmp_path}")).startswith("cannot write the log file ")
    assert error(talk.ask(f"{command} /dev/null")).endswith("not an ordinary file")


def test_evaluate_and_help(talk):
    assert re.fullmatch(r"Evaluation: -?\d+ centimen for the side to move, .*", talk.ask("eval")[0])
    assert any(line.startswith("go perft") for line in talk.ask("help"))
