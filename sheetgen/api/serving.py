"""Scorer pages for phones: serve them in the local network, write them as a site, or preview one layout."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sheetgen.api.printing import named_file
from sheetgen.api.settings import Settings, choose_locale, choose_theme, scorer_base, web_address
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.sheet_links import DEFAULT_BASE as DEFAULT_BASE, PORT as PORT
from sheetgen.errors import Collector, InputError, Problem
from sheetgen.layouts.catalog import check_kind, load_layout, load_locale, load_variant, locale_of, variants
from sheetgen.layouts.files.merge import Merged, with_changes
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.preview.builder import Defaults
from sheetgen.preview.responses import preview_app
from sheetgen.preview.session import PreviewSession
from sheetgen.scorer.page.data import siblings_of
from sheetgen.scorer.page.html_page import (
    BOOK,
    HtmlPage,
    PhotoReader,
    book_page,
    page_locales,
    photo_scripts,
    scorer_page,
    start_page,
)
from sheetgen.scorer.page.start_content import picture_svg
from sheetgen.scorer.site import require_all_layouts, site_files, site_in, write_site
from sheetgen.scorer.web.app import ScorerApp
from sheetgen.scorer.web.hosts import HostCheck, own_host_names
from sheetgen.scorer.web.local_network import HOST, following_mdns_responder, lan_addresses, mdns_responder
from sheetgen.scorer.web.server import Server as Server
from sheetgen.writers.atomic_files import atomic_file
from sheetgen.writers.own_files import require_replaceable

ALL_INTERFACES = "0.0.0.0"
PREVIEW_HOST = "127.0.0.1"
ADDRESS_HINT = "Give an address like https://example.org/scorer."
OTHER_NAME = (
    f"This server answers only to IP addresses, localhost, {HOST}, the name of its computer,\n"
    "and the host of scorer_url in sheetgen.toml, to which printed codes lead.\n"
    f'To allow another name, put it there and start the server again: scorer_url = "http://NAME:{PORT}"'
)
PREVIEW_IF_TAKEN = "Is another sheetgen preview running? Or choose another with --port; 0 picks a free one."

LoadSettings = Callable[[], Settings]


class ScorerPages(NamedTuple):
    """The scorer pages of all layouts, by slug."""

    editions: list[Edition]  # the layouts as they are printed, of which pictures are drawn
    more_locales: list[Locale]  # besides the built-in ones and those of the layouts
    titles: str  # of all layouts, separated by commas
    pages: dict[str, HtmlPage]
    settings: Settings

    @property
    def layouts(self) -> list[Layout]:
        """The layouts, in the order in which they were given."""
        return [edition.layout for edition in self.editions]


class Serving(NamedTuple):
    """A server that listens, and the addresses at which it can be reached."""

    server: Server
    titles: str
    addresses: Sequence[str]
    host_name: str | None  # the name announced by mDNS, if any
    mdns_problem: str | None  # why no name is announced
    base: str  # where codes lead that are printed with the user's settings


class Site(NamedTuple):
    """The site that was written."""

    titles: str
    sizes: list[int]  # bytes of each file
    first_slug: str
    base_url: str | None


@contextmanager
def serve(
    *,
    host: str = ALL_INTERFACES,
    port: int | None = None,
    mdns: bool = True,
    layouts: Sequence[Path] = (),
    changes: Sequence[str] = (),
    load_settings: LoadSettings = Settings,
) -> Iterator[Serving]:
    """Start a server for the local network; call `serving.server.run()` inside the context, and `stop()` to end it.

    Args:
        host: The address to serve on; 127.0.0.1 for this computer only. If it is a name, the server answers to it.
        port: The port; 0 picks a free one. The default is 8717, as on printed sheets.
        mdns: Whether to announce the name sheetgen.local.
        layouts: Layout files besides the built-in layouts.
        changes: Changes to these layouts, such as `game.penalties.points=-3`.
        load_settings: Loads the user's default settings.
    """
    faults = Collector()
    with ExitStack() as stack:
        server = faults.attempt(lambda: stack.enter_context(Server(host, PORT if port is None else port)))
        scorers = None
        if server or layouts or changes:  # pages of built-in layouts have no problems, but take a while
            scorers = faults.attempt(lambda: make_pages(layouts, changes, load_settings))
        faults.raise_if_any()
        assert server and scorers
        start = start_page(scorers.editions, scorers.more_locales)
        missing = start_page(scorers.editions, scorers.more_locales, root="/", missing=True)
        scripts = photo_scripts(page_locales(scorers.layouts, scorers.more_locales))
        book = book_page(scorers.layouts, scorers.more_locales)
        pictures = {edition.layout.slug: partial(picture_svg, edition) for edition in scorers.editions}
        app = ScorerApp(start, missing, {**scorers.pages, BOOK: book}, scripts, pictures)
        names = _server_names(host, scorers.settings)
        server.application = HostCheck(app, names, OTHER_NAME, allow_ip_addresses=True)
        addresses = lan_addresses() if server.address == ALL_INTERFACES else [server.address]
        responder = following_mdns_responder if server.address == ALL_INTERFACES else mdns_responder
        name, problem = _announce(responder(addresses, server.port), stack) if mdns else (None, None)
        name = name if addresses else None
        base = scorer_base(scorers.settings.scorer_url or DEFAULT_BASE)
        yield Serving(server, scorers.titles, addresses, name, problem, base)


def _server_names(host: str, settings: Settings) -> set[str]:
    """Return the names at which the server may be addressed, whatever the port."""
    names = {"localhost", HOST, host, *own_host_names()}
    if settings.scorer_url:  # where printed codes lead, for instance to a proxy
        names.add(urlsplit(scorer_base(settings.scorer_url)).hostname or "")
    return names


def _announce(responder: AbstractContextManager[None], stack: ExitStack) -> tuple[str | None, str | None]:
    """Announce the host name until the stack closes; return the name or None, and the problem or None."""
    try:
        stack.enter_context(responder)
    except OSError as error:
        return None, f"the name {HOST} cannot be announced: {error.strerror or error}"
    return HOST, None


@contextmanager
def preview(
    file: Path, *, port: int, changes: Sequence[str] = (), load_settings: LoadSettings = Settings
) -> Iterator[tuple[Server, str]]:
    """Start a preview server for this computer's browser; yield the server and its address."""
    # Only problems that editing the file cannot fix are raised; all others are shown on the page until they are fixed.
    faults = Collector()
    faults.attempt(lambda: with_changes(Merged({}, ()), changes))
    try:
        check_kind("layouts", read_source(file))
    except InputError as error:
        if not any(problem.place for problem in error.problems):  # there is no file to edit
            faults.problems += error.problems
    settings = faults.attempt(load_settings) or Settings()
    faults.raise_if_any()
    built_in = Defaults()
    defaults = Defaults(
        paper=parse_paper(settings.paper).name if settings.paper else built_in.paper,
        theme=settings.theme or built_in.theme,
        language=settings.lang or built_in.language,
        base=scorer_base(settings.scorer_url) if settings.scorer_url else built_in.base,
        changes=tuple(changes),
    )
    with Server(PREVIEW_HOST, port, PREVIEW_IF_TAKEN) as server:
        server.application = preview_app(PreviewSession(file, defaults), server.port)
        yield server, f"http://{PREVIEW_HOST}:{server.port}"


