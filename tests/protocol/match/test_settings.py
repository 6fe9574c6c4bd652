"""A match as people write it: words and TOML files, and what is said about mistakes."""

import re
from pathlib import Path

import pytest

from engine.rules.variants import ENGLISH, ITALIAN
from protocol.client.opening import Protocol
from protocol.match.adjudicate import DrawRule, ResignRule
from protocol.match.clock import TimeControl
from protocol.match.config import EngineConfig, MatchConfig, SprtRule
from protocol.match.schedule import Format
from protocol.match.settings import (
    DEFAULT_CONTROL,
    DEFAULT_ROUNDS,
    SPRT_ROUNDS,
    Draft,
    SettingError,
    read_match,
    read_toml,
    read_words,
)

pytestmark = pytest.mark.both_modes

A = ("engine 1: ", {"cmd": "alpha uci"})
B = ("engine 2: ", {"cmd": "beta hub"})

TOML = """
variant = "english"
tc = "40/60+0.5"
rounds = 20
concurrency = 3
openings = "two-move"
seed = 9
format = "gauntlet"
margin = 25
stall = 1.5
ponder = true
move-limit = 300
restarts = 2
draw = { plies = 40, score = 10, count = 8 }
resign = { score = 600, count = 4, both = true }
sprt = { elo0 = 0, elo1 = 10, alpha = 0.05, beta = 0.1 }

[[engine]]
name = "new"
cmd = "alpha uci"
dir = "there"
proto = "uci"
option = { Hash = 64, OwnBook = false }

[[engine]]
cmd = "dxp:localhost:27531"
movetime = 0.2
nodes = 500
"""


def test_defaults() -> None:
    config = read_match(Draft({}, (A, B)), seed=5)
    assert config.variant is ITALIAN
    assert config.control == DEFAULT_CONTROL == TimeControl(time=1000, increment=100)
    assert (config.openings, config.seed, config.rounds) == ("three-move", 5, DEFAULT_ROUNDS)
    assert config.names == ("alpha", "beta")
    assert config.draw is config.resign is config.sprt is config.move_limit is None
    assert read_match(Draft({"sprt": {}}, (A, B))).rounds == SPRT_ROUNDS


def test_a_whole_file(tmp_path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(TOML.replace("concurrency = 3\n", ""))
    config = read_match(read_toml(str(path)))
    assert config == MatchConfig(
        engines=(
            EngineConfig(
                "new",
                "alpha uci",
                Protocol.UCI,
                str(tmp_path / "there"),
                options=(("Hash", "64"), ("OwnBook", "false")),
            ),
            EngineConfig("dxp:localhost:27531", "dxp:localhost:27531", control=TimeControl(movetime=200, nodes=500)),
        ),
        variant=ENGLISH,
        control=TimeControl(moves=40, time=60_000, increment=500),
        openings="two-move",
        openings_digest=config.openings_digest,
        seed=9,
        rounds=20,
        format=Format.GAUNTLET,
        margin=25,
        stall=1.5,
        ponder=True,
        draw=DrawRule(40, 10, 8),
        resign=ResignRule(600, 4, both=True),
        move_limit=300,
        restarts=2,
        sprt=SprtRule(0, 10, 0.05, 0.1),
        concurrency=1,
    )
    assert MatchConfig.from_json(config.to_json()) == config


def test_the_example_of_the_document(tmp_path) -> None:
    text = (Path(__file__).parents[3] / "protocol" / "README.md").read_text("utf-8")
    (tmp_path / "match.toml").write_text(re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1])
    draft = read_toml(str(tmp_path / "match.toml"))
    starts = tmp_path / "starts.fen"
    starts.write_text("# a comment\n\nW:W21,22:B1,2\nB:W21,22:B1,2\n")
    config = read_match(Draft({"openings": str(starts)}).over(draft))
    assert config.names == ("new", "other")
    assert config.engines[0].options == (("Hash", "64"), ("Move Overhead", "20"))


def test_the_command_line_overrides_the_file(tmp_path) -> None:
    path = tmp_path / "match.toml"
    path.write_text('tc = "60"\nrounds = 3\n[[engine]]\ncmd = "alpha uci"\n')
    config = read_match(Draft({"depth": "4"}, (B,)).over(read_toml(str(path))))
    assert config.control == TimeControl(depth=4)  # another time control replaces the whole
    assert (config.rounds, config.names) == (3, ("alpha", "beta"))


def test_words() -> None:
    assert read_words(["cmd=damiera uci", "option.Clear Hash=", "dir=a=b"]) == {
        "cmd": "damiera uci",
        "option.Clear Hash": "",
        "dir": "a=b",
    }
    with pytest.raises(SettingError, match="expected KEY=VALUE, found 'uci'"):
        read_words(["cmd=x", "uci"])
    with pytest.raises(SettingError, match="cmd is given twice"):
        read_words(["cmd=x", "cmd=y"])


def test_names_are_different() -> None:
    same = ("", {"cmd": "/usr/bin/alpha uci"})
    named = ("", {"cmd": "gamma", "name": "alpha 2"})
    assert read_match(Draft({}, (A, same, named))).names == ("alpha", "alpha 3", "alpha 2")


def test_time_of_one_engine() -> None:
    config = read_match(Draft({"tc": "60"}, (A, ("", {"cmd": "beta", "tc": "30/600"}))))
    assert [config.control_of(engine) for engine in config.engines] == [
        TimeControl(time=60_000),
        TimeControl(moves=30, time=600_000),
    ]


