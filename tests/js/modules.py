"""The scorer's JavaScript modules, run in a real browser: nobody needs anything else to test them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

ADDRESS = "http://scorer.test"
ROOT = Path(__file__).parents[2]
FOLDERS = {"js": "templates/scorer/js", "tests": "tests/js"}

_CALL = """
async ([module, name, given]) => {
  const exported = (await import(module))[name];
  return JSON.stringify(await exported(...JSON.parse(given))) ?? "null";
}
"""
_ASK = "(given) => JSON.stringify(answered(...JSON.parse(given)))"


class Modules:
    """An empty page that can load the modules. Values travel as JSON text, as records do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route(f"{ADDRESS}/**", _answer)
        page.goto(ADDRESS)

    def call(self, module: str, function: str, *arguments: Any) -> Any:
        """What an exported function returns. `js/app` is a module of the scorer, `tests/answers` one of the tests."""
        folder, _, name = module.partition("/")
        file = f"/{FOLDERS[folder]}/{name}.js"
        return json.loads(self.page.evaluate(_CALL, [file, function, json.dumps(arguments)]))

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script of one piece answers, by the function that it leaves for everybody."""
        self.page.evaluate(f"() => {{ {script} }}")
        return json.loads(self.page.evaluate(_ASK, json.dumps(arguments)))


def _answer(route: Route) -> None:
    """The files of the two folders; the page itself is empty."""
    path = urlsplit(route.request.url).path.strip("/")
    if path.startswith(tuple(FOLDERS.values())):
        route.fulfill(body=(ROOT / path).read_text(encoding="utf-8"), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html; charset=utf-8")
