"""The page of a match in headless Chromium: what the board shows, how it is worked, and that nothing is fetched."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from engine.rules.fen import format_hub
from engine.rules.variants import VARIANTS
from protocol.match.config import SprtRule
from protocol.match.record import GameRecord
from protocol.match.report.html import write_page
from tests.protocol.match.browser import Browser, browser
from tests.protocol.match.made import OPENING_PLIES, line, made_config, made_games, positions_of

NASTY = "<script>document.title = 'broken'</script><img src=x onerror=alert(1)> & \"co\""
SHOWN = "document.getElementById('board').dataset.position"
# Steps through a game by its button, and returns what the board showed at each ply.
STEP_THROUGH = """(() => {
    const board = document.getElementById('board'), shown = [board.dataset.position];
    for (let left = 500; left; left--) {
        document.querySelector('[data-do="on"]').click();
        if (Number(board.dataset.ply) !== shown.length) break;
        shown.push(board.dataset.position);
    }
    return shown;
})()"""
# The contrast of every text with what it stands on, the smallest first.
CONTRASTS = """(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const channels = (color) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (color) => {
        const [r, g, b] = channels(color).map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    for (const element of document.body.querySelectorAll('*')) {
        const texts = [...element.childNodes].filter((node) => node.nodeType === 3);
        const text = texts.map((node) => node.data).join('').trim();
        if (!text || element.closest('script, svg, [hidden], option')) continue;
        let ground = element;
        while (ground && channels(getComputedStyle(ground).backgroundColor)[3] < 255) ground = ground.parentElement;
        const ink = light(getComputedStyle(element).color);
        const paper = light(getComputedStyle(ground || document.body).backgroundColor);
        found.push([(Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05), text.slice(0, 20)]);
    }
    return found.sort((one, other) => one[0] - other[0]);
})()"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture(scope="module")
def italian(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[GameRecord]]:
    """A match of Italian games."""
    config = made_config(rounds=6, sprt=SprtRule(0, 20))
    records = made_games(config)
    path = tmp_path_factory.mktemp("italian") / "page.html"
    write_page(path, config, records)
    return path, records


def boards(record: GameRecord) -> list[str]:
    """What the board has to show, from the start of a game to its end: row by row, as in the Hub protocol."""
    return [format_hub(position)[1:] for position in positions_of(record)]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_position_of_every_variant(tab: Browser, tmp_path: Path, name: str) -> None:
    config = made_config(name, rounds=3)
    records = made_games(config, plies=110, seed=5)
    write_page(tmp_path / "page.html", config, records)
    tab.open(tmp_path / "page.html")
    kings = captures = 0
    for record in records:
        tab.run(f"location.hash = '#game-{record.number}'; new Promise((done) => setTimeout(done))")
        expected = boards(record)
        assert tab.run(STEP_THROUGH) == expected
        kings += any("W" in board or "B" in board for board in expected)
        captures += sum(one.count("e") != other.count("e") for one, other in pairwise(expected))
    assert kings and captures > 20, "there has to be something to get wrong"
    assert tab.complaints() == []


@pytest.mark.parametrize(
    ("name", "start", "move", "board"),
    [
        # A man that passes the promotion row: crowned on the way in Russian, not in Brazilian draughts.
        ("russian", "W:Wf6:Ba7,b6,e7", "f6:d8:a5", {"a5": "W", "a7": "b"}),
        ("brazilian", "W:Wf6:Ba7,c7,e7", "f6xd8xb6", {"b6": "w", "a7": "b"}),
        # A king that ends where it began, one that takes from afar, and one that takes as a man does.
        ("russian", "W:WKe1:Bd2,b4,b6,f6,f2,h8", "e1:c3:a5:d8:h4:e1", {"e1": "W", "h8": "b", "f2": "e"}),
        ("international", "W:WK46:B28,8,5", "46x19x2", {"2": "W", "5": "b", "8": "e"}),
        ("italian", "W:WK18:B14,7,15,9", "18x11x20", {"20": "W", "14": "e", "15": "e", "7": "b"}),
    ],
)
def test_captures_that_are_hard_to_follow(
    tab: Browser, tmp_path: Path, name: str, start: str, move: str, board: dict[str, str]
) -> None:
    config = made_config(name, rounds=1)
    record = line(config, 1, start, move)
    assert len(positions_of(record)) == 2, "it is a legal move"
    write_page(tmp_path / "page.html", config, [record])
    tab.open(tmp_path / "page.html")
    assert tab.run(STEP_THROUGH) == boards(record)
    names = tab.run("JSON.parse(document.getElementById('data').textContent).names")
    shown = dict(zip(names, tab.run(SHOWN), strict=True))
    assert {square: shown[square] for square in board} == board
    assert tab.run("document.querySelector('#moves button').textContent") == move


