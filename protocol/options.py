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


def values_text(option: Option) -> str:
    """The values that an option can have, for people: `1 to 100`, `true, false`; empty where anything will do."""
    match option.kind:
        case "spin":
            return f"{option.minimum} to {option.maximum}"
        case "check":
            return "true, false"
        case "combo":
            return ", ".join(option.choices)
    return ""


def option_lines() -> list[str]:
    """Every option with its default, its values and what it is for, as columns."""
    entries = []
    for option in OPTIONS:
        name = option.name if option.kind == "button" else f"{option.name}={value_text(option.default)}"
        values = values_text(option)
        entries.append((name, f"{option.help} ({values})" if values else option.help))
    width = max(len(name) for name, _ in entries)
    return [f"  {name:<{width}}  {text}" for name, text in entries]
