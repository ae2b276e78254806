"""At which addresses a server can be reached, and what each is good for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import typer

from sheetgen.cli.console import can_show, terminal_code
from sheetgen.drawing.sheet_links import PORT


class Reach(NamedTuple):
    """What a server has: addresses, perhaps a name, and perhaps all of this computer's addresses."""

    port: int
    addresses: Sequence[str]
    name: str | None
    is_everywhere: bool

    @property
    def own(self) -> str:
        """What this computer's own browser opens."""
        return self._url("127.0.0.1" if self.is_everywhere else self.addresses[0])

    @property
    def best(self) -> str:
        """What most phones can open: a plain address, if it is one for phones."""
        if self.addresses and not self._is_local:
            return self._url(self.addresses[0])
        return self._url(self.name) if self.name else self.own

    def tell(self, *troubles: str | None) -> None:
        """All addresses, what else there is to know, and a code to scan."""
        lines = list(self._lines())
        width = max(len(url) for url, _ in lines)
        for url, use in lines:
            typer.echo(f"  {url:<{width}}   {use}")
        for note in (*troubles, *self._notes()):
            if note:
                typer.echo(f"  note: {note}")
        code = terminal_code(f"{self.best}/")
        if can_show(code):
            typer.echo("\n" + "\n".join(f"  {line}" for line in code) + f"\n  Scan this to open {self.best}\n")
        typer.echo("Stop with Ctrl-C.")

    def _lines(self) -> Iterator[tuple[str, str]]:
        here = "on this computer"
        if self.name:
            codes = "where printed codes lead" if self.port == PORT else "for phones in this network"
            yield self._url(self.name), here if self._is_local else codes
        others = "for phones that cannot open the name, such as some with Android" if self.name else None
        for address in self.addresses:
            yield self._url(address), here if self._is_local else others or "for phones in this network"
        if self.is_everywhere:
            yield self.own, here

    def _notes(self) -> Iterator[str]:
        if not self.addresses:
            yield "this computer is in no network, so no phone can reach it, and no name is announced"
        if self.addresses and self._is_local:
            yield "only this computer can open it; for phones leave out --host"
        elif self.port != PORT:
            yield f"printed codes lead to port {PORT}; to print some that lead here, give --scorer-url {self.best}"

    @property
    def _is_local(self) -> bool:
        return all(address.startswith("127.") for address in self.addresses)

    def _url(self, host: str) -> str:
        return f"http://{host}:{self.port}"
