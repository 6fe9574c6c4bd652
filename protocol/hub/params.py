"""Engine options as Hub parameters, and back."""

from engine.options import OPTIONS, Option, Value
from engine.rules.variants import find_variant
from protocol.errors import RemoteError
from protocol.hub.messages import Param, ParamType
from protocol.hub.positions import STYLE_CHOICES
from protocol.options import VARIANT_OPTION, value_text
from protocol.text import did_you_mean, quoted

POS_STYLE = "pos-style"
_TYPES: dict[str, ParamType] = {"check": "bool", "spin": "int", "combo": "enum", "string": "string"}

PARAM_OPTIONS = tuple(option for option in OPTIONS if option.kind in _TYPES)
"""Options that Hub can show: it has no buttons."""


def param_name(option: Option) -> str:
    """The option's name in the manner of Hub: `Move Overhead` is `move-overhead`."""
    return _normal(option.name).removeprefix("uci-")


def param_of(option: Option, value: Value | None) -> Param:
    """The parameter of an option, which must not be a button, at a value."""
    text, choices = value_text(value), option.choices
    if option.name == VARIANT_OPTION:
        text, choices = find_variant(text).hub_name, tuple(find_variant(name).hub_name for name in choices)
    minimum, maximum = (str(option.minimum), str(option.maximum)) if option.kind == "spin" else (None, None)
    return Param(param_name(option), text, _TYPES[option.kind], minimum, maximum, choices)


def pos_style_param(setting: str) -> Param:
    """The parameter that says how positions are read."""
    return Param(POS_STYLE, setting, "enum", values=STYLE_CHOICES)


def option_named(name: str) -> Option | None:
    """The option of a parameter, by its Hub name or its own in any case; None for `pos-style`. Raises RemoteError."""
    wanted = _normal(name)
    if wanted == POS_STYLE:
        return None
    for option in PARAM_OPTIONS:
        if wanted in (_normal(option.name), param_name(option)):
            return option
    known = [*map(param_name, PARAM_OPTIONS), POS_STYLE]
    hint = did_you_mean(wanted, known, f"expected one of {' '.join(known)}")
    raise RemoteError(f"set-param: unknown parameter {quoted(name)}: {hint}")


def _normal(name: str) -> str:
    return name.lower().replace(" ", "-").replace("_", "-")
