"""`sheetgen serve`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import can_show, open_browser, terminal_code, until_stopped, user_settings

if TYPE_CHECKING:
    from sheetgen.api.serving import Serving

NO_PHOTOS = "photos of sheets are not read here; for that, pip install 'sheetgen[scan]'"


def serve_command(
    host: Annotated[str, typer.Option(help="The address to serve on; 127.0.0.1 for this computer alone.")] = "0.0.0.0",
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
    from sheetgen.api.serving import serve

    prepared = serve(
        host=host,
        port=port,
        mdns=not no_mdns,
        layouts=layout or (),
        changes=change or (),
        load_settings=user_settings,
    )
    with prepared as serving, until_stopped(serving.start) as server:
        typer.echo(f"Serving {serving.titles}")
        addresses = Addresses(serving)
        addresses.show()
        if open_page:
            open_browser(addresses.own)
        server.run()


class Addresses:
    """The addresses of a server, and what each is good for."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.is_local = all(address.startswith("127.") for address in serving.addresses)

    @property
    def own(self) -> str:
        """The address that this computer's own browser opens."""
        return self._url("127.0.0.1" if self.serving.is_everywhere else self.serving.addresses[0])

    @property
    def best(self) -> str:
        """The address that most phones can open: a plain one, if it is for phones."""
        if self.serving.addresses and not self.is_local:
            return self._url(self.serving.addresses[0])
        return self._url(self.serving.host_name) if self.serving.host_name else self.own

    def show(self) -> None:
        """Print all addresses, what else there is to know, and a code to scan."""
        lines = list(self._lines())
        width = max(len(url) for url, _ in lines)
        for url, use in lines:
            typer.echo(f"  {url:<{width}}   {use}")
        for note in self._notes():
            typer.echo(f"  note: {note}")
        code = terminal_code(f"{self.best}/")
        if can_show(code):
            typer.echo("\n" + "\n".join(f"  {line}" for line in code) + f"\n  Scan this to open {self.best}\n")
        typer.echo("Stop with Ctrl-C.")

    def _lines(self) -> Iterator[tuple[str, str]]:
        name, here, phones = self.serving.host_name, "on this computer", "for phones in this network"
        if name:
            codes = "where printed codes lead" if self.serving.is_default_port else phones
            yield self._url(name), here if self.is_local else codes
        others = "for phones that cannot open the name, such as some with Android" if name else phones
        for address in self.serving.addresses:
            yield self._url(address), here if self.is_local else others
        if self.serving.is_everywhere:
            yield self.own, here

    def _notes(self) -> Iterator[str]:
        serving = self.serving
        if serving.mdns_problem:
            yield serving.mdns_problem
        if not serving.reads_photos:
            yield NO_PHOTOS
        if not serving.addresses:
            yield "this computer is in no network, so no phone can reach it, and no name is announced"
        if serving.addresses and self.is_local:
            yield "only this computer can open it; for phones leave out --host"
        elif not serving.is_default_port:
            port = serving.default_port
            yield f"printed codes lead to port {port}; to print some that lead here, give --scorer-url {self.best}"

    def _url(self, host: str) -> str:
        return f"http://{host}:{self.serving.port}"
