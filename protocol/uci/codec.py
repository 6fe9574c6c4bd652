"""Lines of the UCI-like protocol to messages and back, in both directions. Does no I/O.

Reading is liberal in blanks and case of command words; what cannot be read raises RemoteError with
a reason that names the word. Writing is strict.
"""

import re

from engine.options import Option
from engine.rules.perft import MAX_DEPTH as MAX_PERFT_DEPTH
from protocol.errors import RemoteError
from protocol.options import value_text
from protocol.text import did_you_mean, quoted
from protocol.uci.messages import (
    BestMove,
    ChooseVariant,
    Command,
    Go,
    Id,
    Info,
    InfoString,
    Notice,
    OptionLine,
    Order,
    Perft,
    Reply,
    SetOption,
    SetPosition,
    Text,
)

_ORDERS = {order.value: order for order in Order} | {"newgame": Order.NEW_GAME}
_WITH_ARGUMENTS = ("setoption", "position", "go", "perft", "divide", "variant")
COMMAND_WORDS = (*_ORDERS, *_WITH_ARGUMENTS)
"""Every word a command line may begin with."""

_TIME = (-(10**12), 10**12)
_GO_NUMBERS = {
    "wtime": _TIME,
    "btime": _TIME,
    "winc": (0, 10**12),
    "binc": (0, 10**12),
    "movestogo": (0, 10**6),
    "movetime": (0, 10**12),
    "depth": (1, 1000),
    "nodes": (1, 10**15),
    "mate": (1, 500),
}
_GO_FLAGS = ("infinite", "ponder")
_GO_WORDS = (*_GO_NUMBERS, *_GO_FLAGS, "searchmoves")
_LONGEST_NUMBER = 18
_EMPTY = "<empty>"
# Patterns are text, compiled when they are first used: start-up is counted in milliseconds.
_VALUE_MARK = r"(?i)(?:^|\s)value(?:\s|$)"


# Commands: from the program that drives the engine.


def parse_command(line: str) -> Command | None:
    """The command of a line; None for a blank line or a comment (`#`).

    Raises RemoteError for a line that cannot be read.
    """
    words = line.split()
    if not words or words[0].startswith("#"):
        return None
    name, arguments = words[0].lower(), words[1:]
    if name in _ORDERS:
        if arguments:
            raise RemoteError(f"{name}: unexpected word {quoted(arguments[0])}: expected nothing after {name}")
        return _ORDERS[name]
    match name:
        case "setoption":
            return _parse_set_option(line)
        case "position":
            return _parse_position(arguments)
        case "go" if arguments and arguments[0].lower() == "perft":
            return _parse_perft("go perft", arguments[1:])
        case "go":
            return _parse_go(arguments)
        case "perft" | "divide":
            return _parse_perft(name, arguments)
        case "variant":
            if len(arguments) > 1:
                raise RemoteError(f"variant: unexpected word {quoted(arguments[1])}: expected one name")
            return ChooseVariant(arguments[0] if arguments else None)
    hint = did_you_mean(name, COMMAND_WORDS, "help lists the commands")
    raise RemoteError(f"unknown command {quoted(words[0])}: {hint}")


def _parse_set_option(line: str) -> SetOption:
    words = line.split(maxsplit=2)
    if len(words) < 2 or words[1].lower() != "name":
        found = f", found {quoted(words[1])}" if len(words) > 1 else ""
        raise RemoteError(f"setoption: expected 'name'{found}")
    # The rest stays text: blanks inside a value count.
    rest = words[2] if len(words) > 2 else ""
    mark = re.search(_VALUE_MARK, rest)
    name = " ".join((rest[: mark.start()] if mark else rest).split())
    value = rest[mark.end() :].strip() if mark else None
    if not name:
        raise RemoteError("setoption: the name of the option is missing")
    return SetOption(name, "" if value == _EMPTY else value)


