"""The session with a scripted player: what each command does, and when."""

import queue
import re

import pytest

from engine.options import OPTIONS, OptionError
from engine.packed import PackedError
from engine.rules.fen import format_fen, parse_fen
from engine.rules.game import Game
from engine.rules.variants import VARIANTS, find_variant
from protocol.hub.pacing import Pace
from protocol.state import State
from tests.fakes.player import ScriptedPlayer
from tests.protocol.hub.conversation import Conversation

pytestmark = pytest.mark.both_modes

ITALIAN_START = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
EIGHT = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
TEN = "W" + "b" * 20 + "e" * 10 + "w" * 20
KINGS = "WBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWe"


@pytest.fixture
def talk():
    conversation = Conversation(ScriptedPlayer())
    yield conversation
    assert conversation.session.close(5)


def fen(talk):
    return format_fen(talk.player.game.position)


def variant(talk):
    return talk.player.game.variant.name


def begin(talk, go="go analyze"):
    """Starts a search that runs until it is stopped, and hears what it says."""
    talk.say(go)
    assert [talk.hear()[:11], talk.hear()[:11]] == ["info depth="] * 2


def stop(talk):
    talk.say("stop")
    assert talk.hear().startswith("done move=")


# Opening.


def test_silent_before_hub():
    talk = Conversation(ScriptedPlayer(), greeted=False)
    talk.say("", "Hello?", "gothink", "stop", "ponder-hit", "set-param name=hash value=x")
    with pytest.raises(queue.Empty):
        talk.hear(0.05)
    talk.say("hub")
    assert talk.hear().startswith("id name=Damiera version=")
    talk.session.close(5)


def test_handshake():
    talk = Conversation(ScriptedPlayer(), greeted=False)
    talk.player.set_option("UCI_Variant", "english")
    talk.player.set_option("Hash", "7")
    talk.say("hub")
    lines = talk.hear_until("wait")
    assert re.fullmatch(r'id name=Damiera version=\S+ author="the Damiera authors"', lines[0])
    assert 'param name=pos-style value=auto type=enum values="auto official pydraughts"' in lines
    assert any(re.fullmatch(r"param name=hash value=7 type=int min=1 max=\d+", line) for line in lines)
    (games,) = [line for line in lines if line.startswith("param name=variant ")]
    assert games.startswith("param name=variant value=english type=enum values=")
    assert set(games.partition('values="')[2].rstrip('"').split()) == {game.hub_name for game in VARIANTS.values()}
    assert len(lines) == 3 + sum(option.kind != "button" for option in OPTIONS)
    talk.say("init")
    assert talk.hear() == "ready"
    assert talk.player.calls == ["prepare"]
    assert [talk.writer.paces[len(lines) - 1], talk.writer.paces[len(lines)]] == [Pace.MILESTONE] * 2
    talk.session.close(5)


def test_drivers_can_split_every_line(talk):
    """pydraughts splits `id`, `param` and `info` at blanks and then at `=`, and breaks on any other number of parts."""
    talk.say("hub")
    talk.say("level depth=3", "go")
    for line in talk.hear_until("wait") + talk.hear_until("done"):
        if line.split()[0] in ("id", "param", "info"):
            pieces = re.findall(r'[^\s=]+=(?:"[^"=]*"|[^\s"=]+)', line)
            assert [line.split()[0], *pieces] == re.split(r' (?=(?:[^"]*"[^"]*")*[^"]*$)', line)
        if line.startswith("param "):
            assert re.match(r"param name=\S+ value=", line)
            assert "values=" not in line or line.split(" values=")[1].startswith('"')
            assert "values=" not in line or line.endswith('"')


def test_every_param_may_be_sent_back_as_it_was(talk):
    """GWDGUI does so, in quotes only where they are needed."""
    talk.say("hub")
    for line in talk.hear_until("wait"):
        if line.startswith("param "):
            value = re.search(r'value=("[^"]*"|\S+)', line)[1]
            assert talk.ask(f"set-param {line.split()[1]} value={value}") == []


# Parameters.


