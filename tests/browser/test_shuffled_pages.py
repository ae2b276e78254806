"""Pages as files: what the links of shuffled sheets open there, and cells that are tapped together."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.rules.rulebook import Arrangement
from tests.browser.hosting import hosted
from tests.browser.phone import Phone
from tests.helpers import edition, page_of
from tests.js.random_sheets import random_arrangement
from tests.profiles import selection

DAMAGED = "The code of this sheet is damaged"


def address(folder: Path, variant: str) -> str:
    """A page as a file."""
    file = folder / f"{variant}.html"
    file.write_text(page_of(variant).html, encoding="utf-8")
    return file.as_uri()


def link(folder: Path, variant: str, *parts: object) -> str:
    """The link that is printed on a sheet."""
    return f"{address(folder, variant)}#{'.'.join([fingerprint(edition(variant)), *map(str, parts)])}"


def shuffled(variant: str, seed: int) -> Arrangement:
    return random_arrangement(Random(seed), edition(variant).rulebook)


def toast(phone: Phone) -> str:
    """What the page says for a moment."""
    found = phone.page.locator(".toast:visible")
    return found.inner_text() if found.count() else ""


def test_a_shuffled_sheet_opens_with_its_own_numbers(phone: Phone, tmp_path: Path) -> None:
    arrangement = shuffled("gemixxt-b", 1)
    phone.open(link(tmp_path, "gemixxt-b", 7, arrangement.code))
    assert phone.page.locator(".serial").inner_text() == "No. 7"
    cells = phone.page.locator(".paper.scrolling [data-cell^='red ']").all()
    assert [cell.get_attribute("data-cell") for cell in cells] == list(arrangement.rulebook.rows[0].ids)
    phone.cross(arrangement.rulebook.rows[0].ids[3])
    phone.reload()
    assert phone.crossed() == [arrangement.rulebook.rows[0].ids[3]]


def test_sheets_of_one_evening_join_in_one_game(phone: Phone, tmp_path: Path) -> None:
    """The same sheet again is the same player; the same number on another sheet is another one.

    From a host, for pages that are files may not see at once what the page before them has stored.
    """
    one, other = shuffled("connected-steps", 1), shuffled("connected-steps", 2)
    with hosted(tmp_path) as port:

        def scan(*parts: object) -> None:
            name = link(tmp_path, "connected-steps", *parts).rpartition("/")[2]
            phone.open(f"http://127.0.0.1:{port}/{name}")

        for seat, parts in enumerate([(7, one.code), (7, other.code), (7,), (8, one.code)], start=1):
            scan(*parts)
            assert len(phone.players()) == seat
            phone.cross("red 5")
        scan(7, one.code.lower())
        phone.answer("The same sheet: Player 1")
        assert len(phone.players()) == 4
        assert phone.page.locator(".players [aria-pressed=true]").get_attribute("data-key") == "player 0"


DAMAGES = ["cut", "short", "changed", "repeated", "long", "twice", "strange"]


@pytest.mark.parametrize("damage", selection(DAMAGES, ["changed"]))
def test_a_damaged_code_opens_nothing(damage: str, phone: Phone, tmp_path: Path) -> None:
    code = shuffled("connected-chain", 3).code
    codes = {
        "cut": "",
        "short": code[:-3],
        "changed": ("1" if code[0] != "1" else "2") + code[1:],
        "repeated": code * 2,
        "long": "Z" * 10_000,
        "twice": f"{code}.{code}",
        "strange": "%F0%9F%91%A9" * 50,
    }
    with hosted(tmp_path) as port:  # a page that is a file may not see at once what was stored before
        host = f"http://127.0.0.1:{port}"
        phone.open(f"{host}/{address(tmp_path, 'connected-chain').rpartition('/')[2]}")
        phone.cross("red 5")
        phone.open(f"{host}/{link(tmp_path, 'connected-chain', 7, codes[damage]).rpartition('/')[2]}")
        assert toast(phone).startswith(DAMAGED)
        assert phone.crossed() == ["red 5"] and len(phone.players()) == 1
        assert not phone.page.locator(".serial").count()


def test_a_code_where_nothing_is_shuffled_is_damaged(phone: Phone, tmp_path: Path) -> None:
    phone.open(link(tmp_path, "classic", 7, "ABC"))
    assert toast(phone).startswith(DAMAGED)
    phone.open(f"{link(tmp_path, 'classic', 7)}.")
    assert toast(phone) == "" and phone.page.locator(".serial").inner_text() == "No. 7"


def test_a_chat_may_put_a_dot_behind_a_link(phone: Phone, tmp_path: Path) -> None:
    phone.open(link(tmp_path, "connected-chain", 7, f"{shuffled('connected-chain', 4).code})."))
    assert toast(phone) == "" and phone.page.locator(".serial").inner_text() == "No. 7"


def test_linked_cells_are_tapped_together(phone: Phone, tmp_path: Path) -> None:
    phone.open(address(tmp_path, "connected-chain"))
    phone.tap("[data-key$=' playing']")
    phone.cross("red 6")
    assert phone.crossed() == ["red 6", "yellow 6"]
    phone.cross("yellow 6")
    assert phone.crossed() == []
    phone.cross("red 6", "red 7", "yellow 6")
    assert phone.crossed() == ["red 6", "red 7", "yellow 6"] and toast(phone)
    phone.tap("[data-key$=' finished']")
    phone.cross("yellow 6")
    assert phone.crossed() == ["red 6", "red 7"]
    assert phone.page.locator("[data-code='link-broken']").count() == 1
