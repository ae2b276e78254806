"""The commands `serve`, `site`, `page` and `preview`: scorer pages for phones, and a layout in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options
from sheetgen.cli.console import (
    WHERE_CODES_LEAD_TOPIC,
    can_show,
    config_folder,
    is_first_time,
    open_browser,
    terminal_qr_code,
    until_stopped,
    user_settings,
)
from sheetgen.errors import Collector, InputError

if TYPE_CHECKING:
    from sheetgen.api.serving import Serving

PREVIEW_PORT = 8718


def serve_command(
    host: Annotated[str, typer.Option(help="The address to serve on; 127.0.0.1 for this computer only.")] = "0.0.0.0",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 0 picks one. [default: 8717, as on printed sheets]")
    ] = None,
    no_mdns: Annotated[bool, typer.Option("--no-mdns", help="Do not announce the name sheetgen.local.")] = False,
    layout: options.LayoutFiles = None,
    change: options.Changes = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the start page in this computer's browser.")] = False,
    always: Annotated[
        bool, typer.Option("--always", help="Let the system run it from now on, whenever you are logged in.")
    ] = False,
    never: Annotated[bool, typer.Option("--never", help="End and remove what --always has installed.")] = False,
) -> None:
    """Serve the scorers to phones in the local network.

    While it runs, the codes on printed sheets open them. The pages also read photos of finished sheets, on the phone
    itself.
    """
    from sheetgen.api.serving import serve

    if always and never:
        raise InputError.of("--always and --never cannot be combined", "Give one of them.")
    if never:
        _serve_never()
        return
    if always:
        _serve_always(host=host, port=port, mdns=not no_mdns, layouts=layout or (), changes=change or ())
        return
    prepared = serve(
        host=host, port=port, mdns=not no_mdns, layouts=layout or (), changes=change or (), load_settings=user_settings
    )
    with prepared as serving, until_stopped(serving.server):
        typer.echo(f"Serving {serving.titles}")
        addresses = Addresses(serving)
        addresses.show()
        if open_page:
            open_browser(addresses.own)
        serving.server.run()


def _serve_always(**options: Any) -> None:
    from sheetgen.api.background_serving import serve_always

    service, urls = serve_always(config_folder(), load_settings=user_settings, **options)
    is_first_time(WHERE_CODES_LEAD_TOPIC)  # printing need not explain any more how to choose
    typer.echo(f"sheetgen serve runs from now on, and answers at {', '.join(urls)}")
    typer.echo(f"  made    {service.file}, a {service.kind}")
    for note in service.notes:
        typer.echo(f"  note    {note}")
    typer.echo("Remove it with: sheetgen serve --never")


def _serve_never() -> None:
    from sheetgen.api.background_serving import serve_never

    service = serve_never(config_folder())
    if service is None:
        typer.echo("sheetgen serve was not installed to run always, so there is nothing to remove.")
    else:
        typer.echo(f"sheetgen serve was stopped and does not start again: removed {service.file}")


def site_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write or update.")],
    base_url: Annotated[str | None, typer.Option(help="The address at which the folder will be.")] = None,
    layout: options.LayoutFiles = None,
    change: options.Changes = None,
    remove: options.RemovedLayouts = None,
    quiet: options.Quiet = False,
) -> None:
    """Make a folder of scorers for a web host.

    It holds static files, which phones keep, so that they need no network after the first visit.
    """
    from sheetgen.api.serving import site

    made = site(
        folder,
        base_url=base_url,
        layouts=layout or (),
        changes=change or (),
        remove=remove or (),
        load_settings=user_settings,
    )
    if quiet:
        return
    typer.echo(f"Made {folder}")
    typer.echo(f"  scorers {made.titles}")
    typer.echo(f"  size    {sum(made.sizes) / 1024:,.0f} kB in {len(made.sizes)} files")
    base = made.base_url
    if base is None:
        typer.echo("Put the folder at the root of any static host, or give another address with --base-url first.")
        typer.echo("Then print sheets whose codes lead there, for instance:")
    else:
        typer.echo(f"Put the folder at {base}/ and print sheets whose codes lead there, for instance:")
    typer.echo(f"  sheetgen pdf {made.first_slug} --scorer-url {base or 'https://example.org'}")
    if base is not None and not base.startswith("https:"):
        typer.echo("Phones can use the pages without a network only if the address begins with https.")


def page_command(
    name: options.Name = None,
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    photos: Annotated[bool, typer.Option("--photos", help="Include the reader for photos of sheets.")] = False,
    output: options.Output = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in this computer's browser.")] = False,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> None:
    """Make one scorer as a single file.

    It opens in any browser and needs no network.
    """
    from sheetgen.api.printing import require_output

    faults = Collector()
    game = faults.attempt(partial(options.chosen_game, variant, layout, change, name))
    faults.attempt(partial(require_output, output, "html", force))
    faults.raise_if_any()
    assert game
    file = game.page(output, user_settings(), photos=photos, force=force)
    if not quiet:
        typer.echo(f"Made {file}")
        typer.echo("  Open it in any browser; it can be sent by mail and needs no network.")
    if open_page:
        open_browser(file.resolve().as_uri())


def preview_command(
    file: Annotated[Path, typer.Argument(help="Your layout file.")],
    change: options.Changes = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = PREVIEW_PORT,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in this computer's browser.")] = False,
) -> None:
    """Show a layout file in the browser while you edit it.

    The printed pages, the scorer and the rules follow every change to the file and to the files that it names.
    """
    from sheetgen.api.serving import preview

    started = preview(file, port=port, changes=change or (), load_settings=user_settings)
    with started as (server, url), until_stopped(server):
        typer.echo(f"Previewing {file}")
        typer.echo(f"  {url}   on this computer only")
        typer.echo(f"  Watching {file.parent.resolve()} and what the layout extends.")
        typer.echo("Stop with Ctrl-C.")
        if open_page:
            open_browser(url)
        server.run()


class Addresses:
    """The addresses of a server, and what each is for."""

    def __init__(self, serving: Serving) -> None:
        from sheetgen.api.serving import ALL_INTERFACES, DEFAULT_BASE, PORT

        self.serving = serving
        self.port = serving.server.port
        self.default_port = PORT
        self.default_base = DEFAULT_BASE
        self.is_local = all(address.startswith("127.") for address in serving.addresses)
        self.is_on_all_interfaces = serving.server.address == ALL_INTERFACES
        # The address for this computer's own browser.
        self.own = self._url("127.0.0.1" if self.is_on_all_interfaces else serving.addresses[0])
        # The address that most phones can open: a numeric one, if phones can reach the server.
        self.best = self._url(serving.host_name) if serving.host_name else self.own
        if serving.addresses and not self.is_local:
            self.best = self._url(serving.addresses[0])

    def show(self) -> None:
        """Print all addresses, notes about them, and a QR code to scan."""
        lines = list(self._lines())
        width = max(len(url) for url, _ in lines)
        for url, use in lines:
            typer.echo(f"  {url:<{width}}   {use}")
        for note in self._notes():
            typer.echo(f"  note: {note}")
        code = terminal_qr_code(f"{self.best}/")
        if can_show(code):
            typer.echo("\n" + "\n".join(f"  {line}" for line in code) + f"\n  Scan this to open {self.best}\n")
        typer.echo("Stop with Ctrl-C.")

    def _lines(self) -> Iterator[tuple[str, str]]:
        name = self.serving.host_name
        here = "on this computer"
        phones = "for phones in this network"
        if name:
            codes = "where printed codes lead" if self.port == self.default_port else phones
            yield self._url(name), here if self.is_local else codes
        others = "for phones that cannot open the name, such as some Android phones" if name else phones
        for address in self.serving.addresses:
            yield self._url(address), here if self.is_local else others
        if self.is_on_all_interfaces:
            yield self.own, here

    def _notes(self) -> Iterator[str]:
        serving = self.serving
        if serving.mdns_problem:
            yield serving.mdns_problem
        if not serving.addresses:
            yield "this computer is not in a network, so no phone can reach it; its name is announced once it is"
        if serving.addresses and self.is_local:
            yield "only this computer can open it; leave out --host to let phones open it"
        elif self.port != self.default_port and serving.base == self.default_base:
            where = f"port {self.default_port}"
            yield f"printed codes lead to {where}; to print some that lead here, give --scorer-url {self.best}"

    def _url(self, host: str) -> str:
        return f"http://{host}:{self.port}"
