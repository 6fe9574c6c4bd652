"""The options of the engine as help and reference show them."""

import re
from pathlib import Path

import pytest

from engine.options import OPTIONS, Option
from protocol.hub.params import param_name
from protocol.options import option_lines, value_text, values_text

README = Path(__file__).parents[2] / "protocol" / "README.md"

pytestmark = pytest.mark.both_modes


def row(option: Option) -> str:
    """The option's row in the table of the reference."""
    is_button = option.kind == "button"
    default = f"`{value_text(option.default)}`" if value_text(option.default) else ""
    values = values_text(option)
    if option.name == "Threads":  # its range is that of the machine
        values = "1 to the number of cores"
    hub = "" if is_button else f"`{param_name(option)}`"
    return f"| `{option.name}` | {hub} | {default} | {values} | {option.help} |"


def test_the_reference_lists_every_option() -> None:
    section = re.search(r"\n## Options\n.*?(?=\n## )", README.read_text(encoding="utf-8"), re.DOTALL)[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert rows == [row(option) for option in OPTIONS]


def test_help_lists_every_option() -> None:
    lines = option_lines()
    assert len(lines) == len(OPTIONS)
    for option, line in zip(OPTIONS, lines, strict=True):
        assert line.startswith(f"  {option.name}")
        assert option.help in line
        assert line.endswith(f" ({values_text(option)})" if values_text(option) else option.help)
        assert f"{option.name}={value_text(option.default)}" in line or option.kind == "button"


@pytest.mark.parametrize(
    ("name", "values"),
    [("MultiPV", "1 to 100"), ("Ponder", "true, false"), ("Clear Hash", ""), ("Debug Log File", "")],
)
def test_values(name: str, values: str) -> None:
    assert values_text(next(option for option in OPTIONS if option.name == name)) == values
