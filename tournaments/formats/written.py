"""The written form of a plan: plain JSON values to and from the frozen options, checked by name."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from tournaments.formats.model import FormatError
from tournaments.formats.plans import FORMATS, Plan

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_NAMES = {plan: name for name, plan in FORMATS.items()}


def plan_to_dict(plan: Plan) -> dict[str, Json]:
    """Return the plan as plain JSON, every option spelled out.

    >>> from tournaments.formats.plans import SingleElimination
    >>> plan_to_dict(SingleElimination(third_place=True))["third_place"]
    True
    """
    return {"format": _NAMES[type(plan)], **_options(plan)}


def plan_from_dict(written: Mapping[str, object]) -> Plan:
    """Return the plan written down; an option left out has its default.

    Raise `FormatError` naming the option: "unknown_format", "unknown_option", "bad_value".

    >>> plan_from_dict({"format": "single_elimination", "third_place": True}).third_place
    True
    """
    name = written.get("format")
    if not isinstance(name, str) or name not in FORMATS:
        raise FormatError("unknown_format", option="format", value=str(name))
    options = {key: value for key, value in written.items() if key != "format"}
    return cast(Plan, _read_options(FORMATS[name], options))


def _options(value: object) -> dict[str, Json]:
    return {field.name: _write(getattr(value, field.name)) for field in fields(value)}  # type: ignore[arg-type]


def _write(value: object) -> Json:
    if type(value) in _NAMES:
        return {"format": _NAMES[type(value)], **_options(value)}  # type: ignore[index]
    if is_dataclass(value):
        return _options(value)
    if isinstance(value, tuple):
        return [_write(item) for item in value]
    if isinstance(value, StrEnum):
        return value.value
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(value)


def _read(kind: object, value: object, option: str) -> object:
    """Return the value read as the annotated kind, or refuse it under the option's name."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _read_union(inner, value, option)
    if origin is tuple and isinstance(value, list | tuple):
        return _read_tuple(inner, value, option)
    if isinstance(kind, type):
        if is_dataclass(kind) and isinstance(value, Mapping):
            return _read_options(kind, value)
        if issubclass(kind, StrEnum) and isinstance(value, str) and value in list(kind):
            return kind(value)
        if type(value) is kind and kind in (bool, int, str):
            return value
        if kind is float and type(value) in (int, float):
            return float(value)  # type: ignore[arg-type]
    raise FormatError("bad_value", option=option, value=str(value))


def _read_union(kinds: tuple[object, ...], value: object, option: str) -> object:
    if value is None and NoneType in kinds:
        return None
    if isinstance(value, Mapping) and "format" in value:
        return plan_from_dict(value)
    for kind in kinds:
        try:
            return _read(kind, value, option)
        except FormatError as refused:
            if refused.key != "bad_value":
                raise
    raise FormatError("bad_value", option=option, value=str(value))


def _read_tuple(
    kinds: tuple[object, ...], values: list[object] | tuple[object, ...], option: str
) -> object:
    if kinds[-1] is Ellipsis:
        return tuple(_read(kinds[0], value, option) for value in values)
    if len(kinds) != len(values):
        raise FormatError("bad_value", option=option, value=str(values))
    return tuple(_read(kind, value, option) for kind, value in zip(kinds, values, strict=True))


def _read_options(kind: type, value: Mapping[str, object]) -> object:
    hints = get_type_hints(kind)
    for option in value:
        if option not in hints:
            raise FormatError("unknown_option", option=str(option))
    return kind(**{option: _read(hints[option], value[option], option) for option in value})
