"""From the words of a person to a client: command line, `dxp:HOST:PORT`, and which protocol a program speaks."""

import time
from enum import StrEnum
from pathlib import PurePath

from protocol.client.base import START_TIMEOUT, Client
from protocol.client.dxp import DxpConnectionClient, DxpProcessClient
from protocol.client.errors import CrashError, StallError, StartError
from protocol.client.hub import HubClient
from protocol.client.uci import UciClient
from protocol.transport.command_line import split_command
from protocol.transport.tcp import Address

_DXP_ADDRESS = "dxp:"
_TURN = 2.0
"""Seconds that a program is given to answer to one protocol before the other is tried."""


class Protocol(StrEnum):
    """How to speak with an engine."""

    UCI = "uci"
    HUB = "hub"
    DXP = "dxp"
    AUTO = "auto"
    """Find out."""


_CLIENTS = {Protocol.UCI: UciClient, Protocol.HUB: HubClient}


def detect_protocol(command: tuple[str, ...], directory: str | None = None, timeout: float = START_TIMEOUT) -> Protocol:
    """Which protocol a program speaks, by starting it; at most twice.

    A word of the command that names a protocol (`scan hub`) settles it. Otherwise UCI is tried, then
    Hub. Raises StartError if it answers to neither.
    """
    for word in command[1:]:
        if word.lower().lstrip("-") in ("uci", "hub", "dxp"):
            return Protocol(word.lower().lstrip("-"))
    deadline = time.monotonic() + timeout
    failures = []
    for protocol in (Protocol.UCI, Protocol.HUB):
        last = protocol is Protocol.HUB
        left = deadline - time.monotonic()
        client = _CLIENTS[protocol](command, directory=directory)
        try:
            client.start(left if last else min(_TURN, left / 2))
        except (CrashError, StallError) as error:
            failures.append(f"{protocol}: {error}")
        else:
            return protocol
        finally:
            client.quit(0.5)
    raise StartError(f"{PurePath(command[0]).name} answers to no protocol ({'; '.join(failures)})")


def open_client(
    command: str | tuple[str, ...],
    protocol: Protocol = Protocol.AUTO,
    *,
    label: str | None = None,
    directory: str | None = None,
) -> Client:
    """A client, not started yet, of the engine that a command line or `dxp:HOST:PORT` names.

    With `AUTO` the program may be started and ended to find out what it speaks. Raises ValueError
    for words that make no sense, StartError if the program cannot be started or speaks nothing we know.
    """
    words = tuple(split_command(command)) if isinstance(command, str) else command
    if len(words) == 1 and words[0].startswith(_DXP_ADDRESS):
        return DxpConnectionClient(Address.parse(words[0].removeprefix(_DXP_ADDRESS)), label=label)
    if protocol is Protocol.AUTO:
        protocol = detect_protocol(words, directory)
    if protocol is Protocol.DXP:
        return DxpProcessClient(words, label=label or PurePath(words[0]).name, directory=directory)
    return _CLIENTS[protocol](words, label=label, directory=directory)
