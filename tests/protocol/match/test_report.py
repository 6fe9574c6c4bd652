"""The page of a match as text: what is in it, that it is sound HTML, that nothing in a name can break it."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from attrs import evolve

from engine.rules.variants import Color
from protocol.match.config import SprtRule
from protocol.match.record import Fault, OpeningRecord
from protocol.match.report.chart import Chart, Line
from protocol.match.report.figures import Figures
from protocol.match.report.html import page, write_page
from protocol.match.report.sections import milliseconds, quantity
from tests.protocol.match.made import OPENING_PLIES, made_config, made_games

VOID = {"meta", "link", "br", "input", "img"}
DRAWN = {"rect", "line", "path", "circle", "polyline", "polygon"}
NASTY = "</title><script>alert(1)</script>\"'&<b>$style\u202e\x1b"


class Sound(HTMLParser):
    """Reads a page, and minds that every element is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.handlers: list[str] = []
        self.text = ""
        self.scripts: list[str] = []
        self._stack: list[str] = []
        self.feed(text)
        self.close()
        assert not self._stack

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        values = dict(attributes)
        assert len(values) == len(attributes), f"an attribute twice: {attributes}"
        self.addresses += [values[key] for key in ("src", "href", "action", "data", "srcset") if key in values]
        self.handlers += [key for key in values if key.startswith("on")]
        self.ids += [values["id"]] if "id" in values else []
        if tag not in VOID:
            self._stack.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in DRAWN, f"<{tag}/> is no element without an end in HTML"
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self._stack and self._stack[-1] == tag, f"</{tag}> in {self._stack}"
        self._stack.pop()

    def handle_data(self, data: str) -> None:
        if self._stack[-1:] == ["script"]:
            self.scripts.append(data)
        elif self._stack[-1:] != ["style"]:
            self.text += data + " "

    @property
    def words(self) -> str:
        """What people can read, with single blanks."""
        return " ".join(self.text.split())


