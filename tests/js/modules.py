"""The scorer's JavaScript modules, run in a real browser: nobody needs anything else to test them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

ADDRESS = "http://scorer.test"
FOLDERS = {"js": Path(__file__).parents[2] / "templates" / "scorer" / "js", "tests": Path(__file__).parent}

_CALL = """
async ([module, name, given]) => {
  const exported = (await import(module))[name];
  return JSON.stringify(await exported(...JSON.parse(given))) ?? "null";
}
"""


class Modules:
    """An empty page that can load the modules. Values travel as JSON text, as records do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route(f"{ADDRESS}/**", _answer)
        page.goto(ADDRESS)

    def call(self, module: str, function: str, *arguments: Any) -> Any:
        """What an exported function returns. `js/audit` is a module of the scorer, `tests/answers` one of the tests."""
        return json.loads(self.page.evaluate(_CALL, [f"/{module}.js", function, json.dumps(arguments)]))


def _answer(route: Route) -> None:
    """The files of the two folders; the page itself is empty."""
    folder, _, name = urlsplit(route.request.url).path.strip("/").partition("/")
    if folder in FOLDERS:
        route.fulfill(body=(FOLDERS[folder] / name).read_text(encoding="utf-8"), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html; charset=utf-8")
