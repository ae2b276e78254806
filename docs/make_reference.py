"""Make the JSON Schemas and the list of all keys from the models: `python docs/make_reference.py [FOLDER]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sheetgen.layouts.extend import KINDS, Kind
from sheetgen.layouts.locales import load_locale
from sheetgen.layouts.schema import json_schema, schema_text
from sheetgen.layouts.texts import LABEL_VALUES, RULE_VALUES, SCORER_VALUES, SCORING_VALUES
from sheetgen.rules.findings import SPEAKS_OF

HEADINGS: dict[Kind, str] = {"layouts": "Layouts", "themes": "Themes", "locales": "Languages"}
TEXTS = {"labels": LABEL_VALUES, "scoring": SCORING_VALUES, "scorer": SCORER_VALUES, "findings": SPEAKS_OF}
"""The tables of texts, and what each text may name."""

LIST = "[]"
"""Marks tables that stand in a list."""

INTRODUCTION = """# Every key

What may stand in a file, made from the models by `python docs/make_reference.py`; [layouts.md](layouts.md) explains it
by example. A file states only what differs from the one that it `extends`. Lengths are written `"12mm"`, `"1.2cm"`,
`"0.5in"` or `"14pt"`, colours `"#d6283b"`. Names are lower-case letters and digits. The same as JSON Schema, for
editors: of [layouts](schema/layout.schema.json), [themes](schema/theme.schema.json) and
[languages](schema/locale.schema.json).
"""


def make(folder: Path) -> None:
    """Write everything."""
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
        yield from _table("", schema, schema["definitions"])
    yield "## Texts\n"
    yield (
        "What a language says. A layout may replace any of the `[labels]`. Values stand in double braces; "
        "a text may name those of its line, and nothing else."
    )
    english = load_locale("en").model_dump()
    for table, values in TEXTS.items():
        yield f"\n### `[{table}]`\n\n| key | English | may name |\n|---|---|---|"
        for key, text in english[table].items():
            named = ", ".join(f"`{name}`" for name in values.get(key, ()))
            yield f"| `{key}` | {_cell(text)} | {named} |"
    yield f"\nThe paragraphs of the `[[rules]]` may name {', '.join(f'`{name}`' for name in RULE_VALUES)}."


def _table(path: str, schema: dict[str, Any], definitions: dict[str, Any]) -> Iterator[str]:
    """One table of a file, and below it the tables in it."""
    if path:
        yield f"### `[[{path.removesuffix(LIST)}]]`\n" if path.endswith(LIST) else f"### `[{path}]`\n"
        yield schema["description"] + "\n"
    yield "| key | value | |\n|---|---|---|"
    inner: list[tuple[str, dict[str, Any]]] = []
    for key, each in schema["properties"].items():
        yield f"| `{key}` | {_value(each, definitions)} | {_cell(each.get('description', ''))} |"
        if key not in TEXTS:
            inner += [(f"{path}.{key}{step}".lstrip("."), found) for step, found in _inside(each, definitions)]
    yield ""
    for inner_path, found in inner:
        yield from _table(inner_path, found, definitions)


def _inside(schema: dict[str, Any], definitions: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables that a value is or holds."""
    if "$ref" in schema:
        yield "", definitions[schema["$ref"].rpartition("/")[2]]
    for each in schema.get("anyOf", ()):
        yield from _inside(each, definitions)
    for each in schema.get("patternProperties", {}).values():
        yield from ((f".NAME{step}", found) for step, found in _inside(each, definitions))
    if "items" in schema:
        yield from ((f"{step}{LIST}", found) for step, found in _inside(schema["items"], definitions))


def _value(schema: dict[str, Any], definitions: dict[str, Any]) -> str:
    """What kind of value it is, in a few words."""
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
        what = _value(schema["items"], definitions)
        plural = {"text": "texts", "table": "tables"}.get(what, what.replace("number", "numbers"))
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
