from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from sheetgen.file_model import WrongValueError, parse_colour, parse_length, parse_text
from sheetgen.rules.notation import parse_cells, parse_spaces


@pytest.mark.parametrize(
    ("text", "millimetres"), [("12mm", 12), ("0.5in", 12.7), ("72pt", 25.4), ("1.5 cm", 15), (" 3mm ", 3)]
)
def test_lengths(text: str, millimetres: float) -> None:
    assert parse_length(text) == pytest.approx(millimetres)


@given(st.sampled_from([parse_length, parse_cells, parse_spaces, parse_text, parse_colour]), st.data())
def test_nonsense_is_refused_in_words(parse: Callable[[object], object], data: st.DataObject) -> None:
    value = data.draw(st.one_of(st.text("red 0123456789.,+-#mnit\u0663x", max_size=30), st.integers(), st.none()))
    try:
        parse(value)
    except WrongValueError as error:
        assert error.message and error.hint