def test_options(talk):
    talk.ask("set-param name=hash value=5", "set-param name=MOVE-OVERHEAD value=70", "set-param name=Ponder value=true")
    assert [talk.player.options[name] for name in ("Hash", "Move Overhead", "Ponder")] == [5, 70, True]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("set-param name=hsah value=3", "set-param: unknown parameter 'hsah': did you mean 'hash'?"),
        ("set-param name=book-ply value=3", "set-param: unknown parameter 'book-ply': expected one of variant "),
        ("set-param name=clear-hash value=true", "set-param: unknown parameter 'clear-hash'"),
        ("set-param name=hash value=many", "option Hash: value 'many'"),
        ("set-param name=variant value=englisch", "unknown variant 'englisch': did you mean 'english'?"),
        ("set-param name=pos-style value=mine", "pos-style 'mine': expected one of auto official pydraughts"),
        ("set-param name=hash", "set-param: missing value of 'hash'"),
        ("xyzzy", "bad command 'xyzzy'"),
    ],
)
def test_errors_change_nothing(talk, line, reason):
    talk.ask(f"pos pos={KINGS}")
    before = fen(talk)
    assert talk.error(line).startswith(reason)
    assert fen(talk) == before
    assert talk.player.options["Hash"] == 64


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("normal", "international"),
        ("standard", "international"),
        ("20", "international"),
        ("losing", "antidraughts"),
        ("dama", "italian"),
        ("italiana", "italian"),
        ("american", "english"),
        ("checkers", "english"),
        ("21", "english"),
        ("russian", "russian"),
        ("25", "russian"),
        ("26", "brazilian"),
    ],
)
def test_names_of_games(talk, name, expected):
    assert talk.ask(f"set-param name=variant value={name}") == []
    assert variant(talk) == expected


def test_game_from_the_size_of_the_board(talk):
    talk.ask(f"pos pos={TEN}")
    assert variant(talk) == "international"
    talk.ask(f"pos pos={EIGHT}")
    assert variant(talk) == "italian"
    talk.ask("set-param name=variant value=english", f"pos pos={TEN}")
    assert variant(talk) == "international"
    talk.ask(f"pos pos=B{EIGHT[1:]}")
    assert variant(talk) == "english"
    talk.ask("set-param name=variant value=losing", f"pos pos={EIGHT}", f"pos pos={TEN}")
    assert variant(talk) == "antidraughts"


def test_the_game_of_the_command_line_counts_too():
    player = ScriptedPlayer()
    player.set_option("UCI_Variant", "spanish")
    talk = Conversation(player)
    talk.ask(f"pos pos={TEN}", f"pos pos={EIGHT}")
    assert variant(talk) == "spanish"
    talk.session.close(5)


def test_log_file_of_the_command_line(tmp_path):
    player = ScriptedPlayer()
    player.set_option("Debug Log File", str(tmp_path / "log"))
    talk = Conversation(player)
    assert talk.ask() == []
    assert talk.session.close(5)
    lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    said = [line.split(" ", 2)[2] for line in lines]
    assert (said[0], said[-2:]) == ("> hub", ["> ping", "< pong"])


def test_log_file(talk, tmp_path):
    path = tmp_path / "a log"
    talk.ask(f"set-param name=debug-log-file value={path}")
    talk.ask('set-param name=debug-log-file value=""')
    lines = path.read_text().splitlines()
    assert re.fullmatch(r"\S+ \S+ > ping", lines[0])
    assert re.fullmatch(r"\S+ \S+ < pong", lines[1])
    assert talk.error(f"set-param name=debug-log-file value={tmp_path}").startswith("cannot write the log")


# Positions.


def test_positions(talk):
    assert talk.ask(f'pos pos={EIGHT} moves="21-17 9-13"') == []
    assert len(talk.player.game.moves) == 2
    assert talk.ask("pos") == []
    assert fen(talk) == ITALIAN_START
    assert talk.ask(f"pos pos={KINGS}") == []
    assert fen(talk) == "W:WK31:BK1"
    assert talk.ask('pos start moves="21-17"') == []
    assert len(talk.player.game.moves) == 1


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("pos pos=W", "bad position of 1 characters: expected 33 or 51"),
        ("pos pos=", "bad position of 0 characters: expected 33 or 51"),
        (f"pos pos={EIGHT}e", "bad position of 34 characters: expected 33 or 51"),
        (f"pos pos=X{EIGHT[1:]}", "Hub position, character 1 'X': expected the side to move, W or B"),
        (f"pos pos={EIGHT[:-1]}x", "Hub position, character 33 'x': expected w, b, W, B or e"),
        ("pos pos=W" + "e" * 32, "Hub position: no piece on the board"),
        ("pos pos=Ww" + "e" * 31, "white man on its promotion row, square 1"),
        (f'pos pos={EIGHT} moves="21-17 9-14 9-13"', "move 2: "),
        (f'pos pos={EIGHT} moves="21-17 xx"', "move 2: "),
        (f'pos pos={EIGHT} moves="21-17', "pos: cannot read "),
    ],
)
def test_a_wrong_position_leaves_the_old_one(talk, wrong, reason):
    talk.ask("pos start moves=21-17")
    before = fen(talk)
    assert talk.error(wrong).startswith(reason)
    assert fen(talk) == before


