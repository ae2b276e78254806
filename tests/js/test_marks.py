"""Corner marks in photos: the reader finds them where they are, and nothing else."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import cv2
import numpy
import pytest

from sheetgen.drawing.fingerprint import sheet_geometry
from sheetgen.photos.image import open_photo
from tests.helpers import edition
from tests.js.modules import Modules
from tests.photos.hostile_pictures import DARK, LIGHT, MARKS, PATTERNS
from tests.photos.plain_shot import TABLE, plain_picture
from tests.photos.reading import built_in_sheets
from tests.photos.studio.conditions import HARD_SMALL, SMALL, Conditions
from tests.photos.studio.shot import take
from tests.profiles import Counted, amount, selection

IDS = [0, 1, 2, 3]
LAYOUTS = list({str(place["marks"]): place["marks"] for place in built_in_sheets().code_places()}.values())
STEPS = (8, 12, 16, 24, 34, 40, 60, 85, 120, 200)
"""Pixels from one line of squared paper to the next, and of other patterns."""


def packed(picture: Any) -> dict[str, Any]:
    """A picture as the page gets it; colours become grey."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY) if picture.ndim == 3 else picture
    levels = b64encode(numpy.ascontiguousarray(grey).tobytes()).decode()
    return {"width": grey.shape[1], "height": grey.shape[0], "levels": levels}


def plain() -> Any:
    return plain_picture(edition("classic"), 1, ("red 2", "yellow 3", "green 12", "penalty 1"))


def hidden(picture: Any, *numbers: int) -> Any:
    """With grey over some of the marks."""
    size, marks = sheet_geometry(edition("classic"))["size"], sheet_geometry(edition("classic"))["marks"]
    scale = (picture.shape[1] - 2 * TABLE) / size[0]
    for number in numbers:
        x, y, w, h = (round(side * scale) for side in marks[number])
        picture[TABLE + y - 25 : TABLE + y + h + 25, TABLE + x - 25 : TABLE + x + w + 25] = 128
    return picture


def answer(modules: Modules, picture: Any) -> Any:
    """What the reader finds: the marks of sheets, or a problem."""
    return modules.call("tests/photo_answers", "marksInPicture", packed(picture), LAYOUTS)


def sheets(modules: Modules, picture: Any) -> list[dict[int, Any]]:
    """The corners of the marks of each sheet."""
    found = answer(modules, picture)["sheets"]
    return [{int(id): numpy.array(corners) for id, corners in sheet.items()} for sheet in found]


def marks(modules: Modules, picture: Any) -> dict[int, Any]:
    """The corners of the marks of the only sheet."""
    [sheet] = sheets(modules, picture)
    return sheet


def middles(found: dict[int, Any]) -> Any:
    return numpy.array([found[id].mean(axis=0) for id in sorted(found)])


def drawn_marks(width: int, height: int, side: float, degrees: float) -> tuple[Any, dict[int, Any]]:
    """A picture of four marks, turned and seen a little from the side, and their exact corners."""
    fine, module = 4, 20
    picture = numpy.full((height * fine, width * fine), LIGHT, numpy.uint8)
    exact = {}
    turn = numpy.radians(degrees)
    for id, (x, y) in enumerate([(0.2, 0.2), (0.8, 0.22), (0.78, 0.8), (0.21, 0.79)]):
        angles = turn + numpy.pi * numpy.array([1.25, 1.75, 0.25, 0.75])
        around = numpy.stack([numpy.cos(angles), 0.9 * numpy.sin(angles)], axis=1) * side / 2**0.5
        exact[id] = around * [[1], [1.03], [1], [0.97]] + [x * width, y * height]
        mark = cv2.aruco.generateImageMarker(MARKS, id, 6 * module) // 255 * (LIGHT - DARK) + DARK
        square = numpy.array([(0, 0), (1, 0), (1, 1), (0, 1)], numpy.float32) * 6 * module - 0.5
        to = ((exact[id] + 0.5) * fine - 0.5).astype(numpy.float32)
        size = (width * fine, height * fine)
        view = cv2.getPerspectiveTransform(square, to)
        cv2.warpPerspective(mark, view, size, picture, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT)
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), exact


def test_marks_are_found_where_they_are_however_the_photo_is_turned(modules: Modules) -> None:
    picture = plain()
    high, wide = picture.shape[:2]
    found = middles(marks(modules, picture))
    x, y = found.T
    assert x[0] < x[1] and y[0] < y[3]
    quarter = numpy.stack([y, wide - 1 - x], axis=1)
    assert numpy.allclose(middles(marks(modules, numpy.rot90(picture))), quarter, atol=0.5)
    half = numpy.stack([wide - 1 - x, high - 1 - y], axis=1)
    assert numpy.allclose(middles(marks(modules, picture[::-1, ::-1])), half, atol=0.5)


