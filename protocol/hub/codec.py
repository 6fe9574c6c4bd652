"""Lines of the Hub protocol to messages and back, in both directions. Does no I/O.

A line is a command and then `name=value` pieces and flags. A value that is empty or holds a blank,
`=` or `"` stands in double quotes. Reading is liberal: blanks around `=`, upper-case commands,
unknown arguments; what cannot be read raises RemoteError with a reason that names the word.
"""

import math
import re
from collections.abc import Iterator

from protocol.errors import RemoteError
from protocol.hub.messages import (
    Command,
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
    Reply,
    SetParam,
    SetPosition,
    Unknown,
)
from protocol.text import did_you_mean, quoted

_ORDERS = {order.value: order for order in Order}
COMMAND_WORDS = (*_ORDERS, "set-param", "pos", "level", "go")
"""Every word a command line may begin with."""

# The protocol has no escape for a quote, but GWDGUI writes `\"`; a value may also end in a backslash.
_QUOTED = r'"(?P<quoted>(?:\\"|[^"])*)"(?=\s|$)'
_PIECE = re.compile(rf'\s*(?P<name>[^\s="]+)(?P<equals>\s*=\s*(?:{_QUOTED}|(?P<plain>[^\s"]\S*)|(?=\s|$)))?', re.ASCII)
_QUOTED_VALUE = re.compile(_QUOTED, re.ASCII)
_NAME = re.compile(r'(?:^|\s)name\s*=\s*"?(?P<name>[^\s"=]*)"?(?=\s|$)', re.ASCII | re.IGNORECASE)
_VALUE = re.compile(r"(?:^|\s)value\s*=\s*", re.ASCII | re.IGNORECASE)
_PLAIN_VALUE = re.compile(r'[^\s="]+', re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)

_MOST_SECONDS = 10**9
_LEVEL_COUNTS = {"depth": (1, 1000), "nodes": (1, 10**15), "moves": (0, 10**6)}
# Clocks may be negative: some programs take off the increment.
_LEVEL_TIMES = {"move-time": (0, _MOST_SECONDS), "time": (-_MOST_SECONDS, _MOST_SECONDS), "inc": (0, _MOST_SECONDS)}
_GO_MODES = {mode.value: mode for mode in GoMode} | {"analyse": GoMode.ANALYZE}


# The parts of a line.


def _split(line: str) -> tuple[str, str]:
    """The command and the rest; both empty for a blank line."""
    word, *rest = line.split(maxsplit=1) or [""]
    return word, "".join(rest)


def _pieces(text: str, place: str) -> Iterator[tuple[str, str | None]]:
    """The arguments in order: name and value, or a flag and None; `place` says in messages whose they are."""
    position, end = 0, len(text.rstrip())
    while position < end:
        found = _PIECE.match(text, position)
        if found is None:
            raise RemoteError(
                f"{place}: cannot read {quoted(text[position:].strip())}: expected name and value, or a flag"
            )
        start, position = position, found.end()
        if position < end and not text[position].isspace():
            raise RemoteError(f"{place}: cannot read {quoted(text[start:].strip())}: is a quote missing?")
        if found["equals"] is None:
            yield found["name"], None
        elif found["quoted"] is not None:
            yield found["name"], found["quoted"].replace('\\"', '"')
        else:
            yield found["name"], found["plain"] or ""


def _value(text: str) -> str:
    """A value as it is written."""
    return text if _PLAIN_VALUE.fullmatch(text) else f'"{text}"'


def _decimal(number: float, digits: int = 3) -> str:
    """A plain decimal: no exponent, no zeros at the end, no negative zero."""
    text = f"{number:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _level_value(name: str, text: str | None) -> float | int:
    """The number of a limit; None stands for a limit without a value."""
    is_count = name in _LEVEL_COUNTS
    low, high = _LEVEL_COUNTS[name] if is_count else _LEVEL_TIMES[name]
    number = float(text) if text is not None and _NUMBER.fullmatch(text) else math.nan
    if not (low <= number <= high and (number.is_integer() or not is_count)):
        kind = "a whole number" if is_count else "seconds"
        found = "" if text is None else f", found {quoted(text)}"
        raise RemoteError(f"level {name}: expected {kind} from {low} to {high}{found}")
    return int(number) if is_count else number


