"""Marks, and what is on a photo besides a whole sheet."""

from __future__ import annotations

from itertools import product
from typing import Any

import cv2
import numpy
import pytest

from sheetgen.drawing.fingerprint import sheet_geometry
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.locate import MAX_CANDIDATES, _detection, _limit_candidates, _mark_attempts, find_marks
from tests.helpers import edition
from tests.photos.hostile_pictures import PATTERNS, squared_paper
from tests.photos.plain_shot import TABLE, as_jpeg, plain_picture
from tests.photos.reading import read
from tests.profiles import amount, selection

CROSSED = ("red 2", "yellow 3", "green 12", "penalty 1")


def plain() -> Any:
    return plain_picture(edition("classic"), 1, CROSSED)


def hidden(picture: Any, *numbers: int) -> Any:
    """With grey over some of the marks."""
    size, marks = sheet_geometry(edition("classic"))["size"], sheet_geometry(edition("classic"))["marks"]
    scale = (picture.shape[1] - 2 * TABLE) / size[0]
    for number in numbers:
        x, y, w, h = (round(side * scale) for side in marks[number])
        picture[TABLE + y - 25 : TABLE + y + h + 25, TABLE + x - 25 : TABLE + x + w + 25] = 128
    return picture


def reason(picture: Any) -> str:
    with pytest.raises(PhotoError) as caught:
        read(as_jpeg(picture))
    return caught.value.reason


def crossed(picture: Any) -> set[str]:
    return {id for id, cell in read(as_jpeg(picture)).cells.items() if cell.answer == "cross"}


def test_marks_are_found_where_they_are() -> None:
    picture = plain()
    found = find_marks(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY))
    middles = [found[number].mean(axis=0) for number in range(4)]
    assert middles[0][0] < middles[1][0] and middles[0][1] < middles[3][1]
    turned = find_marks(cv2.cvtColor(picture[::-1, ::-1], cv2.COLOR_RGB2GRAY))
    high, wide = picture.shape[:2]
    for number, middle in enumerate(middles):
        assert numpy.allclose(turned[number].mean(axis=0), (wide - 1 - middle[0], high - 1 - middle[1]), atol=1.5)


def test_however_often_marks_are_looked_for_they_are_in_the_same_place() -> None:
    """In a small copy, in a sharpened one, and with patience."""
    first, *others = _mark_attempts(cv2.cvtColor(plain(), cv2.COLOR_RGB2GRAY))
    assert sorted(first) == [0, 1, 2, 3] and len(others) == 2
    for found in others:
        for number, corners in first.items():
            assert numpy.allclose(found[number], corners, atol=2)


@pytest.mark.parametrize("number", range(4))
def test_one_mark_may_be_hidden(number: int) -> None:
    assert crossed(hidden(plain(), number)) == set(CROSSED)


def test_two_marks_are_not_enough() -> None:
    assert reason(hidden(plain(), 0, 2)) == "few_marks"


def test_no_marks_at_all() -> None:
    assert reason(hidden(plain(), 0, 1, 2, 3)) == "no_marks"


def test_mirrored_pictures_are_told_as_such() -> None:
    assert reason(plain()[:, ::-1]) == "mirrored"


def test_two_sheets_are_one_too_many() -> None:
    assert reason(numpy.vstack([plain(), plain()])) == "two_sheets"


def test_a_corner_of_another_sheet_does_no_harm() -> None:
    picture = plain()
    corner = cv2.resize(picture[:300, :300], None, fx=0.5, fy=0.5)
    wider = cv2.copyMakeBorder(picture, 0, 200, 0, 0, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    wider[-150:, 400:550] = corner
    assert crossed(wider) == set(CROSSED)


def test_a_sheet_that_is_cut_off_is_told_as_such() -> None:
    """Lying aslant, it loses some of its cells at the edge of the photo, while three marks are still to be seen."""
    picture = cv2.copyMakeBorder(plain(), 300, 300, 0, 0, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    high, wide = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), 30, 0.85)
    aslant = cv2.warpAffine(picture, turn, (wide, high), borderValue=(90, 90, 90))
    told = [answer(aslant[:, left:]) for left in range(0, wide // 2, wide // amount(default=14, thorough=40))]
    assert list(dict.fromkeys(told)) == ["read", "cut_off", "few_marks"]


NO_SHEETS = [name for name in PATTERNS if name not in ("almost_marks", "repeated_mark")]
STEPS = [10, 14, 20, 28]  # pixels from one square to the next


@pytest.mark.parametrize(
    ("pattern", "step"), selection(product(NO_SHEETS, STEPS), [(pattern, 14) for pattern in NO_SHEETS])
)
def test_a_pattern_without_end_has_few_candidates_for_marks(pattern: str, step: int) -> None:
    """All candidates are compared with each other, which takes minutes for tens of thousands of them."""
    grey = PATTERNS[pattern](1500, 1100, step)
    for is_tolerant in (False, True):
        dictionary, parameters = _detection(is_tolerant)
        _limit_candidates(grey, parameters)
        found, _, rejected = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
        assert len(found) + len(rejected) <= MAX_CANDIDATES
    with pytest.raises(PhotoError, match="no_marks"):
        find_marks(grey)


def test_on_an_ordinary_photo_every_candidate_counts() -> None:
    for is_tolerant in (False, True):
        _, parameters = _detection(is_tolerant)
        before = parameters.minMarkerPerimeterRate
        _limit_candidates(cv2.cvtColor(plain(), cv2.COLOR_RGB2GRAY), parameters)
        assert parameters.minMarkerPerimeterRate == before


@pytest.mark.parametrize("step", selection([12, 16, 24, 40], [16]))
def test_a_sheet_is_read_on_squared_paper(step: int) -> None:
    sheet = plain()[TABLE:-TABLE, TABLE:-TABLE]
    high, wide = sheet.shape[:2]
    paper = cv2.cvtColor(squared_paper(wide + 800, high + 600, step), cv2.COLOR_GRAY2RGB)
    paper[300 : 300 + high, 400 : 400 + wide] = sheet
    assert crossed(paper) == set(CROSSED)


def answer(picture: Any) -> str:
    try:
        assert crossed(picture) == set(CROSSED)
    except PhotoError as error:
        return error.reason
    return "read"
