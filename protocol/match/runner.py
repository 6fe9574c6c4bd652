"""Playing a match: tables in threads take game after game of the schedule, until it is done or stopped.

The engines are processes, so threads do for us. What happens comes as events to the thread that
started the match; a finished game is in the journal before its event comes.
"""

import contextlib
import gc
import queue
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from attrs import frozen

from protocol.client.base import QUIT_GRACE
from protocol.match.config import EngineConfig, MatchConfig
from protocol.match.cores import available, keep_to, needed, shares
from protocol.match.game import play
from protocol.match.journal import Journal, JournalError
from protocol.match.openings import Openings
from protocol.match.record import GameRecord
from protocol.match.schedule import Assignment
from protocol.match.supervise import Closed, OutOfRestarts, Restarts, Seat

SWITCH_INTERVAL = 0.0001
"""Seconds that a thread of ours may compute while another has an engine's answer to pass on."""


@frozen
class Started:
    """A game has begun."""

    assignment: Assignment


@frozen
class Finished:
    """A game is over and in the journal."""

    record: GameRecord


@frozen
class Stopped:
    """The match cannot go on; games under way are finished, if they can be."""

    reason: str
    """One line."""


@frozen
class Done:
    """All tables are empty. The last event."""


Event = Started | Finished | Stopped | Done


class Runner:
    """Plays the games of a match that its journal does not hold yet.

    `engines` are those of the configuration, with what was found out about them.
    """

    def __init__(
        self, config: MatchConfig, journal: Journal, openings: Openings, engines: Iterable[EngineConfig]
    ) -> None:
        self._config = config
        self._journal = journal
        self._openings = openings
        self._engines = tuple(engines)
        self._restarts = Restarts(config.restarts)
        self._schedule = config.schedule
        played = journal.played
        self.missing = len(self._schedule) - sum(number <= len(self._schedule) for number in played)
        """Games to play when the match began, or went on."""
        self._numbers = (number for number in range(1, len(self._schedule) + 1) if number not in played)
        self._lock = threading.Lock()
        self._draining = False
        self._aborted = False
        self._seats: set[Seat] = set()
        self._events: queue.Queue[Event] = queue.Queue()
        self._tables: list[threading.Thread] = []

    def events(self, tick: float) -> Iterator[Event | None]:
        """Plays, and tells what happens; None after every `tick` seconds in which nothing does. Ends with Done."""
        with _quick_switches():
            for number, cores in enumerate(self._cores(min(self._config.concurrency, max(1, self.missing))), 1):
                table = threading.Thread(target=self._run_table, args=(cores,), name=f"table {number}", daemon=True)
                self._tables.append(table)
            for table in self._tables:
                table.start()
            while any(table.is_alive() for table in self._tables) or not self._events.empty():
                try:
                    yield self._events.get(timeout=tick)
                except queue.Empty:
                    yield None
            yield Done()

    def drain(self) -> None:
        """Begins no further game."""
        self._draining = True

    def abort(self) -> None:
        """Ends all engines and so all games, unscored."""
        self._draining = True
        with self._lock:
            self._aborted = True
            seats = tuple(self._seats)
        for seat in seats:
            seat.shut()
        if seats:
            with ThreadPoolExecutor(len(seats)) as pool:
                list(pool.map(lambda seat: seat.close(0), seats))

    def _cores(self, tables: int) -> list[list[int]]:
        """Those that each table keeps to."""
        config, cores = self._config, available()
        own = [] if config.unbound else shares(cores, tables, needed(config.engines, config.ponder))
        return own or [cores] * tables

    def _next(self) -> Assignment | None:
        with self._lock:
            number = None if self._draining else next(self._numbers, None)
        return None if number is None else self._schedule.game(number)

    def _run_table(self, cores: list[int]) -> None:
        """Plays games one after the other, each engine staying while it is needed."""
        keep_to(cores)
        seats: dict[int, Seat] = {}
        try:
            while (assignment := self._next()) is not None:
                for index in [index for index in seats if index not in (assignment.white, assignment.black)]:
                    self._leave(seats.pop(index))
                for index in (assignment.white, assignment.black):
                    if index not in seats:
                        seats[index] = self._sit_down(self._engines[index])
                self._events.put(Started(assignment))
                opening = self._openings.drawn(self._config.seed, assignment.round)
                record = play(self._config, assignment, opening, (seats[assignment.white], seats[assignment.black]))
                self._journal.append(record)
                self._events.put(Finished(record))
        except Closed:
            pass
        except (OutOfRestarts, JournalError) as error:
            self._draining = True
            self._events.put(Stopped(str(error)))
        except Exception as error:  # a fault of ours must not hide
            self._draining = True
            self._events.put(Stopped(f"internal error: {error!r}; the journal says where"))
            with contextlib.suppress(JournalError):
                self._journal.note("internal-error", traceback=traceback.format_exc())
        finally:
            for seat in seats.values():
                self._leave(seat)

    def _sit_down(self, engine: EngineConfig) -> Seat:
        seat = Seat(engine, self._restarts, ponder=self._config.ponder)
        with self._lock:
            if self._aborted:
                raise Closed
            self._seats.add(seat)
        return seat

    def _leave(self, seat: Seat) -> None:
        seat.close(0 if self._aborted else QUIT_GRACE)
        with self._lock:
            self._seats.discard(seat)


@contextlib.contextmanager
def _quick_switches() -> Iterator[None]:
    """No thread of ours keeps another waiting for long, and old objects are not looked through for garbage."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        sys.setswitchinterval(interval)
