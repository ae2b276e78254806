"""What counts as a cross, what does not, and what is asked about: by its shape, and by the sheet's other crosses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy
import pytest

from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from tests.helpers import edition
from tests.photos.plain_shot import PEN, as_jpeg, picture_with_strokes
from tests.photos.reading import read
from tests.photos.studio.hand import Hand, Stroke, bent
from tests.photos.studio.pens import Ink

CROSSED = ("red 2", "red 4", "red 7", "yellow 3", "yellow 9", "green 12", "green 8", "blue 11", "blue 5", "penalty 1")
CELL = "yellow 6"  # with what a test draws
BOXES = edition("classic").cached(sheet_front).cells()


def answer(strokes: Sequence[Stroke], ink: Ink = PEN, cell: str = CELL, cross_ink: Ink = PEN) -> str:
    """Return the answer for the cell with these strokes. All other cells must be read right."""
    cells = read(as_jpeg(picture_with_strokes(edition("classic"), CROSSED, strokes, ink, cross_ink))).cells
    others = {id: other.answer for id, other in cells.items() if id != cell}
    assert others == {id: "cross" if id in CROSSED else "not" for id in others}
    return cells[cell].answer


def hand(seed: int = 4) -> Hand:
    return Hand(numpy.random.default_rng(seed))


def straight(*points: tuple[float, float]) -> Stroke:
    return bent(numpy.array(points), numpy.random.default_rng(1), 0.01)


def square_cross(box: Box, side: float) -> list[Stroke]:
    (x, y), half = box.centre, side / 2
    return [
        straight((x - half, y - half), (x + half, y + half)),
        straight((x + half, y - half), (x - half, y + half)),
    ]


def blob(x: float, y: float, radius: float) -> Stroke:
    turns = numpy.linspace(0, 8 * numpy.pi, 60)
    spiral = numpy.stack([numpy.cos(turns), numpy.sin(turns)], axis=1) * (turns / turns[-1])[:, None]
    stroke: Stroke = numpy.array((x, y)) + radius * spiral
    return stroke


@pytest.mark.parametrize("side", [6.5, 8, 10, 11.5])
def test_a_square_cross_counts_however_high_its_cell_is(side: float) -> None:
    assert answer(square_cross(BOXES[CELL], side)) == "cross"


def test_a_small_cross_on_the_number_is_not_taken_for_nothing() -> None:
    assert answer(square_cross(BOXES[CELL], 4.5)) in ("cross", "ask")


@pytest.mark.parametrize("rise", [-0.8, 0, 0.8])
def test_a_flat_line_is_no_cross(rise: float) -> None:
    box = BOXES[CELL]
    x, y = box.centre
    assert answer([straight((x - 4.5, y + rise), (x + 4.5, y - rise))]) == "not"


def test_a_thick_flat_line_is_no_cross() -> None:
    x, y = BOXES[CELL].centre
    assert answer([straight((x - 4.5, y), (x + 4.5, y + 0.3))], PEN._replace(width=1.5)) == "not"


def test_a_cross_that_was_scribbled_out_is_asked_about() -> None:
    assert answer(hand().scribble_out(BOXES[CELL])) == "ask"


def test_a_dot_is_asked_about() -> None:
    x, y = BOXES[CELL].centre
    assert answer([blob(x, y + 4.3, 1.2)]) == "ask"


def test_a_slip_of_the_pen_is_nothing() -> None:
    x, y = BOXES[CELL].centre
    assert answer([straight((x - 3, y + 4), (x - 2.8, y + 4.1))], PEN._replace(width=0.3)) == "not"


def test_a_touch_of_a_thick_pen_is_nothing() -> None:
    """Its dot is no larger than the pen, but would be asked about on a sheet that was crossed with a thin one."""
    x, y = BOXES[CELL].centre
    felt, dot = PEN._replace(width=1.8), [straight((x - 3, y + 4.3), (x - 2.9, y + 4.4))]
    assert answer(dot, felt) == "ask"
    assert answer(dot, felt, cross_ink=felt) == "not"


def test_a_line_behind_a_wide_number_is_flat_all_the_same() -> None:
    """Only its ends beside the number are seen."""
    box = BOXES["yellow 10"]
    x, y = box.centre
    for half in (3.2, 3.6, 4.0):
        assert answer([straight((x - half, y), (x + half, y))], cell="yellow 10") == "not"


def test_a_dot_on_the_number_is_asked_about() -> None:
    """Its parts on both sides of the number, together with what is seen between, are not flat."""
    assert answer([blob(*BOXES["yellow 8"].centre, 2.0)], cell="yellow 8") == "ask"


def test_a_dot_that_hides_in_the_number_is_asked_about() -> None:
    """It is a little darker beside the strokes of the number than beside those of the same numbers elsewhere."""
    pencil = Ink("pencil", (0.22, 0.22, 0.24), 0.6, 0.7, 0.4)
    assert answer([blob(*BOXES["yellow 4"].centre, 0.7)], pencil, cell="yellow 4") == "ask"


@pytest.mark.parametrize(
    "other",
    [
        Ink("crease", (0.35, 0.34, 0.33), 0.6, 0.6, 0.1),
        Ink("show-through", (0.35, 0.36, 0.42), 0.8, 0.6, 0.1),
    ],
    ids=lambda ink: ink.pen,
)
def test_a_flat_line_with_another_one_across_is_no_certain_cross(other: Ink) -> None:
    """Together they look like a cross, but only one of them is as dark as the pen."""
    box = BOXES[CELL]
    x, y = box.centre
    line, across = straight((x - 4.5, y), (x + 4.5, y)), straight((x - 3, box.y), (x + 3, box.bottom))
    cells = read(as_jpeg(picture_with_strokes(edition("classic"), CROSSED, [line], stains=([across], other, 0)))).cells
    assert cells[CELL].answer in ("ask", "not")
    assert {cells[id].answer for id in CROSSED} == {"cross"}


def test_a_mark_along_the_edge_of_a_round_field_is_asked_about() -> None:
    """A short stroke there is the end of a neighbour's cross; a long one is the field's own."""
    rings = edition("bigpoints")
    box = rings.cached(sheet_front).cells()["red-yellow 10"]
    (x, y), radius = box.centre, box.w / 2
    angles = numpy.linspace(-0.9, 0.9, 12)
    arc = numpy.stack([x + (radius - 1.6) * numpy.cos(angles), y + (radius - 1.6) * numpy.sin(angles)], axis=1)
    cells = read(as_jpeg(picture_with_strokes(rings, CROSSED, [arc]))).cells
    assert cells["red-yellow 10"].answer == "ask"


def test_soft_and_pale_crosses_of_the_back_are_not_even_asked_about() -> None:
    behind = square_cross(BOXES[CELL], 9), Ink("show-through", (0.35, 0.36, 0.42), 0.8, 0.4, 0), 0.45
    cells = read(as_jpeg(picture_with_strokes(edition("classic"), CROSSED, [], stains=behind))).cells
    assert {id for id, cell in cells.items() if cell.answer != "not"} == set(CROSSED)


def test_light_pencil_is_not_lost_in_noise() -> None:
    """A noisy photo is smoothed until its noise is less than light pencil."""
    pencil = Ink("light pencil", (0.30, 0.30, 0.32), 0.6, 0.42, 0.5)
    picture = picture_with_strokes(edition("classic"), CROSSED, [], cross_ink=pencil) * 0.3
    noisy = picture + numpy.random.default_rng(1).normal(0, 12, picture.shape)
    cells = read(as_jpeg(noisy.clip(0, 255).astype(numpy.uint8))).cells
    assert {id for id, cell in cells.items() if cell.answer == "cross"} == set(CROSSED)


def test_a_single_stroke_on_a_sheet_of_crosses_counts_if_it_is_of_the_same_pen() -> None:
    """Otherwise it may be a hair, a crease or a shadow."""
    box = BOXES[CELL]
    line = straight((box.x + 1, box.y + 1), (box.right - 1, box.bottom - 1))
    assert answer([line]) == "cross"
    for other in (PEN._replace(width=0.25), PEN._replace(cover=0.45), PEN._replace(width=1.4, cover=0.6)):
        assert answer([line], other) == "ask", other


def test_ink_of_another_colour_or_softness_is_asked_about() -> None:
    coffee = Ink("coffee", (0.55, 0.40, 0.22), 1.6, 0.5, 0.1)
    assert answer(square_cross(BOXES[CELL], 9), coffee) == "ask"


def test_faint_crosses_of_the_back_do_not_count() -> None:
    behind = Ink("show-through", (0.35, 0.36, 0.42), 0.8, 0.25, 0.1)
    assert answer(square_cross(BOXES[CELL], 9), behind) in ("not", "ask")


def test_an_evenly_filled_field_is_asked_about() -> None:
    box = BOXES[CELL]
    rows = numpy.arange(box.y + 0.8, box.bottom - 0.6, 0.35)
    ends = [(box.right - 0.8 if at % 2 else box.x + 0.8, row) for at, row in enumerate(rows)]
    assert answer([numpy.array(ends)], PEN._replace(width=0.6, cover=0.6)) == "ask"


def test_cells_of_a_colour_that_are_nearly_all_filled_are_not_empty() -> None:
    """What is the same in most cells of a colour is not the noise of its paper."""
    scribbles = [stroke for number in range(2, 12) for stroke in hand(number).scribble_out(BOXES[f"yellow {number}"])]
    others = [id for id in CROSSED if not id.startswith("yellow")]
    cells = read(as_jpeg(picture_with_strokes(edition("classic"), others, scribbles))).cells
    assert {cells[f"yellow {number}"].answer for number in range(2, 12)} <= {"cross", "ask"}


def test_with_too_few_crosses_to_compare_all_are_asked_about() -> None:
    cells = read(as_jpeg(picture_with_strokes(edition("classic"), ("red 2", "blue 5"), []))).cells
    assert {id for id, cell in cells.items() if cell.answer == "ask"} == {"red 2", "blue 5"}
    assert all(cells[id].is_crossed for id in ("red 2", "blue 5"))
