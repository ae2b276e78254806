"""A scorer page on a phone: what a player does with it, and what he sees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

from playwright.sync_api import Browser, BrowserContext, FilePayload, Locator, Page, Request

from tests.profiles import THOROUGH
from tests.timeouts import TIMEOUT_MS, wait_until

CLICK_ONLY = """
(ids) => {
  const cells = [...document.querySelectorAll(".paper.scrolling .cell")];
  const isCrossed = (cell) => cell.getAttribute("aria-pressed") === "true";
  for (const id of ids) cells.find((cell) => cell.dataset.cell === id && !isCrossed(cell))?.click();
  for (const cell of cells) if (isCrossed(cell) && !ids.includes(cell.dataset.cell)) cell.click();
}
"""


TABLE = """
() => {
  const texts = (parent, selector) => [...parent.querySelectorAll(selector)].map((cell) => cell.innerText.trim());
  const lines = [...document.querySelectorAll(".scores tbody tr")].map((line) => {
    const [rank = "1."] = texts(line, "th small");
    return [rank.slice(0, -1), line.querySelector("th").lastChild.textContent, ...texts(line, "td")];
  });
  return [texts(document, ".scores thead th"), lines];
}
"""
# A transaction waits for those before it, so this one sees all changes that were begun.
STORED_GAMES = """
() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("sheetgen");
  opening.onupgradeneeded = () => opening.transaction.abort(); // nothing was ever stored
  opening.onerror = () => resolve([]);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("games").objectStore("games").getAll();
    reading.onerror = reject;
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result);
    };
  };
})
"""


class Tabs:
    """Tabs of one browser, kept for the next test: to open one takes longer than to load a page."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}

    def take(self, options: dict[str, Any]) -> Page:
        """Return an empty tab, in a context of its own with these options."""
        free = self._free.setdefault(repr(options), [])
        return free.pop() if free else open_tab(self._browser, **options)

    def give_back(self, options: dict[str, Any], tab: Page, visited: Iterable[str]) -> None:
        """Clear all that the visited sites have stored, so that the tab is as good as new."""
        tab.goto("about:blank")
        tab.set_viewport_size(options["viewport"])
        session = tab.context.new_cdp_session(tab)
        for scheme, host in {urlsplit(url)[:2] for url in visited}:
            site = {"origin": f"{scheme}://{host}", "storageTypes": "all"}
            session.send("Storage.clearDataForOrigin", site)
        session.detach()
        self._free[repr(options)].append(tab)


def open_tab(browser: Browser, **options: Any) -> Page:
    """Open a tab in a new context, in which everything may take its time."""
    context = browser.new_context(**options)
    context.set_default_timeout(TIMEOUT_MS)
    return context.new_page()