def data_of(text: str) -> dict:
    """What the page's script reads."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


def test_what_is_in_it() -> None:
    config = made_config(sprt=SprtRule(0, 30), rounds=20)
    records = made_games(config, plies=30)
    text = page(config, records)
    found = Sound(text)
    assert found.tags["html"] == found.tags["body"] == found.tags["title"] == 1
    assert found.tags["script"] == 2
    assert found.tags["polyline"] == 2, "the courses of score and LLR"
    assert len(found.ids) == len(set(found.ids))
    assert [f"game-{record.number}" in found.ids for record in records] == [True] * 40
    assert all(address.startswith(("#game-", "data:image/svg+xml,")) for address in found.addresses)
    for words in ("new – old", "Italian draughts", "1+0.1", "Elo of new", "Normalised Elo", "LLR", "Games of new"):
        assert words in found.words
    for words in (
        "Standing",
        "Depth, speed and time",
        "How games ended",
        "no move",
        "of 40; 40 distinct",
        "new --fast",
    ):
        assert words in found.words
    wins = sum(record.winner_name == "new" for record in records)
    assert f"{wins} won" in found.words
    assert "url(" not in text and "@import" not in text


def test_the_board_gets_all_games() -> None:
    config = made_config("english", rounds=3)
    records = made_games(config, plies=40)
    data = data_of(page(config, records))
    assert data["starts"] == ["B" + "b" * 12 + "e" * 8 + "w" * 12]
    assert [*data["games"]] == [str(record.number) for record in records]
    for record in records:
        start, opening, moves, scores, depths, times = data["games"][str(record.number)]
        assert (start, opening) == (0, OPENING_PLIES)
        texts = [*record.opening.moves, *(move.text for move in record.moves)]
        paths = [[str(data["letters"].index(letter) + 1) for letter in path] for path in moves.split(" ")]
        assert paths == [re.split("[-x]", text) for text in texts]
        assert len(scores.split(",")) == len(depths.split(",")) == len(times.split(",")) == len(record.moves)
        # Black begins, so that White makes the first move after an opening of three.
        first = record.moves[0].score.centimen
        assert scores.split(",")[:2] == [str(first), str(-record.moves[1].score.centimen)]


def test_three_engines_and_no_test() -> None:
    config = made_config("international", ("a", "b", "c"), rounds=3)
    found = Sound(page(config, made_games(config, plies=20)))
    assert "Points against each other" in found.words
    assert found.tags["polyline"] == 3, "a course for each engine"
    assert re.search(r"[abc] leads, with [\d.]+ points of 12\.", found.words)
    assert "LLR" not in found.words


@pytest.mark.parametrize("games", [0, 1, 2])
def test_few_games(games: int) -> None:
    config = made_config(sprt=SprtRule())
    found = Sound(page(config, made_games(config, plies=20)[:games]))
    assert ("No pair of games is finished yet." in found.words) == (games < 2)
    assert found.tags["polyline"] == 0


@pytest.mark.parametrize(
    ("winner", "verdict"),
    [
        (0, "The test is passed: new is better by more than 0 Elo."),
        (1, "The test is failed: new is not better by 50 Elo."),
    ],
)
def test_verdicts(winner: int, verdict: str) -> None:
    config = made_config(sprt=SprtRule(0, 50), rounds=200)
    few = made_games(made_config(), plies=10)
    records = [
        evolve(few[number % 2], number=number + 1, pair=number // 2 + 1, winner=Color(number % 2 ^ winner))
        for number in range(400)
    ]
    assert verdict in Sound(page(config, records)).words


def test_nothing_that_others_write_can_break_it() -> None:
    config = made_config(names=(NASTY, "old"), rounds=2)
    records = [
        evolve(
            record,
            detail=NASTY,
            opening=OpeningRecord(NASTY, record.opening.start, record.opening.moves),
            faults=(Fault(NASTY, NASTY, NASTY, (NASTY, "</pre>"), NASTY + "\n\ud800"),),
        )
        for record in made_games(config, plies=20)
    ]
    text = page(config, records)
    found = Sound(text)
    assert found.tags["script"] == 2 and found.tags["title"] == 1
    assert found.handlers == []
    assert "alert(1)" not in "".join(found.scripts)
    assert "</title><script>alert(1)</script>\"'&<b>$style\N{REPLACEMENT CHARACTER}" in found.words
    assert "\u202e" not in text and "\x1b" not in text
    text.encode()


def test_a_thousand_games_are_not_too_much() -> None:
    config = made_config(rounds=500)
    few = made_games(made_config(rounds=2), plies=80)
    records = [evolve(few[number % 4], number=number + 1, pair=number // 2 + 1) for number in range(1000)]
    assert len(page(config, records)) < 1_500_000


def test_the_file(tmp_path: Path) -> None:
    config = made_config(rounds=1)
    records = made_games(config, plies=20)
    for count in (1, 2):
        write_page(tmp_path / "page.html", config, iter(records[:count]))
        assert (tmp_path / "page.html").read_text(encoding="utf-8") == page(config, records[:count])
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_figures() -> None:
    config = made_config("english", rounds=1)
    first, second = made_games(config, plies=21)
    figures = Figures.of(config.names, [first, second]).engines
    # Of the 18 moves after an opening of three White, then the first engine, makes the odd ones.
    own = [*first.moves[0::2], *second.moves[1::2]]
    new = figures["new"]
    assert new.moves == len(own) == 18
    assert new.mean_depth == sum(move.depth for move in own) / 18
    assert new.mean_time == pytest.approx(sum(move.elapsed for move in own) / 18)
    assert new.longest == max(move.elapsed for move in own)
    assert new.mean_nodes == sum(move.nodes for move in own) / 18
    assert new.speed == pytest.approx(1_234_000, rel=0.01)
    faults = [fault.kind for fault in (*first.faults, *second.faults) if fault.engine == "new"]
    assert new.to_json()["faults"] == dict(Counter(faults))


def test_figures_of_an_engine_that_says_nothing() -> None:
    config = made_config(rounds=1)
    records = [
        evolve(record, moves=tuple(evolve(move, depth=None, nodes=None) for move in record.moves))
        for record in made_games(config, plies=20)
    ]
    for each in Figures.of(config.names, records).engines.values():
        assert (each.mean_depth, each.mean_nodes, each.speed) == (None, None, None)
    for each in Figures(config.names).engines.values():
        assert (each.mean_time, each.moves, each.longest) == (None, 0, 0.0)
    assert Sound(page(config, records)).words.count("–") > 4


def test_numbers_for_people() -> None:
    numbers = [None, 0, 845, 12345, 1_250_000, 3.2e9]
    assert [quantity(number) for number in numbers] == ["–", "0", "845", "12.3 k", "1.25 M", "3.2 G"]
    times = [None, 8.34, 412.4, 2412.0]
    assert [milliseconds(time) for time in times] == ["–", "8.3 ms", "412 ms", "2.41 s"]


def test_a_chart() -> None:
    points = [(number, number % 7) for number in range(1, 5001)]
    line = Line(points, "line hue0", "L <")
    text = str(Chart("T <", "D <", (1, 5000), (0, 10), [line], "pairs", guides=[(5, "G <")]))
    found = Sound(text)
    drawn = re.search('<polyline class="line hue0" points="(.*?)"', text)[1].split(" ")
    assert len(drawn) <= 502
    assert drawn[0].startswith("0,") and drawn[-1].startswith("1000,")
    assert all(0 <= float(number) <= 1000 for pair in drawn for number in pair.split(","))
    assert all(f"{letter} <" in found.words for letter in "TLG")
    assert found.words.endswith("0 2 4 6 8 10 1000 2000 3000 4000 5000 G < pairs")
