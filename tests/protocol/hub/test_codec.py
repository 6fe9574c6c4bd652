"""The codec: what is read and written, and that each kind of bad line gives one reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import RemoteError
from protocol.hub.codec import format_command, format_reply, parse_command, parse_reply
from protocol.hub.messages import (
    Done,
    Error,
    Go,
    GoMode,
    Id,
    Info,
    Level,
    Notice,
    Order,
    Param,
    SetParam,
    SetPosition,
    Unknown,
)

pytestmark = pytest.mark.both_modes

BOARD = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("hub", Order.HUB),
        ("  HUB \t", Order.HUB),
        ("hub version=2", Order.HUB),
        ("init", Order.INIT),
        ("ping", Order.PING),
        ("stop", Order.STOP),
        ("quit", Order.QUIT),
        ("new-game", Order.NEW_GAME),
        ("ponder-hit", Order.PONDER_HIT),
        ("", None),
        (" \t ", None),
        ("set-param name=book-file value=a b.txt", SetParam("book-file", "a b.txt")),
        ("set-param name=hash value=64", SetParam("hash", "64")),
        ('set-param name="hash" value="64"', SetParam("hash", "64")),
        ("set-param name = hash value = 64", SetParam("hash", "64")),
        ("set-param value=64 name=hash", SetParam("hash", "64")),
        ('set-param name=x value=""', SetParam("x", "")),
        ("set-param name=x value=", SetParam("x", "")),
        (r'set-param name=x value="say \"hi\" twice"', SetParam("x", 'say "hi" twice')),
        ('set-param name=x value="a b" type=string', SetParam("x", "a b")),
        ('set-param name=path value="C:\\some dir\\"', SetParam("path", "C:\\some dir\\")),
        ("set-param name=path value=C:\\some dir\\", SetParam("path", "C:\\some dir\\")),
        ("set-param name=x value=name=y", SetParam("x", "name=y")),
        ("pos", SetPosition()),
        ("pos start", SetPosition()),
        ('pos start moves="21-17 9-13"', SetPosition(None, ("21-17", "9-13"))),
        (f"pos pos={BOARD}", SetPosition(BOARD)),
        (f'pos pos="{BOARD}" moves=""', SetPosition(BOARD)),
        (f'pos  pos = {BOARD}  moves = " 21-17  9-13 " ', SetPosition(BOARD, ("21-17", "9-13"))),
        (f"pos moves=21-17 pos={BOARD}", SetPosition(BOARD, ("21-17",))),
        (f"pos pos={BOARD} moves=21-17 9-13", SetPosition(BOARD, ("21-17", "9-13"))),
        (f"pos pos={BOARD} unknown=1 flag", SetPosition(BOARD)),
        ("level depth=9", Level(depth=9)),
        ("level nodes=1000000", Level(nodes=1_000_000)),
        ("level move-time=1", Level(move_time=1)),
        ("level move-time=0.500", Level(move_time=0.5)),
        ("level time=59.5 inc=0.5", Level(time=59.5, inc=0.5)),
        ("level time=-0.2 inc=.5", Level(time=-0.2, inc=0.5)),
        ("level moves=40 time=300", Level(moves=40, time=300)),
        ("level moves=40 time=300 inc=2 handicap=3 ply=7", Level(moves=40, time=300, inc=2)),
        ("level infinite", Level(infinite=True)),
        ("level depth=9.0 nodes=1e6", Level(depth=9, nodes=1_000_000)),
        ("level depth=+3 time=-1e9", Level(depth=3, time=-1e9)),
        ("level move-time=0 moves=0", Level(move_time=0, moves=0)),
        ("level", Level()),
        ("level something", Level()),
        ("go", Go()),
        ("go think", Go(GoMode.THINK)),
        ("go ponder", Go(GoMode.PONDER)),
        ("go analyze", Go(GoMode.ANALYZE)),
        ("go analyse", Go(GoMode.ANALYZE)),
        ("go mcts think", Go(GoMode.THINK)),
    ],
)
def test_reads_commands(line, command):
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("set-parm name=hash value=3", "bad command 'set-parm': did you mean 'set-param'?"),
        ("xyzzy", "bad command 'xyzzy': expected one of hub "),
        ("set-param value=3", "set-param: missing name"),
        ("set-param", "set-param: missing name"),
        ("set-param name= value=3", "set-param: missing name"),
        ("set-param name=hash", "set-param: missing value of 'hash'"),
        ('set-param name=hash value="a', "set-param: cannot read the value '\"a': is a quote missing?"),
        ('pos moves="21-17', "pos: cannot read 'moves=\"21-17': is a quote missing?"),
        ("pos =W", "pos: cannot read '=W': expected name and value, or a flag"),
        (f"pos {BOARD}", f"pos: unknown argument '{BOARD}': expected pos with a board, or start"),
        ("level depth", "level depth: expected a whole number from 1 to 1000"),
        ("level inc", "level inc: expected seconds from 0 to 1000000000"),
    ],
)
def test_bad_commands_give_one_reason(line, reason):
    with pytest.raises(RemoteError) as error:
        parse_command(line)
    assert str(error.value).startswith(reason)


@pytest.mark.parametrize("name", ["depth", "nodes", "moves", "move-time", "time", "inc"])
@pytest.mark.parametrize(
    "value", ["x", "nan", "-inf", "1e400", "1e4000", "-1e99", "1,5", "1_0", "\u0663", "0x10", "+-1", "9" * 500, "..5"]
)
def test_a_limit_that_is_no_number_or_none_in_range(name: str, value: str):
    expected = rf"level {name}: expected (a whole number|seconds) from -?\d+ to \d+, found '"
    with pytest.raises(RemoteError, match=expected):
        parse_command(f"level {name}={value}")


@pytest.mark.parametrize(
    "limit", ["depth=0", "depth=-3", "depth=1001", "depth=2.5", "nodes=0", "moves=-1", "move-time=-0.1", "inc=-1"]
)
def test_a_limit_that_means_nothing(limit: str):
    name, _, value = limit.partition("=")
    with pytest.raises(RemoteError, match=f"level {name}: expected .* from [01] to .*, found '{value}'"):
        parse_command(f"level {limit}")


def test_level_lines_add_up():
    joined = Level(depth=9).joined(Level(move_time=2)).joined(Level(nodes=1)).joined(Level(infinite=True))
    assert joined == Level(depth=9, move_time=2, nodes=1, infinite=True)
    assert Level(time=5, inc=1).joined(Level(time=7)) == Level(time=7, inc=1)


@pytest.mark.parametrize(
    ("reply", "line"),
    [
        (Notice.WAIT, "wait"),
        (Id("Damiera", "0.1", "the authors"), 'id name=Damiera version=0.1 author="the authors"'),
        (Param("ponder", "false", "bool"), "param name=ponder value=false type=bool"),
        (Param("hash", "64", "int", "1", "9"), "param name=hash value=64 type=int min=1 max=9"),
        (
            Param("variant", "italian", "enum", values=("italian", "normal")),
            'param name=variant value=italian type=enum values="italian normal"',
        ),
        (Param("log", "", "string"), 'param name=log value="" type=string'),
        (Param("log", 'a="b"', "string"), "param name=log value=\"a 'b'\" type=string"),
        (
            Info(depth=3, score=-0.001, nodes=10**9, time=61.5, nps=8, pv=("21-17",)),
            'info depth=3 score=0 nodes=1000000000 time=61.5 nps=8 pv="21-17"',
        ),
        (Info(depth=30, mean_depth=20.84, score=99.95), "info depth=30 mean-depth=20.8 score=99.95"),
        (Done("11x27x15x23", "32-28"), "done move=11x27x15x23 ponder=32-28"),
        (Done("32-28"), "done move=32-28"),
        (Done(None), "done"),
        (Error('a "b"'), "error message=\"a 'b'\""),
    ],
)
def test_writes_replies(reply, line):
    assert format_reply(reply) == line


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("", None),
        ("Scan 3.1 says hello", Unknown("Scan 3.1 says hello")),
        ("ready ", Notice.READY),
        (
            'id name=Scan version=3.1 author="Fabien Letouzey" country=France',
            Id("Scan", "3.1", "Fabien Letouzey", "France"),
        ),
        (
            'param name=variant value=normal type=enum values="normal killer bt"',
            Param("variant", "normal", "enum", values=("normal", "killer", "bt")),
        ),
        ("param name=threads value=1 type=int min=1 max=16", Param("threads", "1", "int", "1", "16")),
        ("info score=nan nps=- depth=5.0 flag pv=32-28", Info(depth=5, pv=("32-28",))),
        ("info", Info()),
        ("done", Done(None)),
        ("done ponder=1-5 move=32-28", Done("32-28", "1-5")),
        ('error message="bad command"', Error("bad command")),
    ],
)
def test_reads_replies(line, reply):
    assert parse_reply(line) == reply


@pytest.mark.parametrize("line", ["param value=3", "param name=x type=colour", 'info pv="32-28'])
def test_bad_replies_give_one_reason(line):
    with pytest.raises(RemoteError):
        parse_reply(line)


# Round trips.

NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,10}", fullmatch=True)
PRINTABLE = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f\x85\xa0"), max_size=20
)
# A backslash before a quote is the one thing that the escape cannot say.
VALUES = PRINTABLE.filter(lambda text: '\\"' not in text and not text.startswith('"'))
HARMLESS = PRINTABLE.filter(lambda text: "\\" not in text and '"' not in text and "=" not in text)
MOVES = st.lists(st.from_regex(r"[1-9][0-9]?[-x][1-9][0-9]?", fullmatch=True), max_size=5).map(tuple)


def seconds(low=-1000, high=1_000_000):
    return st.integers(low * 1000, high * 1000).map(lambda thousandths: thousandths / 1000)


LEVELS = st.builds(
    Level,
    depth=st.none() | st.integers(1, 1000),
    nodes=st.none() | st.integers(1, 10**15),
    move_time=st.none() | seconds(low=0),
    moves=st.none() | st.integers(0, 10**6),
    time=st.none() | seconds(),
    inc=st.none() | seconds(low=0),
    infinite=st.booleans(),
)
COMMANDS = (
    st.sampled_from(Order)
    | st.builds(SetParam, NAMES, VALUES)
    | st.builds(SetPosition, st.none() | st.from_regex(r"[WB][wbWBe]{32}", fullmatch=True), MOVES)
    | LEVELS
    | st.builds(Go, st.sampled_from(GoMode))
)
DECIMALS = st.integers(-9999, 9999).map(lambda hundredths: hundredths / 100)
REPLIES = (
    st.sampled_from(Notice)
    | st.builds(Id, NAMES, HARMLESS, HARMLESS, HARMLESS)
    | st.builds(
        Param,
        NAMES,
        HARMLESS,
        st.sampled_from(["bool", "int", "real", "string", "enum"]),
        st.none() | st.integers().map(str),
        st.none() | st.integers().map(str),
        st.lists(NAMES, max_size=4).map(tuple),
    )
    | st.builds(
        Info,
        st.none() | st.integers(0, 200),
        st.none() | st.integers(0, 999).map(lambda tenths: tenths / 10),
        st.none() | DECIMALS,
        st.none() | st.integers(0, 10**15),
        st.none() | seconds(0),
        st.none() | seconds(0),
        MOVES,
        HARMLESS,
    )
    | st.builds(Done, st.none() | st.just("11x27x15x23"))
    | st.builds(Done, st.just("11-15"), st.none() | st.just("32-28"))
    | st.builds(Error, HARMLESS)
)


@given(COMMANDS)
def test_commands_round_trip(command):
    assert parse_command(format_command(command)) == command


@given(REPLIES)
def test_replies_round_trip(reply):
    assert parse_reply(format_reply(reply)) == reply


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text):
    for parse in (parse_command, parse_reply):
        try:
            parse(text)
        except RemoteError as error:
            assert str(error).isprintable()