@pytest.mark.parametrize(
    "text", ["31x8x12x19x27", "31x8x27x19x12", "31x8", "31x8x19", "31x22x15x8", "31-8", "31:8", "31x08x12"]
)
def test_captures_are_read_in_every_form(talk, text):
    board = "W" + "".join({12: "b", 19: "b", 27: "b", 31: "W", 1: "B"}.get(square, "e") for square in range(1, 33))
    assert talk.ask(f'pos pos={board} moves="{text}"') == []
    assert talk.player.game.moves[0].captured == (12, 19, 27)


def test_a_capture_that_is_not_clear(talk):
    board = "W" + "".join(
        {32: "W", 28: "b", 27: "b", 20: "b", 18: "b", 11: "b"}.get(square, "e") for square in range(1, 33)
    )
    before = fen(talk)
    if talk.ask(f'pos pos={board} moves="32x7"'):
        assert fen(talk) == before


# Searching.


def test_search(talk):
    talk.say("level depth=5", "go think")
    assert talk.hear_until("done") == [
        'info depth=1 score=0.12 nodes=7 time=0.01 nps=0.001 pv="21-17 10-13"',
        'info depth=2 score=-99.96 nodes=9 time=0.012 nps=0.001 pv="21-17 10-13"',
        "done move=21-17 ponder=10-13",
    ]
    assert talk.writer.paces[-3:] == [Pace.INFO, Pace.INFO, Pace.MILESTONE]


def test_captures_are_printed_with_all_captured_squares(talk):
    talk.ask("set-param name=variant value=english")
    english = find_variant("english")
    talk.player.set_game(Game(parse_fen("B:W15,22,23:B11", english)))
    seen = set()
    for move in talk.player.game.position.legal_moves:
        seen.add(talk.session._reading.text(talk.player.game.position, move))
    assert seen == {"11x27x15x23", "11x25x15x22"}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["level time=10 inc=0.5", "go"], {"time": 10_500, "increment": 500, "moves_to_go": None, "ponder": False}),
        (["level time=-0.2 inc=0.5"], {"time": 300, "increment": 500}),
        (["level time=-5 inc=0.5"], {"time": 0, "increment": 500}),
        (["level time=-5"], {"time": 0, "increment": 0, "infinite": False}),
        (["level time=0"], {"time": 0}),
        (["level inc=2"], {"time": 2000, "increment": 2000}),
        (["level moves=40 time=300"], {"time": 300_000, "moves_to_go": 40}),
        (["level moves=0 time=300"], {"moves_to_go": None}),
        (["level moves=5 time=3 inc=1"], {"time": 4000, "increment": 1000, "moves_to_go": 5}),
        (["level move-time=0.5"], {"movetime": 500, "time": None, "lag": 15}),
        (["level depth=7"], {"depth": 7, "infinite": False}),
        (["level depth=7 nodes=100 move-time=1"], {"depth": 7, "nodes": 100, "movetime": 1000}),
        (["level depth=7", "level move-time=1", "level nodes=100"], {"depth": 7, "nodes": 100, "movetime": 1000}),
        (["level depth=7", "pos start", "level nodes=100"], {"depth": 7, "nodes": 100}),
        (["level depth=7", "level depth=8"], {"depth": 8}),
        (["level depth=7", "level depth=0", "level nodes=5 move-time=1e400"], {"depth": 7, "nodes": None}),
        (["level infinite"], {"infinite": True}),
        (["level handicap=3 ply=9 depth=4"], {"depth": 4}),
        ([], {"depth": None, "time": None, "movetime": None, "nodes": None, "infinite": False}),
    ],
)
def test_limits(talk, lines, expected):
    talk.say(*lines, "go think", "stop")
    talk.hear_until("done")
    limits = talk.player.limits[0]
    assert {name: getattr(limits, name) for name in expected} == expected


def test_limits_are_used_up(talk):
    talk.say("level depth=3", "go", "go", "stop")
    assert [talk.hear_until("done")[-1] for _ in range(2)]
    assert [limits.depth for limits in talk.player.limits] == [3, None]


def test_modes(talk):
    for go in ("go", "go think", "go ponder", "go analyze", "go mcts"):
        begin(talk, go)
        stop(talk)
    talk.say("level move-time=2", "go analyze", "stop")
    talk.hear_until("done")
    assert [(limits.ponder, limits.infinite) for limits in talk.player.limits] == [
        (False, False),
        (False, False),
        (True, False),
        (False, True),
        (False, False),
        (False, False),
    ]
    assert talk.player.limits[-1].movetime == 2000


def test_ponder(talk):
    talk.say("level time=10 inc=1")
    begin(talk, "go ponder")
    assert talk.session._machine.state is State.PONDERING
    assert talk.player.limits[0].time == 11_000
    assert talk.ask("ponder-hit") == []
    assert talk.player.calls[-1] == "ponder_hit"
    assert talk.ask("ponder-hit") == []
    assert talk.player.calls.count("ponder_hit") == 1
    stop(talk)


