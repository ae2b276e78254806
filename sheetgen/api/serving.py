"""Scorer pages for phones: serve them in the local network, make a site of them, or preview one layout."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sheetgen.api.addresses import scorer_base, web_address
from sheetgen.api.printing import named_file
from sheetgen.api.selection import choose_locale, choose_theme
from sheetgen.api.settings import Settings
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.sheet_links import PORT
from sheetgen.errors import Collector, InputError, Problem
from sheetgen.layouts.catalog import check_kind, load_layout, load_locale, load_variant, variants
from sheetgen.layouts.files.extend import Merged, with_changes
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.photos.errors import can_read_photos
from sheetgen.preview.builder import Defaults
from sheetgen.preview.responses import PreviewApp
from sheetgen.preview.session import PreviewSession
from sheetgen.scorer.page.page import HtmlPage, scorer_page, start_page
from sheetgen.scorer.page.words import page_locales
from sheetgen.scorer.site import site_files, write_site
from sheetgen.scorer.web.addresses import lan_addresses
from sheetgen.scorer.web.app import ScorerApp
from sheetgen.scorer.web.mdns import HOST, announced
from sheetgen.scorer.web.photo_responses import PhotoResponder
from sheetgen.scorer.web.server import PORT_TAKEN_HINT, listen
from sheetgen.scorer.web.server import Server as Server
from sheetgen.writers.atomic_files import atomic_file

EVERYWHERE = "0.0.0.0"
PREVIEW_HOST = "127.0.0.1"
PREVIEW_IF_TAKEN = "Is another sheetgen preview running? Or choose one with --port; 0 picks a free one."

LoadSettings = Callable[[], Settings]


class ScorerPages(NamedTuple):
    """The scorer pages of all layouts, by slug."""

    layouts: list[Layout]
    more: list[Locale]  # languages besides the built-in ones and those of the layouts
    titles: str
    pages: dict[str, HtmlPage]


@dataclass(frozen=True)
class Serving:
    """A socket that is listening, how to start a server on it, and the addresses at which it can be reached."""

    start: Callable[[], Server]
    titles: str
    port: int
    addresses: Sequence[str]
    host_name: str | None  # the name that is announced in the local network
    mdns_problem: str | None
    is_everywhere: bool  # whether it serves on all addresses of this computer
    reads_photos: bool
    default_port: int = PORT  # where printed codes lead

    @property
    def is_default_port(self) -> bool:
        """Whether printed codes lead to this port."""
        return self.port == self.default_port


@dataclass(frozen=True)
class Site:
    """A site that was written."""

    folder: Path
    titles: str
    sizes: list[int]  # bytes of each file
    first_slug: str
    base_url: str | None


@contextmanager
def serve(
    *,
    host: str = EVERYWHERE,
    port: int | None = None,
    mdns: bool = True,
    layouts: Sequence[Path] = (),
    changes: Sequence[str] = (),
    load_settings: LoadSettings = Settings,
) -> Iterator[Serving]:
    """Prepare to serve the scorers to the local network: call `serving.start().run()` inside, and `stop()` to end it.

    Args:
        host: The address to serve on; 127.0.0.1 for this computer alone.
        port: The port; 8717 unless given, as on printed sheets. 0 picks a free one.
        mdns: Whether to announce the name sheetgen.local.
        layouts: Layout files besides the built-in layouts.
        changes: Changes of these layouts, such as `game.penalties.points=-3`.
        load_settings: Loads the defaults of the household.
    """
    has_camera = can_read_photos()
    with listen(host, PORT if port is None else port, PORT_TAKEN_HINT) as listening, ExitStack() as stack:
        scorers = make_pages(layouts, changes, load_settings, has_camera=has_camera)
        start = start_page(scorers.layouts, scorers.more)
        missing = start_page(scorers.layouts, scorers.more, root="/", missing=True)
        photos = PhotoResponder(scorers.layouts if has_camera else (), page_locales(scorers.layouts, scorers.more))
        bound, port = listening.getsockname()
        addresses = lan_addresses() if bound == EVERYWHERE else [bound]
        name, problem = _announce(addresses, port, stack) if mdns else (None, None)
        yield Serving(
            start=partial(Server, ScorerApp(start, missing, scorers.pages, photos), listening, uploads=photos.uploads),
            titles=scorers.titles,
            port=port,
            addresses=addresses,
            host_name=name,
            mdns_problem=problem,
            is_everywhere=bound == EVERYWHERE,
            reads_photos=has_camera,
        )


def _announce(addresses: Sequence[str], port: int, stack: ExitStack) -> tuple[str | None, str | None]:
    """Announce the name for as long as the stack lasts; return it, or why that failed; neither without a network."""
    if not addresses:
        return None, None
    try:
        stack.enter_context(announced(addresses, port))
    except OSError as error:
        return None, f"the name {HOST} cannot be announced: {error.strerror or error}"
    return HOST, None


@contextmanager
def preview(
    file: Path, *, port: int, changes: Sequence[str] = (), load_settings: LoadSettings = Settings
) -> Iterator[tuple[Callable[[], Server], str]]:
    """Prepare a preview of a layout file for this computer's browser: yield how to start it, and its address."""
    _check_preview(file, changes)
    settings, built_in = load_settings(), Defaults()
    defaults = Defaults(
        paper=parse_paper(settings.paper).name if settings.paper else built_in.paper,
        theme=settings.theme or built_in.theme,
        language=settings.lang or built_in.language,
        base=scorer_base(settings.scorer_url) if settings.scorer_url else built_in.base,
        changes=tuple(changes),
    )
    with listen(PREVIEW_HOST, port, PREVIEW_IF_TAKEN) as listening:
        port = listening.getsockname()[1]
        yield (
            partial(Server, PreviewApp(PreviewSession(file, defaults), port), listening),
            f"http://{PREVIEW_HOST}:{port}",
        )


