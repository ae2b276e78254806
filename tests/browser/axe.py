"""What axe, the checker for accessibility, finds on a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.profiles import THOROUGH

RUN = "async (options) => (await axe.run(options)).violations"


def violations(page: Page) -> list[Any]:
    """Return all that axe finds in light and in dark colours, between which by default only contrast may differ.

    The page must follow the device from light to dark. It is light again afterwards.
    """
    root, found = page.locator(":root"), axe(page)
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-look", "dark")
    found += axe(page, None if THOROUGH else ["color-contrast"])
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-look", "light")
    return found


def axe(page: Page, rules: list[str] | None = None) -> list[Any]:
    """Return those of these rules, or of all rules, that the page breaks, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = page.evaluate(RUN, options)
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
