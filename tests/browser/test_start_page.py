"""The start page: people find the page of their sheet by a picture, by what is printed on it, or by its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.scorer.site import site_files, write_site
from tests.browser.hosting import WithMissingPage, hosted
from tests.browser.phone import Phone
from tests.browser.start_page import open_start_page, picture_widths
from tests.helpers import VARIANTS, edition, page_of

NewPhone = Callable[..., Phone]

BIGPOINTS = fingerprint(edition("bigpoints"))
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def type_in(phone: Phone, text: str) -> None:
    """Type what is printed on a sheet, and press Enter."""
    phone.page.get_by_role("textbox").fill(text)
    phone.page.keyboard.press("Enter")


def offered(phone: Phone) -> dict[str, str]:
    """The layouts that the page offers above all others: their links by their titles."""
    script = "links => links.map((link) => [link.querySelector('b:not([hidden] *)').textContent, link.href])"
    return dict(phone.page.locator(".found a").evaluate_all(script))


def forget_missing_page(phone: Phone) -> None:
    """Forget that the browser has complained about the status 404, which is as it should be."""
    phone.complaints = [each for each in phone.complaints if "404" not in each]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_layout_has_a_picture_and_the_one_that_others_extend_is_the_first(
    dark: bool, served: str, new_phone: NewPhone
) -> None:
    phone = new_phone(dark=dark)
    open_start_page(phone, f"{served}/")
    widths = picture_widths(phone.page)
    assert list(widths) == ["classic", *(name for name in VARIANTS if name != "classic")]
    assert all(widths.values())
    phone.opened.add(f"{served}/bigpoints/")
    phone.page.get_by_role("link", name="Big Points").tap()
    phone.page.locator(".view").first.wait_for()


def test_the_page_does_not_jump_when_pictures_arrive(served: str, phone: Phone) -> None:
    def places() -> list[Any]:
        return [link.bounding_box() for link in phone.page.locator("li").all()]

    waiting: list[Route] = []
    phone.page.route("**/picture.svg", lambda route: waiting.append(route))
    phone.opened |= {f"{served}/", *(f"{served}/{name}/picture.svg" for name in VARIANTS)}
    phone.page.goto(f"{served}/", wait_until="domcontentloaded")
    before = places()
    assert waiting
    for route in waiting:
        route.continue_()
    phone.page.unroute("**/picture.svg")
    picture_widths(phone.page)
    assert places() == before


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        (f"sheetgen.local:8717/bigpoints/#{BIGPOINTS}.17", f"#{BIGPOINTS}.17"),
        (f" {BIGPOINTS.lower()} . 17", f"#{BIGPOINTS}.17"),
        (f"#{BIGPOINTS}.17~Anna", f"#{BIGPOINTS}.17~Anna"),
        (BIGPOINTS, ""),
        ("big points", ""),
    ],
)
def test_what_is_typed_opens_the_sheet(text: str, fragment: str, served: str, phone: Phone) -> None:
    """The page of the sheet removes the fragment from its address as soon as it has read it."""
    open_start_page(phone, f"{served}/")
    addresses: list[str] = []
    phone.page.on("framenavigated", lambda frame: addresses.append(frame.url))
    phone.opened.add(f"{served}/bigpoints/")
    type_in(phone, text)
    phone.page.locator(".view").first.wait_for()
    assert addresses[0] == f"{served}/bigpoints/{fragment}"
    if fragment:
        expect(phone.page.locator(".serial")).to_contain_text("17")


def test_all_of_it_works_with_the_keyboard(served: str, phone: Phone) -> None:
    open_start_page(phone, f"{served}/")
    keyboard = phone.page.keyboard
    keyboard.press("Tab")
    keyboard.type("doubel a")
    keyboard.press("Tab")
    keyboard.press("Space")
    assert offered(phone) == {"Double A": f"{served}/double-a/"}
    field = phone.page.get_by_role("textbox", name="Small print or name")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    keyboard.type("d")
    assert offered(phone) == {} and field.get_attribute("aria-invalid") is None
    expect(phone.page.get_by_role("alert")).to_be_empty()
    keyboard.press("ControlOrMeta+A")
    keyboard.type("double a")
    phone.opened.add(f"{served}/double-a/")
    keyboard.press("Enter")
    phone.page.locator(".view").first.wait_for()


@pytest.mark.parametrize(
    ("text", "language", "answer"),
    [
        ("17", "en", "17 is only the number of the sheet. Type the six characters before it, too, for example #FW3U"),
        ("Nr. 17", "de", "Nr. 17 ist nur die Nummer des Zettels."),
        ("ABCDEF.3", "en", "This scorer does not know “ABCDEF.3”."),
        ("ABCDEF.3", "de", "„ABCDEF.3“ ist hier nicht bekannt."),
        ("<img src=x>" + "x" * 100, "en", "This scorer does not know “<img src=x>xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…”."),
        ("double", "de", "Meinst du:"),
    ],
)
def test_a_problem_is_announced_in_the_language_of_the_device(
    text: str, language: str, answer: str, served: str, new_phone: NewPhone
) -> None:
    phone = new_phone(language=language)
    open_start_page(phone, f"{served}/")
    type_in(phone, text)
    expect(phone.page.get_by_role("alert")).to_contain_text(answer)
    has_command = "sheetgen serve --layout FILE" in phone.page.get_by_role("alert").inner_text()
    assert has_command == (text not in ("17", "Nr. 17", "double"))
    assert phone.page.url == f"{served}/"


def test_nothing_typed_is_no_answer(served: str, phone: Phone) -> None:
    open_start_page(phone, f"{served}/")
    phone.page.get_by_role("button", name="Open").tap()
    expect(phone.page.get_by_role("textbox")).to_be_focused()
    expect(phone.page.get_by_role("alert")).to_be_empty()


def test_an_address_without_the_name_of_the_layout_leads_to_the_sheet(served: str, phone: Phone) -> None:
    open_start_page(phone, f"{served}/#{BIGPOINTS}.17")
    expect(phone.page.get_by_role("alert")).to_have_text("Your sheet is here:")
    assert offered(phone) == {"Big Points": f"{served}/bigpoints/#{BIGPOINTS}.17"}


EXPLANATION = "sheetgen serve --layout FILE"


@pytest.mark.parametrize(
    ("path", "places", "is_explained"),
    [
        ("bigpoint/#ABCDEF.17", {"Big Points": "bigpoints/#ABCDEF.17"}, True),
        ("deep/er/Dubble-A/", {"Double A": "double-a/"}, True),
        (f"our-club/#{BIGPOINTS}.17", {"Big Points": f"bigpoints/#{BIGPOINTS}.17"}, False),
        ("deep/big-points/#ABCDEF.17", {"Big Points": "bigpoints/#ABCDEF.17"}, True),
        ("our-club/#ABCDEF.17", {}, True),
        ("our-club/", {}, True),
    ],
)
def test_the_page_for_unknown_addresses_helps(
    path: str, places: dict[str, str], is_explained: bool, served: str, phone: Phone
) -> None:
    open_start_page(phone, f"{served}/{path}")
    expect(phone.page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    assert offered(phone) == {title: f"{served}/{place}" for title, place in places.items()}
    assert phone.page.get_by_text(EXPLANATION).is_visible() == is_explained
    assert all(picture_widths(phone.page).values())
    phone.opened.add(f"{served}/classic/")
    type_in(phone, "classic")
    phone.page.locator(".view").first.wait_for()
    forget_missing_page(phone)


def test_a_site_below_a_path_helps_as_well(tmp_path: Path, phone: Phone) -> None:
    names = ["duel", "bigpoints", "classic"]
    site = tmp_path / "classic" / "scorer"  # a folder whose name is that of a layout
    site.parent.mkdir()
    pages = {name: page_of(name, on_site=True) for name in names}
    write_site(site, site_files([edition(name) for name in names], pages, "/classic/scorer/"))
    (tmp_path / "404.html").write_bytes((site / "404.html").read_bytes())
    with hosted(tmp_path, kind=WithMissingPage) as port:
        root = f"http://127.0.0.1:{port}/classic/scorer"
        phone.page.route("**/sw.js", lambda route: route.abort())  # what is not known to it is not its business
        phone.opened |= {f"{root}/sw.js", f"{root}/manifest.webmanifest"}
        open_start_page(phone, f"{root}/")
        assert list(picture_widths(phone.page)) == ["classic", "duel", "bigpoints"]
        assert offered(phone) == {}
        open_start_page(phone, f"{root}/a/bigpoint/s/#ABCDEF.2")
        assert all(picture_widths(phone.page).values())
        assert offered(phone) == {"Big Points": f"{root}/bigpoints/#ABCDEF.2"}
        expect(phone.page.get_by_text("sheetgen site DIR --layout FILE")).to_be_visible()
    forget_missing_page(phone)


@pytest.mark.parametrize("width", [320, 360])
def test_the_page_fits_on_small_screens_with_large_text(width: int, served: str, new_phone: NewPhone) -> None:
    phone = new_phone(width=width, height=568, language="de")
    open_start_page(phone, f"{served}/nowhere/")
    type_in(phone, "ABCDEF.3")
    for size in ("100%", "200%"):
        phone.page.evaluate("size => document.documentElement.style.fontSize = size", size)
        assert phone.page.evaluate(OVERFLOW) <= 0, size
    forget_missing_page(phone)
