"""The page reads photos like the Python reader: the same answers, but for a small share of the cells."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from sheetgen.photos.errors import PhotoError
from tests.helpers import THEMES
from tests.photos.page_reader import PageReaders
from tests.photos.reading import read
from tests.photos.studio.conditions import ADVERSE, MISHAPS, SMALL, SMALL_SIZES, Conditions
from tests.photos.studio.shot import Shot, take
from tests.profiles import Counted, amount

VARIANTS = ("classic", "bigpoints", "gemixxt-a", "double-a")
SEED = 71_000
SAME = 0.98  # share of the cells with the same answer in these few photos; benchmarks.photos measures it in many


@pytest.fixture(scope="module")
def readers(browser: Browser) -> PageReaders:
    return PageReaders(browser)


def shots(count: int, conditions: Conditions) -> list[tuple[str, Shot]]:
    variants = [VARIANTS[at % len(VARIANTS)] for at in range(count)]
    return [
        (variant, take(SEED + at, variant, THEMES[at % len(THEMES)], conditions)) for at, variant in enumerate(variants)
    ]


def test_both_readers_give_the_same_answers(readers: PageReaders, record_property: Counted) -> None:
    same = total = 0
    for variant, shot in shots(amount(default=4, thorough=24), SMALL):
        page, program = readers.read(variant, shot.jpeg), read(shot.jpeg)
        assert (page.problem, page.serial) == (None, program.serial)
        total += len(page.cells)
        same += sum(page.cells[id][0] == cell.answer for id, cell in program.cells.items())
        wrong = [id for id, (answer, _) in page.cells.items() if answer == ("not" if id in shot.crossed else "cross")]
        assert not wrong
        record_property("photos read", 1)
    assert same >= SAME * total


def test_the_page_does_not_guess_where_something_lies_on_the_sheet(
    readers: PageReaders, record_property: Counted
) -> None:
    """Of several mishaps, hardly any makes a cell wrong without a question."""
    wrong = total = 0
    conditions = ADVERSE._replace(sizes=SMALL_SIZES)
    for at, mishap in enumerate(MISHAPS[:: amount(default=3, thorough=1)]):
        shot = take(SEED + 100 + at, "bigpoints", THEMES[at % len(THEMES)], conditions._replace(mishaps=(mishap,)))
        page = readers.read("bigpoints", shot.jpeg)
        if page.problem is None:
            total += len(page.cells)
            answers = page.cells.items()
            wrong += sum(answer == ("not" if id in shot.crossed else "cross") for id, (answer, _) in answers)
        record_property("photos read", 1)
    assert wrong <= total / 200


def test_a_sheet_of_another_layout_and_one_that_is_none(readers: PageReaders) -> None:
    shot = take(SEED, "bigpoints", conditions=SMALL)
    assert readers.read("classic", shot.jpeg).problem == "photo_other_layout"
    assert readers.read("classic", b"no picture").problem == "no_picture"
    with pytest.raises(PhotoError):
        read(b"no picture")