def test_keys_and_buttons(tab: Browser, italian: tuple[Path, list[GameRecord]], tmp_path: Path) -> None:
    path, records = italian
    tab.open(path)
    expected = boards(records[2])
    tab.click("#game-3")
    assert tab.run("[document.activeElement.id, location.hash]") == ["board", "#game-3"]
    assert tab.run(SHOWN) == expected[0]
    for key, ply in (
        *(("ArrowRight", ply) for ply in range(1, 9)),
        ("ArrowLeft", 7),
        ("End", len(expected) - 1),
        ("ArrowRight", len(expected) - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        tab.press(key)
        assert tab.run(SHOWN) == expected[ply], key
    for button, ply in (("on", 1), ("on", 2), ("back", 1), ("last", len(expected) - 1), ("first", 0)):
        tab.click(f'[data-do="{button}"]')
        assert tab.run(SHOWN) == expected[ply], button
    tab.click("#moves [data-ply='5']")
    assert tab.run(SHOWN) == expected[5]
    said = tab.run("document.getElementById('said').textContent")
    assert said.startswith(f"5 of {len(expected) - 1}: White {records[2].moves[5 - OPENING_PLIES - 1].text} · ")
    tab.run("document.getElementById('board').focus()")
    tab.press("ArrowDown")
    assert tab.run("document.getElementById('heading').textContent") == "Game 4: old – new"
    tab.press("ArrowUp")
    assert tab.run("document.getElementById('heading').textContent") == "Game 3: new – old"
    tab.screenshot(tmp_path / "board.png")
    assert (tmp_path / "board.png").stat().st_size > 20_000
    assert tab.complaints() == []


def test_a_game_plays_by_itself(tab: Browser, italian: tuple[Path, list[GameRecord]]) -> None:
    tab.open(italian[0])
    tab.run("document.getElementById('board').focus()")
    tab.press(" ")
    assert tab.run("document.querySelector('[data-do=play]').getAttribute('aria-pressed')") == "true"
    tab.run(
        "new Promise((done) => { const look = () => document.getElementById('board').dataset.ply >= 2"
        " ? done() : setTimeout(look, 50); look(); })"
    )
    tab.press(" ")
    assert tab.run("document.querySelector('[data-do=play]').getAttribute('aria-pressed')") == "false"


@pytest.mark.parametrize(
    ("name", "top_left", "bottom_right", "other", "corner_is_dark"),
    [
        ("italian", "1", "32", "a8", False),
        ("english", "1", "32", "b8", True),
        ("russian", "b8", "g1", "1", True),
        ("spanish", "32", "1", "a8", False),
        ("international", "1", "50", "b10", True),
    ],
)
def test_squares_and_their_names(
    tab: Browser, tmp_path: Path, name: str, top_left: str, bottom_right: str, other: str, corner_is_dark: bool
) -> None:
    config = made_config(name, rounds=1)
    write_page(tmp_path / "page.html", config, made_games(config, plies=8))
    tab.open(tmp_path / "page.html")
    assert tab.run("document.querySelectorAll('.board .dark').length") == config.variant.square_count

    def seen() -> list[str]:
        """The names in the order in which they are read: row by row."""
        return tab.run(
            "[...document.querySelectorAll('.board text')].map((text) =>"
            " [Number(text.getAttribute('y')), Number(text.getAttribute('x')), text.textContent])"
            ".sort((one, other) => one[0] - other[0] || one[1] - other[1]).map((place) => place[2])"
        )

    assert (seen()[0], seen()[-1]) == (top_left, bottom_right)
    lowest_left = tab.run(
        "(() => { const rects = [...document.querySelectorAll('.board .dark')];"
        " const lowest = Math.max(...rects.map((rect) => Number(rect.getAttribute('y'))));"
        " return Math.min(...rects.filter((rect) => Number(rect.getAttribute('y')) === lowest)"
        ".map((rect) => Number(rect.getAttribute('x')))); })()"
    )
    assert (lowest_left < 5) == corner_is_dark
    straight = seen()
    tab.run("document.getElementById('board').focus()")
    tab.press("f")
    assert seen() == straight[::-1]
    tab.press("f")
    tab.press("n")
    assert seen()[0] == other
    tab.press("n")
    assert seen() == straight


def test_the_position_is_said(tab: Browser, tmp_path: Path) -> None:
    config = made_config("international", rounds=1)
    write_page(tmp_path / "page.html", config, [line(config, 1, "W:W31,K46:BK5,20", "31-27")])
    tab.open(tmp_path / "page.html", "#game-1/1")
    label = tab.run("document.querySelector('.board svg').getAttribute('aria-label')")
    assert label == "White: men 27; kings 46. Black: men 20; kings 5."
    tree = tab.call("Accessibility.getFullAXTree")["nodes"]
    names = {(node["role"]["value"], node.get("name", {}).get("value")) for node in tree}
    assert ("button", "One move on") in names
    assert ("image", label) in names


def test_choosing_games(tab: Browser, italian: tuple[Path, list[GameRecord]]) -> None:
    path, records = italian
    tab.open(path, "#game-5/4")
    assert tab.run(SHOWN) == boards(records[4])[4]
    options = tab.run("[...document.querySelectorAll('#choice option')].map((option) => option.textContent)")
    assert options[:4] == ["all games", "won by new", "won by old", "drawn"]
    for label, wanted in (
        ("won by new", [record.number for record in records if record.winner_name == "new"]),
        ("drawn", [record.number for record in records if record.winner is None]),
        ("all games", [record.number for record in records]),
    ):
        tab.run(
            "(() => { const choice = document.getElementById('choice');"
            f" choice.selectedIndex = {options.index(label)};"
            " choice.dispatchEvent(new Event('change')); })()"
        )
        listed = tab.run(
            "[...document.querySelectorAll('#rows tr')].filter((row) => row.offsetHeight).map((row) => row.id)"
        )
        assert listed == [f"game-{number}" for number in wanted]


def test_nothing_is_fetched_and_no_name_is_run(tab: Browser, tmp_path: Path) -> None:
    config = made_config("english", (NASTY, "old"), rounds=2)
    path = tmp_path / "page.html"
    write_page(path, config, made_games(config, plies=20))
    tab.open(path)
    tab.run(STEP_THROUGH)
    assert tab.run("document.title") == f"{NASTY} – old"
    assert tab.run("document.getElementById('heading').textContent") == f"Game 1: {NASTY} – old"
    assert tab.run("document.images.length") == 0
    assert tab.requests() == [path.as_uri()]
    assert tab.complaints() == []
    # What is not ours may not run even if it gets in.
    tab.run(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 1' }))"
    )
    assert tab.run("document.title") == f"{NASTY} – old"


def test_without_a_script_the_tables_are_there(tab: Browser, italian: tuple[Path, list[GameRecord]]) -> None:
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.open(italian[0])
        tree = tab.call("Accessibility.getFullAXTree")["nodes"]
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=False)
    seen = [
        (node["role"]["value"], node.get("name", {}).get("value"))
        for node in tree
        if not node["ignored"] and "value" in node["role"]
    ]
    assert ("table", "Standing") in seen and ("table", "Games") in seen
    links = [name for role, name in seen if role == "link"]
    assert links == [str(record.number) for record in italian[1]]
    assert not any(role in ("button", "combobox") for role, _ in seen)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read(tab: Browser, italian: tuple[Path, list[GameRecord]], scheme: str) -> None:
    tab.scheme(scheme)
    tab.open(italian[0], "#game-3/9")
    found = tab.run(CONTRASTS)
    assert len(found) > 150
    assert found[0][0] >= 4.5, f"too little contrast: {json.dumps(found[:5])}"
    ground = tab.run("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)")
    assert len(ground) == 3 and (min(ground) > 200 if scheme == "light" else max(ground) < 40)


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_it_fits(tab: Browser, italian: tuple[Path, list[GameRecord]], width: int) -> None:
    tab.size(width, 800)
    tab.open(italian[0])
    assert tab.run("document.documentElement.scrollWidth") <= width
    left, right = tab.run(
        "(() => { const box = document.querySelector('.board svg').getBoundingClientRect();"
        " return [box.left, box.right]; })()"
    )
    assert left >= 0 and right <= width and right - left > 280