def _parse_position(arguments: list[str]) -> SetPosition:
    if not arguments:
        raise RemoteError("position: expected startpos, fen or hub")
    source = arguments[0].lower()
    words = [word.lower() for word in arguments]
    split = words.index("moves") if "moves" in words else len(words)
    text, moves = arguments[1:split], tuple(arguments[split + 1 :])
    if source == "startpos":
        if text:
            hint = did_you_mean(text[0], ("moves",), "expected 'moves'")
            raise RemoteError(f"position: unexpected word {quoted(text[0])} after startpos: {hint}")
        return SetPosition("startpos", "", moves)
    if source not in ("fen", "hub"):
        hint = did_you_mean(source, ("startpos", "fen", "hub"), "expected startpos, fen or hub")
        raise RemoteError(f"position: unknown word {quoted(arguments[0])}: {hint}")
    if not text:
        raise RemoteError(f"position: expected a position after {source}")
    return SetPosition(source, " ".join(text), moves)


def _parse_go(arguments: list[str]) -> Go:
    values: dict[str, int | bool | tuple[str, ...]] = {}
    index = 0
    while index < len(arguments):
        word = arguments[index].lower()
        index += 1
        if word in values:
            raise RemoteError(f"go: {word} is given twice")
        if word in _GO_NUMBERS:
            values[word] = _number(f"go {word}", arguments[index : index + 1], *_GO_NUMBERS[word])
            index += 1
        elif word in _GO_FLAGS:
            values[word] = True
        elif word == "searchmoves":
            first = index
            while index < len(arguments) and arguments[index].lower() not in _GO_WORDS:
                index += 1
            if index == first:
                raise RemoteError("go searchmoves: expected one or more moves")
            values[word] = tuple(arguments[first:index])
        else:
            hint = did_you_mean(word, (*_GO_WORDS, "perft"), f"expected one of {' '.join(_GO_WORDS)} perft")
            raise RemoteError(f"go: unknown word {quoted(arguments[index - 1])}: {hint}")
    return Go(**values)


def _parse_perft(name: str, arguments: list[str]) -> Perft:
    depth = _number(name, arguments[:1], 1, MAX_PERFT_DEPTH)
    if len(arguments) > 1:
        raise RemoteError(f"{name}: unexpected word {quoted(arguments[1])}: expected one depth")
    return Perft(depth)


def _number(place: str, words: list[str], low: int, high: int) -> int:
    """The one number in `words`; `place` says in the message where it stands."""
    if not words:
        raise RemoteError(f"{place}: expected a whole number")
    digits = words[0][1:] if words[0][0] in "+-" else words[0]
    if not (digits.isascii() and digits.isdigit()):
        raise RemoteError(f"{place}: expected a whole number, found {quoted(words[0])}")
    number = int(words[0]) if len(digits) <= _LONGEST_NUMBER else quoted(words[0])
    if isinstance(number, str) or not low <= number <= high:
        raise RemoteError(f"{place}: {number} is out of range: expected {low} to {high}")
    return number


def format_command(command: Command) -> str:
    """The line of a command, without its end."""
    match command:
        case Order():
            return command.value
        case SetOption(name, value):
            return f"setoption name {name}" + ("" if value is None else f" value {value or _EMPTY}")
        case SetPosition(source, text, moves):
            return " ".join(["position", source, *([text] if text else []), *(["moves", *moves] if moves else [])])
        case Perft(depth):
            return f"go perft {depth}"
        case ChooseVariant(name):
            return f"variant {name}" if name else "variant"
        case Go():
            words = ["go"]
            for name in _GO_NUMBERS:
                value = getattr(command, name)
                words += [] if value is None else [name, str(value)]
            words += [name for name in _GO_FLAGS if getattr(command, name)]
            words += ["searchmoves", *command.searchmoves] if command.searchmoves else []
            return " ".join(words)


# Replies: from the engine.

_NOTICES = {notice.value: notice for notice in Notice}
_INFO_NUMBERS = ("depth", "seldepth", "multipv")
_INFO_COUNTS = ("nodes", "nps", "hashfull", "tbhits", "time")
_BOUNDS = {"lowerbound": "lower", "upperbound": "upper"}


def format_reply(reply: Reply) -> str:
    """The line of a reply, without its end."""
    match reply:
        case Notice():
            return reply.value
        case Id(key, value):
            return f"id {key} {value}"
        case OptionLine(option):
            return _format_option(option)
        case InfoString(text):
            return f"info string {text}"
        case BestMove(move, ponder):
            return f"bestmove {move or '(none)'}" + (f" ponder {ponder}" if ponder else "")
        case Text(line):
            return line
        case Info():
            return _format_info(reply)


