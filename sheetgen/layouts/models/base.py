"""The base class of models of whole files, and an annotation for JSON Schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import GetJsonSchemaHandler, PrivateAttr
from pydantic_core import CoreSchema

from sheetgen.model import Model

if TYPE_CHECKING:
    from sheetgen.layouts.files.extend import Merged


class FileModel(Model):
    """A file merged with all that it extends. It keeps its sources, so that later errors can point to a line."""

    _source: Merged = PrivateAttr()

    def set_source(self, source: Merged) -> None:
        """Keep the files that this model was made from."""
        self._source = source

    @property
    def source(self) -> Merged:
        """The files that this model was made from."""
        return self._source

    def __eq__(self, other: object) -> bool:
        """Return whether all keys have the same values, wherever they were read from."""
        return isinstance(other, type(self)) and dict(self) == dict(other)


class AlternativeSchema:
    """An annotation that adds another form of a value to its JSON Schema."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(core), self.schema]}
