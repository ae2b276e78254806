from __future__ import annotations

from itertools import pairwise

import pytest

from sheetgen.layouts.locales import load_locale
from sheetgen.layouts.themes import load_theme
from tests.helpers import LANGUAGES, THEMES, contrast, luminance


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_has_the_rules_for_every_kind_of_game(name: str) -> None:
    english, other = load_locale("en"), load_locale(name)
    assert [rule.when for rule in other.rules] == [rule.when for rule in english.rules]
    assert other.code == name


@pytest.mark.parametrize("name", THEMES)
def test_numbers_stand_out_and_cells_are_pale(name: str) -> None:
    for colours in load_theme(name).colours.values():
        assert contrast(colours.ink, colours.cell) >= 4.5
        assert contrast(colours.frame, colours.cell) >= 3
        assert luminance(colours.cell) >= 0.75


@pytest.mark.parametrize("name", [name for name in THEMES if load_theme(name).symbols])
def test_colours_can_be_told_apart_by_symbol(name: str) -> None:
    theme = load_theme(name)
    for group in (theme.colours.values(), theme.tokens.values(), theme.pieces):
        symbols = [each.symbol for each in group]
        assert len(set(symbols)) == len(symbols)


def test_grey_keeps_the_bands_apart_and_needs_no_colour() -> None:
    bands = [colours.band for colours in load_theme("grey").colours.values()]
    greys = sorted(luminance(band) for band in bands)
    assert all(band[1:3] == band[3:5] == band[5:7] for band in bands)
    assert all(lighter / darker > 1.5 for darker, lighter in pairwise(greys))


def test_inksaver_fills_nothing() -> None:
    theme = load_theme("inksaver")
    fills = [fill for colours in theme.colours.values() for fill in (colours.band, colours.cell)]
    fills += [piece.fill for piece in (*theme.tokens.values(), *theme.pieces)]
    assert set(fills) == {"#ffffff"}
