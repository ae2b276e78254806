from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.errors import InputError
from sheetgen.file_model import ColourSymbol
from sheetgen.layouts.catalog import load_theme
from sheetgen.layouts.files.merge import merge_chain
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.validation import validate
from sheetgen.themes.theme import MAX_COLOURS, Theme
from sheetgen.writers.raster import render_scene
from tests.helpers import THEMES, VARIANTS, contrast, edition, luminance

COLOURS = ["red", "yellow", "green", "blue", "orange", "purple", "pink", "brown"]


def own_theme(folder: Path, text: str, base: str = "color") -> Theme:
    file = folder / "mine.toml"
    file.write_text(f'extends = "{base}"\n{text}\n', encoding="utf-8")
    return validate(Theme, merge_chain("themes", read_source(file)))


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_has_the_same_eight_colours(name: str) -> None:
    assert list(load_theme(name).colours) == COLOURS


@pytest.mark.parametrize("name", THEMES)
def test_marks_stand_out_on_their_bands(name: str) -> None:
    """They are pictures, not text."""
    for colours in load_theme(name).colours.values():
        assert contrast(colours.mark, colours.band) >= 3


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
    assert all(band[1:3] == band[3:5] == band[5:7] for band in bands)
    # In equal steps to the eye: lightness from 0 to 100.
    greys = sorted(116 * luminance(band) ** (1 / 3) - 16 for band in bands)
    assert all(lighter - darker > 10 for darker, lighter in pairwise(greys))


def test_inksaver_fills_nothing() -> None:
    theme = load_theme("inksaver")
    fills = [fill for colours in theme.colours.values() for fill in (colours.band, colours.cell)]
    fills += [piece.fill for piece in (*theme.tokens.values(), *theme.pieces)]
    assert set(fills) == {"#ffffff"}


def test_one_colour_is_enough(tmp_path: Path) -> None:
    theme = own_theme(tmp_path, '[colours]\nlime = "#A6D608"')
    lime = theme.colours["lime"]
    assert lime.band == lime.edge == "#a6d608"
    assert contrast(lime.ink, lime.cell) >= 7
    assert contrast(lime.frame, lime.cell) >= 4.5
    assert luminance(lime.cell) >= 0.75
    assert lime.symbol not in {theme.colours[name].symbol for name in COLOURS}
    assert {name: theme.colours[name] for name in COLOURS} == load_theme("color").colours


def test_what_a_colour_states_stays(tmp_path: Path) -> None:
    text = '[colours.lime]\nband = "#a6d608"\nink = "#203000"\ncell = "#f0f0f0"\nsymbol = "plus"'
    lime = own_theme(tmp_path, text).colours["lime"]
    assert (lime.band, lime.ink, lime.cell, lime.symbol) == ("#a6d608", "#203000", "#f0f0f0", "plus")
    assert lime.mark == "#203000", "the dark ink is its own"


def test_one_colour_replaces_a_whole_table(tmp_path: Path) -> None:
    red = own_theme(tmp_path, '[colours]\nred = "#0000aa"').colours["red"]
    assert red.edge == red.band == "#0000aa"
    assert red.mark == "#ffffff"
    assert red.symbol == "triangle", "the only one that has become free"


def test_twelve_colours_have_a_symbol_each_and_more_are_fine(tmp_path: Path) -> None:
    symbols = get_args(ColourSymbol)
    names = [f"c{number}" for number in range(len(symbols) - len(COLOURS))]
    text = "[colours]\n" + "\n".join(f'{name} = "#10{index:02x}60"' for index, name in enumerate(names))
    twelve = own_theme(tmp_path, text).colours.values()
    assert sorted(colours.symbol for colours in twelve) == sorted(symbols)
    assert len(symbols) == 12
    assert len(own_theme(tmp_path, text + '\nmore = "#abcdef"').colours) == 13


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('lime = "#a6d60"', 3, "colours.lime: '#a6d60' is not a colour"),
        ("lime = 7", 3, "colours.lime: 7 is not a colour"),
        ("lime = { band = 7 }", 3, "colours.lime.band: 7 is not a colour"),
        ('lime = { cell = "#ffffff" }', 3, "colours.lime.band is missing"),
        ('[colours.lime]\nband = "#a6d608"\nink = "blak"', 5, "colours.lime.ink: 'blak' is not a colour"),
        ('[colours.lime]\nband = "#a6d608"\nsymbol = "moon"', 5, "colours.lime.symbol cannot be 'moon'"),
        ('[colours.lime]\nband = "#a6d608"\nsymbol = ["plus"]', 5, "colours.lime.symbol cannot be ['plus']"),
        ('lime = { band = "#a6d608", hue = "#a6d608" }', 3, "unknown key 'colours.lime.hue'"),
        ('Lime = "#a6d608"', 3, "colours.Lime: 'Lime' cannot be used as a name"),
    ],
)
def test_a_wrong_colour_is_told_once_and_at_its_key(tmp_path: Path, text: str, line: int, problem: str) -> None:
    with pytest.raises(InputError) as error:
        own_theme(tmp_path, f"[colours]\n{text}")
    [only] = error.value.problems
    assert only.message.startswith(problem)
    assert only.place and only.place.line == line


def test_colours_without_end_are_refused(tmp_path: Path) -> None:
    many = "\n".join(f'c{number} = "#123456"' for number in range(3000))
    with pytest.raises(InputError, match=f"at most {MAX_COLOURS}"):
        own_theme(tmp_path, f"[colours]\n{many}")


def test_colours_must_be_a_table(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="should be a table"):
        own_theme(tmp_path, "colours = 3")


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if edition(variant).layout.sheet])
def test_the_theme_that_saves_ink_takes_less_than_60_percent_of_the_ink_of_grey(variant: str) -> None:
    def coverage(theme: str) -> float:
        pixels = render_scene(sheet_front(edition(variant, theme)), 3).to_numpy()[..., :3]
        return float((255 - pixels.mean()) / 255)

    assert coverage("inksaver") < 0.6 * coverage("grey")


@pytest.mark.parametrize("text", ["#abc", "#AABBCC", "crimson", "Crimson", "rebeccapurple"])
def test_colours_are_written_as_in_css(text: str, tmp_path: Path) -> None:
    expected = {"#abc": "#aabbcc", "#AABBCC": "#aabbcc", "rebeccapurple": "#663399"}.get(text, "#dc143c")
    assert own_theme(tmp_path, f'symbols = true\n[colours]\nred = "{text}"').colours["red"].band == expected
