"""From what a person writes to a client."""

import sys
import time

import pytest

from protocol.client.dxp import DxpConnectionClient, DxpProcessClient
from protocol.client.errors import StartError
from protocol.client.hub import HubClient
from protocol.client.opening import Protocol, detect_protocol, open_client
from protocol.client.uci import UciClient
from tests.fakes.processes import needs_proc
from tests.protocol.client.driving import FAKE

pytestmark = pytest.mark.both_modes


@pytest.mark.parametrize(
    ("command", "protocol", "kind"),
    [
        ("scan hub", Protocol.AUTO, HubClient),
        ("engine --uci", Protocol.AUTO, UciClient),
        ("damiera dxp", Protocol.AUTO, DxpProcessClient),
        ("scan", Protocol.HUB, HubClient),
        ("scan hub", Protocol.UCI, UciClient),
        ("dxp:localhost:27531", Protocol.AUTO, DxpConnectionClient),
        ("dxp:[::1]:27531", Protocol.DXP, DxpConnectionClient),
    ],
)
def test_what_the_words_say(command: str, protocol: Protocol, kind: type) -> None:
    client = open_client(command, protocol)
    assert type(client) is kind
    assert client.label == (command if command.startswith("dxp:") else command.split()[0])


@pytest.mark.parametrize("command", ["", "'", "dxp:nowhere", "dxp::1", "dxp:host:99999"])
def test_words_without_sense(command: str) -> None:
    with pytest.raises(ValueError, match=r"expected|quotation"):
        open_client(command)


@needs_proc
@pytest.mark.parametrize("protocol", [Protocol.UCI, Protocol.HUB])
def test_it_is_found_out(protocol: Protocol) -> None:
    # The name of the protocol must not stand in the command.
    code = (
        f"import runpy, sys; sys.argv[1:] = ['{protocol}', 'none']; runpy.run_path({str(FAKE)!r}, run_name='__main__')"
    )
    assert detect_protocol((sys.executable, "-c", code)) is protocol


@needs_proc
def test_neither(tmp_path) -> None:
    began = time.monotonic()
    with pytest.raises(StartError, match=r"\(uci: .* no 'uciok' of the UCI .*; hub: .* no 'wait' of the Hub "):
        detect_protocol((sys.executable, "-c", "import time; time.sleep(60)"), timeout=1)
    assert time.monotonic() - began < 10
    with pytest.raises(StartError, match="cannot start '/no/such'"):
        detect_protocol(("/no/such",))


def test_a_word_that_settles_it_needs_no_start() -> None:
    assert detect_protocol(("/no/such", "hub")) is Protocol.HUB
