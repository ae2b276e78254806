"""What commands that serve pages have in common: how they open them, and how they end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import typer


@contextmanager
def until_stopped() -> Iterator[None]:
    """To be asked to stop is how a server ends."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        with suppress(OSError):  # the terminal may be gone
            typer.echo("\nStopped.")


def open_browser(url: str) -> None:
    """In a thread, because some browsers keep their caller waiting, and the page waits for the server."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
