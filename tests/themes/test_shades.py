from __future__ import annotations

import pytest
from hypothesis import example, given, strategies as st

from sheetgen.layouts.catalog import load_theme
from sheetgen.themes import colours as shades
from sheetgen.themes.colours import darker, mix, shades_of
from tests.helpers import contrast, luminance

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_contrast_is_what_wcag_says() -> None:
    assert shades.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert shades.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert (
        shades.contrast("#ff0000", "#ffffff") == shades.contrast("#ffffff", "#ff0000") == pytest.approx(4.0, abs=0.01)
    )


@given(COLOURS)
@example("#ffffff")
@example("#000000")
@example("#808080")
@example("#fffffe")
@example("#ffff00")
@example("#0000ff")
def test_any_band_gives_readable_shades(band: str) -> None:
    made = shades_of(band)
    assert made["edge"] == band or contrast(band, "#ffffff") < 1.3, "only a band that can hardly be seen has another"
    assert contrast(made["edge"], "#ffffff") >= 1.3
    assert luminance(made["cell"]) >= 0.75
    assert contrast(made["ink"], made["cell"]) >= 7
    assert contrast(made["frame"], made["cell"]) >= 4.5
    assert contrast(made["mark"], band) >= 4.5
    assert made["mark"] in ("#ffffff", made["ink"], "#000000")
    if contrast("#ffffff", band) >= 4.5:
        assert made["mark"] == "#ffffff"


@given(COLOURS, COLOURS)
def test_numbers_are_readable_on_any_stated_cell(band: str, cell: str) -> None:
    """As far as a cell allows it: black or white always has 4.5 to 1."""
    assert contrast(shades_of(band, cell=cell)["ink"], cell) >= 4.5


@given(COLOURS)
def test_shades_are_no_brighter_and_greys_stay_grey(colour: str) -> None:
    shade = darker(colour, "#ffffff", 8.5)
    assert luminance(shade) <= luminance(colour) + 1e-9
    grey = colour[:3] + colour[1:3] * 2
    made = darker(grey, "#ffffff", 8.5)
    assert made[1:3] == made[3:5] == made[5:]


def test_shades_look_like_those_of_the_built_in_theme() -> None:
    """Which were chosen by eye: the derived ones have the same strongest and weakest channel."""
    for colours in load_theme("color").colours.values():
        made = shades_of(colours.band)
        for chosen, derived in ((colours.ink, made["ink"]), (colours.frame, made["frame"])):
            order = [sorted((1, 3, 5), key=lambda at: text[at : at + 2]) for text in (chosen, derived)]
            assert order[0] == order[1], (chosen, derived)


def test_mixing() -> None:
    assert mix("#ff0000", "#0000ff", 1) == "#ff0000"
    assert mix("#ff0000", "#0000ff", 0.2) == "#3300cc"
