"""Checks of the end of a process."""

import os
import time
from collections.abc import Callable

from engine.rules.position import Position
from protocol.client.search import SearchClient
from protocol.doctor.checks.common import Check, ms
from protocol.doctor.findings import CheckFailed
from protocol.doctor.patient import Patient

_LEAVE = 1.0
"""Seconds to be gone after quit or the end of input: what GUIs wait before they kill."""


def _leaves(patient: Patient, how: str, leave: Callable[[SearchClient], None]) -> str:
    client = patient.ready()
    began = time.monotonic()
    leave(client)
    gone = client.wait(patient.bounded(_LEAVE))
    took = time.monotonic() - began
    group = _group(client.process_id) if gone else []
    patient.dismiss()
    if not gone:
        raise CheckFailed(f"it is still there {ms(took)} after {how}")
    if client.exit_status < 0:
        raise CheckFailed(f"it dies by signal {-client.exit_status} on {how}")
    if group:
        raise CheckFailed(f"{len(group)} of its processes are still there after {how}")
    return f"after {ms(took)}"


def _search_first(patient: Patient) -> None:
    client = patient.ready()
    client.set_position(Position.start(patient.variant))
    client.go_infinite()
    time.sleep(0.1)


def _group(leader: int) -> list[int]:
    """The living processes of a group, where there is a /proc to tell."""
    members = []
    try:
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    state, _, group = file.read().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(group) == leader and state not in "ZX":
                members.append(int(name))
    except OSError:
        pass
    return members


def _quit(patient: Patient) -> str:
    return _leaves(patient, "quit", lambda client: client.say(client.words.quit))


def _quit_searching(patient: Patient) -> str:
    _search_first(patient)
    return _leaves(patient, "quit", lambda client: client.say(client.words.quit))


def _end_of_input(patient: Patient) -> str:
    return _leaves(patient, "the end of input", SearchClient.close_input)


def _end_of_input_searching(patient: Patient) -> str:
    _search_first(patient)
    return _leaves(patient, "the end of input", SearchClient.close_input)


CHECKS = (
    Check("quit ends it", _quit),
    Check("quit ends it during a search", _quit_searching),
    Check("end of input ends it", _end_of_input),
    Check("end of input ends it during a search", _end_of_input_searching),
)