def _format_option(option: Option) -> str:
    words = [f"option name {option.name} type {option.kind}"]
    if option.kind != "button":
        words.append(f"default {value_text(option.default) or _EMPTY}")
    if option.kind == "spin":
        words.append(f"min {option.minimum} max {option.maximum}")
    words += [f"var {choice}" for choice in option.choices]
    return " ".join(words)


def _format_info(info: Info) -> str:
    words = ["info"]
    words += [f"{name} {getattr(info, name)}" for name in _INFO_NUMBERS if getattr(info, name) is not None]
    if info.centimen is not None:
        words.append(f"score cp {info.centimen}")
    if info.mate is not None:
        words.append(f"score mate {info.mate}")
    words += [word for word, bound in _BOUNDS.items() if bound == info.bound]
    words += [f"{name} {getattr(info, name)}" for name in _INFO_COUNTS if getattr(info, name) is not None]
    words += ["pv", *info.pv] if info.pv else []
    return " ".join(words)


def parse_reply(line: str) -> Reply | None:
    """The reply of a line; None for a blank one. What is no reply of the protocol is Text.

    Raises RemoteError for a reply that begins well and cannot be read.
    """
    words = line.split()
    if not words:
        return None
    match words:
        case [word] if word in _NOTICES:
            return _NOTICES[word]
        case ["id", ("name" | "author") as key, *_]:
            return Id(key, _after(line, 2))
        case ["option", *_]:
            return OptionLine(_parse_option(line))
        case ["info", "string", *_]:
            return InfoString(_after(line, 2))
        case ["info", *rest]:
            return _parse_info(rest)
        case ["bestmove", *rest]:
            return _parse_best_move(rest)
    return Text(line)


def _after(line: str, count: int) -> str:
    """The line behind its first words, blanks inside kept."""
    pieces = line.split(maxsplit=count)
    return pieces[count] if len(pieces) > count else ""


def _parse_best_move(words: list[str]) -> BestMove:
    match words:
        case ["(none)", *_]:
            return BestMove(None)
        case [move]:
            return BestMove(move)
        case [move, "ponder", ponder, *_]:
            return BestMove(move, None if ponder == "(none)" else ponder)
    raise RemoteError(f"bestmove: expected a move, found {quoted(' '.join(words))}")


def _parse_info(words: list[str]) -> Info:
    values: dict[str, object] = {}
    index = 0
    while index < len(words):
        word, following = words[index], words[index + 1 : index + 2]
        if word in _INFO_NUMBERS or word in _INFO_COUNTS:
            values[word] = _number(f"info {word}", following, -(10**17), 10**17)
            index += 2
        elif word == "score" and following and following[0] in ("cp", "mate"):
            name = "centimen" if following[0] == "cp" else "mate"
            values[name] = _number(f"info score {following[0]}", words[index + 2 : index + 3], -(10**9), 10**9)
            index += 3
        elif word in _BOUNDS:
            values["bound"] = _BOUNDS[word]
            index += 1
        elif word == "pv":
            values["pv"] = tuple(words[index + 1 :])
            break
        else:
            index += 1  # other programs send more than we know
    return Info(**values)


_OPTION = r"(?s)option\s+name\s+(?P<name>.+?)\s+type\s+(?P<kind>check|spin|combo|string|button)(?:\s+(?P<rest>.*))?$"
_OPTION_PART = r"(?:^|\s)(default|min|max|var)(?:\s+|$)"


def _parse_option(line: str) -> Option:
    found = re.match(_OPTION, line.strip())
    if not found:
        raise RemoteError(f"option: expected 'name … type …', found {quoted(line)}")
    pieces = re.split(_OPTION_PART, found["rest"] or "")
    parts = list(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2]), strict=True))
    values = dict(parts)
    kind = found["kind"]
    default: str | int | bool | None = values.get("default")
    minimum = maximum = None
    if kind == "spin":
        default, minimum, maximum = (
            _number(f"option {name}", values.get(name, "").split(), -(10**17), 10**17)
            for name in ("default", "min", "max")
        )
    elif kind == "check":
        default = default == "true"
    elif kind == "button":
        default = None
    elif default == _EMPTY:
        default = ""
    choices = tuple(value for name, value in parts if name == "var")
    return Option(found["name"], kind, default=default, minimum=minimum, maximum=maximum, choices=choices, help="")
