"""Every key of a TOML text is found where it stands."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sheetgen.errors import InputError, KeyPath
from sheetgen.layouts.files.positions import key_offsets
from sheetgen.resources import folder

BARE = st.text("abcXYZ019-_", min_size=1, max_size=4)
QUOTED = st.text("ab .#=[]'\"\\é\n", max_size=5)
KEYS = st.one_of(BARE, QUOTED)
SCALARS = st.one_of(st.integers(-99, 99), st.booleans(), st.text("ab#,]}=[{'\"\\ \n", max_size=8))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=6,
)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def as_key(name: str) -> str:
    bare = name and all((character.isascii() and character.isalnum()) or character in "-_" for character in name)
    return name if bare else quoted(name)


def as_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quoted(value) if "\\" in value or "'" in value or "\n" in value else f"'{value}'"
    if isinstance(value, list):
        return "[ # a comment ]\n" + "".join(f" {as_value(item)} ,\n" for item in value) + "]"
    return "{ " + ", ".join(f"{as_key(key)} = {as_value(item)}" for key, item in value.items()) + " }"


def paths(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    found = {path} if path else set()
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        found |= paths(item, (*path, key))
    return found


@given(
    top=st.dictionaries(KEYS, VALUES, max_size=4),
    tables=st.dictionaries(KEYS, st.dictionaries(KEYS, VALUES, max_size=3), max_size=3),
    rows=st.lists(st.dictionaries(KEYS, VALUES, max_size=2), max_size=3),
)
def test_all_keys_of_any_text_are_found_at_their_place(
    top: dict[str, Any], tables: dict[str, dict[str, Any]], rows: list[dict[str, Any]]
) -> None:
    lines = ["# heading [no.table]"]
    lines += [f"{as_key(key)}  =  {as_value(value)} # note" for key, value in top.items()]
    for name, table in tables.items():
        if name not in top and name != "rows":
            lines.append(f"[ {as_key(name)} ]")
            lines += [f"{as_key(key)}={as_value(value)}" for key, value in table.items()]
    for row in rows if "rows" not in top else []:
        lines.append("[[rows]]")
        lines += [f"{as_key(key)} = {as_value(value)}" for key, value in row.items()]
    text = "\n".join(lines) + "\n"

    found = key_offsets(text, "")
    assert set(found) == paths(tomllib.loads(text))
    for path, offset in found.items():
        if isinstance(path[-1], str):
            assert text.startswith(as_key(path[-1]), offset)


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ('a = """\nx = 1\n"""\nb.c = 2', ("b", "c"), 4),
        ("a = '''\n[no]\n''''\nb = 1", ("b",), 4),
        ('a = """quote: \\""""\nb = 1', ("b",), 2),
        ("[a.b]\nc = 1\n[[a.d]]\ne = 1\n[[a.d]]\ne = 2", ("a", "d", 1, "e"), 6),
        ("[[a]]\n[[a.b]]\nc = 1\n[a.d]\ne = 5", ("a", 0, "d", "e"), 5),
        ("when = 1979-05-27T07:32:00Z\nb = 1", ("b",), 2),
    ],
)
def test_the_odd_corners_of_toml(text: str, path: KeyPath, line: int) -> None:
    tomllib.loads(text)
    assert text.count("\n", 0, key_offsets(text, "")[path]) + 1 == line


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        key_offsets("a = " + "[" * 50 + "]" * 50, "")
    with pytest.raises(InputError, match="nested too deeply"):
        key_offsets(".".join("a" * 50) + " = 1", "")


@pytest.mark.parametrize("file", sorted(folder("templates").rglob("*.toml")), ids=lambda file: file.name)
def test_all_shipped_files_are_indexed_wholly(file: Any) -> None:
    text = file.read_text(encoding="utf-8")
    assert set(key_offsets(text, "")) == paths(tomllib.loads(text))
