"""JSON as the standard reads it, with a place for every value, and without surprises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sheetgen.errors import InputError
from sheetgen.game_input.json_input import MAX_DEPTH, parse_json

SCALARS = st.none() | st.booleans() | st.integers(-(10**13), 10**13) | st.floats(-1e5, 1e5).map(lambda x: round(x, 3))
VALUES = st.recursive(
    SCALARS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1, 4]))
def test_it_reads_what_the_standard_library_writes(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert parse_json(text, "x").value == value


@given(st.text(alphabet='[]{}",:0123456789.eE+-truefalsn \n\\u"', max_size=40))
def test_it_agrees_with_the_standard_library_on_nonsense(text: str) -> None:
    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        expected = json.loads(text, parse_constant=refuse)
    except ValueError:
        with pytest.raises(InputError):
            parse_json(text, "x")
    else:
        try:
            assert parse_json(text, "x").value == expected
        except InputError as error:
            assert "too long" in str(error) or "too deeply" in str(error)


WRONG = {
    "": (1, "not valid JSON"),
    "   \n ": (2, "not valid JSON"),
    "{": (1, "not valid JSON"),
    '{"a": 1,}': (1, "not valid JSON"),
    '{"a" 1}': (1, "Expected : here"),
    "{a: 1}": (1, "text in double quotes"),
    "[1, 2": (1, "Expected a comma or ] here"),
    "[1 2]": (1, "Expected a comma or ] here"),
    '{\n "a": NaN}': (2, "NaN is not a JSON value"),
    '{\n "a": -Infinity}': (2, "not valid JSON"),
    '{"a": 1}\n{"b": 2}': (2, "there is text after the end"),
    "[1e400]": (1, ""),
    "1" * 20: (1, "too long"),
    "'a'": (1, "not valid JSON"),
    '"a\nb"': (1, "not valid JSON"),
    "// comment": (1, "not valid JSON"),
    "undefined": (1, "undefined is not a JSON value"),
}


@pytest.mark.parametrize("text", [text for text in WRONG if WRONG[text][1]])
def test_what_is_wrong_is_told_with_its_line(text: str) -> None:
    line, words = WRONG[text]
    with pytest.raises(InputError) as caught:
        parse_json(text, "game.json")
    (problem,) = caught.value.problems
    assert problem.place and problem.place.line == line
    assert words in str(problem)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_nesting_without_end_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        parse_json(text, "x")


def test_as_deep_as_allowed() -> None:
    text = "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)
    assert parse_json(text, "x").value == json.loads(text)


def test_keys_given_twice_are_told_and_values_have_places() -> None:
    log = parse_json('{\n "red": [2, 3],\n "red": [4]\n}', "game.json").problems
    (problem,) = log.problems
    assert str(problem).startswith("game.json:3:2: the key 'red' is given twice")
    place = log.place(("red", 0, "beyond"))
    assert place and (place.line, place.column, place.source) == (3, 10, ' "red": [4]')
