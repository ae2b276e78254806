"""Files changed at random either print, nothing on top of a cell or code, or are refused in words, with their place."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings, strategies as st

from sheetgen.authoring.check import check_file
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.document import Document, Job, Page
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.scene import Code
from sheetgen.errors import InputError, Problem, is_printable
from sheetgen.layouts.files.merge import Kind, built_in_names, load_built_in
from sheetgen.locales.texts import Labels
from sheetgen.resources import folder
from tests.helpers import EXAMPLE_LAYOUTS, VARIANTS, edition_of, overlap, tagged
from tests.profiles import examples

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
    "2..11",
    "7 7 13",
    "red 6 + yellow 6, green 3 + blue 3",
    "red 12 + red 12",
    "red 2, blue 5, blue 5",
    "8/5 9/7 11/3",
    "7/7 99/1",
]
VALUES = st.one_of(
    st.integers(-3, 70),
    st.booleans(),
    st.sampled_from(LENGTHS),
    st.sampled_from(TEXTS),
    st.text(max_size=8),
    st.lists(st.integers(-1, 9999), max_size=25),
    st.lists(st.sampled_from(["red", "yellow", "black", "grey", "pink"]), max_size=3),
    st.lists(st.sampled_from(["numbers", "colours", "lines", "links", "lucky"]), max_size=3),
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


@settings(max_examples=examples(250))
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
@settings(max_examples=examples(100))
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


JUNK = [
    *("\x00", "\x1b[31m", "\u202e", "\ufeff", "\u2028", "é", "🎲", "\t", "\r", "\n", "\n\n", '"', "'", '"""', "\\"),
    *("#", "=", ".", ",", "[", "]", "{", "}", "{{", "}}", "{%", "{#", "-", "0x", "1e9", "nan", "_", ":", "mm"),
]
WORDS = [
    *("0", "-1", "99999999999999999999", "1.5", "inf", "true", "false", '""', "[]", "{}", "1979-05-27", "07:32:00"),
    *('"red"', '"auto"', '"12mm"', '"#12ab34"', '"x.toml"', '"../x"', '"{{ x }}"', '"classic"', "[[1], [2]]"),
]
"""Values of every kind that TOML knows, at places where they are not expected."""


@cache
def sources(kind: Kind) -> list[str]:
    """Good files: the built-in ones, and small ones that extend them."""
    names = built_in_names(kind)
    whole = [(folder("templates") / kind / f"{name}.toml").read_text("utf-8") for name in names]
    small = [file.read_text("utf-8") for file in EXAMPLE_LAYOUTS] if kind == "layouts" else []
    more = {
        "layouts": "[game.penalties]\npoints = -3\n[sheet.places]\ncode = 'left'\n[labels]\nname = 'Player'\n",
        "themes": "[colours]\nred = '#aa1122'\nlime = '#a6d608'\n[colours.blue]\nband = '#112233'\ncell = '#eeeeff'\n",
        "locales": "code = 'xx'\n[labels]\nnumber = 'No. {{ serial }}'\n[colours]\nred = 'Rouge'\n",
    }[kind]
    return [*whole, *small, *(f"extends = '{name}'\n{more}" for name in names)]


@st.composite
def spoiled(draw: st.DrawFn, kind: Kind) -> str:
    """A good file with a few of the slips that happen to people, editors and disks."""
    text = draw(st.sampled_from(sources(kind)))
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        place = draw(st.integers(0, len(text)))
        match draw(st.sampled_from(["delete", "double", "swap", "value", "junk", "cut", "letter", "indent"])):
            case "delete":
                del lines[at]
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "value":
                lines[at] = f"{lines[at].partition('=')[0]}= {draw(st.sampled_from(WORDS))}"
            case "indent":
                lines[at] = f"   {lines[at]}  # so"
            case "junk":
                lines = [text[:place] + draw(st.sampled_from(JUNK)) + text[place:]]
            case "letter":
                lines = [text[:place] + text[place + 1 :]]
            case "cut":
                lines = [text[:place]]
        text = "\n".join(lines)
    return text


def check_told(problems: list[Problem]) -> None:
    """Each problem has a place and a hint, and can be shown on a terminal."""
    for problem in problems:
        assert problem.hint, problem
        assert problem.place, problem
        assert problem.place.line >= 1 and problem.place.column >= 1
        shown = str(problem)
        assert all(is_printable(line) for line in shown.split("\n")), shown


PATIENT = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@settings(PATIENT, max_examples=examples(100))
@given(text=spoiled("layouts"))
def test_spoiled_layouts_are_told_about(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8", newline="")
    check_told(check_file(file))


@settings(PATIENT, max_examples=examples(150))
@given(text=spoiled("themes"))
def test_spoiled_themes_are_told_about(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8", newline="")
    check_told(check_file(file))


@settings(PATIENT, max_examples=examples(40))
@given(text=spoiled("locales"))
def test_spoiled_languages_are_told_about(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8", newline="")
    check_told(check_file(file))


@settings(PATIENT, max_examples=examples(120))
@given(kind=st.sampled_from(["themes", "locales"]), data=st.data())
def test_changed_themes_and_languages_are_told_about(kind: Kind, data: st.DataObject, tmp_path: Path) -> None:
    name = data.draw(st.sampled_from(built_in_names(kind)))
    path = data.draw(st.sampled_from(leaves(load_built_in(kind, name).data)))
    value = data.draw(st.one_of(VALUES.map(json.dumps), st.sampled_from(WORDS)))
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{name}"\n{".".join(path)} = {value}\n', encoding="utf-8")
    check_told(check_file(file))


CHANGES = st.one_of(
    st.text(max_size=30),
    st.builds(
        lambda path, sign, value: ".".join(path) + sign + value,
        st.sampled_from([path for variant in VARIANTS for path in keys(variant)]),
        st.sampled_from(["=", " = ", "", ":", "=="]),
        st.one_of(st.text(max_size=12), st.sampled_from([*LENGTHS, *TEXTS, *WORDS, *JUNK])),
    ),
)


@settings(PATIENT, max_examples=examples(150))
@given(variant=st.sampled_from(VARIANTS), changes=st.lists(CHANGES, min_size=1, max_size=3))
def test_any_changes_are_taken_or_told_about(variant: str, changes: list[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{variant}"\nslug = "mine"\n', encoding="utf-8")
    check_told(check_file(file, changes))
