"""Every transcript, spoken to the engine over a transport in memory."""

import re
from pathlib import Path

import pytest

from engine.player import Player
from tests.protocol.engine_process import ROOT, EngineProcess
from tests.protocol.transcripts import run, steps
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


def test_the_transcript_of_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    session = re.search(r"^\$ damiera\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    with EngineProcess() as engine:
        run(steps(session[1]), engine.say, lambda: engine.hear()[1])
        assert engine.end()[1] == 0
