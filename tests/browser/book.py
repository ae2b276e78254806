"""The book on a phone: what a player does with it, and what it shows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page

from tests.browser.phone import Phone


class Book:
    """The book in a window, either as a page of its own or as a screen of a scorer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ranking = page.locator(".ranking li")
        self.games = page.locator(".history .game")
        self.unfinished = page.locator(".unfinished .game")

    @classmethod
    def opened(cls, phone: Phone, served: str) -> Book:
        """Open the page of the book on a phone."""
        phone.opened |= {f"{served}/book/"}
        phone.wait_until_stored()
        return cls.in_window(phone.page, served)

    @classmethod
    def in_window(cls, page: Page, served: str) -> Book:
        """Open the page of the book in any window."""
        page.goto(f"{served}/book/")
        page.locator(".transfer").wait_for()
        return cls(page)

    def read(self, file: bytes, name: str = "book.json") -> str:
        """Open a file, and return what the book says of it."""
        with self.page.expect_file_chooser() as chooser:
            self.page.locator('[data-key="import"]').click()
        chooser.value.set_files(FilePayload(name=name, mimeType="application/json", buffer=file))
        return self.told()

    def told(self) -> str:
        """Return what a dialog says, and close it."""
        text = self.page.locator("dialog p").inner_text()
        self.page.locator("dialog button").click()
        return text

    def saved(self, key: str = "save all") -> tuple[str, bytes]:
        """Save everything, or the table, and return the name and the content of the file."""
        with self.page.expect_download() as download:
            self.page.locator(f'[data-key="{key}"]').click()
        return download.value.suggested_filename, Path(download.value.path()).read_bytes()

    def choose(self, text: str) -> None:
        """Choose a layout or a period."""
        self.page.locator(".filters").get_by_role("button", name=text, exact=True).click()

    def game(self, text: str) -> Locator:
        """Return the first game with this text in the list."""
        return self.games.filter(has_text=text).first

    def press(self, game: Locator, button: str) -> None:
        """Press the button `note`, `delete` or `open` of a game."""
        game.locator(f'[data-key^="{button} "]').click()

    def write_note(self, game: Locator, text: str) -> None:
        self.press(game, "note")
        self.page.locator("dialog textarea").fill(text)
        self.page.locator("dialog .strong").click()

    def answer(self, text: str) -> None:
        self.page.locator("dialog button", has_text=text).click()

    def tables(self) -> list[list[str]]:
        """Return the players of each game in the list, with their points."""
        return [game.locator(".table li").all_inner_texts() for game in self.games.all()]

    def figures(self, place: Locator) -> dict[str, str]:
        """Return the figures inside an element by their labels."""
        tiles = place.locator(".tiles").first.locator("> span").all()
        return dict(_split(tile.inner_text().split("\n")) for tile in tiles)


def _split(words: Iterable[str]) -> tuple[str, str]:
    label, value = (word.strip() for word in words)
    return label, value
