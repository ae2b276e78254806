"""The reader of photos in a real browser: the page's data and drawings, its modules, and its worker."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route

from sheetgen.scorer.page.html_page import reader_script
from tests.helpers import PROJECT, page_of

ADDRESS = "http://scorer.test"
MODULES = "templates/scorer/js"

_READ = """
async (content) => {
  const {PhotoReader} = await import("/templates/scorer/js/camera/photo_reader.js");
  window.reader ??= new PhotoReader(JSON.parse(document.getElementById("page").textContent));
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const unknown = {serial: null, arrangement: null};
  const found = await window.reader.read(new Blob([bytes]), unknown);
  return found.map(({problem, serial, arrangement, readings}) => {
    if (problem) return {problem};
    const cells = [...readings].map(([id, {answer, isCrossed}]) => [id, [answer, isCrossed]]);
    return {serial, arrangement, cells: Object.fromEntries(cells)};
  });
}
"""


class PageReading(NamedTuple):
    """What the page read from a sheet; or why it could not."""

    problem: str | None
    serial: int | None = None
    arrangement: str | None = None
    # by cell id: the answer, and whether it is more likely crossed
    cells: Mapping[str, tuple[str, bool]] = MappingProxyType({})


class PageReaders:
    """The readers of all layouts, each on a page of its own without the rest of the scorer."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: dict[str, Page] = {}

    def read(self, variant: str, photo: bytes) -> list[PageReading]:
        """Return what the page of a variant reads from the sheets on a photo."""
        if variant not in self._pages:
            self._pages[variant] = page = self._browser.new_page()
            page.route(f"{ADDRESS}/**", answer_request)
            page.goto(f"{ADDRESS}/{variant}/")
        found: list[dict[str, Any]] = self._pages[variant].evaluate(_READ, b64encode(photo).decode())
        return [_reading(sheet) for sheet in found]


def _reading(sheet: dict[str, Any]) -> PageReading:
    if "problem" in sheet:
        return PageReading(sheet["problem"])
    cells = {id: (answer, is_crossed) for id, (answer, is_crossed) in sheet["cells"].items()}
    return PageReading(None, sheet["serial"], sheet["arrangement"], cells)


def answer_request(route: Route) -> None:
    """Answer with a module, the reader, or the page of a variant without its script and its policy."""
    path = urlsplit(route.request.url).path.strip("/")
    if path.startswith(MODULES):
        route.fulfill(body=Path(PROJECT / path).read_text(encoding="utf-8"), content_type="text/javascript")
    elif path == "reader.js":
        route.fulfill(body=reader_script(), content_type="text/javascript")
    else:
        html = page_of(path, photo_reader="file").html
        html = re.sub(r'<script type="module">.*?</script>|<meta http-equiv[^>]*>', "", html, flags=re.DOTALL)
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
