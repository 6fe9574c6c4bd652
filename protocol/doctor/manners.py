"""What is wrong with a line that an engine writes, though we may understand it: others will not.

Most rules come from drivers in use: pydraughts, py-draughts, draughtsnet.
"""

import re

from protocol.client.opening import Protocol
from protocol.errors import RemoteError
from protocol.hub import codec as hub
from protocol.hub.messages import Unknown
from protocol.text import quoted
from protocol.uci import codec as uci
from protocol.uci.messages import Text

_HUB_PIECE = re.compile(r'\s*(?:([^\s="]+)=("[^"]*"|[^\s"]*)|(\S+))')
_WHOLE = re.compile(r"[0-9]+", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?", re.ASCII)
_HUB_WHOLE = ("depth", "nodes")
_HUB_DECIMAL = ("mean-depth", "score", "time", "nps")


def complaint(protocol: Protocol, line: str) -> str | None:
    """What is wrong with a line; None if nothing is."""
    if not line.strip():
        return None
    if line != line.strip():
        return f"blanks around {quoted(line.strip())}"
    if not line.isascii() or not line.isprintable():
        return f"{quoted(line)} holds more than printable ASCII"
    try:
        return _hub_complaint(line) if protocol is Protocol.HUB else _uci_complaint(line)
    except RemoteError as error:
        return str(error)


def _uci_complaint(line: str) -> str | None:
    return f"{quoted(line)} is no line of the protocol" if isinstance(uci.parse_reply(line), Text) else None


def _hub_complaint(line: str) -> str | None:
    if isinstance(hub.parse_reply(line), Unknown):
        return f"{quoted(line)} is no line of the protocol"
    word, _, rest = line.partition(" ")
    if word not in ("id", "param", "info", "done"):
        return None
    pieces = [(name, value, flag) for name, value, flag in _HUB_PIECE.findall(rest)]
    for name, value, flag in pieces:
        if flag:
            return f"{word}: {quoted(flag)} is no name=value: pydraughts breaks on it"
        if "=" in value:
            return f"{word}: an = in the value of {name}: pydraughts breaks on it"
    names = [name for name, _, _ in pieces]
    values = {name: value for name, value, _ in pieces}
    match word:
        case "param" if names[:1] != ["name"]:
            return "param: expected name first"
        case "param" if "values" in names and names[-1] != "values":
            return "param: expected values last: draughtsnet takes all that follows for them"
        case "done" if names and names[0] != "move":
            return "done: expected move first"
        case "done" if any('"' in value for value in values.values()):
            return "done: a quoted move: pydraughts breaks on it"
        case "info":
            return _hub_info_complaint(values)
    return None


def _hub_info_complaint(values: dict[str, str]) -> str | None:
    for name in _HUB_WHOLE:
        if name in values and not _WHOLE.fullmatch(values[name]):
            return f"info {name}={values[name]}: expected a whole number"
    for name in _HUB_DECIMAL:
        if name in values and not _DECIMAL.fullmatch(values[name]):
            return f"info {name}={values[name]}: expected a plain decimal number"
    if "score" in values and abs(float(values["score"])) > 100:
        return f"info score={values['score']}: expected -100 to 100"
    if "pv" in values and not values["pv"].startswith('"'):
        return "info pv: expected quotes, also around one move"
    return None
