"""Conversations for the tests of DXP sessions."""

import pytest

from tests.protocol.dxp.conversation import Conversation


@pytest.fixture
def talks():
    """Makes conversations; they are closed at the end."""
    made = []

    def make(**fields):
        made.append(Conversation(**fields))
        return made[-1]

    yield make
    for talk in made:
        talk.close()
        assert not any("internal" in getattr(event, "reason", "") for event in talk.events)


@pytest.fixture
def talk(talks):
    return talks()
