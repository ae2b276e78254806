"""Photos of several sheets: each sheet is read, or named because a part of it is hidden."""

from __future__ import annotations

import pytest

from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import open_photo
from tests.helpers import THEMES, edition
from tests.photos.reading import built_in_sheets, read_once
from tests.photos.studio.group import ARRANGEMENTS, take_group
from tests.profiles import Counted, selection

SEED = 80_500
GROUPS = [(arrangement, count) for arrangement in ARRANGEMENTS for count in (2, 3, 4, 6)]


@pytest.mark.parametrize(("arrangement", "count"), selection(GROUPS, [("page", 4), ("overlapping", 2)]))
def test_all_sheets_are_read_or_named(arrangement: str, count: int, record_property: Counted) -> None:
    at = GROUPS.index((arrangement, count))
    variants = ["classic"] * count if at % 2 else ["classic", "bigpoints", "double-a"] * 2
    editions = [edition(variant, THEMES[at % len(THEMES)]) for variant in variants[:count]]
    shot = take_group(editions, SEED + at, arrangement)
    known = built_in_sheets()
    sheets, cut_off = read_once(open_photo(shot.jpeg), known)
    missing = {sheet.serial for sheet in shot.sheets}
    for sheet in sheets:
        if isinstance(sheet, PhotoError):
            continue
        reading = sheet.of_sheet(known)
        [own] = [each for each in shot.sheets if each.serial == reading.serial]
        assert reading.edition.layout.slug == own.edition.layout.slug
        asked = {doubt.cell for doubt in reading.doubts({})}
        wrong = {id for id, cell in reading.cells.items() if cell.is_crossed != (id in own.crossed)} - asked
        assert not wrong
        missing.discard(own.serial)
    refused = sum(isinstance(sheet, PhotoError) for sheet in sheets)
    assert len(missing) <= refused or cut_off
    record_property("sheets in photos of several", count)
