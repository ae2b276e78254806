"""The base of all file models: frozen and strict pydantic models, in which unknown keys are errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, PrivateAttr
from pydantic_core import CoreSchema

if TYPE_CHECKING:
    from sheetgen.layouts.files.extend import Merged


class Model(BaseModel):
    """A table of a TOML file. The docstring below a key documents it, in docs/keys.md and in the JSON Schema."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)


class FileModel(Model):
    """A whole file with all that it extends. It keeps its sources, so that later errors can point to a line."""

    _source: Merged = PrivateAttr()

    def with_source(self, source: Merged) -> None:
        """Remember the files that this model was made from."""
        self._source = source

    @property
    def source(self) -> Merged:
        """The files that this model was made from."""
        return self._source

    def __eq__(self, other: object) -> bool:
        """Compare the values of the keys, wherever they were read from."""
        return isinstance(other, type(self)) and dict(self) == dict(other)


class OrForm:
    """Annotation: the JSON Schema of a value also allows another form."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(core), self.schema]}
