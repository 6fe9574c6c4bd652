"""A match as people write it: words `key=value`, and TOML files. Errors are one line that names the place."""

import secrets
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any, TypeVar

from attrs import evolve, frozen

from engine.rules.errors import RulesError
from engine.rules.variants import VARIANTS
from protocol.client.opening import Protocol
from protocol.games import game_named
from protocol.match.adjudicate import DrawRule, ResignRule
from protocol.match.clock import TimeControl, parse_control, parse_seconds
from protocol.match.config import DXP_ADDRESS, MAY_CHANGE, EngineConfig, MatchConfig, SprtRule
from protocol.match.cores import default_concurrency
from protocol.match.openings import default_source, openings_from
from protocol.match.schedule import Format
from protocol.text import did_you_mean, one_line, quoted
from protocol.transport.command_line import split_command
from protocol.transport.tcp import Address

T = TypeVar("T")
Words = Mapping[str, Any]
"""Settings by name: text, or for a group another such mapping."""

DEFAULT_CONTROL = TimeControl(time=1000, increment=100)
DEFAULT_ROUNDS = 50
SPRT_ROUNDS = 100_000
"""Rounds of a match that is to go on until it is decided."""
_OPTION = "option."
_LONGEST_NAME = 40


class SettingError(ValueError):
    """A setting is wrong: `str()` is one line that names it and what was expected."""


# Single values.


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise SettingError(f"expected a number from {low:g} to {high:g}, found {quoted(text)}")
        return number

    return read


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 25 and low <= int(text) <= high):
            raise SettingError(f"expected a whole number from {low} to {high}, found {quoted(text)}")
        return int(text)

    return read


def _some_time(text: str) -> float:
    milliseconds = parse_seconds(text)
    if milliseconds < 1:
        raise SettingError(f"expected seconds, 0.001 at least, found {quoted(text)}")
    return milliseconds


def _one_of(kind: Callable[[str], T], choices: Iterable[str]) -> Callable[[str], T]:
    names = [str(choice) for choice in choices]

    def read(text: str) -> T:
        if text.lower() not in names:
            hint = did_you_mean(text, names, f"expected one of {' '.join(names)}")
            raise SettingError(f"unknown word {quoted(text)}: {hint}")
        return kind(text.lower())

    return read


_SWITCH = _one_of(lambda word: word in ("true", "on", "yes"), ("true", "false", "on", "off", "yes", "no"))
_CONTROL_KEYS: dict[str, Callable[[str], Any]] = {
    "tc": parse_control,
    "movetime": _some_time,
    "nodes": _whole(1, 10**15),
    "depth": _whole(1, 1000),
}
_ENGINE_KEYS: dict[str, Callable[[str], Any]] = {
    "cmd": str,
    "name": str,
    "proto": _one_of(Protocol, Protocol),
    "dir": str,
    **_CONTROL_KEYS,
}
_DRAW_KEYS = {"plies": _whole(0, 10_000), "score": _whole(0, 100_000), "count": _whole(1, 1000)}
_RESIGN_KEYS = {"score": _whole(1, 100_000), "count": _whole(1, 1000), "both": _SWITCH}
_SPRT_KEYS = {
    "elo0": _number(-1000, 1000),
    "elo1": _number(-1000, 1000),
    "alpha": _number(1e-6, 0.499),
    "beta": _number(1e-6, 0.499),
}
_MATCH_KEYS: dict[str, Callable[[str], Any]] = {
    "variant": game_named,
    **_CONTROL_KEYS,
    "rounds": _whole(1, 10**7),
    "concurrency": _whole(1, 1024),
    "openings": str,
    "seed": _whole(0, 2**64 - 1),
    "format": _one_of(Format, Format),
    "margin": _number(0, 600_000),
    "stall": parse_seconds,
    "ponder": _SWITCH,
    "move-limit": _whole(1, 100_000),
    "restarts": _whole(0, 10**6),
    "unbound": _SWITCH,
}
_GROUPS: dict[str, tuple[Callable[..., Any], dict[str, Callable[[str], Any]]]] = {
    "draw": (DrawRule, _DRAW_KEYS),
    "resign": (ResignRule, _RESIGN_KEYS),
    "sprt": (SprtRule, _SPRT_KEYS),
}

MATCH_SETTINGS = (*_MATCH_KEYS, *_GROUPS)
"""The names of all that can be set, but for the engines."""


