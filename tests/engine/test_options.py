"""The option table."""

import pytest

from engine.options import OPTIONS, OptionError, OptionValues, find_option
from engine.rules.variants import VARIANTS


def test_the_table() -> None:
    assert [option.name for option in OPTIONS] == [
        "UCI_Variant",
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "Repetitions",
        "Contempt",
        "Skill Level",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Clear Hash",
        "Debug Log File",
    ]
    for option in OPTIONS:
        assert option.help
        if option.kind == "spin":
            assert option.minimum <= option.default <= option.maximum
        if option.kind == "combo":
            assert option.default in option.choices
    assert find_option("UCI_Variant").choices == tuple(VARIANTS)


@pytest.mark.parametrize(
    "name, text, value",
    [
        ("Hash", "128", 128),
        ("hash", " 1 ", 1),
        ("MOVE  overhead", "0", 0),
        ("Ponder", "true", True),
        ("Ponder", "Off", False),
        ("UCI_Variant", "English", "english"),
        ("UCI_Variant", "checkers", "english"),
        ("UCI_Variant", "normal", "international"),
        ("Debug Log File", "a b.log", "a b.log"),
        ("Debug Log File", "<empty>", ""),
        ("Debug Log File", "", ""),
        ("Repetitions", "4", 4),
    ],
)
def test_values_are_read(name: str, text: str, value: object) -> None:
    values = OptionValues()
    values.set(name, text)
    assert values[name] == value


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("Hash", "0", "option Hash: value '0', expected a whole number from 1 to 65536"),
        ("Hash", "many", "option Hash: value 'many', expected a whole number from 1 to 65536"),
        ("Hash", "9" * 5000, "expected a whole number from 1 to 65536"),
        ("Hash", None, "option Hash: no value given, expected a whole number from 1 to 65536"),
        ("Ponder", "perhaps", "option Ponder: value 'perhaps', expected true or false"),
        ("UCI_Variant", "chess", "option UCI_Variant: value 'chess', expected one of italian english"),
        ("UCI_Variant", None, "option UCI_Variant: no value given, expected one of italian"),
        ("Repetitions", "5", "option Repetitions: value '5', expected a whole number from 3 to 4"),
        ("Hsah", "1", "unknown option 'Hsah': did you mean Hash?"),
        ("Multi PV", "1", "unknown option 'Multi PV': did you mean MultiPV?"),
        ("qqqqqqq", "1", "unknown option 'qqqqqqq': expected one of UCI_Variant, Hash"),
    ],
)
def test_mistakes_are_named_and_change_nothing(name: str, text: str | None, message: str) -> None:
    values = OptionValues()
    with pytest.raises(OptionError) as caught:
        values.set(name, text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert all(values[option] == find_option(option).default for option in values)


def test_a_button_has_no_value() -> None:
    values = OptionValues()
    values.set("Clear Hash", None)
    assert "Clear Hash" not in list(values)
