"""The journal: what was written is there, whatever happened then."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from engine.rules.variants import Color
from engine.score import Score
from protocol.match.journal import Journal, JournalError, read_journal
from protocol.match.record import Fault, GameRecord, MoveRecord, OpeningRecord, Reason
from protocol.match.settings import Draft, read_match

pytestmark = pytest.mark.both_modes

CONFIG = read_match(Draft({"seed": "1"}, (("", {"cmd": "a"}), ("", {"cmd": "b"}))))
RECORD = GameRecord(
    number=1,
    pair=1,
    round=1,
    white="a",
    black="b",
    variant="italian",
    opening=OpeningRecord("three-move 1", "W:W21:B9", ("21-17", "9-13", "25-21")),
    moves=(
        MoveRecord("10-14", 12.5, 987.5, Score(centimen=-3), 9, 12345, 0.25),
        MoveRecord("23-19", 1.0, None, Score(win_in=-4)),
        MoveRecord("14x23x32", 1.0, 0.0, Score(win_in=5), 3, 7),
        MoveRecord("27-22", 0.0),
    ),
    winner=Color.WHITE,
    reason=Reason.CRASH,
    detail="b has ended",
    started="2024-01-02T03:04:05.678+00:00",
    duration=1.25,
    faults=(Fault("b", "crash", "b has ended", ("> go", "< caf\u00e9"), "out of cheese"),),
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.jsonl"


def write(path, *numbers: int) -> None:
    journal = Journal.create(path, CONFIG)
    for number in numbers:
        journal.append(evolve(RECORD, number=number))
    journal.close()


def test_a_record_comes_back_as_it_was() -> None:
    assert GameRecord.from_json(json.loads(json.dumps(RECORD.to_json()))) == RECORD
    draw = evolve(RECORD, winner=None, reason=Reason.MOVE_LIMIT)
    assert GameRecord.from_json(draw.to_json()) == draw
    assert draw.to_json()["adjudicated"] is True and RECORD.to_json()["adjudicated"] is False


def test_points() -> None:
    assert (RECORD.points("a"), RECORD.points("b"), RECORD.winner_name) == (1, 0, "a")
    draw = evolve(RECORD, winner=None)
    assert (draw.points("a"), draw.points("b"), draw.winner_name) == (0.5, 0.5, None)
    assert RECORD.reason.is_forfeit and not Reason.NO_MOVE.is_forfeit


def test_what_is_written_is_read(path) -> None:
    write(path, 2, 1)
    config, records = read_journal(path)
    assert config == CONFIG
    assert records == (evolve(RECORD, number=2), RECORD)
    assert all(line.isascii() for line in path.read_text().splitlines())


def test_going_on(path) -> None:
    write(path, 1, 2)
    journal = Journal.reopen(path)
    assert journal.played == {1, 2}
    journal.append(evolve(RECORD, number=3))
    journal.close()
    assert [record.number for record in read_journal(path)[1]] == [1, 2, 3]


def test_cut_anywhere_it_goes_on_with_whole_lines(path) -> None:
    write(path, 1, 2)
    whole = path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]
    for cut in (*range(0, len(whole), 37), *ends, *(end - 1 for end in ends)):
        path.write_bytes(whole[:cut])
        lines = whole[:cut].count(b"\n")
        if lines == 0:
            message = ":1: the first line is cut off: expected" if cut else " is empty: expected"
            with pytest.raises(JournalError, match="match.jsonl" + message):
                Journal.reopen(path)
            assert path.read_bytes() == whole[:cut]
            path.write_bytes(b"")
            write(path, 1, 2)
        else:
            journal = Journal.reopen(path)
            assert journal.played == {*[1, 2][: lines - 1]}
            for number in [1, 2][lines - 1 :]:
                journal.append(evolve(RECORD, number=number))
            journal.close()
        assert [record.number for record in read_journal(path)[1]] == [1, 2]


def test_nothing_is_overwritten(path) -> None:
    write(path, 1)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"match.jsonl exists: add --resume"):
        Journal.create(path, CONFIG)
    assert path.read_bytes() == before


def test_no_file_is_no_match(path) -> None:
    for read in (Journal.reopen, read_journal):
        with pytest.raises(JournalError, match=r"cannot read .*match.jsonl: No such file"):
            read(path)


def test_another_file_keeps_its_last_line(path) -> None:
    path.write_text("a letter\nto somebody")
    with pytest.raises(JournalError, match=":1: expected a JSON object, found 'a letter'"):
        Journal.reopen(path)
    assert path.read_text() == "a letter\nto somebody"


def test_no_place_to_write(tmp_path) -> None:
    with pytest.raises(JournalError, match=r"cannot write .*: No such file or directory"):
        Journal.create(tmp_path / "absent" / "match.jsonl", CONFIG)


@pytest.mark.skipif(sys.platform == "win32", reason="no such lock there")
def test_two_matches_do_not_share_a_journal(path) -> None:
    journal = Journal.create(path, CONFIG)
    for open_ in (Journal.reopen, lambda path: Journal.create(path, CONFIG)):
        with pytest.raises(JournalError, match="is in use: another match is writing to it"):
            open_(path)
    journal.close()
    Journal.reopen(path).close()


def changed(number: int, old: str, new: str):
    """Changes something in the line of that number."""

    def change(lines: list[bytes]) -> list[bytes]:
        assert old.encode() in lines[number]
        return [*lines[:number], lines[number].replace(old.encode(), new.encode(), 1), *lines[number + 1 :]]

    return change


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [], " is empty: expected the journal of a match"),
        (lambda lines: [lines[1]], ":1: expected the journal of a match"),
        (lambda lines: [b"hello", *lines], ":1: expected a JSON object, found 'hello'"),
        (lambda lines: [lines[0], b"[1]", *lines[1:]], r":2: expected a JSON object, found '\[1\]'"),
        (lambda lines: [*lines, lines[1]], ":4: game 1 a second time"),
        (lambda lines: [b"[" * 200_000, *lines], ":1: expected a JSON object, found"),
        (lambda lines: [lines[0], b'{"number":' + b"1" * 5000 + b"}"], ":2: expected a JSON object, found"),
        (changed(0, '"italian"', '"itallian"'), ":1: cannot be understood: unknown variant 'itallian'"),
        (changed(0, '"italian"', "5"), ":1: cannot be understood: expected the values"),
        (changed(0, '"rounds":50', '"rounds":"x"'), ":1: cannot be understood: rounds: expected a whole number$"),
        (changed(0, '"rounds":50', '"rounds":true'), ":1: cannot be understood: rounds: expected a whole number$"),
        (changed(0, '"command":"a"', '"command":null'), ":1: cannot be understood: command: expected a text$"),
        (changed(0, '"time":1000', '"time":"x"'), ":1: cannot be understood: time: "),
        (changed(0, '"engines":', '"engine":'), ":1: cannot be understood: engines is missing"),
        (changed(1, '"round"', '"ruond"'), ":2: cannot be understood: round is missing"),
        (changed(1, '"number":1', '"number":"x"'), ":2: cannot be understood: number: expected a whole number"),
        (changed(1, '"21-17"', "5"), ":2: cannot be understood: moves: "),
        (changed(1, '["10-14",', '7,["10-14",'), ":2: cannot be understood: moves: expected lists of text"),
        (changed(1, '"10-14"', "5"), ":2: cannot be understood: moves: expected lists of text"),
        (changed(1, "987.5", '"x"'), ":2: cannot be understood: moves: expected lists of text"),
        (changed(1, "12.5", "null"), ":2: cannot be understood: moves: expected lists of text"),
        (changed(1, "-3", "[3]"), ":2: cannot be understood: expected the values"),
        (changed(1, '"white","reason"', '"PURPLE","reason"'), ":2: cannot be understood: winner: .* found 'PURPLE'"),
        (changed(1, '"crash","detail"', '"crush","detail"'), ":2: cannot be understood: reason: unknown word 'crush'"),
        (changed(1, '"2024-', '"x'), ":2: cannot be understood: expected the values"),
        (changed(1, '"white":"a"', '"white":"c"'), ":2: game 1 is of another match"),
    ],
)
def test_what_is_no_journal(path, spoil, message: str) -> None:
    write(path, 1, 2)
    path.write_bytes(b"".join(line + b"\n" for line in spoil(path.read_bytes().splitlines())))
    with pytest.raises(JournalError, match=message):
        read_journal(path)
    if path.stat().st_size:
        with pytest.raises(JournalError, match=message):
            Journal.reopen(path)


def test_notes_are_passed_over(path) -> None:
    journal = Journal.create(path, CONFIG)
    journal.note("resumed", games=0)
    journal.append(RECORD)
    journal.close()
    assert read_journal(path)[1] == (RECORD,)


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_a_full_disk_is_said(path) -> None:
    code = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from tests.protocol.match.test_journal import CONFIG\n"
        "from protocol.match.journal import Journal, JournalError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try: Journal.create(Path(sys.argv[1]), CONFIG)\n"
        "except JournalError as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=60).stdout
    assert said == f"cannot write {path}: File too large\n"
    assert path.stat().st_size == 0


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
@pytest.mark.parametrize("name", ["/dev/full", "/dev/null", "."])
def test_what_can_hold_no_journal(name: str) -> None:
    for open_ in (Journal.reopen, lambda path: Journal.create(path, CONFIG)):
        with pytest.raises(JournalError, match=f"^{name} is no regular file: expected"):
            open_(Path(name))
