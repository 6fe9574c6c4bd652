"""Reading command lines: values, and one line for each kind of wrong word."""

import pytest

from protocol.cli.arguments import Flag, Operand, Subcommand, UsageError, whole_number

pytestmark = pytest.mark.both_modes

SUBCOMMAND = Subcommand(
    name="try",
    summary="Tries.",
    run=lambda values: 0,
    operands=(Operand("DEPTH", "plies", whole_number(1, 9)), Operand("REST", "more", required=False)),
    flags=(
        Flag("--max-time", "milliseconds", "MS", whole_number(0, 100), default=7),
        Flag("--quick", "do not wait"),
        Flag("--option", "an option", "NAME=VALUE", repeats=True),
    ),
    examples=("damiera try 3",),
)
DEFAULTS = {"depth": 3, "rest": None, "max_time": 7, "quick": None, "option": ()}


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("3", {}),
        ("3 --max-time 5", {"max_time": 5}),
        ("--max-time=5 3 --quick", {"max_time": 5, "quick": True}),
        ("3 --option a=1 --option=b=2", {"option": ("a=1", "b=2")}),
        ("3 -- --quick", {"rest": "--quick"}),
        ("3 -x", {"rest": "-x"}),
    ],
)
def test_values(line, changed):
    assert SUBCOMMAND.parse(line.split()) == DEFAULTS | changed


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "expected DEPTH: plies"),
        ("x", "DEPTH: expected a whole number, found 'x'"),
        ("10", "DEPTH: 10 is out of range: expected 1 to 9"),
        ("9" * 5000, "DEPTH: expected a whole number, found '9999999999999999999999999999999999999999...'"),
        ("3 a b", "unexpected argument 'b': expected DEPTH REST"),
        ("3 a quick", "unexpected argument 'quick': did you mean '--quick'?"),
        ("3 --quik", "unknown option '--quik': did you mean '--quick'?"),
        ("3 --xyzzy", "unknown option '--xyzzy': expected one of --max-time --quick --option"),
        ("3 --max-time", "--max-time: expected MS"),
        ("3 --max-time x", "--max-time: expected a whole number, found 'x'"),
        ("3 --quick=yes", "--quick takes no value, found 'yes'"),
        ("3 --quick --quick", "--quick is given twice"),
    ],
)
def test_wrong_words(line, message):
    with pytest.raises(UsageError) as error:
        SUBCOMMAND.parse(line.split())
    assert str(error.value) == message


def test_help_names_everything():
    text = SUBCOMMAND.help_text()
    assert text.startswith("usage: damiera try DEPTH [REST] [--max-time MS] [--quick] [--option NAME=VALUE]")
    for part in ("Tries.", "plies", "milliseconds", "do not wait", "damiera try 3"):
        assert part in text
