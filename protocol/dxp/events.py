"""What happens in a session, for whoever watches it: a person, or a program that plays matches."""

from attrs import frozen

from engine.rules.game import Game
from engine.rules.variants import Color, Variant
from protocol.dxp.verdict import Outcome


@frozen
class Started:
    """A game begins. `color` is ours."""

    variant: Variant
    color: Color
    opponent: str


@frozen
class Finished:
    """A game has ended."""

    game: Game
    color: Color
    opponent: str
    outcome: Outcome


@frozen
class Refused:
    """A game request was declined, by us or by the other side."""

    reason: str


@frozen
class Remark:
    """The other side says something to people."""

    text: str


@frozen
class Fault:
    """The other side, or the connection, has not kept to the protocol."""

    reason: str


Event = Started | Finished | Refused | Remark | Fault
