"""The JSON Schemas of layouts, themes and locales, made from the models, for editors and other programs.

They use draft 7, which editors for TOML support. No key inside a table is required, because a file states only what
differs from the file that it extends.
"""

import json
from collections.abc import Iterator
from typing import Any

from sheetgen.file_model import LABEL_SCHEMA, Model
from sheetgen.layouts.catalog import MODELS, load_locale
from sheetgen.layouts.files.extend import Kind
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import is_model

DRAFT = "http://json-schema.org/draft-07/schema#"
TITLES: dict[Kind, str] = {"layouts": "sheetgen layout", "themes": "sheetgen theme", "locales": "sheetgen locale"}
EXTENDS = (
    "The file that this one builds on: a built-in one by name, or a file beside this one. Only differences follow."
)

_OMITTED = ("required", "title")
_NULL = {"type": "null"}


def schema_text(kind: Kind) -> str:
    """Return the JSON Schema of one kind of file as text."""
    return json.dumps(json_schema(kind), indent=1, ensure_ascii=False) + "\n"


def json_schema(kind: Kind) -> dict[str, Any]:
    """Return the JSON Schema of one kind of file."""
    model = MODELS[kind]
    schema = model.model_json_schema(ref_template="#/definitions/{model}")
    definitions = {name: _relaxed(each) for name, each in sorted(schema.pop("$defs", {}).items())}
    for part in model_parts(model):  # pydantic omits descriptions that equal the table's
        properties = (schema if part is model else definitions[part.__name__])["properties"]
        for key, text in key_docs(part).items():
            properties[key] = {"description": " ".join(text.split()), **properties[key]}
    if model is Layout:
        schema["properties"]["labels"] |= {"properties": _labels(), "additionalProperties": False}
    required = schema.pop("required")
    whole = _relaxed(schema)
    whole["properties"] = {"extends": {"type": "string", "description": EXTENDS}, **whole["properties"]}
    return {
        "$schema": DRAFT,
        **whole,
        "title": TITLES[kind],
        "anyOf": [{"required": ["extends"]}, {"required": required}],
        "definitions": definitions,
    }


def _labels() -> dict[str, Any]:
    """Return the schemas of the labels that a layout may replace, each described by the English one."""
    english = dict(load_locale("en").labels)
    return {key: {**LABEL_SCHEMA, "description": text} for key, text in english.items()}


def model_parts(model: type[Model]) -> list[type[Model]]:
    """Return the model and all models that its keys lead to."""
    found: list[type[Model]] = []

    def visit(part: type[Model]) -> None:
        if part not in found:
            found.append(part)
            for field in part.model_fields.values():
                for inner in _models_in(field.annotation):
                    visit(inner)

    visit(model)
    return found


def key_docs(model: type[Model]) -> dict[str, str]:
    """Return the documentation of each key of a model."""
    return {key: field.description for key, field in model.model_fields.items() if field.description}


def _models_in(annotation: Any) -> Iterator[type[Model]]:
    if is_model(annotation):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _models_in(inner)


def _relaxed(schema: Any) -> Any:
    """Return a schema without required keys and without null, which TOML lacks; `false` takes away what may be null."""
    if isinstance(schema, list):
        return [_relaxed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _relaxed(value) for key, value in schema.items() if key not in _OMITTED}
    if isinstance(kept.get("description"), str):
        kept["description"] = " ".join(kept["description"].split())
    if not isinstance(kept.get("default", ""), str):
        del kept["default"]
    if "properties" in schema:  # its keys may be called "title" or "required", too
        kept["properties"] = {key: _relaxed(value) for key, value in schema["properties"].items()}
    if "patternProperties" in kept:
        named = {name: _or_false(each) for name, each in kept["patternProperties"].items()}
        kept |= {"patternProperties": named, "additionalProperties": False}
    if _NULL not in kept.get("anyOf", ()):
        return kept
    (other,) = (each for each in kept.pop("anyOf") if each != _NULL)
    return {**_or_false(other), **kept}


def _or_false(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that also allows `false`, which takes away what the extended file states."""
    ways = schema.get("anyOf", [schema])
    return {"anyOf": [*ways, {"const": False, "description": "Removes what the extended file states."}]}
