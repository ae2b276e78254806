"""`sheetgen serve`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import open_browser, until_stopped

EVERYWHERE = "0.0.0.0"
NO_PHOTOS = "photos of sheets are not read here; for that, pip install 'sheetgen[scan]'"


def serve_command(
    host: Annotated[str, typer.Option(help="The address to serve on; 127.0.0.1 for this computer alone.")] = EVERYWHERE,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="0 picks a free one. [default: 8717, as on printed sheets]")
    ] = None,
    no_mdns: Annotated[bool, typer.Option("--no-mdns", help="Do not announce the name sheetgen.local.")] = False,
    layout: options.LayoutFiles = None,
    change: options.Changes = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the start page in this computer's browser.")] = False,
) -> None:
    """Serve the scorers to the phones in the house.

    The codes on printed sheets open them, for as long as this runs. Their pages can take photos of finished sheets,
    which are read here and not kept.
    """
    from sheetgen.cli.reach import Reach
    from sheetgen.cli.scorers import make_scorers
    from sheetgen.drawing.sheet_links import PORT
    from sheetgen.photos.errors import can_read_photos
    from sheetgen.scorer.page.page import start_page
    from sheetgen.scorer.page.words import page_locales
    from sheetgen.scorer.web.addresses import lan_addresses
    from sheetgen.scorer.web.app import ScorerApp
    from sheetgen.scorer.web.photo_responses import PhotoResponder
    from sheetgen.scorer.web.server import Server, listen

    has_camera = can_read_photos()
    with listen(host, PORT if port is None else port) as listening, ExitStack() as stack:
        scorers = make_scorers(layout, change, has_camera=has_camera)
        start = start_page(scorers.layouts, scorers.more)
        missing = start_page(scorers.layouts, scorers.more, root="/", missing=True)
        photos = PhotoResponder(scorers.layouts if has_camera else (), page_locales(scorers.layouts, scorers.more))
        answers = ScorerApp(start, missing, scorers.pages, photos)
        bound, port = listening.getsockname()
        addresses = lan_addresses() if bound == EVERYWHERE else [bound]
        name, trouble = (None, None) if no_mdns else _announce(addresses, port, stack)
        reach = Reach(port, addresses, name, is_everywhere=bound == EVERYWHERE)
        with until_stopped(lambda: Server(answers, listening, uploads=photos.uploads)) as server:
            typer.echo(f"Serving {scorers.titles}")
            reach.tell(trouble, None if has_camera else NO_PHOTOS)
            if open_page:
                open_browser(reach.own)
            server.run()


def _announce(addresses: Sequence[str], port: int, stack: ExitStack) -> tuple[str | None, str | None]:
    """The name that is announced for as long as the stack lasts, or why there is none; both None without a network."""
    from sheetgen.scorer.web.mdns import HOST, announced

    if not addresses:
        return None, None
    try:
        stack.enter_context(announced(addresses, port))
    except OSError as error:
        return None, f"the name {HOST} cannot be announced: {error.strerror or error}"
    return HOST, None
