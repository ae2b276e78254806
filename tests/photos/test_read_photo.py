"""Photos of finished sheets, taken in the studio with seeds on which nothing was tuned, and read without any help."""

from __future__ import annotations

from itertools import cycle, product
from pathlib import Path

import pytest

from sheetgen.drawing.edition import Edition
from sheetgen.layouts.catalog import load_layout, load_locale, load_theme
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.sheet_reading import SheetReading
from sheetgen.rules.shuffle.arrangement import Pad
from tests.helpers import DARK, EXAMPLE_LAYOUTS, THEMES, VARIANTS, edition
from tests.photos.reading import own_sheets, read, silently_wrong
from tests.photos.studio.conditions import HARD_SMALL, NORMAL, SMALL, USUAL, Conditions
from tests.photos.studio.pens import PENS
from tests.photos.studio.shot import Shot, take, take_of
from tests.profiles import Counted, amount, selection

SHEETS = list(enumerate(variant for variant in VARIANTS if edition(variant).layout.sheet))
UNLIKE_SHEETS = ["connected-chain", "double-a", "gemixxt-b"]
OWN_LAYOUTS = list(enumerate(EXAMPLE_LAYOUTS))
READ_MOST = ("classic", "bigpoints", "onboard")
SEED = 70_000


# Every theme in small photos; in the thorough profile also every theme of each variant in photos of all sizes.
SMALL_PHOTOS = [(variant, theme, SMALL) for variant, theme in zip(cycle(READ_MOST), THEMES, strict=False)]
PHOTOS = list(enumerate([*SMALL_PHOTOS, *product(READ_MOST, THEMES, [NORMAL])]))


@pytest.mark.parametrize(("at", "kind"), selection(PHOTOS, PHOTOS[: len(SMALL_PHOTOS)]))
def test_a_photo_is_read(at: int, kind: tuple[str, str, Conditions], record_property: Counted) -> None:
    shot = take(SEED + at, *kind)
    reading = read(shot.jpeg)
    record_property("photos read", 1)
    assert (reading.edition.layout.slug, reading.serial) == (kind[0], shot.serial)
    assert not silently_wrong(reading, shot)
    assert len(reading.doubts({})) <= 2


@pytest.mark.parametrize(("at", "variant"), selection(SHEETS, [each for each in SHEETS if each[1] in UNLIKE_SHEETS]))
def test_every_layout_can_be_read_and_every_shuffled_sheet(at: int, variant: str, record_property: Counted) -> None:
    own = edition(variant, THEMES[at % len(THEMES)])
    sheet = own.shuffled(Pad(own.rulebook, "photos").sheet(at + 1)) if own.rulebook.shuffle else own
    shot, reading = read_in_two_attempts(sheet, SEED + 100 + at)
    record_property("photos read", 1)
    assert reading.edition.rulebook == sheet.rulebook
    assert not silently_wrong(reading, shot)


def read_in_two_attempts(sheet: Edition, seed: int) -> tuple[Shot, SheetReading]:
    """If the code on a small photo cannot be read, people take another one."""
    shot = take_of(sheet, seed, SMALL)
    try:
        return shot, read(shot.jpeg)
    except PhotoError as error:
        assert error.reason == "code_unread"
    shot = take_of(sheet, seed + 1000, SMALL)
    return shot, read(shot.jpeg)


@pytest.mark.parametrize(
    ("at", "file"), selection(OWN_LAYOUTS, OWN_LAYOUTS[::5]), ids=lambda value: getattr(value, "stem", None)
)
def test_layouts_and_themes_of_ones_own_need_no_code(at: int, file: Path, record_property: Counted) -> None:
    sheet = Edition(load_layout(file), load_theme(DARK if at % 2 else "color"), load_locale("en"))
    shot = take_of(sheet, SEED + 200 + at, SMALL)
    assert not silently_wrong(read(shot.jpeg, own_sheets(file)), shot)
    record_property("photos read", 1)


def test_hard_photos_are_read_right_or_refused(record_property: Counted) -> None:
    """Refusing is allowed, guessing is not. On such small pictures, many codes are too blurred."""
    photos, refused = amount(default=3, thorough=12), 0
    for seed in range(SEED + 300, SEED + 300 + photos):
        shot = take(seed, "bigpoints" if seed % 2 else "classic", THEMES[seed % len(THEMES)], HARD_SMALL)
        try:
            assert not silently_wrong(read(shot.jpeg), shot)
        except PhotoError:
            refused += 1
    assert refused <= photos / 2
    record_property("photos read", photos)


def test_the_studio_gives_the_same_photo_for_the_same_seed_and_another_for_another() -> None:
    one, same, other = (take(seed, conditions=USUAL) for seed in (SEED, SEED, SEED + 1))
    assert one.jpeg == same.jpeg and one.crossed == same.crossed
    assert one.jpeg != other.jpeg


def test_the_studio_uses_all_pens() -> None:
    assert sum(pen.share for pen in PENS) == pytest.approx(1)
    assert len({pen.name for pen in PENS}) == len(PENS)
