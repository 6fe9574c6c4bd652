"""Checks of the start, up to being ready for a game."""

import time

from protocol.doctor.checks.common import PATIENCE, QUIET, Check, ms
from protocol.doctor.findings import CheckFailed
from protocol.doctor.patient import Patient
from protocol.options import value_text
from protocol.transport.process import End, ProcessTransport


def _silence(patient: Patient) -> str:
    patient.dismiss()
    with ProcessTransport(patient.command, directory=patient.directory) as transport:
        try:
            arrival = transport.receive_line(patient.bounded(2 * QUIET))
        except TimeoutError:
            return ""
        finally:
            patient.stderr = patient.stderr or transport.stderr_tail
    if isinstance(arrival, End):
        raise CheckFailed("it ends at once")
    raise CheckFailed(f"it says {str(arrival.line)[:60]!r}")


def _handshake(patient: Patient) -> str:
    client = patient.started()
    began = time.monotonic()
    client.start(patient.bounded(10))
    took = time.monotonic() - began
    if not client.identity.name:
        raise CheckFailed("it does not tell its name")
    who = f"{client.identity.name} {client.identity.version}".strip()
    return f"{who}, options: {len(client.options)}, after {ms(took)}"


def _ready(patient: Patient) -> str:
    began = time.monotonic()
    patient.ready()
    return f"{patient.variant.name}, after {ms(time.monotonic() - began)}"


def _options(patient: Patient) -> str:
    client = patient.ready()
    names = [option.name.lower() for option in client.options]
    for option in client.options:
        if names.count(option.name.lower()) > 1:
            raise CheckFailed(f"{option.name} is declared twice")
        if option.kind == "spin" and not option.minimum <= option.default <= option.maximum:
            raise CheckFailed(f"{option.name}: {option.default} is not within {option.minimum} to {option.maximum}")
        if option.kind == "combo" and option.default not in option.choices:
            raise CheckFailed(f"{option.name}: {option.default!r} is not among its choices")
    for option in client.options:
        # Some GUIs send every option back as it was.
        if option.kind != "button" and "variant" not in option.name.lower():
            client.set_option(option.name, value_text(option.default))
    client.ping(patient.bounded(PATIENCE))
    return f"{len(names)} declared, and taken back"


CHECKS = (
    Check("silent before it is spoken to", _silence),
    Check("handshake", _handshake),
    Check("ready for a game", _ready),
    Check("options", _options),
)
