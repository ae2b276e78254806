"""Everybody can use it: small and large screens, keyboard, screen reader, large text, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe, violations
from tests.browser.phone import Phone
from tests.browser.start_page import open_start_page
from tests.helpers import LANGUAGES, UNLIKE, VARIANTS
from tests.profiles import selection

NewPhone = Callable[..., Phone]

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TARGETS = """
() => [...document.querySelectorAll("button, input, summary, a")]
  .filter((element) => element.checkVisibility())
  .map((element) => [element.getAttribute("aria-label") ?? element.textContent, element.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)
  .map(([name, {width, height}]) => `${name}: ${width} x ${height}`)
"""
IN_SIGHT = """
() => ["dl.points", "nav"].map((name) => {
  const {top, bottom, left, right} = document.querySelector(name).getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
})
"""
FOOTER_SHARE = """
() => {
  const {width, height} = document.querySelector("footer").getBoundingClientRect();
  return width * height / (innerWidth * innerHeight);
}
"""
COVERED = """
() => {
  const cells = [...document.querySelectorAll(".cell")];
  return cells.filter((cell) => {
    cell.scrollIntoView({block: "center"});
    const {x, y, width, height} = cell.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== cell;
  }).map((cell) => cell.dataset.cell);
}
"""


def busy(phone: Phone, url: str) -> None:
    """A page on which much is to be seen: two players, a wrong sum, findings, an offered lock, a notice."""
    phone.open(f"{url}#AAAAAA.7")
    phone.name("A player with a name of forty letters xx")
    phone.tap("details summary")
    phone.fill("sum total", "99")
    if phone.page.locator('[data-key="add"]').count():
        phone.tap('[data-key="add"]')
    phone.cross("red 3", "red 5", "penalty 1", "red 12")


def screens(phone: Phone, url: str) -> Iterator[str]:
    """Every screen and every dialog, one after the other."""
    busy(phone, url)
    yield "sheet"
    if phone.page.locator('button:has-text("As we play")').count():
        phone.tap('button:has-text("As we play")')
        phone.page.locator('[data-cell="red 2"]').tap(force=True)
        yield "as we play, with a toast"
    phone.finish()
    yield "result"
    phone.tap('[data-key="share game"]')
    yield "share"
    phone.page.keyboard.press("Escape")
    phone.tap(".menu button")
    yield "menu"


# Axe takes long; by default it looks at a page with sheets and a track, and at one with tokens.
WITH_AXE = selection(VARIANTS, ["onboard", "duel"])


@pytest.mark.parametrize("variant", selection(VARIANTS, ["bigpoints", "onboard", "duel", "double-a"]))
def test_every_screen_can_be_used(variant: str, served: str, phone: Phone) -> None:
    """Axe finds nothing, in light and in dark colours; targets are large enough, and nothing covers them."""
    for screen in screens(phone, f"{served}/{variant}/"):
        assert not phone.page.evaluate(TARGETS), screen
        if variant in WITH_AXE:
            assert not violations(phone.page), screen
    phone.page.keyboard.press("Escape")
    phone.go("sheet")
    assert not phone.page.evaluate(COVERED)


@pytest.mark.parametrize("form", ["landscape", "large text"])
def test_axe_finds_nothing_on_other_screens(form: str, served: str, new_phone: NewPhone) -> None:
    phone = new_phone(width=740, height=360) if form == "landscape" else new_phone()
    for screen in screens(phone, f"{served}/classic/"):
        if form == "large text":
            phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not violations(phone.page), screen


@pytest.mark.parametrize("path", ["/", "/nowhere"])
def test_axe_finds_nothing_on_the_start_page(path: str, served: str, new_phone: NewPhone) -> None:
    for dark in (False, True):
        phone = new_phone(dark=dark)
        open_start_page(phone, served + path)
        assert not axe(phone.page)
        for typed in ("17", "double", "ABCDEF.1"):  # a problem, an offer, and a problem with a command
            phone.page.get_by_role("textbox").fill(typed)
            phone.page.keyboard.press("Enter")
            expect(phone.page.get_by_role("alert")).not_to_be_empty()
            assert not axe(phone.page), typed
        phone.complaints = [each for each in phone.complaints if "404" not in each]


SIZES = [(320, 568), (360, 740), (568, 320), (740, 360), (768, 1024), (1280, 800)]
EXTREME_SIZES = [SIZES[0], SIZES[2], SIZES[-1]]


@pytest.mark.parametrize("variant", selection(UNLIKE, ["onboard", "duel", "double-a"]))
def test_every_size_of_screen_has_room(variant: str, served: str, new_phone: NewPhone) -> None:
    """For large text, too."""
    phone = new_phone(language=LANGUAGES[UNLIKE.index(variant) % len(LANGUAGES)])
    busy(phone, f"{served}/{variant}/")
    for width, height in selection(SIZES, EXTREME_SIZES):
        phone.page.set_viewport_size({"width": width, "height": height})
        check_room(phone)
        assert phone.page.evaluate(IN_SIGHT) == [True, True]
        assert phone.page.evaluate(FOOTER_SHARE) < 0.5
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    check_room(phone)


def check_room(phone: Phone) -> None:
    """No screen is too wide, and on the sheet nothing covers a cell."""
    for screen in ("result", "sheet"):
        phone.go(screen)
        assert phone.page.evaluate(OVERFLOW) <= 0, screen
    assert not phone.page.evaluate(COVERED)


def test_a_whole_sheet_is_entered_with_the_keyboard(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    keyboard = phone.page.keyboard

    def focus() -> str:
        script = "document.activeElement.dataset.cell ?? document.activeElement.dataset.key"
        return str(phone.page.evaluate(script))

    def tab_to(wanted: str) -> None:
        for _ in range(30):
            if focus() == wanted:
                return
            keyboard.press("Tab")
        raise AssertionError(f"no way leads to {wanted}")

    tab_to("name")
    keyboard.type("Anna")
    tab_to("red 2")
    for _ in range(5):
        keyboard.press("Space")
        keyboard.press("ArrowRight")
    assert focus() == "red 7"
    for _ in range(5):
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    keyboard.press("ArrowRight")
    assert focus() == "red lock"
    keyboard.press("Space")
    keyboard.press("ArrowDown")
    assert focus() == "yellow lock"
    keyboard.press("ArrowDown")
    keyboard.press("ArrowLeft")
    keyboard.press("ArrowLeft")
    assert focus() == "green 3"
    keyboard.press("Space")
    tab_to("penalty 1")
    keyboard.press("Space")
    assert phone.crossed() == [*(f"red {number}" for number in (2, 3, 4, 5, 6, 12)), "red lock", "green 3", "penalty 1"]
    assert phone.players() == ["Anna"]
    assert phone.total() == "24"
    for _ in range(20):
        if phone.page.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
        keyboard.press("Tab")
    keyboard.press("Enter")
    tab_to("sum total")
    keyboard.type("24")
    tab_to("result")
    keyboard.press("Enter")
    assert phone.table()["Total"] == ["24"]
    assert not phone.findings()


def test_a_screen_reader_hears_cells_totals_and_findings(served: str, phone: Phone) -> None:
    phone.open(f"{served}/bigpoints/")
    button = phone.page.get_by_role("group", name="Red-Yellow").get_by_role(
        "button", name="Red-Yellow 5", pressed=False
    )
    button.tap()
    spoken = phone.page.locator(".spoken")
    expect(spoken).to_have_text(
        "Player 1: Total 2. Bonus field Red-Yellow 5 is crossed, but neither of its neighbours is (Red 5, Yellow 5)."
    )
    assert spoken.get_attribute("role") == "status"
    assert phone.page.get_by_role("button", name="Red lock", pressed=False).count() == 1
    assert phone.page.get_by_role("group", name="Misthrows").get_by_role("button", name="Misthrows 4").count() == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_cell_is_off_the_screen_without_a_sign(variant: str, served: str, phone: Phone) -> None:
    """At 360 pixels, the rows fit, or the edge fades out where there is more."""
    phone.open(f"{served}/{variant}/")
    rows = phone.page.locator(".paper.scrolling").first
    scrolls = rows.evaluate("box => box.scrollWidth - box.clientWidth > 1")
    expect(rows).to_have_attribute("data-more", " right" if scrolls else " ")
    rows.evaluate("box => box.scrollTo(9999, 0)")
    expect(rows).to_have_attribute("data-more", "left " if scrolls else " ")


@pytest.mark.parametrize("size", [(412, 915), (740, 360), (820, 1180), (1280, 800)])
def test_cells_are_large_where_the_screen_has_room(size: tuple[int, int], served: str, new_phone: NewPhone) -> None:
    width, height = size
    phone = new_phone(width=width, height=height)
    phone.open(f"{served}/classic/")
    boxes = [cell.bounding_box() for cell in phone.page.locator(".paper.scrolling .cell").all()]
    assert all(box and box["width"] >= 32 and box["height"] >= 44 for box in boxes)


def test_large_text_is_not_clipped(served: str, phone: Phone) -> None:
    """At 200 %, on every screen."""
    phone.open(f"{served}/classic/")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    clipped = """
    () => [...document.querySelectorAll("h1, h2, p, summary, button:not(.cell), .choice, label")]
      .filter((each) => each.checkVisibility() && !each.closest(".players, .suggestions, .unseen"))
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
      .map((each) => each.textContent)
    """
    for screen in ("sheet", "result"):
        phone.go(screen)
        assert phone.page.evaluate(clipped) == []
