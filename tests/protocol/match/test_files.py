"""The files of a match: none is another one, they are whole, and devices and links stay what they are."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.match.files import check_place, named_twice, write_whole

pytestmark = pytest.mark.both_modes
posix = pytest.mark.skipif(sys.platform == "win32", reason="no such links and devices there")


def test_different_files(tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in "abc")
    assert named_twice([("--pdn", a), ("--report", b)], [("--config", c)]) is None
    assert named_twice([("--pdn", a)], [("--config", c), ("--openings", c)]) is None  # both are only read


@pytest.mark.parametrize("exists", [False, True])
def test_the_same_file(tmp_path: Path, exists: bool) -> None:
    path = tmp_path / "a"
    if exists:
        path.touch()
    message = f"--pdn and --report are the same file, {path}: expected different ones"
    assert named_twice([("--pdn", path), ("--report", tmp_path / "." / "a")], []) == message
    assert named_twice([("--pdn", path)], [("--report", path)]) == message


@posix
@pytest.mark.parametrize("exists", [False, True])
def test_the_same_file_by_a_link(tmp_path: Path, exists: bool) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    link.symlink_to("a")
    if exists:
        path.touch()
    assert named_twice([("--pdn", link)], [("--openings", path)])


@posix
def test_a_device_is_no_file_to_lose() -> None:
    null = Path(os.devnull)
    assert named_twice([("--pdn", null), ("--report", null)], []) is None
    write_whole(null, ["text"])
    assert null.is_char_device()


@posix
def test_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    link.symlink_to(path)
    for text in ("one", "two"):
        write_whole(link, [text])
        assert link.is_symlink() and path.read_text() == text
    assert sorted(child.name for child in tmp_path.iterdir()) == ["a", "link"]


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "new"
        raise OSError("full")

    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(OSError, match="full"):
        write_whole(path, pieces())
    assert path.read_text() == "old"
    assert [child.name for child in tmp_path.iterdir()] == ["a"]


def test_a_place_is_tried_without_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "a"
    check_place(path)
    assert not list(tmp_path.iterdir())
    path.write_text("old")
    check_place(path)
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1
    check_place(Path(os.devnull))
    for wrong, kind in ((tmp_path, IsADirectoryError), (tmp_path / "absent" / "a", FileNotFoundError)):
        with pytest.raises(kind):
            check_place(wrong)
