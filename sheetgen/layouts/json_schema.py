"""JSON Schemas of layouts, themes and locales for editors and other programs, generated from the models.

They use draft 7, which editors for TOML support. No key inside a table is required, because a file states only what
differs from the file that it extends.
"""

import json
from typing import Any

from sheetgen.file_model import LABEL_SCHEMA
from sheetgen.layouts.catalog import MODELS
from sheetgen.layouts.files.merge import Kind
from sheetgen.locales.texts import ENGLISH

_EXTENDS_DESCRIPTION = (
    "The file that this one builds on: a built-in one by name, or a file beside this one. Only differences follow."
)


def schema_text(kind: Kind) -> str:
    """Return the JSON Schema of one kind of file as text."""
    return json.dumps(json_schema(kind), indent=1, ensure_ascii=False) + "\n"


def json_schema(kind: Kind) -> dict[str, Any]:
    """Return the JSON Schema of one kind of file."""
    schema = MODELS[kind].model_json_schema(ref_template="#/definitions/{model}")
    definitions = {name: _relaxed(each) for name, each in sorted(schema.pop("$defs").items())}
    for table in (schema, *definitions.values()):
        table["properties"] = {key: _documented(each, definitions) for key, each in table["properties"].items()}
    if kind == "layouts":
        labels = {key: {**LABEL_SCHEMA, "description": text} for key, text in ENGLISH["labels"].items()}
        schema["properties"]["labels"] |= {"properties": labels, "additionalProperties": False}
    required = schema.pop("required")
    whole = _relaxed(schema)
    whole["properties"] = {"extends": {"type": "string", "description": _EXTENDS_DESCRIPTION}, **whole["properties"]}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **whole,
        "title": f"sheetgen {kind.removesuffix('s')}",
        "anyOf": [{"required": ["extends"]}, {"required": required}],
        "definitions": definitions,
    }


def _documented(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a key with its description, or else the description of the key's table."""
    table = definitions.get(schema.get("$ref", "").rpartition("/")[2], {})
    about = schema.get("description") or table.get("description")
    return {"description": about, **schema} if about else schema


def _relaxed(schema: Any) -> Any:
    """Return a schema without required keys, and with `false` instead of null, which TOML does not have."""
    if isinstance(schema, list):
        return [_relaxed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _relaxed(value) for key, value in schema.items() if key not in ("required", "title")}
    if isinstance(kept.get("description"), str):
        kept["description"] = " ".join(kept["description"].split())
    if not isinstance(kept.get("default", ""), str):
        del kept["default"]
    if "properties" in schema:  # a property may be called "title" or "required", too
        kept["properties"] = {key: _relaxed(value) for key, value in schema["properties"].items()}
    if "patternProperties" in kept:
        named = {name: _or_false(each) for name, each in kept["patternProperties"].items()}
        kept |= {"patternProperties": named, "additionalProperties": False}
    null = {"type": "null"}
    if null not in kept.get("anyOf", ()):
        return kept
    others = [each for each in kept.pop("anyOf") if each != null]
    return {**_or_false({"anyOf": others} if len(others) > 1 else others[0]), **kept}


def _or_false(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that also allows `false`, which removes what the extended file states."""
    choices = schema.get("anyOf", [schema])
    return {"anyOf": [*choices, {"const": False, "description": "Removes what the extended file states."}]}
