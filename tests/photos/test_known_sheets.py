"""Which sheet a photo shows: by its link, or by what was said of it."""

from __future__ import annotations

import pytest

from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.rules.shuffle.arrangement import Pad
from tests.game_input.test_link import HOSTILE_NAMES
from tests.helpers import edition
from tests.photos.reading import built_in_sheets

BASE = "http://sheetgen.local:8717"


def link(variant: str, serial: int = 5, code: str = "") -> str:
    return f"{BASE}/{variant}/#{fingerprint(edition(variant))}.{serial}" + (f".{code}" if code else "")


def reason(sheets: KnownSheets, address: str | None) -> str:
    with pytest.raises(PhotoError) as caught:
        sheets.find(address)
    assert caught.value.message(load_locale("de"))
    return caught.value.reason


def test_a_link_names_layout_and_number() -> None:
    found, serial, name = built_in_sheets().find(link("bigpoints", 31))
    assert (found.layout.slug, serial, found.arrangement, name) == ("bigpoints", 31, None, "")


def test_a_link_may_lead_to_any_host() -> None:
    address = link("classic").replace(BASE, "https://games.example.org/scorer")
    assert built_in_sheets().find(address)[0].layout.slug == "classic"


def test_a_shuffled_sheet_is_known_by_its_code() -> None:
    sheet = Pad(edition("gemixxt-b").rulebook, "x").sheet(3)
    found, *_ = built_in_sheets().find(link("gemixxt-b", 3, sheet.code))
    assert found.rulebook == sheet.rulebook
    assert reason(built_in_sheets(), link("gemixxt-b", 3, sheet.code[:-1] + "Z")) == "damaged_code"


def test_a_link_may_end_with_the_name_of_the_player() -> None:
    found, serial, name = built_in_sheets().find(f"{link('classic', 31)}~Zo%C3%AB%20~%20Al")
    assert (found.layout.slug, serial, name) == ("classic", 31, "Zoë ~ Al")
    sheet = Pad(edition("gemixxt-b").rulebook, "x").sheet(3)
    shuffled = built_in_sheets().find(f"{link('gemixxt-b', 3, sheet.code)}~Ben")
    assert (shuffled.edition.rulebook, shuffled.serial, shuffled.name) == (sheet.rulebook, 3, "Ben")


@pytest.mark.parametrize("damage", HOSTILE_NAMES)
def test_a_damaged_name_does_not_matter(damage: str) -> None:
    found, serial, name = built_in_sheets().find(f"{link('classic', 31)}~{HOSTILE_NAMES[damage]}")
    assert (found.layout.slug, serial, name) == ("classic", 31, "")


def test_links_of_nothing_we_know() -> None:
    sheets = built_in_sheets()
    assert reason(sheets, "https://example.org") == "no_sheet_link"
    assert reason(sheets, f"{BASE}/unheard-of/#FW3U6I.1") == "unknown_layout"
    assert reason(sheets, f"{BASE}/classic/#ZZZZ6I.1") == "other_rules"
    assert reason(sheets, f"{BASE}/classic/#FW3UZZ.1") == "other_places"
    assert reason(sheets, None) == "code_unread"


def test_a_link_of_the_first_version_may_say_so_and_later_ones_are_refused() -> None:
    sheets = built_in_sheets()
    assert sheets.find(link("classic").replace("#", "#v1.")) == sheets.find(link("classic"))
    later = f"{BASE}/unheard-of/#v2.anything"
    assert reason(sheets, later) == "later_version"
    with pytest.raises(PhotoError) as caught:
        sheets.find(later)
    assert "version 2 of the links; this one reads version 1" in caught.value.message(load_locale("en"))


def test_without_a_code_the_layout_must_be_said() -> None:
    only = KnownSheets([load_variant("classic")])
    assert only.find(None)[1] is None
    assert only.find(None)[0].layout.slug == "classic"
    assert reason(only, link("bigpoints")) == "other_layout"
    assert reason(KnownSheets([load_variant("gemixxt-a")]), None) == "code_unread_shuffled"


def test_boards_have_nothing_to_read() -> None:
    assert reason(KnownSheets([load_variant("duel")]), None) == "no_score_sheets"
