"""The journal of a match: one file that only grows, from which everything else can be made.

Lines of JSON, each an object with its kind in `event`: first `match`, with the whole configuration;
then a `game` for each finished game, and notes of other kinds, which readers may pass over. A line
is written at once and is on the disk when `append` returns. If we are killed while writing, the last
line lacks its end, and is cut off when the match goes on.
"""

import contextlib
import errno
import json
import os
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from engine import __version__
from engine.rules.errors import RulesError
from protocol.match.config import MatchConfig
from protocol.match.files import claim, is_special
from protocol.match.record import GameRecord
from protocol.match.typed import MisfitError
from protocol.text import quoted

T = TypeVar("T")

FORMAT = 1


class JournalError(Exception):
    """A journal cannot be read or written, or is that of another match; `str()` is one line."""


class Journal:
    """A journal that is open for writing. `append` and `note` may be called by any thread."""

    def __init__(self, path: Path, config: MatchConfig, played: set[int], descriptor: int) -> None:
        self.path = path
        self.config = config
        self._played = played
        self._descriptor = descriptor
        self._lock = threading.Lock()

    @property
    def played(self) -> frozenset[int]:
        """The numbers of the finished games."""
        with self._lock:
            return frozenset(self._played)

    def records(self) -> Iterator[GameRecord]:
        """The finished games, in the order in which they ended; read from the file again. Raises JournalError."""
        return stream_journal(self.path)[1]

    @classmethod
    def create(cls, path: Path, config: MatchConfig) -> Self:
        """Begins a match. Raises JournalError, also if the file holds anything."""
        descriptor = _open(path, os.O_CREAT)
        try:
            if os.fstat(descriptor).st_size:
                raise JournalError(f"{path} exists: add --resume to go on with its match, or name another file")
            journal = cls(path, config, set(), descriptor)
            journal.note("match", format=FORMAT, version=__version__, digest=config.digest, config=config.to_json())
        except BaseException:
            os.close(descriptor)
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path) -> Self:
        """Goes on with a match. Raises JournalError, also if the file holds none."""
        if not path.exists():
            raise JournalError(f"cannot read {path}: {os.strerror(errno.ENOENT)}")
        descriptor = _open(path, 0)
        try:
            config, records = stream_journal(path)
            played = {record.number for record in records}
            os.ftruncate(descriptor, _end_of_whole_lines(path))  # now that it is no other file, given by mistake
        except BaseException:
            os.close(descriptor)
            raise
        return cls(path, config, played, descriptor)

    def append(self, record: GameRecord) -> None:
        """Keeps a finished game. Raises JournalError if it cannot be written."""
        with self._lock:
            self._write({"event": "game", **record.to_json()})
            self._played.add(record.number)

    def note(self, event: str, **more: Any) -> None:
        """Keeps something else that has happened. Raises JournalError."""
        with self._lock:
            self._write({"event": event, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **more})

    def close(self) -> None:
        """Another process may go on with it."""
        os.close(self._descriptor)

    def _write(self, value: dict[str, Any]) -> None:
        data = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        size = os.fstat(self._descriptor).st_size
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
            os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, size)  # half a line would spoil the next one
            raise JournalError(f"cannot write {self.path}: {error.strerror or error}") from None


def read_journal(path: Path) -> tuple[MatchConfig, tuple[GameRecord, ...]]:
    """The match of a journal and its finished games, in the order in which they ended. Raises JournalError."""
    config, records = stream_journal(path)
    return config, tuple(records)


def stream_journal(path: Path) -> tuple[MatchConfig, Iterator[GameRecord]]:
    """As `read_journal`, but the games are read one by one, so that a long match needs little memory.

    Raises JournalError, also while they are read. A last line without its end is passed over.
    """
    lines = _objects(path)
    number, first = next(lines, (0, {}))
    if not number:
        found = ":1: the first line is cut off" if path.stat().st_size else " is empty"
        raise JournalError(f"{path}{found}: expected the journal of a match, of format {FORMAT}")
    if first.get("event") != "match" or first.get("format") != FORMAT:
        raise JournalError(f"{path}:{number}: expected the journal of a match, of format {FORMAT}")
    config = _understood(path, number, lambda: MatchConfig.from_json(first["config"]))
    return config, _games(path, config, lines)


def _open(path: Path, flags: int) -> int:
    if is_special(path):
        raise JournalError(f"{path} is no regular file: expected one that can hold the journal of a match")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | flags | getattr(os, "O_CLOEXEC", 0), 0o666)
    except OSError as error:
        raise JournalError(f"cannot write {path}: {error.strerror or error}") from None
    try:
        claim(descriptor)
    except OSError:
        os.close(descriptor)
        raise JournalError(f"{path} is in use: another match is writing to it") from None
    return descriptor


def _end_of_whole_lines(path: Path) -> int:
    """Where the last line that has its end ends."""
    end = 0
    for line in _lines(path):
        if line.endswith(b"\n"):
            end += len(line)
    return end


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from file
    except OSError as error:
        raise JournalError(f"cannot read {path}: {error.strerror or error}") from None


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_lines(path), 1):
        if not line.endswith(b"\n"):
            return
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            found = quoted(line.decode(errors="replace").rstrip())
            raise JournalError(f"{path}:{number}: expected a JSON object, found {found}")
        yield number, value


def _games(path: Path, config: MatchConfig, lines: Iterator[tuple[int, dict[str, Any]]]) -> Iterator[GameRecord]:
    seen: set[int] = set()
    for number, value in lines:
        if value.get("event") == "game":
            record = _understood(path, number, partial(GameRecord.from_json, value))
            if not {*record.engines} <= {*config.names} or record.variant != config.variant.name:
                raise JournalError(f"{path}:{number}: game {record.number} is of another match")
            if record.number in seen:
                raise JournalError(f"{path}:{number}: game {record.number} a second time")
            seen.add(record.number)
            yield record


def _understood(path: Path, number: int, read: Callable[[], T]) -> T:
    try:
        return read()
    except KeyError as error:
        reason = f"{error.args[0]} is missing"
    except (MisfitError, RulesError) as error:
        reason = str(error)
    except (AttributeError, OverflowError, TypeError, ValueError):
        reason = "expected the values of a match and of its games"
    raise JournalError(f"{path}:{number}: cannot be understood: {reason}")