def site(
    folder: Path,
    *,
    base_url: str | None = None,
    layouts: Sequence[Path] = (),
    changes: Sequence[str] = (),
    remove: Sequence[str] = (),
    load_settings: LoadSettings = Settings,
) -> Site:
    """Write a folder of scorer pages for any web host, or renew it.

    Args:
        folder: A new or empty folder, or one written before and not changed since.
        base_url: The address at which the folder will be.
        layouts: Layout files besides the built-in layouts.
        changes: Changes to these layouts.
        remove: Slugs of layouts to remove from the site. It is an error to leave out others that it has.
        load_settings: Loads the user's default settings.
    """
    faults = Collector()
    base = None if base_url is None else faults.attempt(lambda: web_address(base_url, ADDRESS_HINT))
    scorers = faults.attempt(lambda: make_pages(layouts, changes, load_settings, on_site=True))
    faults.raise_if_any()
    assert scorers
    files = site_files(scorers.editions, scorers.pages, f"{urlsplit(base or '').path}/", scorers.more_locales)
    require_all_layouts(site_in(folder), files, remove)
    write_site(folder, files)
    return Site(scorers.titles, [len(data) for data in files.values()], scorers.layouts[0].slug, base)


def write_page(
    layout: Layout, file: Path | None, settings: Settings | None = None, photos: bool = False, force: bool = False
) -> Path:
    """Write the scorer page of a layout as a single HTML file, and return its path.

    With `photos`, the file contains the reader for photos of sheets. With `force`, it replaces any file.
    """
    settings = settings or Settings()
    target = named_file(file, layout.slug, "html")
    more = [load_locale(settings.lang)] if settings.lang else []
    reader: PhotoReader | None = "inline" if photos else None
    require_replaceable([target], force)
    page = scorer_page(layout, choose_theme(None, layout, settings), more, photo_reader=reader)
    with atomic_file(target) as temporary:
        temporary.write_bytes(page.html.encode())
    return target


