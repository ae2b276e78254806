"""What the models say about a key: which table it stands in, and its limits."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, TypeGuard, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sheetgen.errors import KeyPath

Limit = int | float | None


def model_at(model: type[BaseModel], path: KeyPath) -> type[BaseModel]:
    """The model that describes the table at this path."""
    found = _plain(_annotation_at(model, path))
    assert is_model(found)
    return found


def limits_at(model: type[BaseModel], path: KeyPath) -> tuple[Limit, Limit]:
    """The least and the most that a number may be, or that a list or a text may have."""
    low: Limit = None
    high: Limit = None
    for each in _metadata(_annotation_at(model, path)):
        match each:
            case Ge(ge=int() | float() as low) | MinLen(min_length=low):
                pass
            case Le(le=int() | float() as high) | MaxLen(max_length=high):
                pass
    return low, high


def homes_of(model: type[BaseModel], key: str) -> list[str]:
    """The tables that have a key of this name, in words."""
    return [f"below [{'.'.join(path)}]" if path else "to the top of the file" for path in _homes(model, key, ())]


def is_model(annotation: Any) -> TypeGuard[type[BaseModel]]:
    """Does it describe a table with keys of its own?"""
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _homes(model: type[BaseModel], key: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Nearest to the top first. Tables with free names and lists of tables are left out: which one is not known."""
    if key in model.model_fields:
        yield path
    for name, field in model.model_fields.items():
        inner = _plain(field.annotation)
        if is_model(inner):
            yield from _homes(inner, key, (*path, name))


def _annotation_at(model: type[BaseModel], path: KeyPath) -> Any:
    """How a key is described, with all that is said about it."""
    current: Any = model
    for part in path:
        plain = _plain(current)
        current = plain.model_fields[str(part)] if is_model(plain) else get_args(plain)[-1]
    return current


def _plain(annotation: Any) -> Any:
    """`X | None` and `Annotated[X, …]` describe the same table as X."""
    if isinstance(annotation, FieldInfo):
        return _plain(annotation.annotation)
    if get_origin(annotation) in (Union, types.UnionType):
        return _plain(next(arg for arg in get_args(annotation) if arg is not type(None)))
    if hasattr(annotation, "__metadata__"):
        return _plain(get_args(annotation)[0])
    return annotation


def _metadata(annotation: Any) -> Iterator[Any]:
    """What is said about a value besides its type."""
    if isinstance(annotation, FieldInfo):
        yield from annotation.metadata
        yield from _metadata(annotation.annotation)
    elif get_origin(annotation) in (Union, types.UnionType):
        for arg in get_args(annotation):
            yield from _metadata(arg)
    for each in getattr(annotation, "__metadata__", ()):
        yield from each.metadata if isinstance(each, FieldInfo) else (each,)
