"""Write the JSON Schemas and the reference of all keys from the models: `python docs/make_reference.py [FOLDER]`."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sheetgen.file_model import Model
from sheetgen.layouts.catalog import load_locale
from sheetgen.layouts.files.merge import KINDS, Kind, built_in_names, load_built_in
from sheetgen.layouts.json_schema import json_schema, schema_text
from sheetgen.locales.locale import Locale
from sheetgen.locales.texts import rule_value_names, text_value_names
from sheetgen.rules.audit.findings import MESSAGE_NAMES

HEADINGS: dict[Kind, str] = {"layouts": "Layouts", "themes": "Themes", "locales": "Languages"}
TEXTS = {  # the tables of texts, with the values that each text may name
    **{table: text_value_names(table) for table in ("labels", "scoring", "scorer", "book", "photos", "scan")},
    "findings": MESSAGE_NAMES,
}
BASE_FILES = ("classic", "color", "en")  # built-in files whose values are shown first: all others build on them
LONGEST_VALUE = 60  # characters of a value that is shown
LIST = "[]"  # ends the path of a table in a list

INTRODUCTION = """# Every key

You know what you want to change, and look for its key. Here are all keys of layouts, themes and languages, generated
from the models by `python docs/make_reference.py`. [layouts.md](layouts.md) explains them by example. A file states
only what differs from the file that it `extends`.
Lengths are written `"12mm"`, `"1.2cm"`, `"0.5in"` or `"14pt"`, colours `"#d6283b"`. Names consist of lower-case letters
and digits; slugs may also contain `-`. The built-in values are those of `classic`, `color` and `en`, or else of the
first built-in file that has the key. JSON Schemas for editors: [layouts](schema/layout.schema.json),
[themes](schema/theme.schema.json) and [languages](schema/locale.schema.json).
"""


def make(folder: Path) -> None:
    """Write the reference and the JSON Schemas into a folder."""
    (folder / "schema").mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        file = folder / "schema" / f"{kind.removesuffix('s')}.schema.json"
        file.write_text(schema_text(kind), encoding="utf-8", newline="\n")
    (folder / "keys.md").write_text("\n".join(_reference()) + "\n", encoding="utf-8", newline="\n")


def _reference() -> Iterator[str]:
    yield INTRODUCTION
    for kind in KINDS:
        schema = json_schema(kind)
        yield f"## {HEADINGS[kind]}\n"
        yield from _table("", schema, schema["definitions"], _built_in(kind))
    yield "## Texts\n"
    yield (
        "The texts of a language. A layout may replace any of the `[labels]`. Values are written in double braces; "
        "a text may name only the values of its line."
    )
    english = load_locale("en")
    for table, values in TEXTS.items():
        yield f"\n### `[{table}]`\n\n| key | English | may name |\n|---|---|---|"
        for key, text in _texts(english, table).items():
            named = ", ".join(f"`{name}`" for name in values.get(key, ()))
            yield f"| `{key}` | {_cell(text)} | {named} |"
    yield f"\nThe paragraphs of the `[[rules]]` may name {', '.join(f'`{name}`' for name in rule_value_names())}."


def _texts(locale: Locale, table: str) -> dict[str, str]:
    texts: Model | dict[str, str] = getattr(locale, table)
    return dict(texts) if isinstance(texts, Model) else texts


def _built_in(kind: Kind) -> list[dict[str, Any]]:
    """Return the data of the built-in files, beginning with the one that all others build on."""
    names = sorted(built_in_names(kind), key=lambda name: (name not in BASE_FILES, name))
    return [load_built_in(kind, name).data for name in names]


def _built_in_value(files: list[dict[str, Any]], path: str, key: str) -> str:
    """Return the value of a key in the first built-in file that has it, if it is short."""
    for data in files:
        value: Any = data
        for step in [*filter(None, path.split(".")), key]:
            value = value.get(step) if isinstance(value, dict) else None
        if isinstance(value, dict):
            return ""
        if value is not None:
            text = json.dumps(value, ensure_ascii=False)
            return f"`{text}`" if len(text) <= LONGEST_VALUE else ""
    return ""


def _table(
    path: str, schema: dict[str, Any], definitions: dict[str, Any], files: list[dict[str, Any]]
) -> Iterator[str]:
    """Yield a table of a file, and then the tables in it."""
    if path:
        yield f"### `[[{path.removesuffix(LIST)}]]`\n" if path.endswith(LIST) else f"### `[{path}]`\n"
        yield schema["description"] + "\n"
    yield "| key | value | built-in value | description |\n|---|---|---|---|"
    inner: list[tuple[str, dict[str, Any]]] = []
    for key, each in schema["properties"].items():
        value = _built_in_value(files, path, key) or (f'`"{each["default"]}"`' if "default" in each else "")
        yield f"| `{key}` | {_value(each, definitions)} | {value} | {_cell(each.get('description', ''))} |"
        if key not in TEXTS:
            inner += [(f"{path}.{key}{step}".lstrip("."), found) for step, found in _inside(each, definitions)]
    yield ""
    for inner_path, found in inner:
        yield from _table(inner_path, found, definitions, files)


def _inside(schema: dict[str, Any], definitions: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the tables that a value is or contains, each with the step that leads to it."""
    if "$ref" in schema:
        yield "", definitions[schema["$ref"].rpartition("/")[2]]
    for each in schema.get("anyOf", ()):
        yield from _inside(each, definitions)
    for each in schema.get("patternProperties", {}).values():
        yield from ((f".NAME{step}", found) for step, found in _inside(each, definitions))
    if "items" in schema:
        yield from ((f"{step}{LIST}", found) for step, found in _inside(schema["items"], definitions))


def _value(schema: dict[str, Any], definitions: dict[str, Any]) -> str:
    """Return the type of a value in a few words."""
    if "anyOf" in schema:
        return " or ".join(_value(each, definitions) for each in schema["anyOf"])
    if "const" in schema:
        return f"`{str(schema['const']).lower()}`" if isinstance(schema["const"], bool) else f'`"{schema["const"]}"`'
    if "enum" in schema:
        return ", ".join(f'`"{each}"`' for each in schema["enum"])
    if "$ref" in schema:
        return "table"
    kind = schema.get("type")
    if kind == "array":
        entry = _value(schema["items"], definitions)
        plural = re.sub(r"^(text|table|number|whole number)\b", r"\1s", entry)
        return f"list of {plural}{_span(schema, 'minItems', 'maxItems', ' entries')}"
    if kind == "object":
        return "table of tables" if "$ref" in str(schema.get("patternProperties")) else "table of texts"
    if kind in ("integer", "number"):
        return f"{'whole number' if kind == 'integer' else 'number'}{_span(schema, 'minimum', 'maximum', '')}"
    if kind == "boolean":
        return "`true` or `false`"
    example = next(iter(schema.get("examples", [])), "")
    return {"12mm": "length", "#d6283b": "colour"}.get(example, "text")


def _span(schema: dict[str, Any], low: str, high: str, unit: str) -> str:
    if low in schema and high in schema:
        span = f"{schema[low]}" if schema[low] == schema[high] else f"{schema[low]} to {schema[high]}"
        return f", {span}{unit}"
    return f", at most {schema[high]}{unit}" if high in schema else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("{{", "`{{").replace("}}", "}}`")


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