@pytest.mark.parametrize(("width", "height", "side"), [(640, 480, 17), (1300, 975, 50), (2016, 1512, 60)])
def test_corners_are_accurate_to_a_third_of_a_pixel(width: int, height: int, side: float, modules: Modules) -> None:
    """Clockwise from the top left of each mark; pictures of more than 1800 pixels are halved for the search."""
    degrees = range(10, 360, amount(default=190, thorough=17))
    for degree in degrees:
        picture, exact = drawn_marks(width, height, side, degree)
        found = marks(modules, cv2.GaussianBlur(picture, (0, 0), 0.8))
        assert sorted(found) == IDS, degree
        assert max(abs(found[id] - exact[id]).max() for id in IDS) < 1 / 3, degree


@pytest.mark.parametrize("conditions", [SMALL, HARD_SMALL], ids=["normal", "hard"])
def test_corners_are_where_opencv_finds_them(
    conditions: Conditions, modules: Modules, record_property: Counted
) -> None:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(MARKS, parameters)
    seeds = range(9000, 9000 + amount(default=1, thorough=15))
    for seed in seeds:
        picture = numpy.asarray(open_photo(take(seed, conditions=conditions).jpeg))
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY))
        known = {int(id): each.reshape(4, 2) for id, each in zip(ids.ravel(), corners, strict=True) if id in IDS}
        found = marks(modules, picture)
        assert len(found) >= len(known), seed
        distances = [numpy.linalg.norm(found[id] - known[id], axis=1) for id in sorted(set(known) & set(found))]
        assert numpy.median(distances) < 2.5, seed
        # OpenCV is off by a few pixels at a corner that is blurred or bent.
        assert numpy.max(distances) < 6, seed
    record_property("photos in which both find the marks", len(seeds))


@pytest.mark.parametrize("number", IDS)
def test_one_mark_may_be_hidden(number: int, modules: Modules) -> None:
    assert sorted(marks(modules, hidden(plain(), number))) == [id for id in IDS if id != number]


def test_two_marks_are_not_enough(modules: Modules) -> None:
    assert answer(modules, hidden(plain(), 0, 2)) == {"problem": "few_marks", "found": 2}


def test_a_sheet_without_marks_has_no_marks(modules: Modules) -> None:
    assert answer(modules, hidden(plain(), *IDS)) == {"problem": "no_marks", "found": 0}


def test_a_mirrored_photo_is_recognised(modules: Modules) -> None:
    picture = plain()
    for mirrored in (picture[:, ::-1], hidden(picture, 1)[::-1]):
        assert answer(modules, mirrored) == {"problem": "mirrored", "found": 0}


def test_the_marks_of_several_sheets_are_told_apart(modules: Modules) -> None:
    """Row by row, even if marks of neighbours are hidden."""
    picture = plain()
    rows = numpy.vstack([numpy.hstack([picture, hidden(plain(), 2)]), numpy.hstack([hidden(plain(), 1), picture])])
    high, wide = picture.shape[:2]
    known = middles(marks(modules, picture))
    found = sheets(modules, rows)
    assert [sorted(sheet) for sheet in found] == [IDS, [0, 1, 3], [0, 2, 3], IDS]
    for sheet, (x, y) in zip(found, [(0, 0), (wide, 0), (0, high), (wide, high)], strict=True):
        assert numpy.allclose(middles(sheet), known[sorted(sheet)] + (x, y), atol=0.5)


def test_sheets_may_lie_in_all_directions(modules: Modules) -> None:
    picture = plain()
    assert len(sheets(modules, numpy.vstack([picture, picture[::-1, ::-1]]))) == 2


