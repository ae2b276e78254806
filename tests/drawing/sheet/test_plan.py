"""Every way to place the parts of a sheet, with sizes by "auto": nothing overlaps, nothing leaves the sheet."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import event, given, settings, strategies as st

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Code, Item, Link, Rect, Scene, Text, Use, bounds
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.overlay import SheetOverlays
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_locale, load_theme
from sheetgen.layouts.layout import Places
from tests.helpers import DARK, EXAMPLES, LANGUAGES, THEMES, contains, ink, item_boxes, overlap, tagged
from tests.profiles import examples

AUTO = '[sheet]\nwidth = "auto"\nheight = "auto"\nmark = "auto"\n'
SILENT = '[labels]\ncross = ""\npoints = ""\npenalties = ""\nscan = ""\ndate = ""\nname = ""\n'
CHOICES = [get_args(field.annotation) for field in Places.model_fields.values()]
ALL_PLACES = [dict(zip(Places.model_fields, chosen, strict=True)) for chosen in product(*CHOICES)]
ROWS = ("red", "yellow", "green", "blue")
LOOKS = [(theme, language) for theme in (*THEMES, DARK) for language in LANGUAGES]


def clashes(places: dict[str, str]) -> bool:
    return places["name"] == places["totals"]


def layout_file(folder: Path, extends: str, places: dict[str, str], more: str = "") -> Path:
    lines = [f'extends = "{extends}"', AUTO, "[sheet.places]", *(f'{key} = "{at}"' for key, at in places.items()), more]
    file = folder / "mine.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def drawn(own: Edition) -> Scene:
    """A sheet with its number, name and code."""
    front = sheet_front(own)
    links = SheetLinks(DEFAULT_BASE, own.layout.slug, "ABCDEF", 999)
    stamp = SheetOverlays(own, links).overlay(999, "Maximiliane")
    return Scene(front.width, front.height, (Use(front, 0, 0), Use(stamp, 0, 0)))


def check_sheet(own: Edition) -> None:
    scene, plan = drawn(own), SheetPlan(own)
    sheet = Box(0, 0, scene.width, scene.height)
    items = [(item, matrix) for item, matrix in scene.flat() if not isinstance(item, Link)]
    reserved = [box.grown(plan.mark * 0.25) for box in plan.marks] + [plan.code.grown(plan.code.w * 4 / 33)]
    written = [(item.text, ink(item)) for item, _ in items if isinstance(item, Text)]
    boxes = tagged(scene)
    solid = boxes + [("band", row.band) for row in plan.rows if not row.row.between]
    solid += [(name, box) for name, box in (("points", plan.points), ("totals", plan.totals)) if box]
    for (one, box), (other, box2) in combinations(written, 2):
        assert not overlap(box, box2), (one, other)
    for (one, box), (other, box2) in combinations(boxes, 2):
        assert not overlap(box, box2), (one, other)
    for (text, box), (name, other_box) in product(written, solid):
        assert not overlap(box, other_box) or contains(other_box, box), (text, name)
    for (name, box), (id, cell) in product(solid[len(boxes) :], boxes):
        assert not overlap(box, cell) or contains(box, cell), (name, id)
    for (one, box), (other, box2) in combinations(solid[len(boxes) :], 2):
        assert not overlap(box, box2), (one, other)
    for item, matrix in items:
        assert all(contains(sheet, matrix.box(box)) for box in item_boxes(item)), item
    for area in reserved:
        tiles = [
            at for at, (item, matrix) in enumerate(items) if is_white(item) and contains(matrix.box(bounds(item)), area)
        ]
        for item, matrix in items[max(tiles, default=-1) + 1 :]:
            for box in map(matrix.box, item_boxes(item)):
                own_dark = contains(area, box) and not isinstance(item, Text)
                assert isinstance(item, Code) or own_dark or not overlap(box, area), (item, area)


def is_white(item: Item) -> bool:
    return isinstance(item, Rect) and item.paint.fill == "#ffffff"


@pytest.mark.parametrize("extends", ["classic", "bigpoints", "six-rows.toml"])
def test_every_combination_of_places(extends: str, tmp_path: Path) -> None:
    """Themes and languages take turns, so that each meets every place."""
    for name in ("six-rows.toml", "club-colours.toml"):
        (tmp_path / name).write_bytes((EXAMPLES / "layouts" / name).read_bytes())
    made = 0
    for index, places in enumerate(ALL_PLACES):
        layout = load_layout(layout_file(tmp_path, extends, places))
        theme, language = LOOKS[index % len(LOOKS)]
        own = Edition(layout, load_theme(theme), load_locale(language))
        if clashes(places):
            with pytest.raises(InputError, match="the name line and the sums are both at the " + places["name"]):
                SheetPlan(own)
        else:
            check_sheet(own)
            made += 1
    assert made == len(ALL_PLACES) * 2 // 3


@pytest.mark.parametrize(("theme", "language"), LOOKS, ids=lambda name: Path(name).stem)
def test_every_theme_and_language_with_few_words_and_round_cells(theme: str, language: str, tmp_path: Path) -> None:
    round_cells = SILENT + '[sheet.cell]\nshape = "round"\n'
    for index, places in enumerate(place for place in ALL_PLACES if not clashes(place)):
        if index % 5 == LOOKS.index((theme, language)) % 5:
            layout = load_layout(layout_file(tmp_path, "bigpoints", places, round_cells))
            check_sheet(Edition(layout, load_theme(theme), load_locale(language)))


@pytest.mark.parametrize("code", ["right", "left", "below"])
@pytest.mark.parametrize("boxes", [1, 8])
def test_short_rows(code: str, boxes: int, tmp_path: Path) -> None:
    """Even if the code below is wider than they are."""
    rows = "".join(f'[game.rows.{name}]\ncells = "{name} 2..9"\n' for name in ("red", "yellow", "green", "blue"))
    places = {"code": code, "name": "bottom", "totals": "none"}
    file = layout_file(tmp_path, "classic", places, f"{rows}[game.penalties]\nboxes = {boxes}\n")
    check_sheet(Edition(load_layout(file), load_theme("color"), load_locale("en")))


@pytest.mark.parametrize(
    ("label", "places"),
    [
        ("penalties", {"penalties": "below"}),
        ("scan", {"points": "none"}),
    ],
)
def test_an_empty_label_gives_its_room_away(label: str, places: dict[str, str], tmp_path: Path) -> None:
    """Rows are made low for the code's column to be what counts, so that its heading is measured, too."""
    low = '[sheet.cell]\nheight = "5mm"\n' if label == "scan" else ""
    heights = []
    for more in (low, f'{low}[labels]\n{label} = ""\n'):
        layout = load_layout(layout_file(tmp_path, "classic", places, more))
        heights.append(SheetPlan(Edition(layout, load_theme("color"), load_locale("en"))).height)
    assert heights[1] < heights[0] - 2


