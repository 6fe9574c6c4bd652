"""The codec: what is read and written, and that each kind of bad line gives one reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.options import OPTIONS, Option
from protocol.errors import RemoteError
from protocol.uci.codec import format_command, format_reply, parse_command, parse_reply
from protocol.uci.messages import (
    BestMove,
    ChooseVariant,
    Go,
    Id,
    Info,
    InfoString,
    Notice,
    OptionLine,
    Order,
    Perft,
    SetOption,
    SetPosition,
    Text,
)

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("uci", Order.UCI),
        ("  UCI \t", Order.UCI),
        ("udri", Order.UDRI),
        ("newgame", Order.NEW_GAME),
        ("ucinewgame", Order.NEW_GAME),
        ("", None),
        ("   ", None),
        ("# a remark", None),
        ("setoption name Hash value 64", SetOption("Hash", "64")),
        ("setoption NAME move  overhead VALUE 5", SetOption("move overhead", "5")),
        ("setoption name Debug Log File value /a b/two  blanks ", SetOption("Debug Log File", "/a b/two  blanks")),
        ("setoption name Clear Hash", SetOption("Clear Hash")),
        ("setoption name Debug Log File value", SetOption("Debug Log File", "")),
        ("setoption name Debug Log File value <empty>", SetOption("Debug Log File", "")),
        ("position startpos", SetPosition("startpos")),
        ("position startpos moves", SetPosition("startpos")),
        ("position startpos moves 21-17 9-13", SetPosition("startpos", "", ("21-17", "9-13"))),
        ("position fen W:W31:B1 moves 31-27", SetPosition("fen", "W:W31:B1", ("31-27",))),
        ('position fen "W : W31 : B1."', SetPosition("fen", '"W : W31 : B1."')),
        ("position hub Wbbb", SetPosition("hub", "Wbbb")),
        ("go", Go()),
        ("go infinite", Go(infinite=True)),
        ("go wtime -20 btime 5 winc 1 binc 2 movestogo 0", Go(-20, 5, 1, 2, 0)),
        ("go ponder depth 9 nodes 100 mate 3 movetime 7", Go(ponder=True, depth=9, nodes=100, mate=3, movetime=7)),
        ("go searchmoves 21-17 22-18 depth 5", Go(searchmoves=("21-17", "22-18"), depth=5)),
        ("go perft 6", Perft(6)),
        ("perft 6", Perft(6)),
        ("divide 6", Perft(6)),
        ("variant", ChooseVariant()),
        ("variant English", ChooseVariant("English")),
    ],
)
def test_commands(line, command):
    assert parse_command(line) == command


BAD_LINES = {
    "psition startpos": "unknown command 'psition': did you mean 'position'?",
    "xyzzy": "unknown command 'xyzzy': help lists the commands",
    "quit now": "quit: unexpected word 'now': expected nothing after quit",
    "setoption": "setoption: expected 'name'",
    "setoption Hash 64": "setoption: expected 'name', found 'Hash'",
    "setoption name": "setoption: the name of the option is missing",
    "setoption name value 3": "setoption: the name of the option is missing",
    "position": "position: expected startpos, fen or hub",
    "position stratpos": "position: unknown word 'stratpos': did you mean 'startpos'?",
    "position startpos 21-17": "position: unexpected word '21-17' after startpos: expected 'moves'",
    "position startpos movs 21-17": "position: unexpected word 'movs' after startpos: did you mean 'moves'?",
    "position fen": "position: expected a position after fen",
    "position hub moves 1-5": "position: expected a position after hub",
    "go dpeth 5": "go: unknown word 'dpeth': did you mean 'depth'?",
    "go depth": "go depth: expected a whole number",
    "go depth five": "go depth: expected a whole number, found 'five'",
    "go depth 0": "go depth: 0 is out of range: expected 1 to 1000",
    "go depth 5 depth 6": "go: depth is given twice",
    "go wtime 1000 winc -3": "go winc: -3 is out of range: expected 0 to 1000000000000",
    "go movetime 1.5": "go movetime: expected a whole number, found '1.5'",
    "go nodes ²": r"go nodes: expected a whole number, found '\xb2'",
    "go searchmoves depth 5": "go searchmoves: expected one or more moves",
    "go perft": "go perft: expected a whole number",
    "go movetime 99999999999999999999": (
        "go movetime: '99999999999999999999' is out of range: expected 0 to 1000000000000"
    ),
    "go perft 65": "go perft: 65 is out of range: expected 1 to 64",
    "perft 3 4": "perft: unexpected word '4': expected one depth",
    "variant a b": "variant: unexpected word 'b': expected one name",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_bad_lines(line):
    with pytest.raises(RemoteError) as error:
        parse_command(line)
    assert str(error.value) == BAD_LINES[line]


words = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)
moves = st.lists(st.from_regex(r"[0-9]{1,2}[-x][0-9]{1,2}(x[0-9]{1,2}){0,3}", fullmatch=True), max_size=5).map(tuple)
names = st.lists(words.filter(lambda word: word.lower() not in ("value", "name")), min_size=1, max_size=3).map(" ".join)
values = st.lists(words, max_size=4).map("  ".join).filter(lambda value: value != "<empty>")
position_text = words.filter(lambda word: word.lower() != "moves")
clocks = st.none() | st.integers(-(10**12), 10**12)
increments = st.none() | st.integers(0, 10**12)
counts = st.none() | st.integers(1, 500)
commands = st.one_of(
    st.sampled_from(Order),
    st.builds(SetOption, names, st.none() | values),
    st.builds(SetPosition, st.just("startpos"), st.just(""), moves),
    st.builds(SetPosition, st.sampled_from(["fen", "hub"]), position_text, moves),
    st.builds(Go, *[clocks] * 2, *[increments] * 2, *[counts] * 5, st.booleans(), st.booleans(), moves),
    st.builds(Perft, st.integers(1, 64)),
    st.builds(ChooseVariant, st.none() | words),
)


@given(commands)
def test_commands_round_trip(command):
    assert parse_command(format_command(command)) == command


def plain(option):
    """What of an option is sent."""
    return Option(option.name, option.kind, option.default, "", option.minimum, option.maximum, option.choices)


numbers = st.none() | st.integers(0, 10**9)
scores = st.one_of(
    st.just({}),
    st.builds(dict, centimen=st.integers(-9999, 9999)),
    st.builds(dict, mate=st.integers(-99, 99)),
)
infos = st.builds(
    lambda score, **rest: Info(**score, **rest),
    scores,
    bound=st.sampled_from(["exact", "lower", "upper"]),
    pv=moves,
    **{name: numbers for name in ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time")},
)
move = st.from_regex(r"[0-9]{1,2}-[0-9]{1,2}", fullmatch=True)
sentences = st.lists(words, min_size=1, max_size=5).map("  ".join)
replies = st.one_of(
    st.sampled_from(Notice),
    st.builds(Id, st.sampled_from(["name", "author"]), sentences),
    st.sampled_from(OPTIONS).map(plain).map(OptionLine),
    infos,
    st.builds(InfoString, sentences),
    st.just(BestMove(None)),
    st.builds(BestMove, move, st.none() | move),
    st.builds(Text, st.sampled_from(["  b . b", "Fen: W:W31:B1", "Nodes searched: 7", "21-17: 7"])),
)


@given(replies)
def test_replies_round_trip(reply):
    assert parse_reply(format_reply(reply)) == reply


@given(st.text())
def test_any_text_is_read_or_refused_in_one_line(text):
    for parse in (parse_command, parse_reply):
        try:
            parse(text)
        except RemoteError as error:
            assert str(error).isprintable()


def test_replies_of_other_programs():
    assert parse_reply("info depth 3 currmove 21-17 score cp 5 upperbound wdl 1 2 3 pv 21-17") == Info(
        depth=3, centimen=5, bound="upper", pv=("21-17",)
    )
    assert parse_reply("bestmove 21-17 ponder (none)") == BestMove("21-17")
    assert parse_reply("") is None
    for bad in ("bestmove", "info depth x", "info score cp", "option name X type spin default 1"):
        with pytest.raises(RemoteError):
            parse_reply(bad)
