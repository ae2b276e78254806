"""Validate a merged file: return its model, or explain every problem in it to the author of the file."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

from pydantic import PrivateAttr, ValidationError
from pydantic_core import ErrorDetails

from sheetgen.errors import InputError, KeyPath, Problem, as_toml, suggest
from sheetgen.file_model import Model, WrongValueError
from sheetgen.layouts.files.merge import Kind, Merged, built_in_names


class FileModel(Model):
    """A file merged with all that it extends. It keeps its sources, so that later errors can point to a line."""

    _source: Merged = PrivateAttr()

    @property
    def source(self) -> Merged:
        """The files that this model was made from."""
        return self._source

    def __eq__(self, other: object) -> bool:
        """Return whether all keys have the same values, wherever they were read from."""
        return isinstance(other, type(self)) and dict(self) == dict(other)


M = TypeVar("M", bound=Model)

# What a value should be and how to write it, by the type of pydantic's error.
_TYPES = {
    "int_type": ("a whole number", "Write it without quotes, unit or fraction: 5."),
    "int_from_float": ("a whole number", "Write it without a fraction: 5."),
    "float_type": ("a number", "Write it without quotes and unit: 0.5."),
    "string_type": ("a text in quotes", 'Write it in quotes: "like this".'),
    "bool_type": ("true or false", "Write true or false, without quotes."),
    "list_type": (
        "a list in square brackets",
        'Lists are written [1, 3, 6], lists of names ["red", "blue"], and lists of tables [{ … }, { … }].',
    ),
    "dict_type": ("a table", "Tables are written { key = value }, or as a heading with keys below it."),
}
_TYPO_SIMILARITY = 0.8  # similarity (0–1) from which an unknown key is a typo, even if another table has that key


def validate(model: type[M], merged: Merged) -> M:
    """Return the model of a merged file, or raise one error with every problem in it."""
    try:
        found = model.model_validate(merged.data)
    except ValidationError as error:
        missing = [details["loc"] for details in error.errors() if details["type"] == "missing"]
        others = (_problem(model, merged, details) for details in error.errors() if details["type"] != "missing")
        raise InputError([*_missing_keys(model, merged, missing), *others]) from None
    if isinstance(found, FileModel):
        found._source = merged
    return found


def _missing_keys(model: type[Model], merged: Merged, paths: list[KeyPath]) -> Iterator[Problem]:
    """Yield one problem for each table that lacks keys: a file without `extends` would lack dozens."""
    tables: dict[KeyPath, list[str]] = {}
    for path in paths:
        tables.setdefault(path[:-1], []).append(_dotted(path))
    kind: Kind | None = getattr(model, "kind", None)
    hint = ""
    if kind and not any(source.is_built_in for source in merged.sources):
        names = ", ".join(built_in_names(kind))
        hint = f'Or begin with extends = "…", one of {names}, and state only what differs.'
    for path, keys in tables.items():
        verb, them = ("is", "it") if len(keys) == 1 else ("are", "them")
        yield merged.problem(path, f"{_listed(keys)} {verb} missing", f"Add {them}. {hint}".strip())


def _problem(model: type[Model], merged: Merged, details: ErrorDetails) -> Problem:
    path: KeyPath = details["loc"]
    if details["type"] == "string_pattern_mismatch" and path[-1] == "[key]":
        path = path[:-1]  # pydantic appends this to the path if the key itself is wrong
    kind = details["type"]
    context = details.get("ctx", {})
    key = _dotted(path)
    value = details["input"]
    if isinstance(wrong := context.get("error"), WrongValueError):
        return merged.problem(path, f"{key}: {wrong.message}", wrong.hint)
    if kind == "extra_forbidden":
        return merged.problem(path, f"unknown key {key!r}", _unknown_key_hint(model, path))
    if kind in ("dict_type", "model_type") and value is False and isinstance(path[-1], str):
        return merged.problem(path, f"there is no {key} to remove", _removable_hint(merged, path))
    if kind == "model_type":
        hint = f"Write {{ … }}, or a heading, with its keys: {', '.join(schema_at(model, path)['properties'])}."
        return merged.problem(path, f"{key}: {as_toml(value)} should be a table", hint)
    if kind in _TYPES:
        expected, hint = _TYPES[kind]
        return merged.problem(path, f"{key}: {as_toml(value)} should be {expected}", hint)
    if kind == "string_pattern_mismatch":
        return merged.problem(path, f"{key}: {as_toml(value)} cannot be used as a name", _name_hint(context["pattern"]))
    if kind == "literal_error":
        choices = re.findall("'([^']*)'", context["expected"])
        return merged.problem(path, f"{key} cannot be {as_toml(value)}", suggest(str(value), choices))
    if kind in ("string_too_long", "string_too_short"):
        size = f"has {len(value):,} characters" if value else "is empty"
        return merged.problem(path, f"{key} {size}", f"It takes {_span(model, path)} characters.")
    if kind in ("too_short", "too_long"):
        size = "1 entry" if len(value) == 1 else f"{len(value):,} entries"
        return merged.problem(path, f"{key} has {size}", f"It takes {_span(model, path)}.")
    if kind in ("greater_than_equal", "less_than_equal", "finite_number"):
        return merged.problem(path, f"{key} cannot be {as_toml(value)}", f"It takes {_span(model, path)}.")
    # All other problems are rare, and pydantic words them well enough.
    message = details["msg"][0].lower() + details["msg"][1:]
    return merged.problem(path, f"{key}: {as_toml(value)}: {message}", "docs/keys.md lists the allowed values.")


def _dotted(path: KeyPath) -> str:
    """Return a key as users write it, `game.rows.red`, without list indices: a problem's place shows the entry."""
    return ".".join(part for part in path if isinstance(part, str))


