"""The flags that several subcommands share."""

from protocol.cli.arguments import Flag, UsageError
from protocol.games import game_named
from protocol.text import quoted


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"expected NAME=VALUE, found {quoted(text)}")
    return name, value


def _option_details() -> list[str]:
    from protocol.options import option_lines  # only help needs it

    return ["", "The options of the engine, with their defaults:", *option_lines()]


VARIANT_FLAG = Flag("--variant", "the game (default italian)", "NAME", game_named)
OPTION_FLAG = Flag(
    "--option",
    "an option of the engine; may be repeated",
    "NAME=VALUE",
    _name_and_value,
    repeats=True,
    details=_option_details,
)
