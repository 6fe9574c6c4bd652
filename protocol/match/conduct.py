"""A match from its first game to its last: what happens is told, kept as PDN, and weighed; Ctrl+C ends it in order."""

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

from protocol.match.assess import Assessor
from protocol.match.config import MatchConfig
from protocol.match.console import Console, duration, table
from protocol.match.games import GamesFile
from protocol.match.journal import Journal, JournalError
from protocol.match.record import GameRecord
from protocol.match.report.figures import Figures
from protocol.match.runner import Done, Event, Finished, Runner, Started, Stopped
from protocol.match.standing import Tally

BLOCK = 10
"""Finished games between two accounts of how the match stands."""
_TICK = 0.1
_ONE_PRESS = 0.1
"""Seconds in which Ctrl+C counts once: in a single-file executable its launcher passes it on to us, who had it too."""
_INTERRUPTED = 130


class Conductor:
    """Runs a match in the main thread."""

    def __init__(
        self,
        config: MatchConfig,
        journal: Journal,
        runner: Runner,
        console: Console,
        games: GamesFile | None,
        resume: str,
    ) -> None:
        """`resume` is the command that goes on with the match."""
        self._config = config
        self._journal = journal
        self._runner = runner
        self._console = console
        self._games = games
        self._resume = resume
        self._total = len(config.schedule)
        self._interrupts = 0
        self._interrupted_at = 0.0
        self._heard = 0
        self._running = 0
        self._began = time.monotonic()
        self._played = 0
        self._tally = Tally()
        self._figures = Figures(config.names)
        self._assessor = Assessor(config)
        for record in journal.records():
            self._count(record)
        self._failure = ""

    def run(self) -> int:
        """Plays to the end and returns the exit status."""
        self._began = time.monotonic()
        if self._decided:
            self._runner.drain()
        try:
            with self._listen_to_ctrl_c():
                for event in self._runner.events(_TICK):
                    self._take(event)
                    if self._interrupts != self._heard:
                        self._obey()
        except BaseException:
            self._runner.abort()
            raise
        finally:
            self._console.clear()
        return self._finish()

    # Events.

    def _take(self, event: Event | None) -> None:
        match event:
            case Started(game):
                self._running += 1
                white, black = (self._config.names[index] for index in (game.white, game.black))
                about = {"number": game.number, "pair": game.pair, "round": game.round, "white": white, "black": black}
                self._console.event("start", about)
            case Finished(record):
                self._running -= 1
                self._played += 1
                self._keep(record)
            case Stopped(reason):
                self._fail(reason)
        if not isinstance(event, Done):
            self._console.status(self._status())

    def _keep(self, record: GameRecord) -> None:
        if self._games:
            try:
                self._games.append(record)
            except JournalError as error:
                self._fail(str(error))
        self._console.game(record, self._total)
        decided = self._decided
        self._count(record)
        if self._played % BLOCK == 0 or (self._decided and not decided):
            self._console.say("", *self.account(), "")
        if self._decided and not decided:
            # Games under way cannot change what is decided.
            self._runner.abort()

    def _fail(self, reason: str) -> None:
        if not self._failure:
            self._failure = reason
            self._console.complain(reason)
        self._runner.drain()

    # Ctrl+C.

    @contextlib.contextmanager
    def _listen_to_ctrl_c(self) -> Iterator[None]:
        """Counts, and lets nothing be interrupted in the middle."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def note(*_: object) -> None:
            now = time.monotonic()
            if now - self._interrupted_at > _ONE_PRESS:
                self._interrupts += 1
                self._interrupted_at = now

        before = signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _obey(self) -> None:
        first = self._heard == 0
        self._heard = self._interrupts
        if first and self._heard == 1 and self._running:
            self._runner.drain()
            games = "the game" if self._running == 1 else f"the {self._running} games"
            self._console.complain(f"finishing {games} under way; Ctrl+C again stops now, and scores nothing of them")
            self._console.complain(f"to go on later: {self._resume}")
        else:
            self._runner.abort()

    # How it stands.

    @property
    def _decided(self) -> bool:
        return self._assessor.now.verdict is not None

    def _count(self, record: GameRecord) -> None:
        self._figures.add(record)
        if self._tally.add(record) and self._config.names[0] in record.engines:
            self._assessor.weigh(self._tally.standing(self._config.names[0]))

    def _status(self) -> str:
        done = self._tally.games
        left = self._total - done
        text = f"{done}/{self._total} games, {self._running} running"
        if len(self._config.engines) == 2:
            first = self._tally.standing(self._config.names[0])
            text += f", +{first.wins} ={first.draws} -{first.losses}"
        if self._assessor.now.llr is not None:
            text += f", LLR {self._assessor.now.llr:.2f}"
        if self._played and left > 0:
            seconds = (time.monotonic() - self._began) / self._played * left
            text += f", {'at most ' if self._config.sprt else ''}{duration(seconds)} to go"
        return text

    def account(self) -> list[str]:
        """How the match stands, in lines."""
        rows = [("engine", "games", "won", "drawn", "lost", "points", "%", "depth", "nodes/s", "ms a move")]
        for name in self._config.names:
            own, figures = self._tally.standing(name), self._figures.engines[name]
            percent = 100 * own.points / own.games if own.games else None
            means = (_mean(figures.mean_depth, 1), _mean(figures.speed, 0), _mean(figures.mean_time, 1))
            results = (*map(str, (own.games, own.wins, own.draws, own.losses)), f"{own.points:g}", _mean(percent, 1))
            rows.append((name, *results, *means))
        counts = ", ".join(f"{reason} {count}" for reason, count in self._tally.reasons.most_common())
        return [*table(rows), *self._assessor.lines(self._config.names[0]), f"ends: {counts or 'none yet'}"]

    def _finish(self) -> int:
        played = self._tally.games
        self._journal.note("end", games=played, failure=self._failure or None)
        self._console.say("", *self.account(), f"distinct games: {self._tally.distinct_games}")
        complete = self._decided or played >= self._total
        if not complete:
            self._console.complain(f"{played} of {self._total} games played; to go on: {self._resume}")
        path = str(self._journal.path)
        outcome = result(self._config, self._tally, self._assessor, failure=self._failure, journal=path)
        figures = {name: each.to_json() for name, each in self._figures.engines.items()}
        self._console.event("result", {**outcome, "figures": figures})
        if self._failure:
            return 1
        return 0 if complete else _INTERRUPTED


def _mean(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def result(
    config: MatchConfig, tally: Tally, assessor: Assessor, *, failure: str = "", journal: str | None = None
) -> dict[str, Any]:
    """The result of a match for programs, from the first engine's side."""
    first = tally.standing(config.names[0])
    assessment = assessor.now
    estimate = assessment.estimate
    return {
        "engines": list(config.names),
        "games": tally.games,
        "wins": first.wins,
        "draws": first.draws,
        "losses": first.losses,
        "pentanomial": list(first.pentanomial),
        "elo": estimate and estimate.elo,
        "error": estimate and estimate.error,
        "normalised_elo": estimate and estimate.normalised,
        "superiority": estimate and estimate.superiority,
        "llr": assessment.llr,
        "reasons": dict(tally.reasons.most_common()),
        "distinct_games": tally.distinct_games,
        "verdict": assessment.verdict,
        "asked": len(config.schedule),
        "failure": failure or None,
        "journal": journal,
    }
