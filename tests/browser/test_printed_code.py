"""From paper to phone: the code of a printed sheet, read from its picture, opens that very sheet."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

from sheetgen.drawing.sheet_links import DEFAULT_BASE
from tests.browser.phone import Phone
from tests.helpers import VARIANTS, decoded, document, rasters, save
from tests.profiles import selection


@pytest.mark.parametrize("variant", selection(VARIANTS, ["classic", "onboard", "duel"]))
def test_a_scan_lands_on_the_right_sheet(variant: str, served: str, phone: Phone, tmp_path: Path) -> None:
    """In a network in which the name on the sheets leads to the running server."""

    def lead_to_server(route: Route) -> None:
        request = route.request
        headers = {**request.headers, "host": urlsplit(request.url).netloc}
        route.fulfill(response=route.fetch(url=request.url.replace(DEFAULT_BASE, served), headers=headers))

    pdf = tmp_path / "printed.pdf"
    save(document(variant, serial_start=41), pdf)
    links = sorted(link for page in rasters(pdf) for link in decoded(page))
    assert links and len(links) == len(set(links))
    phone.page.route(f"{DEFAULT_BASE}/**", lead_to_server)
    for link in links:
        phone.open(link)
        fingerprint = phone.page.locator(".fingerprint").inner_text()
        serial = phone.page.locator(".serial").inner_text().removeprefix("No. ")
        assert link == f"{DEFAULT_BASE}/{variant}/#{fingerprint}.{serial}"
        assert not phone.page.locator(".notices p").count()
    phone.page.unroute_all()
