"""Our models as pydantic knows them: it checks what users write, and makes the JSON Schema."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    StringConstraints,
    WithJsonSchema,
    create_model,
)
from pydantic_core import CoreSchema

from sheetgen.layouts.models.base import Model
from sheetgen.layouts.models.marks import Count, Parsed, Pattern, Prepared, Span
from sheetgen.layouts.models.model_parts import annotations_of, is_model

_CONFIG = ConfigDict(extra="forbid", strict=True)
"""Unknown keys are errors, and a number is not a text."""


def pydantic_model(model: type[Model]) -> type[BaseModel]:
    """The same keys with the same meaning."""
    key: Any = model  # mypy takes no class for hashable
    return _made(key)


@cache
def _made(model: type[Model]) -> type[BaseModel]:
    fields: dict[str, Any] = {
        key: (_translated(annotation), _default(getattr(model, key, ...)))
        for key, annotation in annotations_of(model).items()
    }
    return create_model(model.__name__, __config__=_CONFIG, __doc__=model.__doc__, **fields)


def _default(default: Any) -> Any:
    """Only texts are told as they are. Whatever else holds by default, nobody asks pydantic for it."""
    return default if isinstance(default, str) or default is ... else None


def _translated(annotation: Any) -> Any:
    if is_model(annotation):
        return pydantic_model(annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner, *marks = arguments
        return Annotated[_translated(inner), *(each for mark in marks for each in _meaning(mark))]
    if origin in (list, dict):
        return origin[*map(_translated, arguments)]
    if type(None) in arguments:
        (inner,) = (each for each in arguments if each is not type(None))
        return _translated(inner) | None
    return annotation


def _meaning(mark: object) -> tuple[Any, ...]:
    """What pydantic says instead of one of our marks."""
    match mark:
        case Parsed():
            return PlainValidator(mark.parse), WithJsonSchema(mark.schema)
        case Prepared(other_form=dict() as schema):
            return BeforeValidator(mark.prepare), _OrOtherForm(schema)
        case Prepared():
            return (BeforeValidator(mark.prepare),)
        case Span():
            return (Field(ge=mark.least, le=mark.most),)
        case Count():
            return (Field(min_length=mark.least, max_length=mark.most),)
        case Pattern():
            return (StringConstraints(pattern=mark.pattern),)
        case _:
            raise TypeError(f"pydantic does not know {mark!r}")


class _OrOtherForm:
    """Tells the JSON Schema that a value can be given in another form, too."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(core), self.schema]}
