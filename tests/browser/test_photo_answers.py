"""The page reads photos exactly as `sheetgen scan` does: it is the same reader, in another engine."""

from __future__ import annotations

from io import BytesIO

import pytest
from playwright.sync_api import Browser

from sheetgen.photos.image import open_photo
from sheetgen.rules.shuffle.arrangement import Pad
from tests.browser.page_readers import PageReaders
from tests.helpers import THEMES, VARIANTS, edition
from tests.photos.reading import read
from tests.photos.studio.conditions import SMALL
from tests.photos.studio.shot import take_of
from tests.profiles import Counted, selection

SEED = 71_000
SHEETS = [variant for variant in VARIANTS if edition(variant).layout.sheet]


@pytest.fixture(scope="module")
def readers(browser: Browser) -> PageReaders:
    return PageReaders(browser)


@pytest.mark.parametrize("variant", selection(SHEETS, ["connected-chain", "bigpoints"]))
def test_the_page_and_scan_give_the_same_answer_in_every_cell(
    variant: str, readers: PageReaders, record_property: Counted
) -> None:
    """If their decoders give them the same pixels, as those of PNG files do."""
    own = edition(variant, THEMES[SHEETS.index(variant) % len(THEMES)])
    sheet = own.shuffled(Pad(own.rulebook, "same").sheet(3)) if own.rulebook.shuffle else own
    shot = take_of(sheet, SEED + SHEETS.index(variant), SMALL)
    png = BytesIO()
    open_photo(shot.jpeg).save(png, "PNG", compress_level=1)
    [page], program = readers.read(variant, png.getvalue()), read(png.getvalue())
    assert (page.problem, page.serial, page.arrangement) == (None, shot.serial, program.code)
    assert page.cells == {id: tuple(cell) for id, cell in program.cells.items()}
    record_property("photos read by the page and by scan", 1)


def test_a_sheet_of_another_layout_and_one_that_is_none(readers: PageReaders) -> None:
    shot = take_of(edition("bigpoints"), SEED, SMALL)
    assert [sheet.problem for sheet in readers.read("classic", shot.jpeg)] == ["photo_other_layout"]
    assert [sheet.problem for sheet in readers.read("classic", b"no picture")] == ["no_picture"]