def test_ping_blank_lines_and_a_late_ponder_hit_do_not_disturb_a_search(talk):
    begin(talk)
    assert talk.ask("", "   ", "ponder-hit") == []
    assert talk.session._machine.state is State.SEARCHING
    stop(talk)
    assert talk.ask("stop", "ponder-hit", "stop") == []


@pytest.mark.parametrize(
    "line",
    [
        "pos start",
        "level depth=1",
        "set-param name=hash value=5",
        "set-param name=hash value=none",
        "set-param name=variant value=english",
        "new-game",
        "go",
        "init",
        "hub",
        "xyzzy",
        "pos pos=W",
        "x" * 70_000,
    ],
)
def test_any_other_line_ends_a_search_before_it_is_obeyed(talk, line):
    begin(talk)
    talk.say(line)
    assert talk.hear().startswith("done move=")
    if line == "go":
        talk.hear_until("info depth=2")
        stop(talk)
    lines = talk.ask()
    assert sum(text.startswith("error") for text in lines) == (
        line[:3] in ("xyz", "xxx") or "=none" in line or "=W" in line
    )
    assert talk.session._machine.state is State.IDLE


def test_exactly_one_done_for_each_go(talk):
    for _ in range(20):
        talk.say("go", "pos start", "level depth=1", "go", "go ponder", "ponder-hit", "stop", "stop")
    talk.say("init")
    lines = talk.hear_until("ready")
    assert sum(line.startswith("done ") for line in lines) == 60
    assert not any(line.startswith("error") for line in lines)


def test_no_legal_move(talk):
    blocked = "W" + "".join({29: "w", 22: "b", 25: "b", 26: "b"}.get(square, "e") for square in range(1, 33))
    for go in ("go", "go ponder", "go analyze"):
        assert talk.ask(f"pos pos={blocked}", go) == ['error message="no legal move"', "done"]
    assert talk.player.limits == []


def test_a_drawn_game_is_played_on(talk):
    shuffle = "31-27 1-5 27-31 5-1 " * 2
    talk.ask(f'pos pos={KINGS} moves="{shuffle}"')
    assert talk.player.game.result.is_draw
    talk.say("level depth=3", "go")
    assert talk.hear_until("done")[-1].startswith("done move=31-")


def test_new_game(talk):
    talk.ask("pos start moves=21-17", "new-game")
    assert talk.player.calls[-2:] == ["new_game", "prepare"], "not on the clock of the first move"
    assert len(talk.player.game.moves) == 1


@pytest.mark.parametrize("reason", [OptionError("option Hash: no memory"), PackedError("a.endings: damaged")])
def test_the_memory_is_gone_or_a_data_file_damaged(talk, monkeypatch, reason):
    def fail():
        raise reason

    monkeypatch.setattr(talk.player, "prepare", fail)
    assert talk.ask("go") == [f'error message="{reason}"', "done"]
    assert talk.ask("init") == [f'error message="{reason}"']


def test_a_fault_of_the_search_is_told_in_a_way_that_breaks_no_driver(talk):
    talk.player.failure = ValueError('"x"=1')
    talk.say("level depth=1", "go")
    assert talk.hear_until("done")[-2:] == [
        "info message=\"internal error: ValueError(''x' 1')\"",
        "done move=21-17 ponder=10-13",
    ]


# Input and its end.


def test_quit_and_what_comes_after_it(talk):
    talk.say("quit", "ping")
    assert talk.session.ended
    with pytest.raises(queue.Empty):
        talk.hear(0.05)


def test_end_of_input_carries_out_the_last_line(talk):
    talk.session.receive(b"pos start moves=21-17\nping")
    talk.session.end_of_input()
    assert talk.session.ended
    assert talk.hear() == "pong"


@pytest.mark.parametrize("go", ["go", "go ponder", "go analyze"])
def test_end_of_input_ends_a_search_with_its_answer(talk, go):
    begin(talk, go)
    talk.session.end_of_input()
    assert talk.session.close(5)
    assert talk.hear().startswith("done move=")
    assert talk.writer.closed


def test_over_long_line(talk):
    assert talk.error("x" * 100_000) == "line of more than 65536 bytes ignored"


def test_carriage_returns_byte_order_mark_and_bytes_that_are_not_text(talk):
    talk.session.receive(b"pos start moves=21-17\r\n\xff\xfe\r\n")
    assert talk.error().startswith("bad command")
    assert len(talk.player.game.moves) == 1
    other = Conversation(ScriptedPlayer(), greeted=False)
    other.session.receive(b"\xef\xbb\xbfhub\r\n")
    assert other.hear().startswith("id ")
    other.session.close(5)


def test_errors_have_no_quotes_inside(talk):
    assert talk.error('it"s "quoted" x=y').count('"') == 0