def _read(keys: Mapping[str, Callable[[str], T]], words: Words, place: str) -> dict[str, T]:
    """The values of settings. Raises SettingError."""
    values = {}
    for key, text in words.items():
        if key not in keys:
            raise SettingError(f"{place}unknown setting {quoted(key)}: {did_you_mean(key, keys, _expected(keys))}")
        single = _single(text, place + key)
        if keys[key] is str and not isinstance(text, str):
            raise SettingError(f"{place}{key}: expected a text in quotes, found {quoted(single)}")
        try:
            values[key] = keys[key](single)
        except (ValueError, RulesError) as error:
            raise SettingError(f"{place}{key}: {error}") from None
    return values


def _expected(keys: Iterable[str]) -> str:
    return f"expected one of {' '.join(keys)}"


def _single(value: Any, place: str) -> str:
    """A value of TOML as its text. Raises SettingError if it is several."""
    if isinstance(value, Mapping | list):
        raise SettingError(f"{place}: expected a single value")
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except ValueError:
        raise SettingError(f"{place}: a number of too many digits") from None


# Groups of words.


def read_words(words: Iterable[str]) -> dict[str, str]:
    """The settings in words `key=value`; a key may have a dot. Raises SettingError."""
    settings: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise SettingError(f"expected KEY=VALUE, found {quoted(word)}")
        if key in settings:
            raise SettingError(f"{key} is given twice")
        settings[key] = value
    return settings


def _control(values: dict[str, Any]) -> TimeControl | None:
    """The time control in the values of `_CONTROL_KEYS`, which are taken out."""
    given = {key: values.pop(key) for key in _CONTROL_KEYS if key in values}
    if not given:
        return None
    clock: TimeControl = given.get("tc") or TimeControl()
    return TimeControl(
        clock.moves, clock.time, clock.increment, given.get("movetime"), given.get("nodes"), given.get("depth")
    )


def _engine(words: Words, place: str) -> EngineConfig:
    """An engine; its name is empty if none is given. Raises SettingError."""
    options = [
        (key.removeprefix(_OPTION), _single(value, f"{place}{key}"))
        for key, value in words.items()
        if key.startswith(_OPTION)
    ]
    rest = {key: value for key, value in words.items() if not key.startswith(_OPTION)}
    values = _read(_ENGINE_KEYS, rest, place)
    control = _control(values)
    if not values.get("cmd", "").strip():
        raise SettingError(f"{place}expected cmd=COMMAND, the engine's command line or dxp:HOST:PORT")
    command = values["cmd"].strip()
    try:
        if command.startswith(DXP_ADDRESS):
            Address.parse(command.removeprefix(DXP_ADDRESS))
        else:
            split_command(command)
    except ValueError as error:
        raise SettingError(f"{place}cmd: {error}") from None
    name = " ".join(one_line(values.get("name", "")).split())
    if len(name) > _LONGEST_NAME:
        raise SettingError(f"{place}name of {len(name)} characters: expected at most {_LONGEST_NAME}")
    return EngineConfig(
        name=name,
        command=command,
        protocol=values.get("proto", Protocol.AUTO),
        directory=values.get("dir"),
        options=tuple(options),
        control=control,
    )


def _named(engines: list[EngineConfig]) -> tuple[EngineConfig, ...]:
    """With a name for each: its program's if none is given, with a number if that is another's. Raises SettingError."""
    taken: set[str] = set()
    for engine in engines:
        if engine.name in taken:
            raise SettingError(f"two engines are called {quoted(engine.name)}: expected different names")
        taken |= {engine.name} - {""}
    named = []
    for engine in engines:
        name = engine.name
        if not name:
            base = engine.command if engine.is_remote else PurePath(split_command(engine.command)[0]).name
            base = one_line(base)[: _LONGEST_NAME - 4]
            name = next(one for one in (base, *(f"{base} {number}" for number in range(2, 999))) if one not in taken)
            taken.add(name)
        named.append(evolve(engine, name=name))
    return tuple(named)


# The whole.


@frozen
class Draft:
    """A match as it was written, not made sense of yet."""

    settings: Words
    """By their names in MATCH_SETTINGS."""
    engines: tuple[tuple[str, Words], ...] = ()
    """The place of each, for messages, and its words."""

    def over(self, other: "Draft") -> "Draft":
        """This one, with what only the other says; its engines come first."""
        settings = dict(other.settings)
        if any(key in self.settings for key in _CONTROL_KEYS):
            for key in _CONTROL_KEYS:
                settings.pop(key, None)
        return Draft({**settings, **self.settings}, (*other.engines, *self.engines))


