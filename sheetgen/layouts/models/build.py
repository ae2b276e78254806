"""Make models of what files say, without asking whether it is right.

What comes with the program has been checked by its tests, and what users write by validate.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any, TypeVar, get_args, get_origin

from sheetgen.layouts.models.base import Model
from sheetgen.layouts.models.marks import Parsed, Prepared

M = TypeVar("M", bound=Model)

Reader = Callable[[Any], Any]


def built(model: type[M], data: dict[str, Any]) -> M:
    """The model of a table that is right."""
    texts, module = model.__annotations__, model.__module__
    return model(**{key: _reader(module, texts[key])(value) for key, value in data.items()})


@cache
def evaluated(module: str, text: str) -> Any:
    """The annotation that a text in a module means."""
    return eval(text, vars(sys.modules[module]))


@cache
def _reader(module: str, text: str) -> Reader:
    return _reader_of(evaluated(module, text)) or _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _reader_of(annotation: Any) -> Reader | None:
    """How values are read; None if they stay as they are."""
    if annotation is float:
        return float  # which may be written without a fraction
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return partial(built, annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _marked(_reader_of(arguments[0]), arguments[1:])
    readers = [_reader_of(each) for each in arguments if isinstance(each, type) or get_origin(each)]
    reader = next(filter(None, readers), None)
    if reader and origin is list:
        return lambda values: [reader(value) for value in values]
    if reader and origin is dict:
        return lambda table: {key: reader(value) for key, value in table.items()}
    return reader  # of `X | None`, for files know no None


def _marked(reader: Reader | None, marks: tuple[Any, ...]) -> Reader | None:
    for mark in marks:
        if isinstance(mark, Parsed):
            reader = mark.parse
        elif isinstance(mark, Prepared):
            reader = partial(_prepared, mark.prepare, reader or _as_it_is)
    return reader


def _prepared(prepare: Reader, reader: Reader, value: Any) -> Any:
    return reader(prepare(value))