# Commands: from the program that drives the engine.


def parse_command(line: str) -> Command | None:
    """The command of a line; None for a blank line.

    Raises RemoteError for a line that cannot be read.
    """
    word, rest = _split(line)
    name = word.lower()
    if not word:
        return None
    if name in _ORDERS:
        return _ORDERS[name]
    match name:
        case "set-param":
            return _parse_set_param(rest)
        case "pos":
            return _parse_position(rest)
        case "level":
            return _parse_level(rest)
        case "go":
            return _parse_go(rest)
    hint = did_you_mean(name, COMMAND_WORDS, f"expected one of {' '.join(COMMAND_WORDS)}")
    raise RemoteError(f"bad command {quoted(word)}: {hint}")


def _parse_set_param(text: str) -> SetParam:
    name, value = _NAME.search(text), _VALUE.search(text)
    if name is None or not name["name"]:
        raise RemoteError("set-param: missing name")
    if value is None:
        raise RemoteError(f"set-param: missing value of {quoted(name['name'])}")
    # Without quotes a value reaches to the end of the line: pydraughts never writes quotes.
    end = name.start() if name.start() > value.start() else len(text)
    written = text[value.end() : end].strip()
    if written.startswith('"'):
        found = _QUOTED_VALUE.match(written)
        if found is None:
            raise RemoteError(f"set-param: cannot read the value {quoted(written)}: is a quote missing?")
        written = found["quoted"].replace('\\"', '"')
    return SetParam(name["name"], written)


def _parse_position(text: str) -> SetPosition:
    board: str | None = None
    moves: list[str] | None = None
    start = False
    unknown = ""
    for name, value in _pieces(text, "pos"):
        match name.lower():
            case "pos" if value is not None:
                board = value
            case "moves" if value is not None:
                moves = value.split()
            case "start" if value is None:
                start = True
            case _ if value is None and moves is not None:
                moves.append(name)  # a list of moves whose quotes were forgotten
            case _:
                unknown = unknown or name
    if unknown and board is None and moves is None and not start:
        raise RemoteError(f"pos: unknown argument {quoted(unknown)}: expected pos with a board, or start")
    return SetPosition(board, tuple(moves or ()))


def _parse_level(text: str) -> Level:
    values: dict[str, float | int | bool] = {}
    for name, value in _pieces(text, "level"):
        key = name.lower()
        if key == "infinite":
            values["infinite"] = True
        elif key in _LEVEL_COUNTS or key in _LEVEL_TIMES:
            values[key.replace("-", "_")] = _level_value(key, value)
    return Level(**values)


def _parse_go(text: str) -> Go:
    for name, value in _pieces(text, "go"):
        if value is None and name.lower() in _GO_MODES:
            return Go(_GO_MODES[name.lower()])
    return Go()


def format_command(command: Command) -> str:
    """The line of a command, without its end."""
    match command:
        case Order():
            return command.value
        case SetParam(name, value):
            escaped = value.replace('"', '\\"')
            return f"set-param name={name} value={_value(escaped)}"
        case SetPosition(board, moves):
            words = ["pos", "start" if board is None else f"pos={board}"]
            return " ".join(words + ([f'moves="{" ".join(moves)}"'] if moves else []))
        case Level():
            words = ["level"]
            for name in ("depth", "nodes", "move_time", "moves", "time", "inc"):
                value = getattr(command, name)
                words += [] if value is None else [f"{name.replace('_', '-')}={_decimal(value)}"]
            return " ".join(words + ["infinite"] * command.infinite)
        case Go(mode):
            return f"go {mode.value}"


