"""Validate a merged file: return a model, or report every problem in it, in words for people who write layouts."""

import re
import types
from collections.abc import Iterator
from typing import Annotated, Any, TypeGuard, TypeVar, Union, get_args, get_origin

from annotated_types import Interval, Len
from pydantic import GetJsonSchemaHandler, PrivateAttr, ValidationError
from pydantic_core import CoreSchema, ErrorDetails

from sheetgen.errors import InputError, KeyPath, Problem, as_toml, suggest
from sheetgen.file_model import Model, WrongValueError
from sheetgen.layouts.files.extend import Kind, Merged, built_in_names


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


class AlternativeSchema:
    """An annotation that adds another form of a value to its JSON Schema."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(core), self.schema]}


M = TypeVar("M", bound=Model)

Limit = int | float | None

# Both by the type of pydantic's error.
_TYPE_NAMES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in square brackets",
    "dict_type": "a table",
    "model_type": "a table",
}
_TYPE_HINTS = {
    "int_type": "Write it without quotes, unit or fraction: 5.",
    "int_from_float": "Write it without a fraction: 5.",
    "float_type": "Write it without quotes and unit: 0.5.",
    "string_type": 'Write it in quotes: "like this".',
    "bool_type": "Write true or false, without quotes.",
    "list_type": 'Lists are written [1, 3, 6], lists of names ["red", "blue"], and lists of tables [{ … }, { … }].',
    "dict_type": "Tables are written { key = value }, or as a heading with keys below it.",
}
_TYPO = 0.8  # similarity from which an unknown key is a typo of a key of its table, even if other tables have it (0–1)


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
        path = path[:-1]  # pydantic's sign for a problem with the key itself
    kind, context = details["type"], details.get("ctx", {})
    key, value = _dotted(path), details["input"]
    if isinstance(wrong := context.get("error"), WrongValueError):
        return merged.problem(path, f"{key}: {wrong.message}", wrong.hint)
    if kind == "extra_forbidden":
        return merged.problem(path, f"unknown key {key!r}", _unknown_key_hint(model, path))
    if kind in ("dict_type", "model_type") and value is False and isinstance(path[-1], str):
        return merged.problem(path, f"there is no {key} to take away", _removable_hint(merged, path))
    if kind == "model_type":
        hint = f"Write {{ … }}, or a heading, with its keys: {', '.join(model_at(model, path).model_fields)}."
        return merged.problem(path, f"{key}: {as_toml(value)} should be a table", hint)
    if kind in _TYPE_NAMES:
        return merged.problem(path, f"{key}: {as_toml(value)} should be {_TYPE_NAMES[kind]}", _TYPE_HINTS[kind])
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
    return merged.problem(path, f"{key}: {as_toml(value)}: {message}", "See docs/keys.md for what it takes.")


def _dotted(path: KeyPath) -> str:
    """Return a key as people write it, `game.rows.red`; the place of the problem shows which entry of a list it is."""
    return ".".join(part for part in path if isinstance(part, str))


def _listed(names: list[str], most: int = 6) -> str:
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _unknown_key_hint(model: type[Model], path: KeyPath) -> str:
    """Return what an unknown key may be meant to be: a similar key, or a key of the same name in another table."""
    word, known = str(path[-1]), model_at(model, path[:-1]).model_fields
    if homes := list(_homes(model, word, ())):
        close = suggest(word, known, _TYPO)
        tables = [f"below [{'.'.join(home)}]" if home else "to the top of the file" for home in homes[:3]]
        return close if close.startswith("Did") else f"It belongs {' or '.join(tables)}."
    return suggest(word, known)


def _removable_hint(merged: Merged, path: KeyPath) -> str:
    table: Any = merged.data
    for part in path[:-1]:
        table = table[part]
    return suggest(str(path[-1]), [key for key, value in table.items() if isinstance(value, dict)])


def _span(model: type[Model], path: KeyPath) -> str:
    """Return in words the limits of a number, or of the number of entries or characters."""
    low, high = limits_at(model, path)
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"{low} to {high}" if low != high else str(low)


def _name_hint(pattern: str) -> str:
    if pattern.startswith("^[a-z]{2,3}"):
        return 'Languages have codes of two or three letters, such as "fr", or "pt-BR" for one of a country.'
    if "-" in pattern.replace("a-z", "").replace("0-9", ""):
        return "Use lower-case letters a-z, digits and - between them, at most 32."
    return "Use lower-case letters a-z and digits, beginning with a letter, at most 24."


def model_at(model: type[Model], path: KeyPath) -> type[Model]:
    """Return the model of the table at this path."""
    found = _plain(_annotation_at(model, path))
    assert is_model(found)
    return found


def limits_at(model: type[Model], path: KeyPath) -> tuple[Limit, Limit]:
    """Return the lowest and highest value of a number, or the lowest and highest length of a text, list or table."""
    for each in _metadata(_annotation_at(model, path)):
        match each:
            case Interval(ge=low, le=high):
                return low, high  # type: ignore[return-value]  # annotated_types allows any type that compares
            case Len(min_length=low, max_length=high):
                return low or None, high
    return None, None


def is_model(annotation: Any) -> TypeGuard[type[Model]]:
    """Return whether an annotation is a model, that is a table with keys of its own."""
    return isinstance(annotation, type) and issubclass(annotation, Model)


def _homes(model: type[Model], key: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of tables that have the key, the shallowest first; tables with free names have no fixed path."""
    if key in model.model_fields:
        yield path
    for name, field in model.model_fields.items():
        inner = _plain(field.annotation)
        if is_model(inner):
            yield from _homes(inner, key, (*path, name))


def _annotation_at(model: type[Model], path: KeyPath) -> Any:
    current: Any = model
    for part in path:
        plain = _plain(current)
        current = model_annotations(plain)[str(part)] if is_model(plain) else get_args(plain)[-1]
    return current


def model_annotations(model: type[Model]) -> dict[str, Any]:
    """Return the annotations of all keys with their metadata, which pydantic keeps apart."""
    return {
        key: Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        for key, field in model.model_fields.items()
    }


def _plain(annotation: Any) -> Any:
    """Strip `| None` and `Annotated` from an annotation."""
    if get_origin(annotation) in (Union, types.UnionType):
        return _plain(next(arg for arg in get_args(annotation) if arg is not type(None)))
    if hasattr(annotation, "__metadata__"):
        return _plain(get_args(annotation)[0])
    return annotation


def _metadata(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) in (Union, types.UnionType):
        for arg in get_args(annotation):
            yield from _metadata(arg)
    yield from getattr(annotation, "__metadata__", ())
