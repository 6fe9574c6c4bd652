"""The messages of DXP, as values.

Squares and board text are as they stand on the wire: which square of the board a number means is
said in `protocol.dxp.board`.
"""

from enum import IntEnum

from attrs import frozen

from engine.rules.variants import Color

VERSION = 1
"""The protocol version that we speak."""


class Acceptance(IntEnum):
    """The answer to a game request."""

    ACCEPTED = 0
    WRONG_VERSION = 1
    NOT_THIS_GAME = 2
    """Another game would be played."""
    NO_GAME = 3
    """No game at all will be played."""


class Claim(IntEnum):
    """The reason of a game end, as its sender sees it."""

    NONE = 0
    LOSS = 1
    DRAW = 2
    WIN = 3


class BackAnswer(IntEnum):
    """The answer to a request to take moves back."""

    ACCEPTED = 0
    UNSUPPORTED = 1
    REFUSED = 2
    """The game goes on from where it stands."""


@frozen
class Setup:
    """A position that a game starts from: a letter of `wWzZe` for each square."""

    side: Color
    squares: str


@frozen
class GameRequest:
    """GAMEREQ. `follower` is the colour of the side that answers; without a setup, the normal start.

    `minutes` are for the whole game of each player, 0: no clock. `moves` are those of each player
    after which the game is broken off, 0: no limit.
    """

    name: str
    follower: Color
    minutes: float
    moves: int
    setup: Setup | None = None
    version: int = VERSION


@frozen
class GameAnswer:
    """GAMEACC."""

    name: str
    acceptance: Acceptance


@frozen
class MoveMessage:
    """MOVE. `seconds` is the time that its sender has used for it, which binds nobody."""

    seconds: int
    origin: int
    target: int
    captured: tuple[int, ...] = ()


@frozen
class GameEnd:
    """GAMEEND: starts the end of a game, or (with `Claim.NONE`) acknowledges it."""

    claim: Claim
    stop: bool
    """Whether its sender wants no further game."""


@frozen
class Chat:
    """CHAT: a remark for people."""

    text: str


@frozen
class BackRequest:
    """BACKREQ: back to where `side` was to move for the `number`-th time; see `protocol.dxp.game`."""

    number: int
    side: Color


@frozen
class BackReply:
    """BACKACC."""

    answer: BackAnswer


Message = GameRequest | GameAnswer | MoveMessage | GameEnd | Chat | BackRequest | BackReply
