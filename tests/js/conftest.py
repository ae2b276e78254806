"""A page with the scorer's modules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.js.modules import Modules


@pytest.fixture(scope="session")
def modules(browser: Browser) -> Iterator[Modules]:
    page = browser.new_page()
    yield Modules(page)
    page.close()
