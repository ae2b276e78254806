"""Photos of sheets: from the button to the crosses on the page, which reads the photos itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy
import pytest
from PIL import Image
from playwright.sync_api import Locator, Route, expect

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.names import signed
from sheetgen.locales.texts import render
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.shuffle.arrangement import Pad
from tests.browser.axe import violations
from tests.browser.hosting import hosted
from tests.browser.phone import Phone
from tests.browser.photographed_game import NAMES, VARIANT, photographed_game
from tests.browser.test_access import COVERED, EXTREME_SIZES, FOOTER_SHARE, OVERFLOW, SIZES
from tests.helpers import LANGUAGES, VARIANTS, edition, edition_of, run
from tests.photos.hostile_files import grey_jpeg, white_png
from tests.photos.hostile_pictures import almost_marks, squared_paper, squares
from tests.photos.plain_shot import TABLE, Picture, as_jpeg, plain_picture
from tests.photos.studio.conditions import USUAL
from tests.photos.studio.game import finished
from tests.photos.studio.shot import take
from tests.profiles import selection
from tests.scorer.sheet_photos import photo, photo_of, photo_with_link, photo_without_code, photo_without_code_of
from tests.timeouts import wait_until

NewPhone = Callable[..., Phone]

CLEAR = ("red 2", "red 3", "red 5", "red 6", "red 9", "red 12", "red lock", "green 12", "blue 7", "penalty 1")
UNCLEAR = ("yellow 4", "yellow 5", "penalty 2")  # nobody can tell them on the photo
ENGLISH_NAMES = {"yellow 4": "Yellow 4", "yellow 5": "Yellow 5", "penalty 2": "Misthrows 2"}
GUESS = (*CLEAR, "yellow 5")  # what is rather crossed than not
TRUTH = (*CLEAR, "yellow 4", "penalty 2")
FEW = ("red 2", "red 3", "red 5")  # as few crosses as a reader needs to know the pen
WITH_SHEETS = [variant for variant in VARIANTS if edition(variant).layout.sheet]
ENGLISH = load_locale("en")


@cache
def doubtful_photo() -> bytes:
    return photo("classic", 41, CLEAR, unclear=("yellow 5",), covered=("yellow 4", "penalty 2"))


def clear_photo() -> bytes:
    return photo("classic", 41, CLEAR)


def plain() -> Picture:
    return plain_picture(edition("classic"), 41, CLEAR)


def total_of(crossed: Iterable[str], variant: str = "classic") -> str:
    """Return the points that the audit of the program counts, as pages write them."""
    rulebook = edition(variant).rulebook
    rows = {id: 1 for id in crossed if id not in rulebook.penalty_cells}
    sheet = Sheet("", rows, sum(id in rulebook.penalty_cells for id in crossed))
    return signed(audit(rulebook, Record((sheet,))).scores[0].total)


def panel(phone: Phone) -> Locator:
    return phone.page.locator(".doubt")


def review(phone: Phone) -> Locator:
    return phone.page.locator("dialog", has=phone.page.locator(".review"))


def problems(phone: Phone) -> list[str]:
    """Return why photos could not be read, as the review tells it."""
    review(phone).wait_for()
    return review(phone).locator(".problem p").all_inner_texts()


def open_questions(phone: Phone) -> None:
    panel(phone).get_by_role("button").tap()
    tiles(phone).first.wait_for()


def tiles(phone: Phone) -> Locator:
    return phone.page.locator("dialog .tile")


def tile(phone: Phone, cell: str) -> Locator:
    return phone.page.locator(f'dialog .tile[data-key="{cell}"]')


def shown(phone: Phone) -> dict[str, bool]:
    """Return the cells that are asked about, and whether they are shown as crossed."""
    return {
        str(each.get_attribute("data-key")): each.get_attribute("aria-pressed") == "true" for each in tiles(phone).all()
    }


def settle_all(phone: Phone, *crossed: Collection[str]) -> None:
    """Answer all questions by what is crossed in truth on the sheet of each player."""
    if not panel(phone).count():
        return
    open_questions(phone)
    for section in phone.page.locator("dialog .doubts section").all():
        truth = crossed[int(section.get_attribute("data-key") or 0)]
        for each in section.locator(".tile").all():
            if (each.get_attribute("aria-pressed") == "true") != (each.get_attribute("data-key") in truth):
                each.tap()
    phone.answer("All right")
    assert not panel(phone).count()


def doubtful(phone: Phone) -> list[str]:
    """Return the cells that blink."""
    cells = phone.page.locator(".cell[data-doubt]").all()
    return [str(cell.get_attribute("data-cell")) for cell in cells]


def check_crosses(phone: Phone, crossed: Iterable[str]) -> None:
    """The sheet has these crosses and no others. Pieces on a track are there before any photo."""
    assert sorted(id for id in phone.crossed() if not id.startswith("space")) == sorted(crossed)


def width_of(image: Locator) -> int:
    """Return the width of a picture in pixels; 0 if it cannot be shown."""
    return int(image.evaluate("image => image.decode().then(() => image.naturalWidth, () => 0)"))


def requests_of(phone: Phone) -> set[str]:
    """Return all that the page has asked others for: addresses with blob: are inside the page."""
    return {url for url in phone.requests if not url.startswith(("about:", "blob:"))}


def hold_reader(phone: Phone) -> list[Route]:
    """Let the page wait for its reader. Return a list that receives each request for it."""
    held: list[Route] = []
    phone.is_altered = True
    phone.page.route("**/reader.js", lambda route: held.append(route))
    return held


def wait_for_reading(phone: Phone, *photos: bytes) -> None:
    """Choose photos, and wait until the page asks for its reader."""
    with phone.page.expect_request("**/reader.js"):
        phone.choose_photos(*photos)


def test_a_photo_puts_all_crosses_on_the_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.choose_photos(clear_photo())
    review(phone).wait_for()
    assert review(phone).get_attribute("aria-label") == "Sheets read: 1"
    assert review(phone).locator("figcaption").inner_text() == f"Crosses: {len(CLEAR)}"
    assert width_of(review(phone).get_by_role("img", name="The sheet on the photo")) == 900
    phone.close_review()
    assert not phone.page.locator("dialog").count() and not panel(phone).count()
    check_crosses(phone, CLEAR)
    assert phone.total() == total_of(CLEAR)
    assert phone.page.locator(".serial").inner_text() == "No. 41"
    assert requests_of(phone) == {f"{served}/classic/", f"{served}/camera.js", f"{served}/reader.js"}


@pytest.mark.parametrize("variant", selection(WITH_SHEETS, ["bigpoints", "double-a"]))
def test_sheets_of_all_kinds_are_read(variant: str, served: str, phone: Phone) -> None:
    """After a game, whatever was crossed in it."""
    crossed = finished(edition(variant), numpy.random.default_rng(5)).crossed
    phone.open(f"{served}/{variant}/")
    phone.photograph(photo(variant, 41, tuple(sorted(crossed))))
    settle_all(phone, crossed)
    check_crosses(phone, crossed)
    assert phone.total() == total_of(crossed, variant)


def test_a_photo_as_people_take_it_is_read(served: str, phone: Phone) -> None:
    shot = take(70_003, conditions=USUAL)
    phone.open(f"{served}/classic/")
    phone.photograph(shot.jpeg)
    settle_all(phone, shot.crossed)
    check_crosses(phone, shot.crossed)
    assert phone.total() == total_of(shot.crossed)


def with_orientation(picture: Picture) -> bytes:
    """Return a JPEG whose pixels lie on their side, as its metadata say."""
    file, metadata = BytesIO(), Image.Exif()
    metadata[0x0112] = 6
    Image.fromarray(numpy.rot90(picture)).save(file, "JPEG", exif=metadata)
    return file.getvalue()


def saved_as(kind: str, picture: Picture) -> bytes:
    return saved(Image.fromarray(picture), kind)


def saved(image: Image.Image, kind: str) -> bytes:
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()


AS_GOOD: dict[str, tuple[str, Callable[[Picture], bytes]]] = {
    "turned by its metadata": ("image/jpeg", with_orientation),
    "a PNG upside down": ("image/png", lambda picture: saved_as("PNG", numpy.rot90(picture, 2))),
    "a grey WebP": ("image/webp", lambda picture: saved_as("WebP", picture.mean(2).astype(numpy.uint8))),
    "48 megapixels": ("image/jpeg", lambda picture: as_jpeg(cv2.resize(picture, (8000, 6000)))),
}


@pytest.mark.parametrize("name", selection(AS_GOOD, list(AS_GOOD)[:2]))
def test_other_forms_of_a_photo_are_read_as_well(name: str, served: str, phone: Phone) -> None:
    kind, make = AS_GOOD[name]
    phone.open(f"{served}/classic/")
    phone.photograph(make(plain()), kind=kind)
    settle_all(phone, CLEAR)
    check_crosses(phone, CLEAR)
    assert phone.page.locator(".serial").inner_text() == "No. 41"


def test_four_photos_are_a_game_of_four_with_the_result_of_scan(
    served: str, phone: Phone, tmp_path: Path, capsys: Any
) -> None:
    game = photographed_game(tmp_path, capsys)
    phone.open(f"{served}/{VARIANT}/")
    phone.choose_photos(*(file.read_bytes() for file in game.photos))
    review(phone).wait_for()
    assert review(phone).get_attribute("aria-label") == "Unsure cells: 1"
    assert "Unsure: 1" in review(phone).locator("figcaption").nth(1).inner_text()
    for seat, name in enumerate(NAMES):
        review(phone).get_by_label("Name").nth(seat).fill(name)
    phone.close_review()
    assert phone.players() == list(NAMES)
    settle_all(phone, *game.crossed)
    for seat, crossed in enumerate(game.crossed):
        phone.tap(f'[data-key="player {seat}"]')
        check_crosses(phone, crossed)
    phone.finish()
    assert phone.table() == game.points()
    assert ", ".join(game.scanned["winners"]) in phone.page.locator(".winner").inner_text()
    assert not phone.findings() and not game.scanned["findings"]


def test_a_page_in_a_file_reads_photos_without_any_request(phone: Phone, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "classic.html"
    assert run(capsys, "page", "--variant", "classic", "--photos", "--output", str(file)).status == 0
    phone.open(file.as_uri())
    phone.photograph(doubtful_photo())
    assert doubtful(phone) == list(UNCLEAR)
    settle_all(phone, TRUTH)
    check_crosses(phone, TRUTH)
    assert requests_of(phone) == {file.as_uri()}


def test_once_visited_a_site_reads_photos_without_a_network(phone: Phone, tmp_path: Path, capsys: Any) -> None:
    assert run(capsys, "site", str(tmp_path / "scorer"), "--quiet").status == 0
    phone.is_altered = True
    with hosted(tmp_path) as port:
        root = f"http://127.0.0.1:{port}/scorer"
        phone.opened |= {f"{root}/sw.js", f"{root}/manifest.webmanifest"}
        phone.open(f"{root}/bigpoints/")
        assert phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.open(f"{root}/classic/")
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)


def test_a_page_without_a_reader_has_no_button_for_photos(files: Path, phone: Phone) -> None:
    phone.open((files / "classic.html").as_uri())
    assert not phone.page.locator('[data-key="photo"], input[type=file][accept^=image]').count()
    assert phone.page.locator("nav button").count() == 3


def noise() -> bytes:
    rough = numpy.random.default_rng(1).integers(0, 255, (90, 120, 3)).astype(numpy.uint8)
    return as_jpeg(cv2.resize(rough, (1600, 1200), interpolation=cv2.INTER_CUBIC))


def without_corner() -> bytes:
    """Return a photo that was taken slantwise, so that one corner of the sheet is outside."""
    side, picture = 1750, plain()
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 45, 1)
    turn[:, 2] += ((side - width) / 2 + 400, (side - height) / 2)
    return as_jpeg(cv2.warpAffine(picture, turn, (side, side), borderValue=(90, 90, 90)))


def bad_photos() -> dict[str, tuple[bytes, str]]:
    """Return photos that cannot be read, each with what the page says about it."""
    texts = ENGLISH.photos
    return {
        "no sheet": (noise(), texts.no_marks),
        "half a sheet": (as_jpeg(plain()[:, : plain().shape[1] * 3 // 5]), render(texts.few_marks, {"found": 2})),
        "without a corner": (without_corner(), texts.cut_off),
        "blurred": (as_jpeg(cv2.GaussianBlur(plain(), (0, 0), 15)), texts.no_marks),
        "mirrored": (as_jpeg(plain()[:, ::-1]), texts.mirrored),
        "black": (as_jpeg(numpy.full((1200, 1600, 3), 4, numpy.uint8)), texts.dark),
        "truncated": (clear_photo()[:100_000], texts.cut_short),
        "a text": (b"a photo", texts.no_picture),
        "too small": (
            as_jpeg(cv2.resize(plain(), (600, 360))),
            render(texts.too_small, {"width": 600, "height": 360, "least": 480}),
        ),
        "too large": (white_png(16_000, 16_000), render(texts.too_many_pixels, {"most": 51})),
        "too many scans": (grey_jpeg(7000, 7000, scans=1000), texts.damaged),
        "squared paper": (as_jpeg(cv2.merge([squared_paper(3999, 2999, 20)] * 3)), texts.no_marks),
        "a narrow strip": (saved(Image.fromarray(squares(17_000, 3000, 40)), "PNG"), texts.no_marks),
        "almost marks": (saved(Image.fromarray(almost_marks(3999, 2999, 60)), "PNG"), texts.no_marks),
    }


def test_every_bad_photo_is_explained_and_a_good_one_is_read_after_them(served: str, phone: Phone) -> None:
    bad = bad_photos()
    phone.open(f"{served}/classic/")
    phone.choose_photos(*(content for content, _ in bad.values()), clear_photo())
    assert dict(zip(bad, problems(phone), strict=True)) == {name: text for name, (_, text) in bad.items()}
    assert review(phone).get_attribute("aria-label") == "Sheets read: 1"
    phone.close_review()
    check_crosses(phone, CLEAR)
    assert len(phone.players()) == 1


@pytest.mark.parametrize("step", selection([12, 24, 40, 60, 100, 160], [40]))
def test_a_sheet_on_squared_paper_is_read(step: int, served: str, phone: Phone) -> None:
    sheet = plain()[TABLE:-TABLE, TABLE:-TABLE]
    height, width = sheet.shape[:2]
    picture = cv2.merge([squared_paper(2000, 1500, step)] * 3)
    picture[300 : 300 + height, 400 : 400 + width] = sheet
    phone.open(f"{served}/classic/")
    phone.photograph(as_jpeg(cv2.GaussianBlur(picture, (0, 0), 0.7)))
    check_crosses(phone, CLEAR)
    assert phone.page.locator(".serial").inner_text() == "No. 41"


def test_a_bad_photo_changes_nothing(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("blue 9")
    phone.choose_photos(noise())
    assert problems(phone) == [ENGLISH.photos.no_marks]
    phone.close_review()
    assert phone.crossed() == ["blue 9"] and len(phone.players()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_photo_cannot_be_read_stays_until_it_is_closed(language: str, served: str, new_phone: NewPhone) -> None:
    phone, locale = new_phone(language=language), load_locale(language)
    phone.open(f"{served}/classic/")
    phone.choose_photos(b"a text", kind="text/plain")
    assert problems(phone) == [locale.photos.no_picture]
    assert review(phone).get_attribute("aria-label") == locale.scorer.photo_none
    review(phone).get_by_role("button", name=locale.scorer.photo_close).tap()
    assert not phone.page.locator("dialog").count() and not phone.crossed()


def test_a_reader_that_cannot_be_loaded_is_told_and_loaded_with_the_next_photo(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.is_altered = True
    phone.page.route("**/reader.js", lambda route: route.abort())
    phone.choose_photos(clear_photo())
    assert problems(phone) == [ENGLISH.scorer.photo_failed]
    phone.close_review()
    phone.page.unroute_all()
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)
    assert all("ERR_" in complaint for complaint in phone.complaints)
    phone.complaints.clear()


def test_a_camera_that_cannot_be_loaded_is_told_and_loaded_with_the_next_photo(served: str, phone: Phone) -> None:
    """With each photo it is tried twice: with the tap on the button, and once the photo is there."""
    phone.open(f"{served}/classic/")
    phone.is_altered = True
    phone.page.route("**/camera.js*", lambda route: route.abort())
    with phone.page.expect_event("requestfailed"), phone.page.expect_file_chooser() as chooser:
        phone.tap('[data-key="photo"]')
    assert not phone.page.locator(".toast").is_visible(), "whoever takes a photo would not see it"
    chooser.value.set_files({"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": clear_photo()})
    phone.page.locator(".toast").wait_for()
    assert phone.toast() == ENGLISH.scorer.photo_failed and not phone.page.locator("dialog").count()
    phone.page.unroute_all()
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)
    phone.opened |= {f"{served}/camera.js?{failures}" for failures in (1, 2)}
    assert all("ERR_" in complaint for complaint in phone.complaints)
    phone.complaints.clear()


def test_a_sheet_of_another_layout_is_read_on_the_page_of_that_layout(served: str, phone: Phone) -> None:
    crossed = ("red 2", "red 3", "red-yellow 3", "blue 12")
    phone.open(f"{served}/classic/")
    phone.choose_photos(photo("bigpoints", 5, crossed))
    title = load_variant("bigpoints").title["en"]
    assert problems(phone) == [f"This is a {title} sheet."] == ["This is a Big Points sheet."]
    assert not phone.crossed()
    phone.opened.add(f"{served}/bigpoints/")
    review(phone).get_by_role("button", name="Open Big Points").tap()
    phone.page.wait_for_url(f"{served}/bigpoints/**")
    review(phone).wait_for()
    phone.close_review()
    settle_all(phone, crossed)
    check_crosses(phone, crossed)
    assert phone.page.locator(".serial").inner_text() == "No. 5"
    assert phone.page.evaluate("sessionStorage.length") == 0, "the photo is passed on once"


FOREIGN = {
    'slug = "unheard-of"': render(ENGLISH.scorer.photo_unknown_layout, {"layout": "unheard-of"}),
    'slug = "classic"\n[game.penalties]\npoints = -3': ENGLISH.scorer.photo_other_rules,
    'slug = "classic"\n[sheet.cell]\nheight = "13.5mm"': ENGLISH.scorer.photo_other_places,
}


def test_sheets_of_other_people_are_explained(served: str, phone: Phone, tmp_path: Path) -> None:
    """Sheets of an unknown layout, with other rules, with cells in other places, and of a newer version."""
    photos = []
    for at, text in enumerate(FOREIGN):
        file = tmp_path / f"{at}.toml"
        file.write_text(f'extends = "classic"\n{text}\n')
        photos.append(photo_of(edition_of(file), 1, FEW))
    phone.open(f"{served}/classic/")
    phone.choose_photos(*photos, photo_with_link("classic", f"{served}/classic/#v2.FW3UIQ.1", FEW))
    explained = [*FOREIGN.values(), ENGLISH.scorer.newer]
    assert problems(phone) == explained
    assert review(phone).locator(".problem").all_inner_texts() == explained
    assert review(phone).get_by_role("button").all_inner_texts() == ["Done"]
    phone.close_review()
    assert not phone.crossed()


@pytest.mark.parametrize("code", ["read", "covered"])
def test_a_shuffled_sheet_is_read_as_its_code_says_or_else_as_the_page_shows_it(
    code: str, served: str, phone: Phone
) -> None:
    plain = edition("gemixxt-b")
    shuffled = plain.shuffled(Pad(plain.rulebook, "camera").sheet(5))
    assert shuffled.arrangement
    crossed = tuple(cell.id for row in shuffled.rulebook.rows for cell in row.cells[2:5])
    phone.open(f"{served}/gemixxt-b/" + (f"#AAAAAA.5.{shuffled.arrangement.code}" if code == "covered" else ""))
    phone.photograph(photo_of(shuffled, 5, crossed) if code == "read" else photo_without_code_of(shuffled, crossed))
    settle_all(phone, crossed)
    check_crosses(phone, crossed)
    assert phone.page.locator(".serial").inner_text() == "No. 5"
    record = Record((Sheet("", dict.fromkeys(crossed, 1), arrangement=shuffled.arrangement),))
    assert phone.total() == str(audit(plain.rulebook, record).scores[0].total)


def test_a_sheet_whose_code_cannot_be_read_goes_where_one_looks(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#AAAAAA.7")
    phone.photograph(photo_without_code("classic", FEW))
    check_crosses(phone, FEW)
    assert phone.page.locator(".serial").inner_text() == "No. 7" and len(phone.players()) == 1


def test_the_name_is_shown_as_it_is_written_and_can_be_typed(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.choose_photos(clear_photo())
    field = review(phone).get_by_label("Name")
    assert field.input_value() == "Anna"
    assert width_of(review(phone).get_by_role("img", name="The name as it is written")) > 100
    field.fill("  Ben ")
    phone.page.keyboard.press("Escape")
    assert not phone.page.locator("dialog").count()
    assert phone.players() == ["Ben"], "whatever closes the dialog, the name is kept"


def test_what_cannot_be_told_is_asked_about_on_one_screen(served: str, phone: Phone) -> None:
    """With the picture of each cell and what was read: one tap changes it, and another one confirms all the rest."""
    phone.open(f"{served}/classic/")
    phone.choose_photos(doubtful_photo())
    review(phone).wait_for()
    assert review(phone).get_attribute("aria-label") == "Unsure cells: 3"
    assert review(phone).locator("figcaption").inner_text() == f"Crosses: {len(GUESS)} · Unsure: 3"
    assert ENGLISH.scorer.photo_legend in review(phone).inner_text()
    assert shown(phone) == {id: id in GUESS for id in UNCLEAR}
    assert all(width_of(each.locator("img")) > 50 for each in tiles(phone).all())
    assert tile(phone, "yellow 4").locator("b, .answer").all_inner_texts() == ["Yellow 4", "Not crossed"]
    tile(phone, "yellow 4").tap()
    assert tile(phone, "yellow 4").locator("b, .answer").all_inner_texts() == ["Yellow 4", "Crossed"]
    tile(phone, "yellow 5").tap()
    tile(phone, "penalty 2").tap()
    phone.answer("All right")
    assert not panel(phone).count() and not doubtful(phone)
    check_crosses(phone, TRUTH)
    assert phone.total() == total_of(TRUTH)
    assert phone.page.evaluate("document.activeElement.dataset.key") == "photo"


def test_questions_that_are_left_for_later_are_in_nobodys_way(served: str, phone: Phone) -> None:
    """The cells blink, what was read counts, and the result can be seen."""
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    assert doubtful(phone) == list(UNCLEAR)
    assert panel(phone).inner_text() == "Unsure cells: 3"
    expect(panel(phone).get_by_role("button")).to_be_focused()
    assert phone.total() == total_of(GUESS)
    phone.go("result")
    assert not panel(phone).count()
    phone.go("sheet")
    settle_all(phone, TRUTH)
    check_crosses(phone, TRUTH)


def test_a_broken_rule_is_told_and_asked_about(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, (*FEW, "green lock")))
    open_questions(phone)
    words = "Green lock is crossed, but Green 2 is not. They are crossed together."
    assert tile(phone, "green lock").locator("small").inner_text() == words
    tile(phone, "green lock").tap()
    assert not tile(phone, "green lock").locator("small").count()
    phone.answer("All right")
    check_crosses(phone, FEW)
    assert not panel(phone).count() and not phone.findings()


def test_a_broken_rule_that_was_confirmed_is_left_to_the_checks(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, (*FEW, "green lock")))
    settle_all(phone, (*FEW, "green lock"))
    assert [code for code, _ in phone.findings()] == ["lock-without-number"]


def test_the_questions_of_all_sheets_are_on_the_same_screen(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    photos = [photo("classic", 41 + seat, FEW, covered=(cell,)) for seat, cell in enumerate(("red 9", "blue 9"))]
    phone.choose_photos(*photos, photo("classic", 43, FEW))
    review(phone).wait_for()
    assert review(phone).locator("h3").all_inner_texts() == ["Player 1", "Player 2"]
    assert shown(phone) == {"red 9": False, "blue 9": False}
    tile(phone, "blue 9").tap()
    phone.answer("All right")
    assert not panel(phone).count()
    assert phone.players() == ["Player 1", "Player 2", "Player 3"]
    for seat, crossed in enumerate((FEW, (*FEW, "blue 9"), FEW)):
        phone.tap(f'[data-key="player {seat}"]')
        check_crosses(phone, crossed)


def test_what_mends_a_rule_mends_it_for_all_cells(served: str, phone: Phone) -> None:
    """The lock was asked about only because its number could not be told."""
    crossed = ("green 12", "green 11", "green 10", "green 9", "green 8", "green lock")
    phone.open(f"{served}/classic/")
    phone.photograph(photo("classic", 41, crossed, covered=("green 2",)))
    assert doubtful(phone) == ["green 2", "green lock"]
    settle_all(phone, [*crossed, "green 2"])
    assert not phone.findings()
    check_crosses(phone, [*crossed, "green 2"])


def test_a_tap_on_a_blinking_cell_asks_the_questions(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    phone.cell("yellow 5").tap()
    assert list(shown(phone)) == list(UNCLEAR)
    phone.answer("All right")
    check_crosses(phone, GUESS)
    phone.cross("red 4", "yellow 5")
    assert "red 4" in phone.crossed() and "yellow 5" not in phone.crossed(), "once settled, cells are like any others"


def test_undo_takes_back_answers_and_then_the_photo(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#AAAAAA.41")
    phone.cross("blue 9", "penalty 1")
    phone.choose_photos(doubtful_photo())
    phone.answer("Replace")
    tile(phone, "yellow 5").tap()
    phone.close_review()
    assert "yellow 5" not in phone.crossed()
    phone.tap('[data-key="undo"]')
    assert "yellow 5" in phone.crossed() and doubtful(phone) == list(UNCLEAR)
    phone.tap('[data-key="undo"]')
    assert phone.crossed() == ["blue 9", "penalty 1"] and not panel(phone).count() and not doubtful(phone)
    phone.tap('[data-key="redo"]')
    check_crosses(phone, GUESS)
    assert panel(phone).count()


def test_a_photo_of_several_sheets_is_a_game_of_as_many(served: str, phone: Phone) -> None:
    """What is cut off is told."""
    sheets = [plain_picture(edition("classic"), 41 + seat, crossed) for seat, crossed in enumerate((FEW, CLEAR))]
    beside = plain_picture(edition("classic"), 50, FEW)
    phone.open(f"{served}/classic/")
    phone.choose_photos(as_jpeg(numpy.hstack([*sheets, beside[:, : beside.shape[1] // 2]])))
    assert problems(phone) == [render(ENGLISH.photos.part_of_sheet, {"found": 2})]
    assert review(phone).get_attribute("aria-label") == "Sheets read: 2"
    phone.close_review()
    assert phone.players() == ["Player 1", "Player 2"]
    for seat, crossed in enumerate((FEW, CLEAR)):
        phone.tap(f'[data-key="player {seat}"]')
        check_crosses(phone, crossed)


def test_a_sheet_with_another_number_joins_the_game(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)
    assert phone.players() == ["Anna"], "an empty sheet without a number takes the first photo"
    phone.photograph(photo("classic", 42, FEW))
    check_crosses(phone, FEW)
    assert phone.players() == ["Anna", "Player 2"]
    assert phone.page.locator(".serial").inner_text() == "No. 42"
    phone.tap('[data-key="undo"]')
    assert phone.players() == ["Anna"] and phone.total() == total_of(CLEAR)
    phone.tap('[data-key="redo"]')
    check_crosses(phone, FEW)
    phone.go("result")
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)
    assert phone.players() == ["Anna", "Player 2"], "a known number opens its own sheet"


def test_a_sheet_too_many_is_told_and_begins_a_new_game_if_it_comes_alone(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    for _ in range(4):
        phone.cross("red 2")
        phone.tap('[data-key="add"]')
    phone.cross("red 2")
    phone.choose_photos(clear_photo(), b"a text")
    assert problems(phone)[0] == render(ENGLISH.scorer.photo_full, {"most": 5})
    phone.close_review()
    assert phone.crossed() == ["red 2"] and len(phone.players()) == 5
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)
    assert len(phone.players()) == 1


def test_other_crosses_are_not_replaced_unasked(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#AAAAAA.41")
    phone.name("Anna")
    phone.cross("blue 9", "penalty 1")
    phone.choose_photos(clear_photo())
    question = phone.page.locator("dialog p", has_text="Anna")
    question.wait_for()
    assert question.inner_text() == render(ENGLISH.scorer.photo_replace_ask, {"name": "Anna"})
    phone.answer("Cancel")
    assert problems(phone) == [ENGLISH.scorer.photo_not_entered]
    phone.close_review()
    assert phone.crossed() == ["blue 9", "penalty 1"]
    phone.cross("blue 9", *reversed([id for id in CLEAR if id != "penalty 1"]))
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)


def test_a_clear_photo_raises_no_question_even_if_the_game_was_played_on_the_phone(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#AAAAAA.41")
    phone.tap('button:has-text("As we play")')
    phone.choose_photos(clear_photo())
    expect(review(phone)).to_contain_text(f"Crosses: {len(CLEAR)}")
    expect(review(phone)).not_to_contain_text("Unsure")
    phone.close_review()
    check_crosses(phone, CLEAR)


def test_a_photo_is_of_a_finished_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#AAAAAA.41")
    phone.tap('button:has-text("As we play")')
    phone.photograph(doubtful_photo())
    mode = phone.page.get_by_role("group", name="How to enter").locator("[aria-pressed=true]")
    assert mode.inner_text() == "Finished sheet" and panel(phone).count()
    phone.tap('button:has-text("As we play")')
    assert not panel(phone).count() and not doubtful(phone), "as we play, rules decide what may be crossed"
    check_crosses(phone, GUESS)
    phone.tap('button:has-text("Finished sheet")')
    assert doubtful(phone) == list(UNCLEAR)


def test_nothing_of_a_photo_is_kept(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    kept = json.dumps([phone.stored_games(), phone.page.evaluate("[{...localStorage}, {...sessionStorage}]")])
    assert "yellow" in kept and "data:" not in kept and "doubt" not in kept
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert doubtful(phone) == list(UNCLEAR), "to look elsewhere for a moment is no answer"
    phone.reload()
    assert not panel(phone).count() and not doubtful(phone)
    check_crosses(phone, GUESS)


RING = "marks => ['animationName', 'borderTopWidth'].map((key) => getComputedStyle(marks, '::after')[key])"


def test_doubts_blink_unless_the_phone_keeps_still_and_stay_with_their_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.photograph(doubtful_photo())
    ring = phone.cell("yellow 5").locator(".marks")
    assert ring.evaluate(RING) == ["blink", "3px"]
    phone.is_altered = True
    phone.page.emulate_media(reduced_motion="reduce")
    assert ring.evaluate(RING) == ["none", "3px"]
    phone.tap('[data-key="add"]')
    assert panel(phone).count() and not doubtful(phone)
    phone.cross("yellow 4")
    assert phone.crossed() == ["yellow 4"]
    phone.tap('[data-key="player 0"]')
    assert doubtful(phone) == list(UNCLEAR)


def test_who_cancels_keeps_the_game_and_can_take_another_photo(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#AAAAAA.41")
    phone.cross("blue 9")
    hold_reader(phone)
    wait_for_reading(phone, doubtful_photo(), doubtful_photo())
    dialog = phone.page.get_by_role("dialog", name="Reading photos …")
    assert dialog.locator("progress").is_visible() and dialog.get_by_text("Photo 1 of 2").is_visible()
    assert phone.page.evaluate("document.activeElement.textContent") == "Cancel"
    assert not violations(phone.page)
    phone.page.keyboard.press("Escape")
    assert not phone.page.locator("dialog").count() and phone.crossed() == ["blue 9"]
    wait_for_reading(phone, doubtful_photo())
    phone.answer("Cancel")
    assert not phone.page.locator("dialog").count() and phone.crossed() == ["blue 9"]
    phone.page.unroute_all()
    phone.choose_photos(clear_photo())
    phone.answer("Replace")
    phone.close_review()
    check_crosses(phone, CLEAR)


def test_a_reader_that_takes_too_long_is_stopped_and_the_next_photo_is_read(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.page.clock.install()
    phone.is_altered = True
    endless = "onmessage = () => { for (;;); };"
    phone.page.route("**/reader.js", lambda route: route.fulfill(body=endless, content_type="text/javascript"))
    wait_for_reading(phone, clear_photo())

    def is_over() -> bool:
        phone.page.clock.run_for(10_000)
        return review(phone).count() > 0

    wait_until(is_over, "the end of the reader")
    assert problems(phone) == [ENGLISH.scorer.photo_slow]
    phone.close_review()
    assert not phone.crossed()
    phone.page.unroute_all()
    phone.photograph(clear_photo())
    check_crosses(phone, CLEAR)


HOLD_PHOTO = """
() => {
  const {arrayBuffer} = Blob.prototype;
  Blob.prototype.arrayBuffer = async function () {
    Blob.prototype.arrayBuffer = arrayBuffer;
    await new Promise((resolve) => (window.release = resolve));
    return arrayBuffer.call(this);
  };
}
"""


def test_a_cancelled_photo_does_not_disturb_the_next_one(served: str, phone: Phone) -> None:
    """Even if it was cancelled while the page opened the file, which nothing interrupts."""
    phone.open(f"{served}/classic/")
    phone.page.evaluate(HOLD_PHOTO)
    phone.choose_photos(photo("classic", 42, FEW))
    phone.page.wait_for_function("() => window.release")
    phone.answer("Cancel")
    held = hold_reader(phone)
    wait_for_reading(phone, clear_photo())
    phone.page.evaluate("release()")
    wait_until(lambda: phone.page.title() and held, "the request for the reader")  # Playwright tells it with any answer
    held[0].continue_()
    review(phone).wait_for()
    phone.close_review()
    check_crosses(phone, CLEAR)
    assert phone.page.locator(".serial").inner_text() == "No. 41"


def test_all_of_it_is_done_with_a_keyboard_and_a_screen_reader(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    button = phone.page.get_by_role("button", name="Photos of sheets")
    assert button.inner_text() == "Photo", "what is seen is part of what is heard"
    phone.opened |= {f"{served}/camera.js", f"{served}/reader.js"}
    keyboard = phone.page.keyboard
    for _ in range(40):
        keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement.dataset.key") == "photo":
            break
    with phone.page.expect_file_chooser() as chooser:
        keyboard.press("Enter")
    assert chooser.value.is_multiple()
    chooser.value.set_files({"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": doubtful_photo()})
    expect(phone.page.get_by_role("button", name="All right")).to_be_focused()
    for cell in reversed(UNCLEAR):
        while phone.page.evaluate("document.activeElement.dataset.key") != cell:
            keyboard.press("Shift+Tab")
        described = phone.page.evaluate("document.activeElement.innerText").split("\n")
        assert described == [ENGLISH_NAMES[cell], "Crossed" if cell in GUESS else "Not crossed"]
        keyboard.press("Space")
    while phone.page.evaluate("document.activeElement.innerText") != "All right":
        keyboard.press("Tab")
    keyboard.press("Enter")
    check_crosses(phone, TRUTH)
    assert phone.page.evaluate("document.activeElement.dataset.key") == "photo"


def test_axe_finds_nothing(served: str, phone: Phone) -> None:
    """Neither on the review with its questions, nor on the questions alone."""
    phone.open(f"{served}/classic/#AAAAAA.41")
    phone.cross("blue 9")
    marked = photo("classic", 41, (*FEW, "green lock"), unclear=("yellow 5",))
    phone.choose_photos(marked, photo("bigpoints", 5, FEW), b"a text")
    phone.page.get_by_role("button", name="Replace").wait_for()
    assert not violations(phone.page)
    phone.answer("Replace")
    assert len(problems(phone)) == 2
    assert not violations(phone.page)
    assert list(shown(phone)) == ["yellow 5", "green lock"]
    phone.close_review()
    assert not violations(phone.page)
    open_questions(phone)
    assert not violations(phone.page)


REVIEW_OVERFLOW = """
() => {
  const dialog = document.querySelector("dialog");
  const inner = dialog.getBoundingClientRect();
  const parts = [...dialog.querySelectorAll("img, p, button, input, figcaption")];
  const boxes = [inner, ...parts.map((part) => part.getBoundingClientRect())];
  const outside = boxes.filter(({left, right}) => left < 0 || right > innerWidth);
  return [dialog.scrollWidth - dialog.clientWidth, outside.length, inner.top < 0 || inner.bottom > innerHeight];
}
"""


LARGE_TEXT = "size => (document.documentElement.style.fontSize = size)"


def test_review_and_questions_have_room_on_every_screen(served: str, new_phone: NewPhone) -> None:
    """For large text, too."""
    phone, texts = new_phone(language=LANGUAGES[-1]), load_locale(LANGUAGES[-1]).scorer
    phone.open(f"{served}/classic/")
    marked = photo("classic", 41, (*FEW, "green lock"), covered=("penalty 4",))
    phone.choose_photos(marked, photo("bigpoints", 5, FEW))
    review(phone).wait_for()
    for width, height in selection(SIZES, EXTREME_SIZES):
        phone.page.set_viewport_size({"width": width, "height": height})
        check_review_has_room(phone)
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.page.evaluate(LARGE_TEXT, "200%")
    check_review_has_room(phone)
    review(phone).get_by_role("button", name=texts.photo_later).tap()
    assert phone.page.evaluate(OVERFLOW) <= 0
    assert not phone.page.evaluate(COVERED)
    phone.page.evaluate(LARGE_TEXT, "")
    for width, height in selection(SIZES, EXTREME_SIZES):
        phone.page.set_viewport_size({"width": width, "height": height})
        check_button_has_room(phone)


def check_review_has_room(phone: Phone) -> None:
    """Nothing is too wide, and each button and field can be reached with a thumb."""
    assert phone.page.evaluate(REVIEW_OVERFLOW) == [0, 0, False]
    for target in review(phone).locator("button, input").all():
        target.scroll_into_view_if_needed()
        assert is_good_target(phone, target)


def check_button_has_room(phone: Phone) -> None:
    """The button that asks the questions is in sight, and the sheet can still be seen and tapped."""
    assert phone.page.evaluate(OVERFLOW) <= 0
    assert phone.page.evaluate(FOOTER_SHARE) < 0.5
    assert all(is_good_target(phone, button) for button in panel(phone).locator("button").all())
    assert not phone.page.evaluate(COVERED)


def is_good_target(phone: Phone, target: Locator) -> bool:
    """Return whether all of it is in sight, and large enough for a thumb."""
    box, screen = target.bounding_box(), phone.page.viewport_size
    assert box and screen
    is_in_sight = box["x"] >= 0 and box["x"] + box["width"] <= screen["width"] and box["y"] >= 0
    is_in_sight = is_in_sight and box["y"] + box["height"] <= screen["height"]
    return is_in_sight and box["width"] >= 44 and box["height"] >= 44


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_that_photos_stay_on_the_device(language: str, served: str, new_phone: NewPhone) -> None:
    phone = new_phone(language=language)
    phone.open(f"{served}/classic/")
    phone.tap(".menu button")
    assert load_locale(language).scorer.kept in phone.page.locator(".about").inner_text()