class Phone:
    """One phone with one browser. It notes every request and every complaint."""

    def __init__(
        self,
        tabs: Tabs,
        width: int = 360,
        height: int = 740,
        dark: bool = False,
        language: str = "en-GB",
        scale: int = 1,
    ) -> None:
        self._tabs = tabs
        self._options = {
            "viewport": {"width": width, "height": height},
            "color_scheme": "dark" if dark else "light",
            "locale": language,
            "is_mobile": True,
            "has_touch": True,
            "device_scale_factor": scale,
        }
        self.is_altered = False  # set it if a test changes the tab itself, which nobody can use then
        self.page: Page = tabs.take(self._options)
        self.context: BrowserContext = self.page.context
        self.opened = {"about:blank"}
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._listeners: dict[Any, Any] = {
            "request": self._note_request,
            "console": lambda message: self.complaints.append(message.text),
            "pageerror": lambda error: self.complaints.append(str(error)),
            # From the first moment: to begin to listen takes a while, and a quick key would open the real chooser.
            "filechooser": lambda _: None,
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)

    def _note_request(self, request: Request) -> None:
        url = urldefrag(request.url).url
        self.requests.append(url if request.method == "GET" else f"{request.method} {url}")

    def open(self, url: str) -> None:
        """Follow a link, as a scan does: in this very tab, even if only its fragment is new."""
        page = urldefrag(url).url
        self.wait_until_stored()
        if urldefrag(self.page.url).url == page:
            self.page.goto("about:blank")
        self.opened.add(page)
        self.page.goto(url)
        self.page.locator("main:not([aria-busy=true]) :is(.view, .result-screen)").first.wait_for()

    def reload(self) -> None:
        """Reload the page, once all changes are stored: no person is as quick as a test."""
        self.wait_until_stored()
        self.page.reload()
        self.page.locator(".view, .result-screen").first.wait_for()

    def wait_until_stored(self) -> None:
        self.stored_games()

    def stored_games(self) -> list[dict[str, Any]]:
        """The entries of all games that the browser has stored for this site."""
        return [] if self.page.url == "about:blank" else list(self.page.evaluate(STORED_GAMES))

    def close(self) -> None:
        """Put it away. It must not have complained, and not have asked for anything but the pages themselves."""
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        if self.is_altered:
            self.context.close()
        else:
            self._tabs.give_back(self._options, self.page, self.opened - {"about:blank"})
        assert not self.complaints, self.complaints
        hosts = {urlsplit(url).netloc for url in self.opened}
        for url in set(self.requests) - self.opened:
            is_own_picture = url.endswith("/picture.svg") and urlsplit(url).netloc in hosts  # on the start page
            assert url.startswith("blob:") or is_own_picture, url

    def choose_photos(self, *photos: bytes, kind: str = "image/jpeg") -> None:
        """Choose photos with the page's button. Only what reads them may be loaded, and nothing is sent."""
        self.opened |= {urljoin(self.page.url, f"../{name}.js") for name in ("camera", "reader")}
        with self.page.expect_file_chooser() as chooser:
            self.tap('[data-key="photo"]')
        named = (FilePayload(name=f"sheet {at}", mimeType=kind, buffer=photo) for at, photo in enumerate(photos))
        chooser.value.set_files(list(named))

    def photograph(self, *photos: bytes, kind: str = "image/jpeg") -> None:
        """Choose photos, wait until they are read, and close what the page shows of them."""
        self.choose_photos(*photos, kind=kind)
        self.page.locator(".review").wait_for()
        self.close_review()

    def close_review(self) -> None:
        """Close what the page shows of photos, and leave its questions open."""
        self.page.get_by_role("button", name=re.compile("^(Done|Later)$")).tap()

    def tap(self, target: str) -> None:
        self.page.locator(target).first.tap()

    def touch(self, *cells: str) -> None:
        """Tap these cells of the sheet with a finger, one after the other."""
        for cell in cells:
            self.tap(f'[data-cell="{cell}"]')

    def cross(self, *cells: str) -> None:
        """Click these cells one after the other: the same without a finger, and so without waiting for it.

        The thorough profile takes the finger, even for cells that do not take a cross.
        """
        if THOROUGH:
            for cell in cells:
                self.cell(cell).first.tap(force=True)
            return
        script = "ids => ids.forEach((id) => document.querySelector(`[data-cell='${id}']`).click())"
        self.page.evaluate(script, list(cells))

    def touch_only(self, cells: Iterable[str]) -> None:
        """Tap until these cells of the rows are crossed and no others. Linked ones come along, wanted or not."""
        wanted = list(cells)
        for cell in wanted:
            if cell not in self.crossed():
                self.touch(cell)
        self.touch(*(id for id in self.crossed() if id not in wanted and not id.startswith(("penalty", "space"))))

    def cross_only(self, cells: Iterable[str]) -> None:
        """The same without fingers, and so without waiting for them."""
        self.page.evaluate(CLICK_ONLY, list(cells))

    def crossed(self) -> list[str]:
        """The cells that have a cross."""
        script = "() => [...document.querySelectorAll('.cell[aria-pressed=true]')].map((cell) => cell.dataset.cell)"
        return [str(id) for id in self.page.evaluate(script)]

    def cell(self, id: str) -> Locator:
        return self.page.locator(f'[data-cell="{id}"]')

    def go(self, screen: str) -> None:
        """Go to the screen `sheet` or `result`."""
        self.page.locator(f'nav [data-key="{screen}"]').evaluate("button => button.click()")

    def choose(self, text: str) -> None:
        """Choose an entry of the menu."""
        self.tap(".menu button")
        self.answer(text)

    def finish(self) -> None:
        """Finish the game, on whichever screen."""
        self.tap('[data-key="finish"]')
        self.page.locator(".result-screen").wait_for()

    def open_file(self, file: Path) -> None:
        """Open the file of a game by the menu, and wait for an answer."""
        self.tap(".menu button")
        with self.page.expect_file_chooser() as chooser:
            self.tap('[data-key="import"]')
        answer = "[history.state.game, document.querySelector('.toast').innerText].join()"
        before = self.page.evaluate(answer)
        chooser.value.set_files(file)
        wait_until(lambda: self.page.evaluate(answer) != before, "an answer")

    def name(self, name: str) -> None:
        self.fill("name", name)

    def fill(self, key: str, text: str) -> None:
        """Type into a field and leave it."""
        field = self.page.locator(f'[data-key="{key}"]')
        field.fill(text)
        field.press("Tab")

    def points(self) -> list[str]:
        """The numbers that are always in sight."""
        return self.page.locator(".points dd").all_inner_texts()

    def total(self) -> str:
        return self.points()[-1]

    def players(self) -> list[str]:
        """The names in the order of the seats."""
        return self.page.locator(".player-name").all_inner_texts()

    def findings(self) -> list[tuple[str, str]]:
        """Code and text of what is found, as this screen tells it."""
        items = self.page.locator(".findings li").all()
        texts = [" ".join(item.locator("> *").all_text_contents()) for item in items]
        return [(str(item.get_attribute("data-code")), text) for item, text in zip(items, texts, strict=True)]

    def toast(self) -> str:
        return self.page.locator(".toast").inner_text()

    def shared_link(self, key: str) -> str:
        """The link that the share button `share sheet` or `share game` offers."""
        self.tap(f'[data-key="{key}"]')
        link = self.page.locator("dialog input").input_value()
        self.page.keyboard.press("Escape")
        return link

    def answer(self, text: str) -> None:
        """Give an answer to a question."""
        self.page.locator("dialog button", has_text=text).tap()

    def table(self) -> dict[str, list[str]]:
        """The table of all players, column by column, the best player first; on the result screen."""
        labels, lines = self.page.evaluate(TABLE)
        return {label: [line[at] for line in lines] for at, label in enumerate(["Rank", "Name", *labels])}

    def enter(self, record: dict[str, Any], quick: bool = False) -> None:
        """Enter a whole game by tapping, as people do with the sheets before them; or quickly, without fingers."""
        if "side" in record:
            self.page.locator(".track button", has_text=record["side"].upper()).tap()
        has_tokens = self.page.locator(".token").count() > 0 or len(self.players()) > 1
        boxes = 0
        for seat, player in enumerate(record["players"]):
            if has_tokens:
                self.tap(f'[data-key="player {seat}"]')
                self.name(player["name"])
                (self.cross if quick else self.touch)(*cells_of(player))
                self._penalise(boxes, player)
                boxes += player.get("penalties", 0)
                self._claim(player.get("claimed", {}))
            else:
                if seat:
                    self.tap('[data-key="add"]')
                self.enter_sheet(player, quick)

    def enter_sheet(self, player: dict[str, Any], quick: bool = False) -> None:
        """Enter the sheet of the current player."""
        self.name(player["name"])
        (self.cross_only if quick else self.touch_only)(cells_of(player))
        self._penalise(0, player)
        if player.get("space"):
            self.cross_space(player["space"])
        self._claim(player.get("claimed", {}))

    def _penalise(self, taken: int, player: dict[str, Any]) -> None:
        """Cross as many boxes, behind those that others have taken."""
        self.cross(*(f"penalty {taken + number}" for number in range(1, player.get("penalties", 0) + 1)))

    def cross_space(self, space: int) -> None:
        self.tap(f'.track [data-cell="space {space}"]')

    def _claim(self, claimed: dict[str, int]) -> None:
        if claimed and not self.page.locator("details[open]").count():
            self.tap("details summary")
        for figure, value in claimed.items():
            self.fill(f"sum {figure}", str(value))


def cells_of(player: dict[str, Any]) -> Iterable[str]:
    """The cells of a player in a record, his locks included."""
    for row, numbers in player.get("marks", {}).items():
        yield from (f"{row} {number}" for number in numbers)
    yield from (f"{row} lock" for row in player.get("locks", []))
