"""The content of the start page: its layouts with their pictures, and its texts."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from sheetgen.drawing.boards.token_board import board_front, board_overlay
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.scene import Scene, Use
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.overlay import SheetOverlays
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.errors import InputError
from sheetgen.locales.locale import Locale
from sheetgen.scorer.page.data import with_placeholders
from sheetgen.writers.svg import svg_text

PICTURE = "picture.svg"  # the file of a layout's picture, in the folder of its page
PICTURE_WIDTH = 300  # CSS pixels that the page reserves before its style applies
# Texts of `[scorer]` that the page's script shows.
_SCRIPT_KEYS = ("start_found", "start_number", "start_similar", "start_unknown")


class Entry(NamedTuple):
    """What the start page says and shows of one layout."""

    link: str
    fingerprint: str
    picture: str  # address of the picture
    size: tuple[int, int]  # of the picture, in CSS pixels
    texts: list[tuple[str, str, str]]  # language, title and description


def start_entries(editions: Sequence[Edition], locales: Sequence[Locale], root: str) -> list[Entry]:
    """Return the entries of the start page in their order, with addresses relative to `root`."""
    return [_entry(edition, locales, f"{root}{edition.layout.slug}/") for edition in _bases_first(editions)]


def script_texts(locales: Sequence[Locale]) -> dict[str, dict[str, str]]:
    """Return the texts that the start page's script shows, by language."""
    return {
        locale.code: with_placeholders("scorer", [(key, getattr(locale.scorer, key)) for key in _SCRIPT_KEYS])
        for locale in locales
    }


def picture_svg(edition: Edition) -> bytes:
    """Return the picture of a layout as an SVG file: its sheet or, if it has none, its board."""
    return svg_text(_picture(edition), edition.title, edition.locale.code).encode()


def _picture(edition: Edition) -> Scene:
    """Return the first sheet or board of a print run."""
    front = _front(edition)
    layers = [front]
    with suppress(InputError):  # its address is too long, unless it is printed for another scorer
        layers.append(_overlay(edition))
    return Scene(front.width, front.height, tuple(Use(layer, 0, 0) for layer in layers))


def _front(edition: Edition) -> Scene:
    return edition.cached(sheet_front if edition.layout.sheet else board_front)


def _overlay(edition: Edition) -> Scene:
    links = SheetLinks(DEFAULT_BASE, edition.layout.slug, edition.cached(fingerprint), last_serial=1)
    return SheetOverlays(edition, links).overlay(1) if edition.layout.sheet else board_overlay(edition, links, 1)


def _entry(edition: Edition, locales: Sequence[Locale], link: str) -> Entry:
    layout, front = edition.layout, _front(edition)
    size = PICTURE_WIDTH, round(PICTURE_WIDTH * front.height / front.width)
    texts = [(locale.code, locale.text(layout.title), locale.text(layout.about)) for locale in locales]
    return Entry(link, edition.cached(fingerprint), link + PICTURE, size, texts)


def _bases_first(editions: Sequence[Edition]) -> list[Edition]:
    """Return the editions with those first whose layouts extend nothing, while others extend them."""
    roots = Counter(edition.layout.source.sources[-1].path for edition in editions)

    def is_base(edition: Edition) -> bool:
        sources = edition.layout.source.sources
        return roots[sources[-1].path] > 1 and not any("extends" in source.data for source in sources)

    return sorted(editions, key=lambda edition: not is_base(edition))
