from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.model import WrongValueError, parse_colour, parse_length, parse_text
from sheetgen.rules.notation import CellSpec, parse_cells, parse_spaces
from sheetgen.rules.rulebook import Space


@pytest.mark.parametrize(
    ("text", "millimetres"), [("12mm", 12), ("0.5in", 12.7), ("72pt", 25.4), ("1.5 cm", 15), (" 3mm ", 3)]
)
def test_lengths(text: str, millimetres: float) -> None:
    assert parse_length(text) == pytest.approx(millimetres)


def test_cells_run_up_down_and_as_listed() -> None:
    assert [cell.number for cell in parse_cells("red 2..12")] == list(range(2, 13))
    assert [cell.number for cell in parse_cells("green 12..2")] == list(range(12, 1, -1))
    assert [cell.number for cell in parse_cells("red 10 6 2..4")] == [10, 6, 2, 3, 4]
    mixed = parse_cells("yellow 2..3, blue 5")
    assert mixed == (CellSpec("yellow", 2), CellSpec("yellow", 3), CellSpec("blue", 5))


def test_spaces() -> None:
    assert parse_spaces("red 4 +1, green 10 +20") == (Space("red", 4, 1), Space("green", 10, 20))


@given(st.sampled_from([parse_length, parse_cells, parse_spaces, parse_text, parse_colour]), st.data())
def test_nonsense_is_refused_in_words(parse: Callable[[object], object], data: st.DataObject) -> None:
    value = data.draw(st.one_of(st.text("red 0123456789.,+-#mnit\u0663x", max_size=30), st.integers(), st.none()))
    try:
        parse(value)
    except WrongValueError as error:
        assert error.message and error.hint
