"""Options of an engine that we drive: finding one, and the words by which it calls a game."""

from engine.options import Option, OptionError
from engine.rules.errors import VariantError
from engine.rules.variants import Variant, find_variant
from protocol.client.base import Client
from protocol.client.errors import UnsupportedError
from protocol.options import value_text
from protocol.text import did_you_mean, quoted


def find_option(client: Client, name: str) -> Option:
    """The option of that name, in any case. Raises UnsupportedError."""
    for option in client.options:
        if option.name.lower() == name.strip().lower():
            return option
    names = [option.name for option in client.options]
    hint = did_you_mean(name, names, f"expected one of {', '.join(names)}" if names else "it has no options")
    raise UnsupportedError(f"{client.label}: unknown option {quoted(name)}: {hint}")


def value_for(client: Client, option: Option, value: str | None) -> str | None:
    """A value for an option as the engine writes it; None for a button. Raises UnsupportedError if it cannot have it.

    A text is not checked, nor a choice among none.
    """
    if option.kind == "string" or (option.kind == "combo" and not option.choices):
        return value or ""
    try:
        read = option.read(value)
    except OptionError as error:
        raise UnsupportedError(f"{client.label}: {error}") from None
    return None if option.kind == "button" else value_text(read)


def choice_for(client: Client, name: str, variant: Variant) -> str | None:
    """The value of the option of that name which means this game; None if there is no such option, or no choice in it.

    An engine without the option plays one game only, and we trust that it is this one.
    Raises UnsupportedError if the game is not among the choices.
    """
    option = next((option for option in client.options if option.name.lower() == name.lower()), None)
    if option is None:
        return None
    if not option.choices:
        return variant.name
    for choice in option.choices:
        if _names(choice, variant):
            return choice
    raise UnsupportedError(f"{client.label} does not play {variant.name}: it plays {', '.join(option.choices)}")


def _names(choice: str, variant: Variant) -> bool:
    try:
        return find_variant(choice) == variant
    except VariantError:
        return False
