"""The JSON Schema of layouts, themes and locales, made from the models: for editors, and for other programs.

It keeps to what draft 7 knows, as editors for TOML do. A file may state any part of what it may say, because the rest
comes from what it extends; so nothing inside is required.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sheetgen.layouts.catalog import MODELS, load_locale
from sheetgen.layouts.files.extend import Kind
from sheetgen.layouts.models.layout import Layout
from sheetgen.layouts.models.validation import is_model
from sheetgen.model import LABEL_SCHEMA, Model

DRAFT = "http://json-schema.org/draft-07/schema#"
TITLES: dict[Kind, str] = {"layouts": "sheetgen layout", "themes": "sheetgen theme", "locales": "sheetgen locale"}
EXTENDS = "What this file builds on: a built-in one by its name, or a file beside this one. Only differences follow."

_LEFT_OUT = ("required", "title")
_NULL = {"type": "null"}


def schema_text(kind: Kind) -> str:
    """The schema of one kind of files, as a file has it."""
    return json.dumps(json_schema(kind), indent=1, ensure_ascii=False) + "\n"


def json_schema(kind: Kind) -> dict[str, Any]:
    """The schema of one kind of files."""
    model = MODELS[kind]
    schema = model.model_json_schema(ref_template="#/definitions/{model}")
    definitions = {name: _relaxed(each) for name, each in sorted(schema.pop("$defs", {}).items())}
    for part in model_parts(model):  # pydantic leaves out descriptions that repeat those of the table
        described = schema if part is model else definitions[part.__name__]
        for key, text in key_docs(part).items():
            described["properties"][key].setdefault("description", " ".join(text.split()))
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
    """The labels that a layout may replace, each described by the English one."""
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
    """Without what is required, without null, which TOML has not, and with `false` for what can be taken away."""
    if isinstance(schema, list):
        return [_relaxed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _relaxed(value) for key, value in schema.items() if key not in _LEFT_OUT}
    if isinstance(kept.get("description"), str):
        kept["description"] = " ".join(kept["description"].split())
    if not isinstance(kept.get("default", ""), str):  # tables and lists that are empty by default say nothing
        del kept["default"]
    if "properties" in schema:  # whose keys are those of files, and may be called like anything
        kept["properties"] = {key: _relaxed(value) for key, value in schema["properties"].items()}
    if "patternProperties" in kept:
        named = {name: _or_taken_away(each) for name, each in kept["patternProperties"].items()}
        kept |= {"patternProperties": named, "additionalProperties": False}
    if _NULL not in kept.get("anyOf", ()):
        return kept
    (other,) = (each for each in kept.pop("anyOf") if each != _NULL)
    return {**_or_taken_away(other), **kept}


def _or_taken_away(schema: dict[str, Any]) -> dict[str, Any]:
    """What can be taken away from what is extended."""
    ways = schema.get("anyOf", [schema])
    return {"anyOf": [*ways, {"const": False, "description": "Takes it away from what is extended."}]}
