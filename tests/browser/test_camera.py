"""Photos of sheets: from the button to the crosses on the page, with a real server that reads them."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest
from playwright.sync_api import Locator, expect

from sheetgen.layouts.catalog import load_locale
from sheetgen.locales.names import signed
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.shuffle.arrangement import Pad
from tests.browser.axe import violations
from tests.browser.phone import Phone
from tests.browser.test_access import COVERED, EXTREME_SIZES, FOOTER_SHARE, OVERFLOW, SIZES
from tests.helpers import LANGUAGES, UNLIKE, VARIANTS, edition
from tests.photos.studio.conditions import USUAL
from tests.photos.studio.game import finished
from tests.photos.studio.shot import take
from tests.profiles import selection
from tests.scorer.commands import serving
from tests.scorer.sheet_photos import photo, photo_of, photo_without_code

NewPhone = Callable[..., Phone]

CLEAR = ("red 2", "red 3", "red 5", "red 6", "red 9", "red 12", "red lock", "green 12", "blue 7", "penalty 1")
UNCLEAR = ("yellow 4", "yellow 5", "penalty 2")
"""Nobody can tell them on the photo. The first and the last are crossed in truth."""
TRUTH = (*CLEAR, "yellow 4", "penalty 2")
WITH_SHEETS = [variant for variant in VARIANTS if edition(variant).layout.sheet]


@cache
def doubtful_photo() -> bytes:
    return photo("classic", 41, CLEAR, UNCLEAR)


def total_of(crossed: Iterable[str], variant: str = "classic") -> str:
    """What the audit of the program counts, as pages write it."""
    rulebook = edition(variant).rulebook
    rows = {id: 1 for id in crossed if id not in rulebook.penalty_cells}
    sheet = Sheet("", rows, sum(id in rulebook.penalty_cells for id in crossed))
    return signed(audit(rulebook, Record((sheet,))).scores[0].total)


def panel(phone: Phone) -> Locator:
    return phone.page.locator(".doubt")


def asked(phone: Phone) -> str:
    return panel(phone).locator("b").inner_text()


def settle(phone: Phone, answer: str) -> None:
    panel(phone).get_by_role("button", name=answer, exact=True).tap()


def settle_all(phone: Phone, crossed: frozenset[str]) -> None:
    """By the truth."""
    while panel(phone).count():
        cell = phone.page.locator('.cell[data-doubt="asked"]').get_attribute("data-cell")
        settle(phone, "Crossed" if cell in crossed else "Not crossed")


def doubtful(phone: Phone) -> list[str]:
    """The cells that blink."""
    cells = phone.page.locator(".cell[data-doubt]").all()
    return [str(cell.get_attribute("data-cell")) for cell in cells]


def wait_for_crosses(phone: Phone, crossed: Iterable[str]) -> None:
    """Pieces on a track are there before any photo."""
    expect(phone.page.locator(".cell[aria-pressed=true]:not([data-cell^=space])")).to_have_count(len(list(crossed)))
    assert sorted(id for id in phone.crossed() if not id.startswith("space")) == sorted(crossed)


def test_a_photo_puts_all_crosses_on_the_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, CLEAR))
    wait_for_crosses(phone, CLEAR)
    assert phone.total() == total_of(CLEAR)
    assert phone.page.locator(".serial").inner_text() == "No. 41"
    expect(phone.page.locator(".toast")).to_have_text(f"Photo read. Crosses: {len(CLEAR)}")
    assert not panel(phone).count() and not phone.page.locator("dialog").count()


@pytest.mark.parametrize(
    "variant", selection([variant for variant in UNLIKE if variant in WITH_SHEETS], ["bigpoints", "double-a"])
)
def test_sheets_of_all_kinds(variant: str, served: str, phone: Phone) -> None:
    """After a game, whatever was crossed in it."""
    crossed = finished(edition(variant), numpy.random.default_rng(5)).crossed
    phone.open(f"{served}/{variant}/")
    phone.photograph(photo(variant, 41, tuple(sorted(crossed))))
    phone.page.locator(".serial").wait_for()
    settle_all(phone, crossed)
    wait_for_crosses(phone, crossed)
    assert phone.total() == total_of(crossed, variant)


def test_a_photo_as_people_take_it(served: str, phone: Phone) -> None:
    shot = take(3, conditions=USUAL)
    phone.open(f"{served}/classic/")
    phone.photograph(shot.jpeg)
    phone.page.locator(".serial").wait_for()
    settle_all(phone, shot.crossed)
    wait_for_crosses(phone, shot.crossed)
    assert phone.total() == total_of(shot.crossed)


def test_a_shuffled_sheet(served: str, phone: Phone) -> None:
    plain = edition("gemixxt-b")
    shuffled = plain.shuffled(Pad(plain.rulebook, "camera").sheet(5))
    assert shuffled.arrangement
    crossed = tuple(cell.id for row in shuffled.rulebook.rows for cell in row.cells[2:5])
    phone.open(f"{served}/gemixxt-b/")
    phone.photograph(photo_of(shuffled, 5, crossed))
    wait_for_crosses(phone, crossed)
    record = Record((Sheet("", dict.fromkeys(crossed, 1), arrangement=shuffled.arrangement),))
    assert phone.total() == str(audit(plain.rulebook, record).scores[0].total)


def test_what_cannot_be_told_blinks_and_is_settled_one_by_one(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    panel(phone).wait_for()
    assert doubtful(phone) == list(UNCLEAR)
    assert phone.page.evaluate("document.activeElement.className") == "doubt"
    for left, (question, answer) in enumerate(
        [
            ("Is Yellow 4 crossed?", "Crossed"),
            ("Is Yellow 5 crossed?", "Not crossed"),
            ("Is Misthrow 2 crossed?", "Crossed"),
        ]
    ):
        assert asked(phone) == question
        assert panel(phone).locator("small").inner_text() == f"Still open: {3 - left}"
        assert panel(phone).locator("[aria-pressed=true]").inner_text() == "Not crossed", "the better guess"
        assert panel(phone).locator("img").evaluate("image => image.complete && image.naturalWidth") > 50
        settle(phone, answer)
    assert not panel(phone).count() and not doubtful(phone)
    assert sorted(phone.crossed()) == sorted(TRUTH)
    assert phone.total() == total_of(TRUTH)
    assert phone.page.evaluate("document.activeElement.dataset.key") == "photo"


def test_a_broken_rule_is_told_and_asked_about(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, ("red 2", "green lock")))
    panel(phone).wait_for()
    assert asked(phone) == "Is Green lock crossed?"
    words = "Green lock is crossed, but Green 2 is not. They are crossed together."
    assert panel(phone).locator("span").inner_text() == words
    settle(phone, "Not crossed")
    assert phone.crossed() == ["red 2"]
    assert not panel(phone).count() and not phone.findings()


def test_what_mends_a_rule_mends_it_for_all_cells(served: str, phone: Phone) -> None:
    """The lock was asked about only because its number could not be told."""
    crossed = ("green 12", "green 11", "green 10", "green 9", "green 8", "green lock")
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, crossed, ("green 2",)))
    panel(phone).wait_for()
    assert doubtful(phone) == ["green 2", "green lock"]
    settle(phone, "Crossed")
    assert not panel(phone).count() and not phone.findings()
    assert sorted(phone.crossed()) == sorted([*crossed, "green 2"])


def test_what_stays_wrong_is_left_to_the_checks(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, ("green lock",)))
    panel(phone).wait_for()
    settle(phone, "Crossed")
    assert not panel(phone).count()
    assert [code for code, _ in phone.findings()] == ["lock-without-number"]


def test_a_tap_on_a_blinking_cell_asks_about_it_and_another_one_is_the_other_answer(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    panel(phone).wait_for()
    phone.cross("yellow 5")
    assert asked(phone) == "Is Yellow 5 crossed?" and "yellow 5" not in phone.crossed()
    phone.cross("yellow 5")
    assert "yellow 5" in phone.crossed() and doubtful(phone) == ["yellow 4", "penalty 2"]
    phone.cross("penalty 2", "penalty 2")
    assert "penalty 2" in phone.crossed() and doubtful(phone) == ["yellow 4"]
    phone.cross("yellow 5")
    assert "yellow 5" not in phone.crossed(), "once settled, it is a cell like any other"
    phone.cross("red 4")
    assert "red 4" in phone.crossed() and asked(phone) == "Is Yellow 4 crossed?"


def test_undo_takes_the_photo_back_in_one_step(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{'A' * 6}.41")
    phone.cross("blue 9", "penalty 1")
    phone.photograph(doubtful_photo())
    phone.answer("Replace")
    panel(phone).wait_for()
    settle(phone, "Not crossed")
    assert asked(phone) == "Is Yellow 5 crossed?"
    settle(phone, "Crossed")
    assert "yellow 5" in phone.crossed() and asked(phone) == "Is Misthrow 2 crossed?"
    phone.tap('[data-key="undo"]')
    assert "yellow 5" not in phone.crossed() and asked(phone) == "Is Yellow 5 crossed?"
    phone.tap('[data-key="undo"]')
    assert phone.crossed() == ["blue 9", "penalty 1"] and not panel(phone).count() and not doubtful(phone)
    phone.tap('[data-key="redo"]')
    assert sorted(phone.crossed()) == sorted(CLEAR) and panel(phone).count()


def test_a_sheet_with_another_number_joins_the_game(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.photograph(photo("classic", 41, CLEAR))
    wait_for_crosses(phone, CLEAR)
    assert phone.players() == ["Anna"], "an empty sheet without a number takes the first photo"
    phone.photograph(photo("classic", 42, ("red 2",)))
    wait_for_crosses(phone, ["red 2"])
    assert phone.players() == ["Anna", "Player 2"]
    assert phone.page.locator(".serial").inner_text() == "No. 42"
    phone.tap('[data-key="undo"]')
    assert phone.players() == ["Anna"] and phone.total() == total_of(CLEAR)
    phone.tap('[data-key="redo"]')
    wait_for_crosses(phone, ["red 2"])
    phone.photograph(photo("classic", 41, CLEAR))
    wait_for_crosses(phone, CLEAR)
    assert phone.players() == ["Anna", "Player 2"], "a known number opens its own sheet"
    phone.go("result")
    phone.photograph(photo("classic", 43, ("blue 12",)))
    wait_for_crosses(phone, ["blue 12"])
    assert phone.players() == ["Anna", "Player 2", "Player 3"]


def test_a_sheet_whose_code_cannot_be_read_goes_where_one_looks(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{'A' * 6}.7")
    phone.photograph(photo_without_code("classic", ("red 2", "red 3")))
    wait_for_crosses(phone, ["red 2", "red 3"])
    assert phone.page.locator(".serial").inner_text() == "No. 7" and len(phone.players()) == 1


def test_other_crosses_are_not_replaced_unasked(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{'A' * 6}.41")
    phone.name("Anna")
    phone.cross("blue 9", "penalty 1")
    phone.photograph(photo("classic", 41, CLEAR))
    question = phone.page.locator("dialog p", has_text="Anna")
    question.wait_for()
    assert question.inner_text() == (
        "There are other crosses on the sheet of Anna. Replace them with those on the photo?"
    )
    phone.answer("Cancel")
    assert phone.crossed() == ["blue 9", "penalty 1"]
    phone.photograph(photo("classic", 41, CLEAR))
    phone.answer("Replace")
    wait_for_crosses(phone, CLEAR)
    phone.cross("blue 9")
    phone.tap('[data-key="undo"]')
    expect(phone.page.locator(".toast")).to_be_hidden()
    phone.photograph(photo("classic", 41, CLEAR))
    expect(phone.page.locator(".toast")).to_be_visible()
    assert not phone.page.locator("dialog").count(), "the same crosses are no others"


def test_a_photo_is_of_a_finished_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{'A' * 6}.41")
    phone.tap('button:has-text("As we play")')
    phone.photograph(doubtful_photo())
    panel(phone).wait_for()
    mode = phone.page.get_by_role("group", name="How to enter").locator("[aria-pressed=true]")
    assert mode.inner_text() == "Finished sheet"
    phone.tap('button:has-text("As we play")')
    assert not panel(phone).count() and not doubtful(phone), "as we play, rules decide what may be crossed"
    assert sorted(phone.crossed()) == sorted(CLEAR)
    phone.tap('button:has-text("Finished sheet")')
    assert doubtful(phone) == list(UNCLEAR)


def test_nothing_of_a_photo_is_kept(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    panel(phone).wait_for()
    kept = json.dumps(phone.page.evaluate("({...localStorage})"))
    assert "yellow" in kept and "data:" not in kept and "doubt" not in kept
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert doubtful(phone) == list(UNCLEAR), "to look elsewhere for a moment is no answer"
    phone.page.reload()
    phone.page.locator(".view").first.wait_for()
    assert not panel(phone).count() and not doubtful(phone)
    assert sorted(phone.crossed()) == sorted(CLEAR), "the guess stays"


def test_doubts_stay_with_their_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    panel(phone).wait_for()
    phone.tap('[data-key="add"]')
    assert not panel(phone).count() and not doubtful(phone)
    phone.cross("yellow 4")
    assert phone.crossed() == ["yellow 4"]
    phone.tap('[data-key="player 0"]')
    assert doubtful(phone) == list(UNCLEAR)
    phone.go("result")
    assert not panel(phone).count()
    phone.go("sheet")
    assert panel(phone).count() == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_photo_cannot_be_read_stays_until_it_is_closed(language: str, served: str, new_phone: NewPhone) -> None:
    phone, locale = new_phone(language=language), load_locale(language)
    phone.open(f"{served}/classic/")
    for content, kind, text, status in [
        (b"a text", "text/plain", locale.photos.no_picture, "422"),
        (doubtful_photo()[:100_000], "image/jpeg", locale.photos.cut_short, "422"),
    ]:
        phone.photograph(content, kind)
        dialog = phone.page.locator("dialog", has_text=text)
        dialog.wait_for()
        dialog.get_by_role("button", name=locale.scorer.close).tap()
        assert not phone.page.locator("dialog").count() and not phone.crossed()
        [complaint] = phone.complaints
        assert status in complaint
        phone.complaints.clear()


def test_without_an_answer(tmp_path: Path, new_phone: NewPhone) -> None:
    phone = new_phone()
    with serving(tmp_path, "--no-mdns") as server:
        phone.open(f"http://127.0.0.1:{server.port}/classic/")
        server.end(signal.SIGINT)
    phone.photograph(doubtful_photo())
    phone.page.locator("dialog", has_text="The computer does not answer. Is sheetgen serve still running?").wait_for()
    phone.answer("Close")
    assert phone.complaints and all("ERR_" in complaint for complaint in phone.complaints)
    phone.complaints.clear()


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_who_waits_too_long_can_cancel(way: str, served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.is_altered = True
    network = phone.context.new_cdp_session(phone.page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 20_000}
    network.send("Network.emulateNetworkConditions", slow)
    with phone.page.expect_request(lambda request: request.method == "POST"):
        phone.photograph(doubtful_photo())
    dialog = phone.page.locator("dialog", has_text="Reading the photo …")
    dialog.wait_for()
    assert dialog.locator("progress").is_visible()
    assert phone.page.evaluate("document.activeElement.textContent") == "Cancel"
    if way == "button":
        phone.answer("Cancel")
    else:
        phone.page.keyboard.press("Escape")
    assert not phone.page.locator("dialog").count() and not phone.crossed()
    network.send("Network.emulateNetworkConditions", {**slow, "uploadThroughput": -1})
    phone.photograph(photo("classic", 41, CLEAR))
    wait_for_crosses(phone, CLEAR)


def test_all_of_it_with_the_keyboard(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.opened.add(f"POST {served}/classic/photo")
    keyboard = phone.page.keyboard
    for _ in range(40):
        keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement.dataset.key") == "photo":
            break
    with phone.page.expect_file_chooser() as chooser:
        keyboard.press("Enter")
    chooser.value.set_files({"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": doubtful_photo()})
    panel(phone).wait_for()
    keyboard.press("Tab")
    keyboard.press("Enter")
    assert "yellow 4" in phone.crossed()
    keyboard.press("Tab")
    keyboard.press("Enter")
    assert "yellow 5" not in phone.crossed()
    keyboard.press("Shift+Tab")
    keyboard.press("Space")
    assert sorted(phone.crossed()) == sorted(TRUTH)
    assert phone.page.evaluate("document.activeElement.dataset.key") == "photo"


def test_a_screen_reader_hears_the_questions(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    button = phone.page.get_by_role("button", name="Photo of the sheet")
    assert button.inner_text() == "Photo", "what is seen is part of what is heard"
    phone.photograph(doubtful_photo())
    group = phone.page.get_by_role("group", name="Is Yellow 4 crossed?")
    group.wait_for()
    assert group.evaluate("group => group.closest('[role=status]') !== null && group === document.activeElement")
    assert group.get_by_role("button", name="Not crossed", pressed=True).count() == 1
    assert group.get_by_role("img", name="Photo").count() == 1


def test_axe_finds_nothing(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, ("red 2", "green lock"), UNCLEAR))
    panel(phone).wait_for()
    assert not violations(phone.page)
    for _ in range(4):
        settle(phone, "Crossed")
    assert not panel(phone).count()
    phone.photograph(photo("classic", 41, CLEAR))
    phone.page.locator("dialog .danger, dialog .strong").wait_for()
    assert not violations(phone.page)


def test_doubts_blink_unless_the_phone_keeps_still(served: str, phone: Phone) -> None:
    style = "marks => ['animationName', 'borderTopWidth'].map((key) => getComputedStyle(marks, '::after')[key])"
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    panel(phone).wait_for()
    ring = phone.cell("yellow 5").locator(".marks")
    assert ring.evaluate(style) == ["blink", "3px"]
    phone.is_altered = True
    phone.page.emulate_media(reduced_motion="reduce")
    assert ring.evaluate(style) == ["none", "3px"]


def test_questions_have_room_on_every_screen(served: str, new_phone: NewPhone) -> None:
    phone = new_phone(language=LANGUAGES[-1])
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, ("red 2", "red 12", "green lock"), ("penalty 4",)))
    panel(phone).wait_for()
    questions = 0
    while panel(phone).count():
        for width, height in selection(SIZES, EXTREME_SIZES):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(OVERFLOW) <= 0
            assert phone.page.evaluate(FOOTER_SHARE) < 0.5
            buttons = panel(phone).locator("button").all()
            boxes: list[Any] = [button.bounding_box() for button in buttons]
            assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= height for box in boxes)
            assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
            assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
            assert not phone.page.evaluate(COVERED)
        buttons[1].tap()
        questions += 1
    assert questions >= 2


def test_large_text_has_room(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.photograph(doubtful_photo())
    panel(phone).wait_for()
    assert phone.page.evaluate(OVERFLOW) <= 0
    assert not phone.page.evaluate(COVERED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_where_photos_go(language: str, served: str, new_phone: NewPhone) -> None:
    phone = new_phone(language=language)
    phone.open(f"{served}/classic/")
    phone.go("games")
    assert load_locale(language).scorer.photo_kept in phone.page.locator(".about").inner_text()


def test_pages_from_elsewhere_have_no_camera(published: str, files: Path, new_phone: NewPhone) -> None:
    for url in (f"{published}/classic/", (files / "classic.html").as_uri()):
        phone = new_phone()
        phone.opened |= {f"{published}/sw.js", f"{published}/manifest.webmanifest"}
        phone.open(url)
        assert not phone.page.locator('[data-key="photo"], [capture]').count()
        policy = phone.page.locator("meta[http-equiv]").get_attribute("content")
        assert policy and "connect-src" not in policy
        assert phone.page.locator("nav button").count() == 3