def test_what_is_cut_off_of_a_sheet_beside_others_is_counted(modules: Modules) -> None:
    picture = plain()
    beside = picture[:, : picture.shape[1] // 2]
    found = answer(modules, numpy.hstack([picture, beside]))
    assert len(found["sheets"]) == 1 and found["cutOff"] == 2


def test_a_smaller_mark_elsewhere_does_no_harm(modules: Modules) -> None:
    picture = plain()
    corner = cv2.resize(picture[:300, :300], None, fx=0.5, fy=0.5)
    wider = cv2.copyMakeBorder(picture, 0, 200, 0, 0, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    known = marks(modules, picture)
    for other in (corner, corner[::-1, ::-1]):
        wider[-150:, 400:550] = other
        found = answer(modules, wider)
        assert numpy.allclose(middles(marks(modules, wider)), middles(known), atol=0.5)
        assert found["cutOff"] == 0


def test_a_mark_that_is_turned_does_not_belong_to_the_sheet(modules: Modules) -> None:
    picture = hidden(plain(), 2)
    mark = cv2.aruco.generateImageMarker(MARKS, 2, 48)[..., None]
    x, y, side, _ = sheet_geometry(edition("classic"))["marks"][2]
    size = sheet_geometry(edition("classic"))["size"][0]
    scale = (picture.shape[1] - 2 * TABLE) / size
    left, top = (round(TABLE + (start + side / 2) * scale) - 50 for start in (x, y))
    place = picture[top : top + 100, left : left + 100]
    for turn, known in {0: [0, 1, 2, 3], 1: [0, 1, 3]}.items():
        place[:] = LIGHT
        place[26:74, 26:74] = numpy.rot90(mark, turn)
        assert sorted(marks(modules, picture)) == known


def test_a_single_sheet_may_be_of_any_layout(modules: Modules) -> None:
    squeezed = cv2.resize(plain(), None, fx=0.7, fy=1)
    assert sorted(marks(modules, squeezed)) == IDS


@pytest.mark.parametrize("shade", ["shadow", "glare"])
def test_a_shadow_or_glare_over_a_part_of_a_mark_does_no_harm(shade: str, modules: Modules) -> None:
    picture = plain().astype(numpy.float32)
    found = marks(modules, picture.astype(numpy.uint8))
    x, y = found[0].mean(axis=0)
    down, across = numpy.indices(picture.shape[:2])
    if shade == "shadow":
        picture[across + down > x + y] *= 0.4
    else:
        picture += 150 * numpy.exp(-((across - x + 20) ** 2 + (down - y) ** 2) / 2 / 40**2)[..., None]
    shaded = marks(modules, picture.clip(0, 255).astype(numpy.uint8))
    assert sorted(shaded) == IDS
    assert numpy.allclose(middles(shaded), middles(found), atol=1.5)


def soft(picture: Any) -> Any:
    """Return a picture as a lens would show it."""
    return cv2.GaussianBlur(picture, (0, 0), 1.0)


NOTHING = [name for name in PATTERNS if name not in ("almost_marks", "repeated_mark")]


@pytest.mark.parametrize("pattern", NOTHING)
def test_nothing_else_is_a_mark(pattern: str, modules: Modules) -> None:
    for step in selection(STEPS, [40]):
        picture = soft(PATTERNS[pattern](1200, 900, step))
        assert answer(modules, picture) == {"problem": "no_marks", "found": 0}, step


def on_background(pattern: str, step: int) -> Any:
    """Return a picture of a sheet that lies on a pattern."""
    sheet = cv2.cvtColor(plain(), cv2.COLOR_RGB2GRAY)[TABLE:-TABLE, TABLE:-TABLE]
    sheet = cv2.resize(sheet, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    (height, width), (top, left) = sheet.shape, (300, 350)
    picture = soft(PATTERNS[pattern](2016, 1512, step))
    picture[top : top + height, left : left + width] = sheet
    return picture


@pytest.mark.parametrize("pattern", selection(NOTHING, ["squared_paper", "frames"]))
def test_a_sheet_is_found_on_any_background(pattern: str, modules: Modules) -> None:
    empty = middles(marks(modules, on_background("squared_paper", 3000)))
    for step in selection(STEPS, [24, 60]):
        assert numpy.allclose(middles(marks(modules, on_background(pattern, step))), empty, atol=0.5), step


@pytest.mark.parametrize("pattern", selection(PATTERNS, ["almost_marks", "repeated_mark"]))
def test_the_effort_of_a_search_is_limited(pattern: str, modules: Modules) -> None:
    """However often a picture shows what looks like a mark."""
    for step in selection(STEPS[1:5], [24]):
        picture = packed(PATTERNS[pattern](1790, 1490, step))
        effort = modules.call("tests/photo_answers", "searchEffort", picture, LAYOUTS)
        assert effort["examined"] <= 2000 and effort["refined"] <= 1000, step


def test_photos_of_sheets_are_far_from_these_limits(modules: Modules) -> None:
    for seed in range(9000, 9000 + amount(default=1, thorough=15)):
        picture = numpy.asarray(open_photo(take(seed, conditions=HARD_SMALL).jpeg))
        effort = modules.call("tests/photo_answers", "searchEffort", packed(picture), LAYOUTS)
        assert effort["examined"] < 1000 and effort["refined"] < 100, seed


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_of_one_colour_has_no_marks(level: int, modules: Modules) -> None:
    assert answer(modules, numpy.full((480, 640), level, numpy.uint8)) == {"problem": "no_marks", "found": 0}