def test_a_cell_too_small_for_its_sign_has_none(tmp_path: Path) -> None:
    """How many crosses a last number needs is left out, instead of refusing the sheet."""

    def signs(height: str) -> list[str]:
        layout = load_layout(layout_file(tmp_path, "classic", {}, f'[sheet.cell]\nheight = "{height}"\n'))
        front = sheet_front(Edition(layout, load_theme("color"), load_locale("en")))
        return [item.text for item, _ in front.flat() if isinstance(item, Text) and item.text.startswith("≥")]

    assert signs("14mm") == ["≥5×"] * 4
    assert signs("6mm") == []


def test_numbers_too_small_to_be_read_are_refused(tmp_path: Path) -> None:
    layout = load_layout(layout_file(tmp_path, "classic", {}, '[sheet.cell]\nwidth = "3mm"\n'))
    with pytest.raises(InputError, match="the numbers in the cells would be"):
        SheetPlan(Edition(layout, load_theme("color"), load_locale("en")))


def test_sums_too_small_for_words_have_none() -> None:
    own = Edition(load_layout(EXAMPLES / "layouts" / "travel-mini.toml"), load_theme("cvd"), load_locale("de"))
    totals = SheetPlan(own).totals
    assert totals
    written = {item.text for item, _ in drawn(own).flat() if isinstance(item, Text) and overlap(ink(item), totals)}
    assert written == {"+", "−", "="}


@pytest.mark.parametrize("name", ["large-print", "six-rows", "box-size", "travel-mini", "portrait"])
@pytest.mark.parametrize("theme", [*THEMES, DARK], ids=lambda name: Path(name).stem)
def test_examples_keep_their_parts_apart(name: str, theme: str) -> None:
    for language in LANGUAGES:
        check_sheet(
            Edition(load_layout(EXAMPLES / "layouts" / f"{name}.toml"), load_theme(theme), load_locale(language))
        )


def lengths(low: int, high: int) -> st.SearchStrategy[str]:
    return st.integers(low * 2, high * 2).map(lambda halves: f"{halves / 2:g}mm")


@settings(max_examples=examples(120))
@given(
    places=st.sampled_from([place for place in ALL_PLACES if not clashes(place)]),
    cells=st.integers(4, 12),
    boxes=st.integers(1, 8),
    silent=st.booleans(),
    width=lengths(5, 30),
    height=lengths(5, 30),
    gap=lengths(0, 4),
    text=st.sampled_from(["6pt", "9pt", "16pt"]),
    code=lengths(20, 60),
    dark=st.booleans(),
)
def test_sheets_of_any_size_are_sound_or_refused(
    places: dict[str, str], cells: int, boxes: int, silent: bool, width: str, height: str, gap: str, text: str,
    code: str, dark: bool, tmp_path: Path,
) -> None:  # fmt: skip
    rows = "".join(f'[game.rows.{name}]\ncells = "{name} 2..{cells}"\nlock.needs = 1\n' for name in ROWS)
    looks = f'[sheet.cell]\nwidth = "{width}"\nheight = "{height}"\ngap = "{gap}"\n'
    more = f"{rows}[game.penalties]\nboxes = {boxes}\n{looks}{SILENT if silent else ''}"
    file = layout_file(tmp_path, "classic", places, more)
    own = file.read_text().replace('mark = "auto"\n', f'mark = "auto"\ntext = "{text}"\ncode = "{code}"\n')
    file.write_text(own, encoding="utf-8")
    try:
        check_sheet(Edition(load_layout(file), load_theme(DARK if dark else "color"), load_locale("en")))
        event("sound")
    except InputError as error:
        event("refused")
        assert re.search("too long|too small|no longer fit", str(error)), error
