"""The picture of what was read: it says it where it belongs, and hides nothing that people want to look at."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.layouts.catalog import load_locale
from sheetgen.photos.overlay import COLOURS, SHEET_SIDE, TITLE_HEIGHT, overlay
from sheetgen.photos.sheet_reading import CellReading, SheetReading
from tests.helpers import EXAMPLES, Pixels, edition, edition_of
from tests.photos.reading import read
from tests.photos.studio.conditions import USUAL
from tests.photos.studio.shot import take
from tests.profiles import selection

EN = load_locale("en")
OWN = [EXAMPLES / "layouts" / name for name in ("portrait.toml", "travel-mini.toml", "large-print.toml")]
LAYOUTS: list[str | Path] = selection(
    ["classic", "bigpoints", "double-a", "longo", "xchange", *OWN], ["double-a", OWN[1]]
)


def made_up(sheet: Edition, crossed: set[str], serial: int | None = 7) -> SheetReading:
    """A reading of a sheet on grey paper, as if somebody had crossed these cells; no photo is needed for it."""
    plan = sheet.cached(SheetPlan)
    scale = 1500 / max(plan.width, plan.height)
    cells = {id: CellReading("cross" if id in crossed else "not", id in crossed) for id in cells_of(sheet)}
    grey = Image.new("RGB", (round(plan.width * scale), round(plan.height * scale)), (128, 128, 128))
    return SheetReading(sheet, serial, cells, grey, scale)


def cells_of(sheet: Edition) -> set[str]:
    return set(sheet.cached(sheet_front).cells())


def drawn(
    reading: SheetReading,
    numbers: Mapping[str, int] | None = None,
    settled: Mapping[str, bool] | None = None,
    photo: str = "photo.jpg",
    language: str = "en",
) -> Pixels:
    content = overlay(reading, photo, load_locale(language), numbers or {}, settled or {})
    with Image.open(BytesIO(content)) as picture:
        assert (picture.format, picture.mode) == ("PNG", "RGB")
        return numpy.asarray(picture)


def sheet_part(picture: Pixels, reading: SheetReading) -> Pixels:
    """Without title and legend."""
    width, height = reading.picture.size
    head = round(TITLE_HEIGHT * max(height, width) / SHEET_SIDE)
    assert picture.shape[1] == width and picture.shape[0] > head + height
    return picture[head : head + height]


def around(picture: Pixels, reading: SheetReading, cell: str, by: float) -> Pixels:
    """The cell, and as much around it, as a share of its smaller side; or less, if that is negative."""
    box = reading.boxes[cell]
    box = box.grown(by * min(box.w, box.h))
    left, top, right, bottom = (round(side * reading.scale) for side in (box.x, box.y, box.right, box.bottom))
    return picture[max(0, top) : bottom, max(0, left) : right]


def share(picture: Pixels, colour: str) -> float:
    """How much of the picture has this very colour."""
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return float((picture == wanted).all(axis=2).mean())


def test_each_cell_is_framed_in_the_colour_of_what_it_is() -> None:
    reading = made_up(edition("classic"), {"red 3", "red lock", "penalty 2"})
    picture = sheet_part(drawn(reading, {"blue 7": 1, "green 4": 2}, {"green 4": False}), reading)
    wanted = {
        "red 3": "crossed",
        "red lock": "crossed",
        "penalty 2": "crossed",
        "blue 7": "unsure",
        "green 4": "settled",
    }
    for cell in reading.cells:
        shown = {
            state for state, colour in COLOURS.items() if share(around(picture, reading, cell, 0.12), colour) > 0.03
        }
        assert shown == ({wanted[cell]} if cell in wanted else set()), cell


def test_what_is_settled_counts_and_not_what_was_read() -> None:
    """Whole frames are for crosses, dashed ones for none."""
    reading = made_up(edition("classic"), {"red 3", "red 5"})

    def frame(**settled: bool) -> float:
        given = {name.replace("_", " "): value for name, value in settled.items()}
        return share(sheet_part(drawn(reading, dict.fromkeys(given, 1), given), reading), COLOURS["settled"])

    assert frame(red_3=False) < 0.8 * frame(red_3=True)
    assert frame(red_9=False) == pytest.approx(frame(red_3=False), rel=0.05)
    assert frame(red_9=True) == pytest.approx(frame(red_3=True), rel=0.05)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: Path(layout).stem)
@pytest.mark.parametrize("are_asked", [False, True], ids=["crossed", "asked"])
def test_nothing_hides_what_is_in_a_cell(layout: str | Path, are_asked: bool) -> None:
    """Even if all cells are marked, one sees the middle of each, and both ways that the strokes of a cross go."""
    sheet = edition(layout) if isinstance(layout, str) else edition_of(layout)
    reading = made_up(sheet, cells_of(sheet))
    numbers = {id: number for number, id in enumerate(reading.cells, start=1)} if are_asked else {}
    picture = sheet_part(drawn(reading, numbers), reading)
    for cell in reading.cells:
        is_hidden = (around(picture, reading, cell, 0) != 128).any(axis=2)
        height, width = is_hidden.shape
        assert not is_hidden[height * 2 // 5 : height * 3 // 5, width // 5 : width * 4 // 5].any(), cell
        along = numpy.linspace(0.21, 0.79, 100)
        ways = [is_hidden[(along * height).astype(int), (x * width).astype(int)] for x in (along, 1 - along)]
        assert not numpy.any(ways), cell


def test_numbers_differ_and_stand_at_their_cells() -> None:
    reading = made_up(edition("classic"), {"red 3"})
    one, two = (sheet_part(drawn(reading, {"red 9": number}), reading) for number in (1, 28))
    rows, columns = numpy.nonzero((one != two).any(axis=2))
    box, scale = reading.boxes["red 9"], reading.scale
    assert box.x * scale < columns.min() < columns.max() < box.right * scale
    assert (box.y - 5) * scale < rows.min() < rows.max() < (box.y + 0.25 * box.h) * scale


def test_title_and_legend_tell_what_there_is() -> None:
    reading = made_up(edition("classic"), {"red 3"})
    head = round(TITLE_HEIGHT * reading.scale)
    plain = drawn(reading)

    def same(part: slice, *others: Pixels) -> bool:
        return all(numpy.array_equal(plain[part], other[part]) for other in others)

    title, legend = slice(0, head - 2), slice(head + reading.picture.height + 2, None)
    renamed, german = drawn(reading, photo="other.jpg"), drawn(reading, language="de")
    unnumbered = drawn(made_up(edition("classic"), {"red 3"}, None))
    assert not same(title, renamed) and not same(title, german) and not same(title, unnumbered)
    assert same(legend, renamed, unnumbered) and not same(legend, german)
    more = drawn(made_up(edition("classic"), {"red 3", "red 4"}))
    assert same(title, more) and not same(legend, more), "crosses are counted"
    unsure = drawn(reading, {"red 3": 1})
    assert share(unsure[legend], COLOURS["unsure"]) > 0 == share(plain[legend], COLOURS["unsure"])
    assert share(unsure[legend], COLOURS["settled"]) == 0
    assert same(title, drawn(reading, photo="folder/photo.jpg"))


@pytest.mark.parametrize(
    "name", ["照片.jpg", "😀.jpg", "x" * 250 + ".jpg", "a\tb\x07.jpg", "\udcff.jpg", "", "A\u0308.jpg", "ﷺ"], ids=ascii
)
def test_a_photo_may_have_any_name(name: str) -> None:
    drawn(made_up(edition("classic"), {"red 3"}), photo=name)


def test_the_same_reading_gives_the_same_file() -> None:
    reading = made_up(edition("bigpoints"), {"red 3", "red-yellow 3"})
    assert overlay(reading, "a.jpg", EN, {"red 4": 1}, {}) == overlay(reading, "a.jpg", EN, {"red 4": 1}, {})


def test_of_a_photo() -> None:
    """The photo shows through where nothing is said, and every cross has its frame."""
    shot = take(6, "bigpoints", conditions=USUAL)
    reading = read(shot.jpeg)
    numbers: dict[str, Any] = {doubt.cell: number for number, doubt in enumerate(reading.doubts({}), start=1)}
    picture = sheet_part(drawn(reading, numbers), reading)
    for cell in shot.crossed - numbers.keys():
        assert share(around(picture, reading, cell, 0.12), COLOURS["crossed"]) > 0.03
    untouched = [id for id in reading.cells if id not in shot.crossed | numbers.keys()]
    assert len(untouched) > 10
    for cell in untouched:
        inner = around(picture, reading, cell, -0.3)
        assert numpy.array_equal(inner, around(numpy.asarray(reading.picture), reading, cell, -0.3))