def _check_preview(file: Path, changes: Sequence[str]) -> None:
    """Refuse what no editing of the file could mend. Everything else is shown on the page until it is mended."""
    with_changes(Merged({}, ()), changes)
    try:
        source = read_source(file)
    except InputError as error:
        if not any(problem.place for problem in error.problems):  # there is no file to be edited
            raise
    else:
        check_kind("layouts", source)


def site(
    folder: Path,
    *,
    base_url: str | None = None,
    layouts: Sequence[Path] = (),
    changes: Sequence[str] = (),
    load_settings: LoadSettings = Settings,
) -> Site:
    """Make a folder of scorers for any web host, or make it again.

    Args:
        folder: A new or empty folder, or one that was made before and not changed since.
        base_url: The address at which the folder will be.
        layouts: Layout files besides the built-in layouts.
        changes: Changes of these layouts.
        load_settings: Loads the defaults of the household.
    """
    base = None if base_url is None else web_address(base_url, "Give an address like https://example.org/scorer.")
    scorers = make_pages(layouts, changes, load_settings, on_site=True)
    files = site_files(scorers.layouts, scorers.pages, f"{urlsplit(base or '').path}/", scorers.more)
    write_site(folder, files)
    return Site(folder, scorers.titles, [len(data) for data in files.values()], scorers.layouts[0].slug, base)


def write_page(layout: Layout, file: Path | None, settings: Settings | None = None) -> Path:
    """Write the scorer page of a layout as a single HTML file; return its path."""
    settings = settings or Settings()
    target = named_file(file, layout.slug, "html")
    page = scorer_page(layout, choose_theme(None, layout, settings), _more_locales(settings))
    with atomic_file(target) as temporary:
        temporary.write_text(page.html, encoding="utf-8", newline="\n")
    return target


def _more_locales(settings: Settings) -> list[Locale]:
    return [load_locale(settings.lang)] if settings.lang else []


def make_pages(
    files: Sequence[Path],
    changes: Sequence[str],
    load_settings: LoadSettings,
    on_site: bool = False,
    has_camera: bool = False,
) -> ScorerPages:
    """Make the pages of all layouts, or raise one error with everything that is wrong with the files."""
    faults = Collector()
    settings = faults.attempt(load_settings) or Settings()
    if changes and not files:
        faults.problems.append(Problem("--set changes your own layouts", "Give one with --layout."))
    built_in = [load_variant(name) for name in variants()]
    own = _own_layouts(files, changes, built_in, faults)
    more = _more_locales(settings)

    def make(layout: Layout) -> HtmlPage:
        return scorer_page(layout, choose_theme(None, layout, settings), more, on_site, has_camera)

    own_pages = [faults.attempt(partial(make, layout)) for layout in own]
    faults.raise_if_any()  # before the many pages of the built-in layouts are made
    pages = {layout.slug: make(layout) for layout in built_in}
    pages |= {layout.slug: page for layout, page in zip(own, own_pages, strict=True) if page}
    layouts, locale = [*built_in, *own], choose_locale(None, None, settings)
    return ScorerPages(layouts, more, ", ".join(locale.text(layout.title) for layout in layouts), pages)


def _own_layouts(
    files: Sequence[Path], changes: Sequence[str], built_in: Sequence[Layout], faults: Collector
) -> list[Layout]:
    """Load the user's layouts. No two layouts may have the same slug, because it is their address."""
    layouts: list[Layout] = []
    owners = {layout.slug: f"the built-in layout {layout.slug}" for layout in built_in}
    for file in files:
        layout = faults.attempt(partial(load_layout, file, changes))
        if layout is None:
            continue
        if layout.slug in owners:
            message = f"{file} and {owners[layout.slug]} have the same slug {layout.slug!r}"
            faults.problems.append(Problem(message, f"Give {file} another slug."))
            continue
        owners[layout.slug] = str(file)
        layouts.append(layout)
    return layouts
