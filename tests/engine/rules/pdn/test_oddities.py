"""Every oddity of real files, by a small file each: `expected.txt` says what is in them."""

import pytest

from engine.rules.pdn.reader import read_games
from tests.engine.rules.pdn.rendering import DATA, games_of, rendered

pytestmark = pytest.mark.both_modes

FILES = sorted(DATA.glob("*.pdn"))


def expected() -> dict[str, str]:
    blocks = (DATA / "expected.txt").read_text(encoding="utf-8").removeprefix("== ").split("\n\n== ")
    return {name: text.strip("\n") + "\n" for name, _, text in (block.partition("\n") for block in blocks)}


def test_every_file_is_expected():
    assert [path.name for path in FILES] == sorted(expected())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file(path):
    assert rendered(games_of(path.read_bytes())) == expected()[path.name]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_blocks_of_any_size_make_no_difference(path, size):
    content = path.read_bytes()
    blocks = [content[start : start + size] for start in range(0, len(content), size)]
    assert rendered(list(read_games(blocks))) == expected()[path.name]


def test_all_files_in_one():
    """One bad game never costs another one."""
    together = b"".join(path.read_bytes() + b"\n\n" for path in FILES if path.stem != "utf16")
    names = [game.tag("White") for game in games_of(together)]
    assert {"BORGHETTI Michele", "Ünal", "Абаулин В.", "Curly", "c"} <= set(names)
