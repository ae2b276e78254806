"""Turn a merged file into a model, or into problems a person can act on."""

from __future__ import annotations

import types
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sheetgen.errors import InputError, KeyPath, Problem, suggest
from sheetgen.layouts.extend import Merged

T = TypeVar("T", bound=BaseModel)

_KINDS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in square brackets",
    "dict_type": "a table",
    "model_type": "a table",
}


def validate(model: type[T], merged: Merged) -> T:
    """The model, or one error with every problem in the file."""
    try:
        return model.model_validate(merged.data)
    except ValidationError as error:
        raise InputError(_problem(model, merged, details) for details in error.errors()) from None


def _problem(model: type[BaseModel], merged: Merged, details: ErrorDetails) -> Problem:
    path: KeyPath = details["loc"]
    if details["type"] == "string_pattern_mismatch" and path[-1] == "[key]":
        path = path[:-1]  # how pydantic says that it means the key itself
    key = ".".join(str(part) for part in path)
    kind, context = details["type"], details.get("ctx", {})
    given = _shown(details["input"])
    if kind == "value":
        return merged.problem(path, f"{key}: {context['message']}", context["hint"])
    if kind == "extra_forbidden":
        known = list(_model_at(model, path[:-1]).model_fields)
        return merged.problem(path, f"unknown key {key!r}", suggest(str(path[-1]), known))
    if kind == "missing":
        return merged.problem(path, f"{key} is missing", f"Add it, or extend a layout that has {path[-1]!r}.")
    if kind in _KINDS:
        return merged.problem(path, f"{key}: {given} should be {_KINDS[kind]}")
    if kind == "string_pattern_mismatch":
        return merged.problem(path, f"{key}: {given} cannot be used as a name", _name_hint(context["pattern"]))
    if kind in ("too_short", "too_long"):
        bound = f"at least {context['min_length']}" if kind == "too_short" else f"at most {context['max_length']}"
        return merged.problem(path, f"{key} has {context['actual_length']} entries", f"It takes {bound}.")
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
        return merged.problem(path, f"{key} cannot be {given}", f"It must be {bound}.")
    # What is left is rare, and pydantic words it well enough.
    message = details["msg"][0].lower() + details["msg"][1:]
    return merged.problem(path, f"{key}: {given}: {message}")


def _shown(value: Any) -> str:
    """A value about as the file writes it."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _name_hint(pattern: str) -> str:
    dash = "-" in pattern.replace("a-z", "").replace("0-9", "")
    if dash:
        return "Use lower-case letters a-z, digits and - between them, at most 32."
    return "Use lower-case letters a-z and digits, beginning with a letter, at most 24."


def _model_at(model: type[BaseModel], path: KeyPath) -> type[BaseModel]:
    """The model that describes the table at this path."""
    current: Any = model
    for part in path:
        if isinstance(current, type) and issubclass(current, BaseModel):
            current = current.model_fields[str(part)].annotation
        else:
            current = get_args(current)[-1]
        current = _without_wrapping(current)
    assert isinstance(current, type) and issubclass(current, BaseModel)
    return current


def _without_wrapping(annotation: Any) -> Any:
    """`X | None` and `Annotated[X, …]` describe the same table as X."""
    if get_origin(annotation) in (Union, types.UnionType):
        return _without_wrapping(next(arg for arg in get_args(annotation) if arg is not type(None)))
    if hasattr(annotation, "__metadata__"):
        return _without_wrapping(get_args(annotation)[0])
    return annotation