def _listed(names: list[str], most: int = 6) -> str:
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _unknown_key_hint(model: type[Model], path: KeyPath) -> str:
    """Return a hint for an unknown key: a similar key of its table, or the tables that have a key of this name."""
    word = str(path[-1])
    known = schema_at(model, path[:-1])["properties"]
    if owners := [table for table, keys in _tables(model).items() if word in keys]:
        close = suggest(word, known, _TYPO_SIMILARITY)
        tables = [f"below [{'.'.join(owner)}]" if owner else "to the top of the file" for owner in owners[:3]]
        return close if close.startswith("Did") else f"It belongs {' or '.join(tables)}."
    return suggest(word, known)


def _removable_hint(merged: Merged, path: KeyPath) -> str:
    table: Any = merged.data
    for part in path[:-1]:
        table = table[part]
    return suggest(str(path[-1]), [key for key, value in table.items() if isinstance(value, dict)])


def _span(model: type[Model], path: KeyPath) -> str:
    """Return the limits of a number, or of a count of entries or characters, in words."""
    limits = {key[:3]: limit for key, limit in schema_at(model, path).items() if key.startswith(("min", "max"))}
    low, high = limits.get("min"), limits.get("max")
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"{low} to {high}" if low != high else str(low)


def _name_hint(pattern: str) -> str:
    if pattern.startswith("^[a-z]{2,3}"):
        return 'Languages have codes of two or three letters, such as "fr", or "pt-BR" for that of a country.'
    if "-" in pattern.replace("a-z", "").replace("0-9", ""):
        return "Use lower-case letters a-z, digits and - between them, at most 32."
    return "Use lower-case letters a-z and digits, beginning with a letter, at most 24."


@cache
def _tables(model: type[Model], path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Return the keys of each table by its path, outer tables first. Tables whose names users choose are left out."""
    keys = schema_at(model, path).get("properties", {})
    tables = {path: keys} if keys else {}
    for name in keys:
        tables |= _tables(model, (*path, name))
    return tables


def schema_at(model: type[Model], path: KeyPath) -> dict[str, Any]:
    """Return pydantic's JSON Schema of the value at this path: that of its table, with its own description."""
    whole = found = _schema(model)
    for part in path:
        if isinstance(part, int):
            stated = found["items"]
        elif "properties" in found:
            stated = found["properties"][part]
        else:
            (stated,) = found["patternProperties"].values()
        first = stated.get("anyOf", [stated])[0]  # the others are null, or short forms
        found = {**whole["$defs"].get(first.get("$ref", "").rpartition("/")[2], first), **stated}
    return found


@cache
def _schema(model: type[Model]) -> dict[str, Any]:
    return {"$defs": {}, **model.model_json_schema()}