def test_one_running_dxp_program_plays_one_game_at_a_time() -> None:
    remote = ("", {"cmd": "dxp:localhost:27531"})
    assert read_match(Draft({}, (A, remote))).concurrency == 1
    with pytest.raises(SettingError, match="one game at a time"):
        read_match(Draft({"concurrency": "2"}, (A, remote)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"variant": "itali"}, "--variant: unknown variant 'itali': did you mean 'italian'?"),
        ({"tc": "40/"}, "--tc: expected MOVES/TIME+INCREMENT, such as 40/60+0.5, 60+0.5, 60 or 5:00, found '40/'"),
        ({"movetime": "0"}, "--movetime: expected seconds, 0.001 at least, found '0'"),
        ({"movetime": "0.0009"}, "--movetime: expected seconds, 0.001 at least, found '0.0009'"),
        ({"rounds": "0"}, "--rounds: expected a whole number from 1 to 10000000, found '0'"),
        ({"rounds": "many"}, "--rounds: expected a whole number"),
        ({"seed": "-1"}, "--seed: expected a whole number"),
        ({"format": "swiss"}, "--format: unknown word 'swiss': expected one of round-robin gauntlet"),
        ({"openings": "thre-move"}, "--openings: unknown openings 'thre-move': did you mean 'three-move'?"),
        ({"draw": {"plie": "4"}}, "--draw: unknown setting 'plie': did you mean 'plies'?"),
        ({"draw": {"plies": "x"}}, "--draw: plies: expected a whole number"),
        ({"sprt": {"elo0": "5", "elo1": "5"}}, "--sprt: expected elo0 below elo1, found 5 and 5"),
        ({"sprt": {"alpha": "0.5"}}, "--sprt: alpha: expected a number from 1e-06 to 0.499, found '0.5'"),
        ({"sprt": {"alpha": "nan"}}, "--sprt: alpha: expected a number"),
        ({"margin": "-1"}, "--margin: expected a number"),
    ],
)
def test_mistakes(settings: dict, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        read_match(Draft(settings, (A, B)))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("engines", "message"),
    [
        ((A,), "expected two engines or more, found 1"),
        ((A, ("engine 2: ", {})), "engine 2: expected cmd=COMMAND"),
        ((A, ("engine 2: ", {"cmd": "x 'y"})), "engine 2: cmd: command"),
        ((A, ("engine 2: ", {"cmd": "dxp:nowhere"})), "engine 2: cmd: "),
        ((A, ("engine 2: ", {"cmd": "x", "proto": "uc"})), "engine 2: proto: unknown word 'uc': did you mean 'uci'?"),
        ((A, ("engine 2: ", {"cmd": "x", "opt.Hash": "1"})), "engine 2: unknown setting 'opt.Hash'"),
        ((("", {"cmd": "a", "name": "x"}), ("", {"cmd": "b", "name": "x"})), "two engines are called 'x'"),
    ],
)
def test_mistakes_in_engines(engines: tuple, message: str) -> None:
    with pytest.raises(SettingError) as caught:
        read_match(Draft({}, engines))
    assert message in str(caught.value)


def test_a_command_is_a_text() -> None:
    with pytest.raises(SettingError, match="engine 2: cmd: expected a text in quotes, found '5'"):
        read_match(Draft({}, (A, ("engine 2: ", {"cmd": 5}))))


@pytest.mark.parametrize("value", [[1, 2], {"a": 1}])
def test_an_option_has_one_value(value: object) -> None:
    with pytest.raises(SettingError, match=r"engine 2: option\.Hash: expected a single value"):
        read_match(Draft({}, (A, ("engine 2: ", {"cmd": "x", "option.Hash": value}))))


def test_sprt_is_for_two() -> None:
    with pytest.raises(SettingError, match="--sprt: expected two engines, found 3"):
        read_match(Draft({"sprt": {}}, (A, B, ("", {"cmd": "c"}))))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rounds = ", "Invalid value"),
        ("round = 3", "unknown setting 'round': did you mean 'rounds'?"),
        ("rounds = [3]", "rounds: expected a single value"),
        ("draw = 3", "draw: expected settings such as plies score count"),
        ("engine = 3", "engine: expected tables [[engine]]"),
        ("[[engine]]\noption = 3", "engine 1: option: expected a table"),
        ("rounds = " + "[" * 100_000, "expected TOML, found brackets in too many brackets"),
        ("rounds = " + "1" * 5000, "expected TOML, found a number of too many digits"),
        ("rounds = 0x" + "1" * 5000, "rounds: a number of too many digits"),
        ("[[engine]]\ncmd = 'a'\nb\udcff", "expected text in UTF-8, found other bytes (at line 3)"),
        ("rounds = 0", "rounds: expected a whole number from 1 to 10000000, found '0'"),
    ],
)
def test_mistakes_in_a_file(tmp_path, text: str, message: str) -> None:
    path = tmp_path / "match.toml"
    path.write_text(text, "utf-8", "surrogateescape")
    with pytest.raises(SettingError) as caught:
        read_toml(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_no_such_file() -> None:
    with pytest.raises(SettingError, match=r"cannot read absent.toml: No such file"):
        read_toml("absent.toml")


def test_what_makes_another_match() -> None:
    config = read_match(Draft({"seed": "1"}, (A, B)))
    more = read_match(Draft({"seed": "1", "rounds": "99", "concurrency": "7"}, (A, B)))
    assert config.difference(more) is None and config.digest == more.digest
    other = read_match(Draft({"seed": "2"}, (A, B)))
    assert config.difference(other) == "seed is 1, was 2"
    assert config.digest != other.digest
