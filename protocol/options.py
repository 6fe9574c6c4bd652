"""Engine options as protocols and the command line show them."""

from attrs import evolve

from engine.options import OPTIONS, Option, OptionValues, Value

VARIANT_OPTION = "UCI_Variant"
"""The engine option that chooses the game."""


def current_options(values: OptionValues) -> tuple[Option, ...]:
    """Every option with its present value as the default: what the other side may take for granted."""
    return tuple(
        option if option.kind == "button" else evolve(option, default=values[option.name]) for option in OPTIONS
    )


def value_text(value: Value | None) -> str:
    """An option's value as protocols write it: `true`, `64`, `italian`; empty for none."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
