"""From paper to phone: the code of a printed sheet, read from its picture, opens that very sheet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.browser.phone import Phone
from tests.conftest import ARGUMENTS
from tests.helpers import VARIANTS, decoded, document, rasters, save


@pytest.fixture(scope="module")
def at_home(browser: Browser, served: str) -> Iterator[Browser]:
    """A browser in a network where the name on the sheets leads to the running server."""
    rule = f"--host-resolver-rules=MAP sheetgen.local:8717 {urlsplit(served).netloc}"
    running = browser.browser_type.launch(executable_path=os.environ["SHEETGEN_BROWSER"], args=[*ARGUMENTS, rule])
    yield running
    running.close()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_scan_lands_on_the_right_sheet(variant: str, at_home: Browser, tmp_path: Path) -> None:
    pdf = tmp_path / "printed.pdf"
    save(document(variant, serial_start=41), pdf)
    links = sorted(link for page in rasters(pdf) for link in decoded(page))
    assert links and len(links) == len(set(links))
    for link in links:
        phone = Phone(at_home)
        phone.open(link)
        fingerprint = phone.page.locator(".fingerprint").inner_text()
        serial = phone.page.locator(".serial").inner_text().removeprefix("No. ")
        assert link == f"http://sheetgen.local:8717/{variant}/#{fingerprint}.{serial}"
        assert not phone.page.locator(".notices p").count()
        phone.close()
