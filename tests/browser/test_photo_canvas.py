"""Files of photos: the page draws each of them in a size that it can read, or says why not."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.page_readers import ADDRESS, answer_request
from tests.photos.hostile_files import animated_webp, grey_jpeg, white_png
from tests.profiles import selection


def saved(kind: str, width: int, height: int, **options: Any) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), "white").save(file, kind, **options)
    return file.getvalue()


_DRAW = """
async ([content, type, zeros]) => {
  const {photoCanvas} = await import("/templates/scorer/js/camera/photo_canvas.js");
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const {canvas, ...failure} = await photoCanvas(new Blob([bytes, new Uint8Array(zeros)], {type}));
  return canvas ? [canvas.width, canvas.height] : failure;
}
"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    page = browser.new_page()
    page.route(f"{ADDRESS}/**", answer_request)
    page.goto(f"{ADDRESS}/classic/")
    return page


def drawn(page: Page, content: bytes, kind: str = "image/jpeg", zeros: int = 0) -> Any:
    """Return the size of the canvas with a photo, or the problem. Zeros are added to the end of the file."""
    return page.evaluate(_DRAW, [b64encode(content).decode(), kind, zeros])


def too_many_pixels(most: int) -> dict[str, Any]:
    return {"problem": "too_many_pixels", "values": {"most": most}}


SIZES = {
    (2999, 2000): [2999, 2000],
    (4000, 3000): [2000, 1500],
    (8000, 6000): [2000, 1500],
    (5400, 2999): [5400, 2999],
    (5401, 2999): [2701, 1500],
    (480, 65_000): [30, 4063],
    (65_000, 480): [4063, 30],
    (17_000, 3000): [4250, 750],
}


@pytest.mark.parametrize(
    ("width", "height"), selection(SIZES, [(4000, 3000), (5400, 2999), (5401, 2999), (65_000, 480)])
)
def test_photos_are_halved_until_they_are_small_enough(width: int, height: int, page: Page) -> None:
    assert drawn(page, saved("JPEG", width, height)) == SIZES[width, height]


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_files_of_other_formats_are_drawn_in_the_same_size(kind: str, page: Page) -> None:
    assert drawn(page, saved(kind, 4000, 3000)) == [2000, 1500]
    assert drawn(page, saved(kind, 5500, 600)) == [2750, 300]


def test_a_file_that_has_to_be_decoded_as_a_whole_has_a_lower_limit(page: Page) -> None:
    assert drawn(page, white_png(105_600, 480)) == [3300, 15]
    assert drawn(page, white_png(7300, 7200)) == too_many_pixels(51)
    assert drawn(page, grey_jpeg(7300, 7200, scans=2)) == too_many_pixels(51)
    assert drawn(page, grey_jpeg(7300, 7200, scans=1)) == too_many_pixels(51)
    assert drawn(page, saved("JPEG", 7300, 7200)) == [1825, 1800]
    assert drawn(page, grey_jpeg(11_000, 10_100, scans=1)) == too_many_pixels(51)


def test_small_files_of_enormous_pictures_are_not_decoded(page: Page) -> None:
    assert drawn(page, white_png(16_000, 16_000)) == too_many_pixels(51)
    assert drawn(page, white_png(7300, 7300, frames=3)) == too_many_pixels(51)
    frame = saved("WEBP", 16, 16, lossless=True)
    assert drawn(page, animated_webp(16_383, 16_383, frame, frames=50)) == too_many_pixels(51)


def test_a_file_has_a_limit_of_bytes(page: Page) -> None:
    content = saved("JPEG", 1600, 1200)
    most = 40 * 1024**2 - len(content)
    assert drawn(page, content, zeros=most) == [1600, 1200]
    assert drawn(page, content, zeros=most + 1) == {"problem": "too_large", "values": {"most": 40}}


def test_only_the_first_picture_of_an_animation_is_drawn(page: Page) -> None:
    assert drawn(page, white_png(3000, 3000, frames=20)) == [1500, 1500]
    frame = saved("WEBP", 3000, 3000, lossless=True)
    assert drawn(page, animated_webp(3000, 3000, frame, frames=20)) == [1500, 1500]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_part_of_a_file_is_told_from_a_whole_one(kind: str, page: Page) -> None:
    file = BytesIO()
    Image.effect_noise((1600, 1200), 90).convert("RGB").save(file, kind)
    content = file.getvalue()
    assert drawn(page, content) == [1600, 1200]
    for share in selection((0.02, 0.2, 0.5, 0.9), [0.5]):
        assert drawn(page, content[: int(share * len(content))]) == {"problem": "cut_short"}, share


def test_a_drawing_is_no_photo(page: Page) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900"/></svg>'
    assert drawn(page, drawing, kind="image/svg+xml") == {"problem": "no_picture"}


def test_a_jpeg_with_too_many_scans_is_not_decoded(page: Page) -> None:
    assert drawn(page, grey_jpeg(900, 900, scans=32)) == [900, 900]
    assert drawn(page, grey_jpeg(900, 900, scans=33)) == {"problem": "damaged"}
