"""Values that come from a file: whether they have the types that their class says."""

from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from attrs import fields

T = TypeVar("T")
_NAMES = {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}


class MisfitError(ValueError):
    """A value of another type than expected; `str()` is one line."""


def checked(value: T) -> T:
    """The same value, of an attrs class, if each field holds what its type says. Raises MisfitError."""
    for name, kind in _kinds(type(value)).items():
        if not _fits(getattr(value, name), kind):
            raise MisfitError(f"{name}: expected {_NAMES.get(kind, 'another kind of value')}")
    return value


@cache
def _kinds(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def _fits(value: object, kind: Any) -> bool:
    origin = get_origin(kind)
    if origin is UnionType:
        return any(_fits(value, one) for one in get_args(kind))
    if origin is tuple:
        kinds = get_args(kind)
        if type(value) is not tuple:
            return False
        if kinds[-1] is Ellipsis:
            return all(_fits(each, kinds[0]) for each in value)
        return len(value) == len(kinds) and all(map(_fits, value, kinds))
    if kind is float:
        return type(value) in (int, float)
    if kind is int:
        return type(value) is int  # for true is no number
    return isinstance(value, kind)
