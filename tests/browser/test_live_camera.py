"""The live camera: a sheet that is held in front of it is read by itself, and nothing else is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy
import pytest
from playwright.sync_api import Browser, Page, expect

from sheetgen.layouts.catalog import load_locale
from tests.browser.axe import violations
from tests.browser.live_video import LARGE, blurred, dark, noisy, on_table, table, write_video
from tests.conftest import ARGUMENTS
from tests.helpers import edition
from tests.photos.plain_shot import Picture, plain_picture
from tests.profiles import selection
from tests.timeouts import wait_until

ANNA = ("red 2", "red 3", "red 5", "yellow 2", "blue 9", "penalty 1")
BEN = ("red 4", "yellow 3", "yellow 4", "green 12", "green 11")
TEXTS = load_locale("en").scorer
ENOUGH = 60  # frames that a page looks at before a test is sure that nothing is read


def sheet(serial: int, crossed: Iterable[str], variant: str = "classic") -> Picture:
    return plain_picture(edition(variant), serial, crossed)


def held(frame: Picture, count: int = 20) -> list[Picture]:
    """Return frames of a camera that is held still."""
    return [noisy(frame, seed) for seed in range(count)]


def moving(picture: Picture, count: int = 30) -> list[Picture]:
    """Return frames of a camera that never stops."""
    return [on_table(picture, 0.8, (50 * (at % 6) - 125, 20 * (at % 5) - 40)) for at in range(count)]


@contextmanager
def camera(browser: Browser, address: str, file: Path, frames: Iterable[Picture]) -> Iterator[Page]:
    """A page in a browser whose camera shows these frames over and over, after a tap on the button."""
    write_video(file, frames)
    fake = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={file}",
    ]
    other = browser.browser_type.launch(executable_path=os.environ["SHEETGEN_BROWSER"], args=[*ARGUMENTS, *fake])
    try:
        page = other.new_page(viewport={"width": 390, "height": 844}, has_touch=True, locale="en")
        page.add_init_script("window.looked = 0")
        page.goto(address)
        page.wait_for_function("() => navigator.mediaDevices.enumerateDevices().then((all) => all.length)")
        page.locator('[data-key="photo"]').tap()
        page.locator("dialog.live").wait_for()
        page.evaluate(COUNT_FRAMES)
        yield page
    finally:
        other.close()


COUNT_FRAMES = """
() => {
  const {getImageData} = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.getImageData = function (...area) {
    if (area[2] === 640) window.looked += 1;
    return getImageData.apply(this, area);
  };
}
"""


def hint(page: Page) -> str:
    return page.locator("dialog.live [role=status]").inner_text()


def looked_long_enough(page: Page) -> None:
    wait_until(lambda: page.evaluate("window.looked") > ENOUGH, "frames to be looked at")


def read_sheets(page: Page) -> str:
    return page.locator("dialog.live .count").inner_text()


def test_sheets_that_are_held_before_the_camera_are_players(served: str, browser: Browser, tmp_path: Path) -> None:
    """One after the other, each of them once, however often it is seen."""
    frames = [
        *held(table(), 8),
        *held(on_table(sheet(41, ANNA))),
        *held(table(), 8),
        *held(on_table(sheet(42, BEN), shift=(10, 5))),
    ]
    with camera(browser, f"{served}/classic/", tmp_path / "camera.y4m", frames) as page:
        wait_until(lambda: read_sheets(page) == "Sheets read: 2", "two sheets")
        wait_until(lambda: hint(page) == TEXTS.live_known, "a sheet that was read before")
        assert read_sheets(page) == "Sheets read: 2"
        assert not violations(page)
        page.get_by_role("button", name="Done").tap()
        page.locator(".review").wait_for()
        assert page.locator(".review figcaption").all_inner_texts() == ["Crosses: 6", "Crosses: 5"]
        assert page.evaluate("document.querySelector('video')") is None
        page.locator(".review + .answers button").tap()
        expect(page.locator('[data-key^="player"]')).to_have_count(2)


def test_two_sheets_in_the_picture_are_read_at_once(served: str, browser: Browser, tmp_path: Path) -> None:
    both = on_table(numpy.hstack([sheet(41, ANNA), sheet(42, BEN)]), 0.98, size=LARGE)
    with camera(browser, f"{served}/classic/", tmp_path / "camera.y4m", held(both)) as page:
        wait_until(lambda: read_sheets(page) == "Sheets read: 2", "both sheets")


def cut_off() -> list[Picture]:
    return held(on_table(sheet(41, ANNA), shift=(500, 0)))


NOTHING_TO_READ: dict[str, tuple[Callable[[], list[Picture]], str]] = {
    "no sheet": (lambda: held(table()), "live_none"),
    "a moving sheet": (lambda: moving(sheet(41, ANNA)), "live_moving"),
    "a dark sheet": (lambda: held(dark(on_table(sheet(41, ANNA)), 0.12)), "live_dark"),
    "a far sheet": (lambda: held(on_table(sheet(41, ANNA), 0.42)), "live_closer"),
    "a blurred sheet": (lambda: held(blurred(on_table(sheet(41, ANNA)), 2.5)), "live_blurred"),
    "half a sheet": (cut_off, "live_corner"),
}


@pytest.mark.parametrize(
    "name", selection(list(NOTHING_TO_READ), ["a moving sheet", "a blurred sheet", "half a sheet"])
)
def test_a_hint_tells_what_is_missing(name: str, served: str, browser: Browser, tmp_path: Path) -> None:
    """And nothing is read meanwhile."""
    make, text = NOTHING_TO_READ[name]
    with camera(browser, f"{served}/classic/", tmp_path / "camera.y4m", make()) as page:
        wait_until(lambda: hint(page) == getattr(TEXTS, text), text)
        looked_long_enough(page)
        assert read_sheets(page) == ""


def test_the_camera_stops_when_the_page_is_hidden_or_the_user_cancels(
    served: str, browser: Browser, tmp_path: Path
) -> None:
    with camera(browser, f"{served}/classic/", tmp_path / "camera.y4m", held(table())) as page:
        wait_until(lambda: hint(page) == TEXTS.live_none, "the camera")
        page.evaluate("window.track = document.querySelector('video').srcObject.getTracks()[0]")
        page.get_by_role("button", name="Cancel").tap()
        assert page.evaluate("window.track.readyState") == "ended" and not page.locator("dialog").count()
        page.locator('[data-key="photo"]').tap()
        wait_until(lambda: hint(page) == TEXTS.live_none, "the camera")
        page.evaluate("window.track = document.querySelector('video').srcObject.getTracks()[0]")
        page.evaluate(HIDE)
        assert page.evaluate("window.track.readyState") == "ended" and not page.locator("dialog").count()


HIDE = """
() => {
  Object.defineProperty(document, "hidden", {value: true, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def test_photos_can_be_chosen_instead(served: str, browser: Browser, tmp_path: Path) -> None:
    with camera(browser, f"{served}/classic/", tmp_path / "camera.y4m", held(table())) as page:
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Choose photos").tap()
        assert chooser.value.is_multiple() and not page.locator("dialog").count()
