"""Checks of what is read: positions, and what makes no sense."""

import time

from engine.rules.fen import format_hub
from engine.rules.position import Position
from protocol.client.opening import Protocol
from protocol.client.values import SearchLimits
from protocol.doctor import positions
from protocol.doctor.checks.common import PATIENCE, QUIET, Check, ms, search
from protocol.doctor.findings import CheckFailed
from protocol.doctor.patient import Patient


def _long_game(patient: Patient) -> str:
    moves = positions.game(patient.variant, 120)
    for plies in (1, 2, len(moves) // 2, len(moves)):
        search(patient, SearchLimits(depth=1), moves=moves[:plies])
    return f"up to {len(moves)} plies"


def _kings(patient: Patient) -> str:
    return search(patient, SearchLimits(depth=1), positions.with_kings(patient.variant))[0].text


def _capture(patient: Patient) -> str:
    answer, _ = search(patient, SearchLimits(depth=1), positions.with_capture(patient.variant))
    squares = answer.text.replace("-", "x").replace(":", "x").split("x")
    if patient.protocol is Protocol.HUB and len(squares) != 2 + len(answer.move.captured):
        raise CheckFailed(f"{answer.text}: expected from, to and every captured square")
    return answer.text


def _single(patient: Patient) -> str:
    _, took = search(patient, SearchLimits(movetime=500), positions.with_one_move(patient.variant))
    return f"after {ms(took)}"


def _over(patient: Patient) -> str:
    _, took = search(patient, SearchLimits(movetime=100), positions.without_moves(patient.variant))
    return f"says so after {ms(took)}"


def _unknown(patient: Patient) -> str:
    return _survives(patient, "xyzzy plugh=1 foo", "", "   ")


def _bad_position(patient: Patient) -> str:
    if patient.protocol is Protocol.HUB:
        return _survives(patient, "pos pos=Wwwx", "pos pos=", 'pos pos=Wbbb moves="1-2')
    return _survives(patient, "position fen W:W99:B1", "position fen", "position fen rnbqkbnr/8/8 w - -", "position")


def _bad_move(patient: Patient) -> str:
    if patient.protocol is Protocol.HUB:
        start = format_hub(Position.start(patient.variant))
        return _survives(patient, f'pos pos={start} moves="1-32"', f'pos pos={start} moves="x"')
    return _survives(patient, "position startpos moves 1-32", "position startpos moves x")


def _carriage_return(patient: Patient) -> str:
    client = patient.ready()
    before = patient.pongs
    client.say(client.words.ping + "\r")
    time.sleep(QUIET)
    client.ping(patient.bounded(PATIENCE))
    if patient.pongs - before < 2:
        raise CheckFailed(f"{client.words.ping} with CR LF is not understood: programs on Windows send that")
    return ""


def _survives(patient: Patient, *lines: str) -> str:
    """Whether it still listens and plays after these lines."""
    client = patient.ready()
    for line in lines:
        client.say(line)
    client.ping(patient.bounded(PATIENCE))
    answer, _ = search(patient, SearchLimits(depth=1))
    if answer.move is None:
        raise CheckFailed("it does not play on")
    return "it plays on"


CHECKS = (
    Check("moves of a game are followed", _long_game),
    Check("set-up position with kings", _kings),
    Check("capture", _capture),
    Check("single legal move", _single),
    Check("no legal move", _over),
    Check("unknown command", _unknown),
    Check("bad position", _bad_position),
    Check("illegal move in a position", _bad_move),
    Check("line end with CR", _carriage_return),
)
