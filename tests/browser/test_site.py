"""The site in a real browser: once visited, all of it works without a network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from sheetgen.cli.app import main
from sheetgen.scorer.site import Files, site_files
from tests.browser.hosting import Redirecting, hosted
from tests.browser.phone import open_tab
from tests.browser.start_page import picture_widths
from tests.helpers import VARIANTS, edition, page_of, run
from tests.profiles import selection
from tests.timeouts import wait_until

READY = "navigator.serviceWorker.ready.then(() => true)"
VERSIONS = "caches.keys()"
SETTLED = """
() => navigator.serviceWorker.getRegistration().then(
  ({installing, waiting, active}) => !installing && !waiting && active.state === "activated",
)
"""


# Let the browser look for a new version, and wait until its installation has ended or failed.
UPDATE = """
async () => {
  const registration = await navigator.serviceWorker.register(document.body.dataset.worker).catch(() => null);
  await registration?.update().catch(() => null);
  const worker = registration?.installing;
  while (worker && !["activated", "redundant"].includes(worker.state)) {
    await new Promise((changed) => worker.addEventListener("statechange", changed, {once: true}));
  }
}
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
        assert sorted(picture_widths(tab)) == VARIANTS
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


def small_site(theme: str) -> Files:
    """A version of a site with one layout. Another theme makes another version."""
    return site_files([edition("classic", theme)], {"classic": page_of("classic", theme, on_site=True)}, "/")


def upload(files: Files, folder: Path) -> None:
    """Replace files, each by one that is two seconds newer, because the host tells only seconds apart."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        before = path.stat().st_mtime if path.exists() else 0
        path.write_bytes(data)
        if before:
            os.utime(path, (before + 2, before + 2))


def visit(tab: Page, url: str) -> bytes:
    """The file that a visit shows."""
    tab.goto("about:blank")
    response = tab.goto(url)
    assert response
    return response.body()


WORKER_FIRST = ("sw.js", "index.html")
PAGES_FIRST = ("index.html", "classic/index.html", "book/index.html", "camera.js")


@pytest.mark.parametrize("is_known", [True, False], ids=["visited before", "never visited"])
@pytest.mark.parametrize("uploaded", [WORKER_FIRST, PAGES_FIRST], ids=["worker first", "pages first"])
def test_after_a_visit_during_an_upload_the_next_visits_show_the_new_version(
    tmp_path: Path, tab: Page, uploaded: tuple[str, ...], is_known: bool
) -> None:
    old, new = small_site("color"), small_site("grey")
    page = "classic/index.html"
    assert old[page] != new[page]
    upload(old, tmp_path)
    with hosted(tmp_path) as port:
        url = f"http://127.0.0.1:{port}/classic/"
        if is_known:
            visit(tab, url)
            assert tab.evaluate(READY)
        upload({name: new[name] for name in uploaded}, tmp_path)
        shown = visit(tab, url)
        assert shown == (old[page] if is_known else (tmp_path / page).read_bytes())
        tab.evaluate(UPDATE)
        if is_known:
            assert visit(tab, url) == old[page], "the old version goes on"
        upload(new, tmp_path)
        visit(tab, url)
        tab.evaluate(UPDATE)
        wait_for_promise(tab, SETTLED)
        assert visit(tab, url) == new[page]
        assert len(tab.evaluate(VERSIONS)) == 1
    assert visit(tab, url) == new[page], "without a network, too"


def test_a_host_may_redirect_folders_to_their_pages(tmp_path: Path, tab: Page) -> None:
    files = small_site("color")
    upload(files, tmp_path)
    with hosted(tmp_path, kind=Redirecting) as port:
        root = f"http://127.0.0.1:{port}/"
        visit(tab, root)
        assert tab.evaluate(READY)
    for path in ("", "classic/", "book/", "classic/index.html"):
        file = path if path.endswith(".html") else f"{path}index.html"
        assert visit(tab, root + path) == files[file]


def test_a_damaged_copy_is_not_shown(tmp_path: Path, tab: Page) -> None:
    files = small_site("color")
    upload(files, tmp_path)
    with hosted(tmp_path) as port:
        root = f"http://127.0.0.1:{port}/"
        visit(tab, root)
        assert tab.evaluate(READY)
        [cache] = tab.evaluate(VERSIONS)
        for damage in ("cache.put('classic/', new Response('damaged'))", "cache.delete('classic/')"):
            tab.goto(root)
            tab.evaluate(f"(name) => caches.open(name).then((cache) => {damage})", cache)
            assert visit(tab, f"{root}classic/") == files["classic/index.html"]
    assert visit(tab, f"{root}book/") == files["book/index.html"], "other copies are still used"


def test_what_browsers_ask_of_an_app(site: Path, tab: Page) -> None:
    with hosted(site) as port:
        tab.goto(f"http://127.0.0.1:{port}/games/scorer/{VARIANTS[0]}/")
        assert tab.evaluate(READY)
        manifest = tab.context.new_cdp_session(tab).send("Page.getAppManifest")
        assert manifest["url"].endswith("/games/scorer/manifest.webmanifest") and not manifest["errors"]
        problems = tab.context.new_cdp_session(tab).send("Page.getInstallabilityErrors")["installabilityErrors"]
        # Nothing but how the test runs it; and a browser without windows installs nothing, and minds nothing.
        assert {problem["errorId"] for problem in problems} <= {"in-incognito"}
