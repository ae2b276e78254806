"""The site in a real browser: once visited, all of it works without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from sheetgen.cli.app import main
from tests.browser.hosting import hosted
from tests.browser.phone import open_tab
from tests.helpers import VARIANTS, run
from tests.profiles import selection
from tests.timeouts import wait_until

READY = "navigator.serviceWorker.ready.then(() => true)"
VERSIONS = "caches.keys()"
SETTLED = """
() => navigator.serviceWorker.getRegistration().then(
  ({installing, waiting, active}) => !installing && !waiting && active.state === "activated",
)
"""


@pytest.fixture(scope="module")
def made_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not at the top of its host."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "games").mkdir()
    with pytest.raises(SystemExit) as ended:
        main(["site", str(folder / "games" / "scorer"), "--base-url", "https://x.example/games", "--quiet"])
    assert ended.value.code == 0
    return folder


@pytest.fixture
def site(made_site: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(made_site, tmp_path / "host"))


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    opened = open_tab(browser)
    yield opened
    opened.context.close()


def wait_for_promise(tab: Page, promise: str) -> None:
    """Ask until the promise is kept. Playwright's own waiting takes any promise for a yes."""
    wait_until(lambda: tab.evaluate(promise), promise)


def test_once_visited_all_of_it_works_without_a_network(site: Path, tab: Page) -> None:
    with hosted(site) as port:
        root = f"http://127.0.0.1:{port}/games/scorer/"
        tab.goto(f"{root}{VARIANTS[0]}/#AAAAAA.7")
        assert tab.evaluate(READY)
        assert [name.rpartition(" ")[0] for name in tab.evaluate(VERSIONS)] == ["sheetgen /games/scorer/"]
    ways = ["", "?from=mail#AAAAAA.1", "index.html#AAAAAA.2"]
    addresses = [*product(VARIANTS, ways[:1]), *product(VARIANTS[:1], ways[1:])]
    for variant, way in selection(product(VARIANTS, ways), addresses):
        tab.goto("about:blank")
        tab.goto(f"{root}{variant}/{way}")
        tab.locator(".view").first.wait_for()
    for address in ("", "index.html"):
        tab.goto(root + address)
        assert tab.locator("main li a").count() == len(VARIANTS)
    for address in ("book/", "book/index.html"):
        tab.goto(root + address)
        tab.locator(".transfer").wait_for()
    for icon in ("icon-192.png", "icon.svg"):
        shown = tab.goto(root + icon)
        assert shown and shown.ok and shown.from_service_worker


def test_a_new_version_takes_the_place_of_the_old_one(site: Path, tab: Page, capsys: Any) -> None:
    mine = site / "mine.toml"
    mine.write_text('extends = "classic"\nslug = "our-club"\ntitle = "Our Club"\n')
    with hosted(site) as port:
        root = f"http://127.0.0.1:{port}/games/scorer/"
        tab.goto(f"{root}{VARIANTS[0]}/")
        assert tab.evaluate(READY)
        old = tab.evaluate(VERSIONS)
        tab.evaluate("caches.open('somebody else')")
        assert run(capsys, "site", str(site / "games" / "scorer"), "--layout", str(mine)).status == 0
        tab.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
        wait_for_promise(tab, SETTLED)
        new = tab.evaluate(VERSIONS)
        assert "somebody else" in new and len(new) == 2 and not set(old) & set(new)
        shown = tab.goto(f"{root}our-club/")
        assert shown and shown.from_service_worker
    tab.goto("about:blank")
    tab.goto(f"{root}our-club/")
    tab.locator(".view").first.wait_for()


def test_what_browsers_ask_of_an_app(site: Path, tab: Page) -> None:
    with hosted(site) as port:
        tab.goto(f"http://127.0.0.1:{port}/games/scorer/{VARIANTS[0]}/")
        assert tab.evaluate(READY)
        manifest = tab.context.new_cdp_session(tab).send("Page.getAppManifest")
        assert manifest["url"].endswith("/games/scorer/manifest.webmanifest") and not manifest["errors"]
        problems = tab.context.new_cdp_session(tab).send("Page.getInstallabilityErrors")["installabilityErrors"]
        # Nothing but how the test runs it; and a browser without windows installs nothing, and minds nothing.
        assert {problem["errorId"] for problem in problems} <= {"in-incognito"}
