"""What a match is: engines, game, time, openings and the rules by which games and match end early."""

import hashlib
import json
from typing import Any, Self

from attrs import field, frozen

from engine.rules.variants import Variant, find_variant
from protocol.client.opening import Protocol
from protocol.match.adjudicate import DrawRule, ResignRule
from protocol.match.clock import TimeControl
from protocol.match.schedule import Format, Schedule
from protocol.match.typed import checked

DXP_ADDRESS = "dxp:"
"""How a command begins that is no program but the address of one that waits."""
MAY_CHANGE = ("rounds", "concurrency", "restarts", "unbound")
"""Settings with which a match may go on otherwise than it began."""


@frozen
class EngineConfig:
    """An engine of the match."""

    name: str
    """Different for every engine of a match."""
    command: str
    """A command line, or `dxp:HOST:PORT`."""
    protocol: Protocol = field(default=Protocol.AUTO, converter=Protocol)
    directory: str | None = None
    options: tuple[tuple[str, str], ...] = field(default=(), converter=lambda pairs: tuple(map(tuple, pairs)))
    """Names and values, in the order in which they are set."""
    control: TimeControl | None = None
    """None: that of the match."""

    @property
    def is_remote(self) -> bool:
        """Whether it is a program that others have started, of which there is one."""
        return self.command.startswith(DXP_ADDRESS)

    @property
    def threads(self) -> int:
        """How many threads it was told to use."""
        texts = [value for name, value in self.options if name.lower() == "threads"]
        return max([1, *(int(text) for text in texts if text.isascii() and text.isdigit())])

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return {
            "name": self.name,
            "command": self.command,
            "protocol": self.protocol.value,
            "directory": self.directory,
            "options": [list(option) for option in self.options],
            "control": self.control and self.control.to_json(),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """The inverse of `to_json`."""
        control = value["control"]
        return checked(cls(**{**value, "control": control and TimeControl.from_json(control)}))


@frozen
class SprtRule:
    """The match ends when it is sure enough that the first engine is better by `elo1`, or by no more than `elo0`."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    """The chance of a wrong `elo1`."""
    beta: float = 0.05
    """The chance of a wrong `elo0`."""

    def to_json(self) -> dict[str, float]:
        """A value that the json module can write."""
        return {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta}


@frozen
class MatchConfig:
    """A match. Two of the same digest are the same match, of which one may go on where the other stopped."""

    engines: tuple[EngineConfig, ...]
    variant: Variant
    control: TimeControl
    openings: str
    """As `openings_from` takes it."""
    openings_digest: str
    """Of the openings as they were when the match began."""
    seed: int
    """For drawing openings."""
    rounds: int
    format: Format = field(default=Format.ROUND_ROBIN, converter=Format)
    margin: float = 100.0
    """Milliseconds that a move may be late, for the way to the engine and back."""
    stall: float | None = None
    """Seconds beyond its time after which an engine that has not answered is taken for dead; None: see `patience`."""
    ponder: bool = False
    draw: DrawRule | None = None
    resign: ResignRule | None = None
    move_limit: int | None = None
    """Half-moves after which a game is drawn."""
    restarts: int = 10
    """How often each engine is started again after a fault, in the whole match."""
    sprt: SprtRule | None = None
    concurrency: int = 1
    """Games at the same time."""
    unbound: bool = False
    """Whether each game may use every core, instead of its own (see `cores`)."""

    @property
    def schedule(self) -> Schedule:
        """Its games."""
        return Schedule(len(self.engines), self.rounds, self.format)

    @property
    def names(self) -> tuple[str, ...]:
        """Those of the engines, in order."""
        return tuple(engine.name for engine in self.engines)

    def control_of(self, engine: EngineConfig) -> TimeControl:
        """The time control that holds for an engine."""
        return engine.control or self.control

    def patience(self, control: TimeControl) -> float:
        """Seconds beyond its time that an engine is waited for; from the start where it has all the time it likes."""
        if self.stall is not None:
            return self.stall
        return 5.0 if control.is_timed else 600.0

    @property
    def digest(self) -> str:
        """Of all that its games depend on."""
        return hashlib.sha256(json.dumps(self._essence(), sort_keys=True).encode()).hexdigest()

    def difference(self, other: Self) -> str | None:
        """The first setting by which two matches differ, for people; None if they are the same match."""
        mine, its = self._essence(), other._essence()
        for key, value in mine.items():
            if value != its[key]:
                return f"{key} is {json.dumps(value)}, was {json.dumps(its[key])}"
        return None

    def _essence(self) -> dict[str, Any]:
        """All but what may change: a match may get more rounds, or more games at a time."""
        return {key: value for key, value in self.to_json().items() if key not in MAY_CHANGE}

    def to_json(self) -> dict[str, Any]:
        """A value that the json module can write."""
        return {
            "engines": [engine.to_json() for engine in self.engines],
            "variant": self.variant.name,
            "control": self.control.to_json(),
            "openings": self.openings,
            "openings_digest": self.openings_digest,
            "seed": self.seed,
            "rounds": self.rounds,
            "format": self.format.value,
            "margin": self.margin,
            "stall": self.stall,
            "ponder": self.ponder,
            "draw": self.draw and self.draw.to_json(),
            "resign": self.resign and self.resign.to_json(),
            "move_limit": self.move_limit,
            "restarts": self.restarts,
            "sprt": self.sprt and self.sprt.to_json(),
            "concurrency": self.concurrency,
            "unbound": self.unbound,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """The inverse of `to_json`. Raises AttributeError, KeyError, TypeError or ValueError for no such value."""
        read = {
            "engines": tuple(EngineConfig.from_json(engine) for engine in value["engines"]),
            "variant": find_variant(value["variant"]),
            "control": TimeControl.from_json(value["control"]),
            "draw": value["draw"] and checked(DrawRule(**value["draw"])),
            "resign": value["resign"] and checked(ResignRule(**value["resign"])),
            "sprt": value["sprt"] and checked(SprtRule(**value["sprt"])),
        }
        return checked(cls(**{**value, **read}))
