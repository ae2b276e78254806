"""What the models say about a key: which table it stands in, and its limits."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, TypeGuard, Union, get_args, get_origin

from sheetgen.errors import KeyPath
from sheetgen.layouts.models.base import Model, keys_of
from sheetgen.layouts.models.build import evaluated
from sheetgen.layouts.models.marks import Count, Span

Limit = int | float | None


def annotations_of(model: type[Model]) -> dict[str, Any]:
    """How each key of a model is described."""
    return {key: evaluated(model.__module__, model.__annotations__[key]) for key in keys_of(model)}


def model_at(model: type[Model], path: KeyPath) -> type[Model]:
    """The model that describes the table at this path."""
    found = _plain(_annotation_at(model, path))
    assert is_model(found)
    return found


def limits_at(model: type[Model], path: KeyPath) -> tuple[Limit, Limit]:
    """The least and the most that a number may be, or that a list or a text may have."""
    low: Limit = None
    high: Limit = None
    for each in _metadata(_annotation_at(model, path)):
        if isinstance(each, Span | Count):
            low, high = each.least, each.most
    return low, high


def homes_of(model: type[Model], key: str) -> list[str]:
    """The tables that have a key of this name, in words."""
    return [f"below [{'.'.join(path)}]" if path else "to the top of the file" for path in _homes(model, key, ())]


def is_model(annotation: Any) -> TypeGuard[type[Model]]:
    """Does it describe a table with keys of its own?"""
    return isinstance(annotation, type) and issubclass(annotation, Model)


def _homes(model: type[Model], key: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Nearest to the top first. Tables with free names and lists of tables are left out: which one is not known."""
    if key in keys_of(model):
        yield path
    for name, annotation in annotations_of(model).items():
        inner = _plain(annotation)
        if is_model(inner):
            yield from _homes(inner, key, (*path, name))


def _annotation_at(model: type[Model], path: KeyPath) -> Any:
    """How a key is described, with all that is said about it."""
    current: Any = model
    for part in path:
        plain = _plain(current)
        current = annotations_of(plain)[str(part)] if is_model(plain) else get_args(plain)[-1]
    return current


def _plain(annotation: Any) -> Any:
    """`X | None` and `Annotated[X, …]` describe the same table as X."""
    if get_origin(annotation) in (Union, types.UnionType):
        return _plain(next(arg for arg in get_args(annotation) if arg is not type(None)))
    if hasattr(annotation, "__metadata__"):
        return _plain(get_args(annotation)[0])
    return annotation


def _metadata(annotation: Any) -> Iterator[Any]:
    """What is said about a value besides its type."""
    if get_origin(annotation) in (Union, types.UnionType):
        for arg in get_args(annotation):
            yield from _metadata(arg)
    yield from getattr(annotation, "__metadata__", ())
