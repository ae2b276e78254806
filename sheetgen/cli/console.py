"""The terminal: output that never fails, progress bars, QR codes, the household's settings, and waiting for Ctrl-C."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from sheetgen.interrupts import on_termination, signals_deferred

if TYPE_CHECKING:
    from sheetgen.api.printing import Progress
    from sheetgen.api.serving import Server
    from sheetgen.api.settings import Settings

T = TypeVar("T")

SILENCE = 1.0  # seconds of work after which a progress bar appears
QUIET_ZONE = 4  # modules of white around a QR code
ENCODING_ERRORS = "sheetgen-plain"  # name of the handler for characters that a terminal does not have

_PLAIN = {"−": "-", "–": "-", "±": "+-", "×": "x", "…": "...", "→": "->", "█": "#", **dict.fromkeys("▏▎▍▌▋▊▉", " ")}
_BLACK_ON_WHITE, _RESET = "\x1b[38;5;16;48;5;231m", "\x1b[0m"  # whatever the terminal's colours are
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def use_plain_characters() -> None:
    """Let output replace characters that the terminal's encoding lacks, instead of failing."""
    codecs.register_error(ENCODING_ERRORS, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ENCODING_ERRORS)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end


def user_settings() -> Settings:
    """Load the user's settings and those of the working directory, which win."""
    from sheetgen.api import settings

    return settings.load_settings([Path(typer.get_app_dir("sheetgen")), Path()])


def progress_bar(quiet: bool, label: str) -> Progress:
    """Return a wrapper that shows a bar on stderr while things are done, if that takes long."""
    return partial(with_progress, quiet=quiet, label=label)


def with_progress(things: Iterable[T], total: int, quiet: bool, label: str = "Pages") -> Iterator[T]:
    """Pass things on; show a bar on stderr once they take longer than SILENCE."""
    if quiet or not sys.stderr.isatty():
        yield from things
        return
    started = time.monotonic()
    iterator = iter(things)
    done = 0
    for thing in iterator:
        yield thing
        done += 1
        if time.monotonic() - started > SILENCE:
            break
    if done < total:
        with typer.progressbar(iterator, length=total, label=label, file=typer.get_text_stream("stderr")) as bar:
            bar.update(done)
            yield from bar


def terminal_code(text: str) -> list[str]:
    """Return the lines of a QR code, two rows of modules in each."""
    from qrcode.constants import ERROR_CORRECT_L
    from qrcode.main import QRCode

    code = QRCode(error_correction=ERROR_CORRECT_L, border=QUIET_ZONE)
    code.add_data(text)
    rows: list[list[bool]] = code.get_matrix()
    rows.append([False] * len(rows[0]))  # the number of rows is odd
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [_BLACK_ON_WHITE + "".join(_HALVES[pair] for pair in zip(*both, strict=True)) + _RESET for both in pairs]


def can_show(lines: list[str]) -> bool:
    """Return whether the output is a terminal with these characters, with colours, and wide enough."""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR"):
        return False
    try:
        "".join(_HALVES.values()).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    width = len(lines[0]) - len(_BLACK_ON_WHITE) - len(_RESET)
    return shutil.get_terminal_size().columns >= width


@contextmanager
def until_stopped(start: Callable[[], Server]) -> Iterator[Server]:
    """Start a server that stops between two requests when the program is asked to end.

    Signals wait while it starts, because an exception could leave threads behind.
    """
    with signals_deferred():
        server = start()
        on_termination(lambda _number: server.stop())
    yield server
    with suppress(OSError):  # the terminal may be gone
        typer.echo("\nStopped.")


def open_browser(url: str) -> None:
    """Open a page in a thread, because some browsers keep their caller waiting, and the page waits for the server."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def line(name: str, text: str) -> None:
    """Print an indented line with a name before it."""
    typer.echo(f"  {name:<8}{text}")


def made(files: Iterable[Any]) -> None:
    """Print which files were made."""
    typer.echo("Made " + ", ".join(map(str, files)))
