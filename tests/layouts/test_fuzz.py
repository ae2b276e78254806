"""Layouts changed at random either print, nothing on top of a cell or code, or are refused in words."""

from __future__ import annotations

import json
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sheetgen.drawing.document import Document
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.job import Job
from sheetgen.drawing.pages import Page
from sheetgen.drawing.paper import parse_paper
from sheetgen.drawing.scene import Code
from sheetgen.errors import InputError
from sheetgen.layouts.extend import load_built_in
from sheetgen.layouts.texts import Labels
from tests.helpers import VARIANTS, edition_of, overlap, tagged

LENGTHS = ["0mm", "0.5mm", "1mm", "3mm", "9pt", "12mm", "40mm", "180mm", "500mm", "1999mm", "1cm"]
TEXTS = [
    "red 2..12",
    "red 12..2, blue 3",
    "green 7 7 7 7",
    "red 5",
    "red 4 +1, blue 9 +99",
    "plum 3",
    "{{ needs }}",
    "",
]
VALUES = st.one_of(
    st.integers(-3, 70),
    st.booleans(),
    st.sampled_from(LENGTHS),
    st.sampled_from(TEXTS),
    st.text(max_size=8),
    st.lists(st.integers(-1, 9999), max_size=25),
    st.lists(st.sampled_from(["red", "yellow", "black", "grey", "pink"]), max_size=3),
)


def leaves(data: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The paths of everything that a layout states, tables included."""
    found = [path] if path else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += leaves(value, (*path, key))
    return found


def keys(variant: str) -> list[tuple[str, ...]]:
    labels = [("labels", key) for key in Labels.model_fields]
    return leaves(load_built_in("layouts", variant).data) + labels


def check_page(page: Page) -> None:
    """No cell lies on another one or on a code."""
    codes = [matrix.box(item.box) for item, matrix in page.scene.flat() if isinstance(item, Code)]
    boxes = [box for _, box in tagged(page.scene)] + codes
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other, 1e-4)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(variant=st.sampled_from(VARIANTS), data=st.data())
def test_changed_layouts_print_or_are_refused(variant: str, data: st.DataObject, tmp_path: Path) -> None:
    chosen = data.draw(st.lists(st.tuples(st.sampled_from(keys(variant)), VALUES), min_size=1, max_size=3))
    lines = [f'extends = "{variant}"']
    for path, value in chosen:
        lines.append(f"{'.'.join(path)} = {json.dumps(value)}")
    text = "\n".join(lines)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    try:
        tomllib.loads(text)
        own = edition_of(file)
        fingerprint(own)
        for page in Document(Job(own, parse_paper("a3"), back="rules")).pages():
            check_page(page)
    except tomllib.TOMLDecodeError:
        return  # two changes of the same key
    except InputError as error:
        assert error.problems


@example(b"\xff\xfe")
@example(b"[[[[")
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    try:
        edition_of(file)
    except InputError as error:
        assert error.problems
    else:
        raise AssertionError("no layout is that short")
