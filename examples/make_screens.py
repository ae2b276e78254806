"""Take the screenshots in the README: `python -m examples.make_screens`.

Needs the test extra and a Chromium, which SHEETGEN_BROWSER names.
"""

from __future__ import annotations

import json
import os
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

from sheetgen.api.serving import serve
from sheetgen.layouts.catalog import DEFAULT_THEME, load_theme, load_variant
from sheetgen.preview.builder import Defaults
from sheetgen.preview.responses import preview_app
from sheetgen.preview.session import PreviewSession
from sheetgen.scorer.page.html_page import scorer_page
from sheetgen.scorer.web.server import Server
from tests.browser.book_games import book_file, random_entries
from tests.scorer.sheet_photos import photo

EXAMPLES = Path(__file__).parent
CROSSED = (
    *("red 2", "red 3", "red 5", "red 8", "red 9", "yellow 3", "yellow 6", "yellow 7", "yellow 10"),
    *("green 12", "green 10", "green 9", "blue 11", "blue 7", "blue 6", "penalty 1"),
)
UNSURE = ("green 6", "blue 3")
"""What is on the photo of a sheet: crosses, and strokes that nobody can tell."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 780},
    "is_mobile": True,
    "has_touch": True,
    "locale": "en",
}


def open_game(browser: Browser, folder: Path, record: dict[str, Any]) -> Page:
    """The page of a game with all that the record says."""
    variant = record["variant"]
    file = folder / f"{variant}.html"
    scorer = scorer_page(load_variant(variant), load_theme(DEFAULT_THEME), photo_reader="inline")
    file.write_text(scorer.html, encoding="utf-8")
    (folder / "game.json").write_text(json.dumps(record), encoding="utf-8")
    page = browser.new_page(**PHONE, color_scheme="light", device_scale_factor=2)
    page.goto(file.as_uri())
    page.tap(".menu button")
    with page.expect_file_chooser() as chooser:
        page.tap('[data-key="import"]')
    chooser.value.set_files(folder / "game.json")
    page.locator(".player-name").nth(1).wait_for()
    return page


def game(name: str) -> dict[str, Any]:
    """One of the example games."""
    return dict(json.loads((EXAMPLES / "games" / f"{name}.json").read_text(encoding="utf-8")))


def show_start_page(browser: Browser, target: Path) -> None:
    """The top of the start page, with its field and the first pictures."""
    with serve(host="127.0.0.1", port=0, mdns=False) as started:
        serving = Thread(target=started.server.run)
        serving.start()
        try:
            page = browser.new_page(**PHONE, color_scheme="light", device_scale_factor=2)
            page.goto(f"http://127.0.0.1:{started.server.port}/", wait_until="networkidle")
            page.screenshot(path=target / "start.png")
        finally:
            started.server.stop()
            serving.join()


def show_preview(browser: Browser, folder: Path, target: Path) -> None:
    """A layout in the preview, with a mistake in it that has just been made."""
    file = Path("mine.toml")
    good = 'extends = "bigpoints"\nslug = "mine"\ntitle = "Grandma\'s Sheet"\n\n[game.penalties]\npoints = -3\n'
    with Server("127.0.0.1", 0) as server, chdir(folder):
        file.write_text(good, encoding="utf-8")
        server.application = preview_app(PreviewSession(file, Defaults()), server.port)
        serving = Thread(target=server.run)
        serving.start()
        try:
            page = browser.new_page(viewport={"width": 1100, "height": 760}, color_scheme="light", locale="en")
            page.goto(f"http://127.0.0.1:{server.port}/")
            page.locator("figure img").first.wait_for()
            file.write_text(good.replace("points =", "point ="), encoding="utf-8")
            page.locator(".problems li").first.wait_for()
            page.wait_for_timeout(400)
            page.screenshot(path=target)
        finally:
            server.stop()
            serving.join()


def show_book(page: Page, target: Path) -> None:
    """Who leads after an evening's games, in the book that a page alone contains."""
    page.tap('nav [data-key="book"]')
    with page.expect_file_chooser() as chooser:
        page.tap('.transfer [data-key="import"]')
    games = book_file(random_entries(40))
    chooser.value.set_files(FilePayload(name="book.json", mimeType="application/json", buffer=games))
    page.locator("dialog button").last.tap()
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=target / "book.png")


def show_photos(browser: Browser, folder: Path, target: Path) -> None:
    """What the phone reads from the photos of two sheets, and its questions about unsure cells of another one."""
    file = folder / "photos.html"
    scorer = scorer_page(load_variant("classic"), load_theme(DEFAULT_THEME), photo_reader="inline")
    file.write_text(scorer.html, encoding="utf-8")
    page = browser.new_page(**PHONE, color_scheme="light", device_scale_factor=2, reduced_motion="reduce")
    page.goto(file.as_uri())
    photos = page.locator("input[multiple]")
    photos.set_input_files([EXAMPLES / "photos" / name for name in ("anna.jpg", "ben.jpg")])
    page.locator(".review .overview").nth(1).wait_for()
    page.locator(".review input").first.fill("Anna")
    page.screenshot(path=target / "photo.png")
    page.locator(".answers .strong").click()
    unsure = photo("classic", 17, CROSSED, UNSURE)
    photos.set_input_files(FilePayload(name="sheet.jpg", mimeType="image/jpeg", buffer=unsure))
    page.locator(".review .overview").wait_for()
    page.screenshot(path=target / "question.png")


def main() -> None:
    """The start page, a sheet with something wrong on it, who won, the book, a photo, and the preview of a layout."""
    target = EXAMPLES / "screens"
    target.mkdir(exist_ok=True)
    arguments = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=os.environ.get("SHEETGEN_BROWSER"), args=arguments)
        show_start_page(browser, target)
        wrong = game("bigpoints")
        del wrong["players"][0]["claimed"]
        wrong["players"][0]["marks"]["green-blue"] = [6]
        wrong["players"][0]["marks"]["blue"].append(2)
        page = open_game(browser, folder, wrong)
        page.screenshot(path=target / "sheet.png")
        page = open_game(browser, folder, game("bigpoints"))
        page.tap('nav [data-key="result"]')
        page.screenshot(path=target / "result.png")
        show_book(page, target)
        show_photos(browser, folder, target)
        show_preview(browser, folder, target.resolve() / "preview.png")
        browser.close()


if __name__ == "__main__":
    main()
