"""What axe, the checker for accessibility, finds on a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.profiles import THOROUGH

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def violations(page: Page) -> list[Any]:
    """Return all that axe finds in light and in dark colours, between which by default only contrast may differ.

    The page must follow the device from light to dark. It is light again afterwards.
    """
    root, found = page.locator(":root"), axe(page)
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-look", "dark")
    found += axe(page, None if THOROUGH else CONTRAST)
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-look", "light")
    return found


def axe(page: Page, options: dict[str, Any] | None = None) -> list[Any]:
    """Return the rules that the page breaks, and where."""
    found = Axe().run(page, options=options).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