def read_toml(name: str) -> Draft:
    """The match of a TOML file: settings by the names of the options, and a table `[[engine]]` for each engine.

    A folder of an engine is seen from the file's. Raises SettingError.
    """
    path = Path(name)
    try:
        document = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise SettingError(f"cannot read {name}: {error.strerror or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingError(f"{name}: {one_line(str(error))}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SettingError(f"{name}: expected text in UTF-8, found other bytes (at line {line})") from None
    except RecursionError:
        raise SettingError(f"{name}: expected TOML, found brackets in too many brackets") from None
    except ValueError:
        raise SettingError(f"{name}: expected TOML, found a number of too many digits") from None
    tables = document.pop("engine", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise SettingError(f"{name}: engine: expected tables [[engine]]")
    engines = []
    for number, table in enumerate(tables, 1):
        place = f"{name}: engine {number}: "
        options = table.pop("option", {})
        if not isinstance(options, dict):
            raise SettingError(f"{place}option: expected a table, such as option = {{ Hash = 64 }}")
        words = {**table, **{_OPTION + key: value for key, value in options.items()}}
        if isinstance(words.get("dir"), str):
            words["dir"] = str(path.parent / words["dir"])
        engines.append((place, words))
    for key in document:
        if key not in MATCH_SETTINGS:
            hint = did_you_mean(key, (*MATCH_SETTINGS, "engine"), _expected(MATCH_SETTINGS))
            raise SettingError(f"{name}: unknown setting {quoted(key)}: {hint}")
    _read_settings(document, f"{name}: ")  # so that a mistake is laid at its door
    return Draft(document, tuple(engines))


def _read_settings(settings: Words, place: str) -> dict[str, Any]:
    """The values of all settings. Raises SettingError."""
    values = _read(_MATCH_KEYS, {key: text for key, text in settings.items() if key in _MATCH_KEYS}, place)
    for key, (make, keys) in _GROUPS.items():
        words = settings.get(key)
        if words is not None:
            if not isinstance(words, Mapping):
                raise SettingError(f"{place}{key}: expected settings such as {' '.join(keys)}")
            values[key] = make(**_read(keys, words, f"{place}{key}: "))
    return values


def read_match(draft: Draft, prefix: str = "--", seed: int | None = None) -> MatchConfig:
    """The match of a draft; `prefix` stands before a setting's name in messages. Raises SettingError.

    Without a seed in the draft it is `seed`, or else drawn.
    """
    values = _read_settings(draft.settings, prefix)
    engines = _named([_engine(words, place) for place, words in draft.engines])
    if len(engines) < 2:
        raise SettingError(f"expected two engines or more, found {len(engines)}")
    variant = values.pop("variant", VARIANTS["italian"])
    control = _control(values) or DEFAULT_CONTROL
    source = values.pop("openings", None) or default_source(variant)
    try:
        openings = openings_from(source, variant)
    except RulesError as error:
        raise SettingError(f"{prefix}openings: {error}") from None
    sprt: SprtRule | None = values.get("sprt")
    if sprt is not None and len(engines) > 2:
        raise SettingError(f"{prefix}sprt: expected two engines, found {len(engines)}")
    if sprt is not None and not sprt.elo0 < sprt.elo1:
        raise SettingError(f"{prefix}sprt: expected elo0 below elo1, found {sprt.elo0:g} and {sprt.elo1:g}")
    if "move-limit" in values:
        values["move_limit"] = values.pop("move-limit")
    if "stall" in values:
        values["stall"] /= 1000
    if seed is None:
        seed = secrets.randbelow(10**6)
    ponder = values.get("ponder", False)
    concurrency = default_concurrency(engines, ponder)
    if any(engine.is_remote for engine in engines):
        if values.get("concurrency", 1) > 1:
            raise SettingError(f"{prefix}concurrency: a DXP program that is running already plays one game at a time")
        concurrency = 1
    defaults = {"seed": seed, "rounds": DEFAULT_ROUNDS if sprt is None else SPRT_ROUNDS, "concurrency": concurrency}
    return MatchConfig(
        engines=engines,
        variant=variant,
        control=control,
        openings=source,
        openings_digest=openings.digest,
        **{**defaults, **values},
    )


def amended(config: MatchConfig, draft: Draft, prefix: str = "--") -> MatchConfig:
    """A match that goes on, with the changes of a draft without engines. Raises SettingError if it has others."""
    others = [key for key in draft.settings if key not in MAY_CHANGE]
    if others:
        raise SettingError(
            f"{prefix}{others[0]} cannot change when a match goes on: expected none of its settings "
            f"but {', '.join(prefix + key for key in MAY_CHANGE)}, or all of them, with the engines"
        )
    return evolve(config, **_read_settings(draft.settings, prefix))
