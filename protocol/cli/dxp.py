"""`damiera dxp`: DXP in lines on standard input and output, as a TCP server, or as the one who asks for a game."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve, frozen

from engine.player import Player
from engine.rules.position import Position
from engine.rules.variants import Color
from protocol.cli.arguments import Flag, Subcommand, UsageError, whole_number
from protocol.cli.common import OPTION_FLAG, VARIANT_FLAG
from protocol.cli.player import player_from, variant_told
from protocol.cli.stdio import serve_stdio
from protocol.dxp.codec import format_minutes
from protocol.dxp.events import Event, Finished
from protocol.dxp.frames import Framing
from protocol.dxp.pacing import DirectWriter, MessageWriter
from protocol.dxp.report import line_of
from protocol.dxp.session import ANSWER_TIME, DxpSession, Settings
from protocol.errors import LocalError
from protocol.pydraughts import StyleChoice
from protocol.serving import serve
from protocol.text import did_you_mean, quoted
from protocol.transport.tcp import LOOPBACK, Address, Listener, TcpTransport

PORT = 27531
"""The port that programs of DXP use."""
COMPAT_OPTION = "dxp-compat"
_CONNECT_TIME = 10.0
_MINUTES = 5.0


def _listen_address(text: str) -> Address:
    return Address.parse(text, LOOPBACK)


def _color(text: str) -> Color:
    for color in Color:
        if text.upper() == color.letter:
            return color
    raise UsageError(f"expected W or B, found {quoted(text)}")


def _minutes(text: str) -> float:
    try:
        if not re.fullmatch(r"[0-9]{1,3}|[0-9]?\.[0-9]{1,2}", text):
            raise ValueError
        minutes = float(text)
        format_minutes(minutes)
    except (ValueError, LocalError):
        raise UsageError(f"expected minutes from 0 to 999, or a fraction such as 0.5, found {quoted(text)}") from None
    return minutes


@frozen
class _DxpSubcommand(Subcommand):
    """`--listen` may come without its value."""

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """As any subcommand. Raises UsageError."""
        filled = list(words)
        if "--listen" in filled:
            place = filled.index("--listen") + 1
            if place == len(filled) or filled[place].startswith("--"):
                filled.insert(place, str(PORT))
        return super().parse(filled)


def _run(values: dict[str, Any]) -> int:
    listen, connect = values["listen"], values["connect"]
    if listen and connect:
        raise UsageError("--listen and --connect: expected one of them")
    for name in ("play_as", "minutes", "moves"):
        if values[name] is not None and not connect:
            raise UsageError(f"--{name.replace('_', '-')} goes with --connect: who connects asks for the game")
    compat, values = _compat(values)
    if not (listen or connect):
        return serve_stdio(
            values,
            lambda player, send, told: DxpSession(player, DirectWriter(send), settings=Settings(told, compat)),
        )
    # A wrong option is found now rather than at the first connection.
    player = player_from(values)
    settings = Settings(variant_told(values, player), compat)
    return _listen(values, settings, listen) if listen else _connect(player, values, settings, connect)


def _compat(values: dict[str, Any]) -> tuple[StyleChoice, dict[str, Any]]:
    """How 8x8 boards are numbered, and the values that are left for the engine."""
    compat = StyleChoice.AUTO
    options = []
    known = [known.value for known in StyleChoice]
    for name, text in values["option"]:
        if name.lower() != COMPAT_OPTION:
            options.append((name, text))
        elif text in known:
            compat = StyleChoice(text)
        else:
            hint = did_you_mean(text, known, f"expected one of {' '.join(known)}")
            raise UsageError(f"--option: {COMPAT_OPTION} {quoted(text)}: {hint}")
    return compat, {**values, "option": tuple(options)}


def _session(
    player: Player, transport: TcpTransport, settings: Settings, watch: Callable[[Event], None]
) -> Callable[[Callable[[bytes], None]], DxpSession]:
    """What opens a session on a connection."""

    def open_session(send: Callable[[bytes], None]) -> DxpSession:
        session = DxpSession(player, MessageWriter(send), Framing.NUL, settings, watch)
        transport.deadline = lambda: session.deadline
        return session

    return open_session


def _tell(text: str) -> None:
    print(f"damiera dxp: {text}", file=sys.stderr, flush=True)


# Server.


def _listen(values: dict[str, Any], settings: Settings, address: Address) -> int:
    from protocol.dxp.server import Server

    try:
        listener = Listener(address)
    except OSError as error:
        _tell(f"cannot listen on {address}: {error.strerror or error}")
        return 1

    def serve_session(transport: TcpTransport) -> None:
        peer = transport.peer
        _tell(f"{peer} has connected")
        serve(transport, _session(player_from(values), transport, settings, lambda event: _tell(line_of(event))))
        _tell(f"{peer} is gone" + (" (it was silent for too long)" if transport.timed_out else ""))

    _tell(f"listening on {listener.address}")
    try:
        Server(listener, serve_session).run()
    finally:
        listener.close()
    return 0


# Initiator.


def _connect(player: Player, values: dict[str, Any], settings: Settings, address: Address) -> int:
    position = Position.start(player.game.variant)
    try:
        transport = TcpTransport.connect(address, _CONNECT_TIME)
    except OSError as error:
        _tell(f"cannot connect to {address}: {error.strerror or error}")
        return 1
    status = 1

    def watch(event: Event) -> None:
        nonlocal status
        if isinstance(event, Finished):
            status = 0 if event.outcome.complete else 1
            print(line_of(event), flush=True)
        else:
            _tell(line_of(event))

    open_session = _session(player, transport, evolve(settings, one_game=True), watch)

    def open_and_ask(send: Callable[[bytes], None]) -> DxpSession:
        session = open_session(send)
        minutes = _MINUTES if values["minutes"] is None else values["minutes"]
        game = position.variant.name
        _tell(f"asking {address} for a game of {game}; waiting for its answer (GAMEACC), {ANSWER_TIME:g} s at most")
        session.request(values["play_as"] or Color.WHITE, minutes, values["moves"] or 0, position)
        return session

    serve(transport, open_and_ask)
    return status


SUBCOMMAND = _DxpSubcommand(
    name="dxp",
    summary="Plays by DXP: messages in lines on standard input and output, or over TCP.\n"
    "With --connect the exit status is 0 if a game was played to its end, 1 if there was none or it was broken off.",
    run=_run,
    flags=(
        Flag(
            "--listen",
            f"serve over TCP, one session after the other (default {LOOPBACK}:{PORT})",
            "[HOST:]PORT",
            _listen_address,
        ),
        Flag("--connect", "connect to a program that listens, and ask it for a game", "HOST:PORT", Address.parse),
        Flag("--play-as", "our colour, with --connect (default W)", "W|B", _color),
        Flag("--minutes", "minutes of each side, with --connect (default 5; 0: no clock)", "N", _minutes),
        Flag(
            "--moves",
            "moves of each side, with --connect, after which the game ends without a result",
            "N",
            whole_number(0, 999),
        ),
        VARIANT_FLAG,
        OPTION_FLAG,
    ),
    examples=(
        "damiera dxp --listen 27531 --variant russian",
        "damiera dxp --connect 127.0.0.1:27531 --variant international --play-as B --minutes 2",
        f"damiera dxp --listen --option {COMPAT_OPTION}=pydraughts",
    ),
)
