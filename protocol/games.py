"""The games by name, with help for the name that is nearly right."""

from engine.rules.errors import VariantError
from engine.rules.variants import VARIANTS, Variant, find_variant
from protocol.text import did_you_mean, quoted


def game_named(name: str) -> Variant:
    """The game of that name or alias, in any case. Raises VariantError with the nearest name."""
    try:
        return find_variant(name)
    except VariantError:
        hint = did_you_mean(name, VARIANTS, f"expected one of {' '.join(VARIANTS)}")
        raise VariantError(f"unknown variant {quoted(name)}: {hint}") from None
