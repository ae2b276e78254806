"""What commands that serve pages have in common: how they open them, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from sheetgen.cli.signals import on_end
from sheetgen.patience import signals_waiting

if TYPE_CHECKING:
    from sheetgen.scorer.server import Server


@contextmanager
def until_stopped(start: Callable[[], Server]) -> Iterator[Server]:
    """A server that stops when the program is asked to end.

    It stops between two requests: an exception could come while threads start, or be lost in the midst of something.
    """
    with signals_waiting():
        server = start()
        on_end(lambda _number: server.stop())
    yield server
    with suppress(OSError):  # the terminal may be gone
        typer.echo("\nStopped.")


def open_browser(url: str) -> None:
    """In a thread, because some browsers keep their caller waiting, and the page waits for the server."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
