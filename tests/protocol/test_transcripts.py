"""Every transcript, spoken to the engine over a transport in memory."""

from pathlib import Path

import pytest

from engine.player import Player
from tests.protocol.engine_process import EngineProcess
from tests.protocol.transcripts import conversations, run, steps
from tests.protocol.uci.conversation import Conversation

pytestmark = pytest.mark.both_modes

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "data" / "transcripts").glob("uci_*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path):
    talk = Conversation(Player())
    try:
        run(steps(path.read_text(encoding="utf-8")), talk.say, lambda: talk.hear(60))
        with pytest.raises(TimeoutError):
            talk.hear(0.05)
    finally:
        assert talk.session.close(30)


def test_there_are_transcripts():
    assert len(TRANSCRIPTS) >= 4


CONVERSATIONS = list(conversations())


@pytest.mark.parametrize(
    ("arguments", "text"),
    [conversation[1:] for conversation in CONVERSATIONS],
    ids=[f"{name} {' '.join(arguments)}".strip() for name, arguments, _ in CONVERSATIONS],
)
def test_the_transcripts_of_the_documents(arguments, text):
    with EngineProcess(*arguments) as engine:
        run(steps(text), engine.say, lambda: engine.hear()[1])
        assert engine.end()[1] == 0
        with pytest.raises(EOFError):
            engine.hear()
        assert engine.errors == b""


def test_every_protocol_has_its_transcript():
    assert {("protocol/README.md", protocol) for protocol in ("uci", "hub", "dxp")} <= {
        (name, *arguments) for name, arguments, _ in CONVERSATIONS
    }
