"""A match as one HTML page that needs nothing else: no network, no other file, and for its tables no script."""

import base64
import hashlib
import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from engine import __version__
from protocol.match.assess import Assessor
from protocol.match.config import MatchConfig
from protocol.match.files import write_whole
from protocol.match.record import Fault, GameRecord
from protocol.match.report import sections
from protocol.match.report.courses import Courses
from protocol.match.report.figures import Figures
from protocol.match.report.markup import shown
from protocol.match.report.replay import Replays
from protocol.match.standing import Tally


def write_page(path: Path, config: MatchConfig, records: Iterable[GameRecord]) -> None:
    """Writes the page of a match; the file is whole at any moment. Raises OSError."""
    write_whole(path, [page(config, records)])


def page(config: MatchConfig, records: Iterable[GameRecord]) -> str:
    """The page of a match, from its games in the order in which they ended."""
    first = config.names[0]
    tally, assessor, courses = Tally(), Assessor(config), Courses(config)
    figures, replays = Figures(config.names), Replays(config.variant)
    meetings: dict[tuple[str, str], list[float]] = {}
    rows: list[tuple[int, str]] = []
    faults: list[tuple[int, Fault]] = []
    dates: set[str] = set()
    for record in records:
        if tally.add(record):
            if first in record.engines:
                assessor.weigh(tally.standing(first))
            courses.add(tally, record.engines, assessor)
        figures.add(record)
        replays.add(record)
        rows.append((record.number, sections.game_row(record)))
        faults += [(record.number, fault) for fault in record.faults]
        dates.add(record.started[:10])
        for name, other in (record.engines, record.engines[::-1]):
            meetings.setdefault((name, other), []).append(record.points(name))
    script = _data("page.js")
    return Template(_data("page.template")).substitute(
        title=shown(" – ".join(config.names)),
        subtitle=shown(_subtitle(config, dates)),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        style=_data("page.css"),
        headline=sections.headline(config, tally, assessor),
        charts=courses.charts(),
        standings=sections.standings(config, tally),
        crosstable=sections.crosstable(config, meetings),
        engines=sections.engine_table(config, figures),
        endings=sections.endings(tally),
        faults=sections.fault_list(faults),
        settings=sections.settings(config),
        rows="\n".join(row for _, row in sorted(rows)),
        data=_for_script(replays.to_json()),
        script=script,
        version=__version__,
    )


def _subtitle(config: MatchConfig, dates: set[str]) -> str:
    days = " to ".join(sorted({min(dates), max(dates)})) if dates else ""
    return " · ".join(filter(None, (config.variant.title, str(config.control), config.openings, days)))


def _for_script(value: Any) -> str:
    """JSON that cannot end the element that it stands in."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _data(name: str) -> str:
    return (files("protocol.match.report") / "data" / name).read_text(encoding="utf-8")
