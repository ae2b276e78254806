"""The code in the dialog that shares a link: another phone scans it from the screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy
import pytest
from PIL import Image

from tests.browser.phone import Phone
from tests.helpers import EXAMPLES, LANGUAGES, decoded
from tests.profiles import every_pair

NewPhone = Callable[..., Phone]

SIZES = [(320, 568), (360, 740), (568, 320), (740, 360), (768, 1024), (1280, 800)]
OUT_OF_SIGHT = """
() => [...document.querySelectorAll("dialog, dialog > *, dialog button")].filter((element) => {
  const dialog = document.querySelector("dialog");
  const {left, top, right, bottom} = element.getBoundingClientRect();
  const frame = element === dialog ? new DOMRect(0, 0, innerWidth, innerHeight) : dialog.getBoundingClientRect();
  return left < frame.left || top < frame.top || right > frame.right || bottom > frame.bottom;
}).map((element) => element.outerHTML.slice(0, 40))
"""


def scan(phone: Phone) -> list[str]:
    """What a camera reads from the screen of a phone."""
    return decoded(numpy.array(Image.open(BytesIO(phone.page.screenshot())).convert("L")))


@pytest.mark.parametrize("dark", [False, True])
def test_a_second_phone_scans_a_sheet_from_the_screen(dark: bool, served: str, new_phone: NewPhone) -> None:
    sender, receiver = new_phone(dark=dark, scale=2), new_phone()
    sender.open(f"{served}/classic/")
    sender.name("Jürgen 🎲")
    sender.cross("red 2", "red 5", "blue 9", "penalty 1")
    sender.tap('[data-key="share sheet"]')
    [link] = scan(sender)
    assert link == sender.page.locator("dialog input").input_value()
    receiver.open(link)
    receiver.answer("Open as a new game")
    assert receiver.players() == ["Jürgen 🎲"]
    assert receiver.crossed() == sender.crossed() == ["red 2", "red 5", "blue 9", "penalty 1"]
    sender.answer("Close")


@pytest.mark.parametrize("name", ["bigpoints", "onboard", "duel"])
def test_a_whole_game_is_scanned_from_the_screen(name: str, served: str, new_phone: NewPhone) -> None:
    sender, receiver = new_phone(scale=2), new_phone()
    sender.open(f"{served}/{name}/")
    sender.open_file(EXAMPLES / "games" / f"{name}.json")
    sender.go("result")
    sender.tap('[data-key="share game"]')
    [link] = scan(sender)
    receiver.open(link)
    receiver.answer("Open as a new game")
    receiver.go("result")
    assert receiver.table() == sender.table()


@pytest.mark.parametrize(("language", "size"), every_pair(LANGUAGES, SIZES))
def test_the_code_the_link_and_the_buttons_fit_on_the_screen(
    language: str, size: tuple[int, int], served: str, new_phone: NewPhone
) -> None:
    phone = new_phone(language=language, width=size[0], height=size[1], scale=2)
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.page.locator('[data-key="share sheet"]').click()
    assert not phone.page.evaluate(OUT_OF_SIGHT)
    assert scan(phone) == [phone.page.locator("dialog input").input_value()]


def test_the_code_has_a_name_for_those_who_cannot_see_it(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.tap('[data-key="share sheet"]')
    assert phone.page.get_by_role("img", name="QR code of the link").is_visible()


def test_a_link_that_is_too_long_for_a_code_is_offered_without(served: str, phone: Phone, tmp_path: Path) -> None:
    names = [digit + "🎲" * 39 for digit in "12345"]
    file = tmp_path / "long.json"
    file.write_text(json.dumps({"variant": "classic", "players": [{"name": name} for name in names]}))
    phone.open(f"{served}/classic/")
    phone.open_file(file)
    phone.go("result")
    phone.tap('[data-key="share game"]')
    assert len(phone.page.locator("dialog input").input_value()) > 1003
    assert not phone.page.locator("dialog .qr").count()
