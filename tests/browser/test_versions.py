"""Links and files of every version are opened, and the page says of newer ones that it needs to be reloaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sheetgen.layouts.catalog import load_locale
from tests.browser.phone import Phone
from tests.game_input.versioned_games import FOLDER, TOTALS, VERSIONS, OldLink, links_of

NEWER = load_locale("en").scorer.newer
LINKS = [link for version in VERSIONS for link in links_of(version)]


@pytest.mark.parametrize("old", [link for link in LINKS if not link.is_printed], ids=lambda old: old.layout)
def test_shared_links_of_every_version_are_opened(old: OldLink, served: str, phone: Phone) -> None:
    phone.open(f"{served}/{old.layout}/#v1.{old.fragment}")
    phone.answer("Open as a new game")
    phone.go("result")
    table = phone.table()
    totals = dict(zip(table["Name"], table["Total"], strict=True))
    assert totals == dict(player.rsplit(" ", 1) for player in old.content.split(", "))


@pytest.mark.parametrize("version", ["", "v1."])
def test_a_printed_link_may_name_the_first_version(version: str, served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{version}FW3UIQ.31~Anna")
    assert phone.page.locator(".serial").inner_text() == "No. 31" and phone.players() == ["Anna"]
    assert "#" not in phone.page.url


@pytest.mark.parametrize("version", VERSIONS)
def test_files_of_every_version_are_opened(version: int, served: str, phone: Phone) -> None:
    phone.open(f"{served}/onboard/")
    phone.open_file(FOLDER / f"record-{version}.json")
    phone.go("result")
    assert dict(zip(phone.table()["Name"], map(int, phone.table()["Total"]), strict=True)) == TOTALS


@pytest.mark.parametrize("fragment", ["v2.FW3UIQ.1", "v2.FW3UUni-fGfZUlzJ", "v12.~whatever comes"])
def test_a_newer_link_opens_nothing_until_there_is_a_newer_page(fragment: str, served: str, phone: Phone) -> None:
    """The address keeps it, so that a reload opens it."""
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.open(f"{served}/classic/#{fragment}")
    assert phone.toast() == NEWER and phone.crossed() == ["red 2"]
    assert not phone.page.locator("dialog").count() and not phone.page.locator(".serial").count()
    assert "#v" in phone.page.url
    phone.reload()
    assert phone.toast() == NEWER and phone.crossed() == ["red 2"]


def test_a_newer_file_opens_nothing(served: str, phone: Phone, tmp_path: Path) -> None:
    """Whatever else is in it, even another game."""
    file = tmp_path / "newer.json"
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    file.write_text(json.dumps({"version": 2, "game": {"variant": "unheard-of"}}))
    phone.open_file(file)
    assert phone.toast() == NEWER and phone.crossed() == ["red 2"]
    file.write_text(json.dumps({"version": 0, "variant": "classic", "players": [{"name": "A"}]}))
    phone.open_file(file)
    assert phone.toast() == "This file is not a game of this sheet: version (out-of-range)"