# Replies: from the engine.

_NOTICES = {notice.value: notice for notice in Notice}
_INFO_DIGITS = {"depth": 0, "mean-depth": 1, "score": 2, "nodes": 0, "time": 3, "nps": 3}


def format_reply(reply: Reply) -> str:
    """The line of a reply, without its end. A `"` in a text becomes `'`, for which there is no escape."""
    match reply:
        case Notice():
            return reply.value
        case Id():
            parts = {name: getattr(reply, name) for name in ("name", "version", "author", "country")}
            return " ".join(["id", *(f"{name}={_harmless(text)}" for name, text in parts.items() if text)])
        case Param():
            return _format_param(reply)
        case Info():
            return _format_info(reply)
        case Done(move, ponder):
            return "done" + (f" move={move}" if move else "") + (f" ponder={ponder}" if move and ponder else "")
        case Error(message):
            return f'error message="{_without_quotes(message)}"'
        case Unknown(line):
            return line


def _without_quotes(text: str) -> str:
    return text.replace('"', "'")


def _harmless(text: str) -> str:
    """A value without `=` and `"`, on which drivers break."""
    return _value(_without_quotes(text).replace("=", " "))


def _format_param(param: Param) -> str:
    words = [f"param name={param.name} value={_harmless(param.value)} type={param.type}"]
    if param.minimum is not None:
        words.append(f"min={param.minimum}")
    if param.maximum is not None:
        words.append(f"max={param.maximum}")
    if param.values:
        words.append(f'values="{" ".join(param.values)}"')
    return " ".join(words)


def _format_info(info: Info) -> str:
    words = ["info"]
    for name, digits in _INFO_DIGITS.items():
        number = getattr(info, name.replace("-", "_"))
        if number is not None:
            words.append(f"{name}={_decimal(number, digits)}")
    if info.pv:
        words.append(f'pv="{" ".join(info.pv)}"')
    if info.message:
        words.append(f"message={_harmless(info.message)}")
    return " ".join(words)


def parse_reply(line: str) -> Reply | None:
    """The reply of a line; None for a blank one. What is no reply of the protocol is Unknown.

    Raises RemoteError for a reply that begins well and cannot be read. A number of an `info` line
    that cannot be read is left out: many engines print such.
    """
    word, rest = _split(line)
    if not word:
        return None
    if word in _NOTICES:
        return _NOTICES[word]
    if word not in ("id", "param", "info", "done", "error"):
        return Unknown(line.strip())
    parts = {name: value or "" for name, value in _pieces(rest, word)}
    match word:
        case "id":
            return Id(**{name: parts.get(name, "") for name in ("name", "version", "author", "country")})
        case "param":
            return _parse_param(parts)
        case "info":
            return _parse_info(parts)
        case "done":
            return Done(parts.get("move") or None, parts.get("ponder") or None)
    return Error(parts.get("message", ""))


def _parse_param(parts: dict[str, str]) -> Param:
    kind = parts.get("type", "string")
    if not parts.get("name"):
        raise RemoteError("param: missing name")
    if kind not in ("bool", "int", "real", "string", "enum"):
        raise RemoteError(f"param {quoted(parts['name'])}: unknown type {quoted(kind)}")
    values = tuple(parts.get("values", "").split())
    return Param(parts["name"], parts.get("value", ""), kind, parts.get("min"), parts.get("max"), values)


def _parse_info(parts: dict[str, str]) -> Info:
    numbers: dict[str, float | int] = {}
    for name, digits in _INFO_DIGITS.items():
        text = parts.get(name, "")
        if _NUMBER.fullmatch(text) and math.isfinite(float(text)):
            numbers[name.replace("-", "_")] = float(text) if digits else int(float(text))
    return Info(**numbers, pv=tuple(parts.get("pv", "").split()), message=parts.get("message", ""))