def make_pages(
    files: Sequence[Path],
    changes: Sequence[str],
    load_settings: LoadSettings,
    on_site: bool = False,
) -> ScorerPages:
    """Make the pages of all layouts, or raise one error with all problems of the files."""
    faults = Collector()
    settings = faults.attempt(load_settings) or Settings()
    if changes and not files:
        faults.problems.append(Problem("--set changes only your own layouts", "Give one with --layout."))
    built_in = [load_variant(name) for name in variants()]
    own: list[Layout] = []
    owners = {layout.slug: f"the built-in layout {layout.slug}" for layout in built_in}
    owners[BOOK] = "the page of all games"
    for file in files:  # no two pages may have the same slug, because it is their address
        layout = faults.attempt(partial(load_layout, file, changes))
        if layout and layout.slug in owners:
            message = f"{file} and {owners[layout.slug]} have the same slug {layout.slug!r}"
            faults.problems.append(Problem(message, f"Give {file} another slug."))
        elif layout:
            owners[layout.slug] = str(file)
            own.append(layout)
    more = [load_locale(settings.lang)] if settings.lang else []

    siblings = siblings_of([*built_in, *own])

    def make(layout: Layout) -> HtmlPage:
        theme = choose_theme(None, layout, settings)
        return scorer_page(layout, theme, more, on_site, photo_reader="file", siblings=siblings)

    own_pages = [faults.attempt(partial(make, layout)) for layout in own]
    faults.raise_if_any()  # before making the many pages of the built-in layouts
    pages = {layout.slug: make(layout) for layout in built_in}
    pages |= {layout.slug: page for layout, page in zip(own, own_pages, strict=True) if page}
    editions = [_printed_edition(layout, settings) for layout in [*own, *built_in]]
    locale = choose_locale(None, None, settings)
    titles = ", ".join(locale.text(edition.layout.title) for edition in editions)
    return ScorerPages(editions, more, titles, pages, settings)


def _printed_edition(layout: Layout, settings: Settings) -> Edition:
    """Return a layout as it is printed with these settings; in its own language if it does not fit in theirs."""
    edition = Edition(layout, choose_theme(None, layout, settings), choose_locale(None, layout, settings))
    try:
        edition.cached(fingerprint)
    except InputError:
        return Edition(layout, edition.theme, locale_of(layout, None))
    return edition
