"""The start page of the scorer in a browser: opening it, and its pictures."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin

from playwright.sync_api import Page

from tests.browser.phone import Phone

# Load the pictures, also those that are not in sight, and tell their own widths by the slugs of their layouts.
_PICTURE_WIDTHS = """
async () => Object.fromEntries(await Promise.all([...document.querySelectorAll(".layouts a")].map(async (link) => {
  const picture = link.querySelector("img");
  picture.loading = "eager";
  await picture.decode();
  return [link.pathname.split("/").at(-2), picture.naturalWidth];
})))
"""


def open_start_page(phone: Phone, url: str) -> None:
    """Open a start page, which may load its pictures and nothing else; it may be that for unknown addresses."""
    phone.opened.add(urldefrag(url).url)
    phone.page.goto("about:blank")
    phone.page.goto(url)
    links = phone.page.locator("img").evaluate_all("pictures => pictures.map((picture) => picture.getAttribute('src'))")
    phone.opened |= {urljoin(phone.page.url, link) for link in links}


def picture_widths(page: Page) -> dict[str, int]:
    """The widths of the pictures on the start page in pixels, by slug; a picture that does not load is an error."""
    return dict(page.evaluate(_PICTURE_WIDTHS))
