"""For terminals that know only a few characters: simple signs instead of question marks.

A sign of life, if work takes long.

A QR code in the terminal.

What commands that serve pages have in common: how they open them, and how they end.
"""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, TypeVar

import typer

from sheetgen.interrupts import on_termination, signals_deferred

if TYPE_CHECKING:
    from sheetgen.scorer.web.server import Server

ERRORS = "sheetgen-plain"

_SIGNS = {"−": "-", "–": "-", "±": "+-", "×": "x", "…": "...", "→": "->", "█": "#", **dict.fromkeys("▏▎▍▌▋▊▉", " ")}


def speak_plainly() -> None:
    """Make output never fail, whatever the terminal's encoding is."""
    codecs.register_error(ERRORS, _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ERRORS)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_SIGNS.get(character, "?") for character in error.object[error.start : error.end]), error.end


T = TypeVar("T")

PATIENCE = 1.0
"""Seconds that may pass without a sign of life."""


def with_progress(things: Iterable[T], total: int, quiet: bool, label: str = "Pages") -> Iterator[T]:
    """Pass things on; show a bar on stderr from the second on in which they are not all done."""
    if quiet or not sys.stderr.isatty():
        yield from things
        return
    started = time.monotonic()
    iterator = iter(things)
    done = 0
    for thing in iterator:
        yield thing
        done += 1
        if time.monotonic() - started > PATIENCE:
            break
    if done < total:
        with typer.progressbar(iterator, length=total, label=label, file=typer.get_text_stream("stderr")) as bar:
            bar.update(done)
            yield from bar


QUIET_ZONE = 4
_COLOURS = "\x1b[38;5;16;48;5;231m"  # true black on true white: in all themes of a terminal, dark on light
_RESET = "\x1b[0m"
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def terminal_code(text: str) -> list[str]:
    """The code's lines, two rows of modules in each."""
    from qrcode.constants import ERROR_CORRECT_L
    from qrcode.main import QRCode

    code = QRCode(error_correction=ERROR_CORRECT_L, border=QUIET_ZONE)
    code.add_data(text)
    rows: list[list[bool]] = code.get_matrix()
    rows.append([False] * len(rows[0]))  # they are odd in number
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [_COLOURS + "".join(_HALVES[pair] for pair in zip(*both, strict=True)) + _RESET for both in pairs]


def can_show(lines: list[str]) -> bool:
    """Is there a terminal with these signs, with colours, and wide enough?"""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR"):
        return False
    try:
        "".join(_HALVES.values()).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    width = len(lines[0]) - len(_COLOURS) - len(_RESET)
    return shutil.get_terminal_size().columns >= width


@contextmanager
def until_stopped(start: Callable[[], Server]) -> Iterator[Server]:
    """A server that stops when the program is asked to end.

    It stops between two requests: an exception could come while threads start, or be lost in the midst of something.
    """
    with signals_deferred():
        server = start()
        on_termination(lambda _number: server.stop())
    yield server
    with suppress(OSError):  # the terminal may be gone
        typer.echo("\nStopped.")


def open_browser(url: str) -> None:
    """In a thread, because some browsers keep their caller waiting, and the page waits for the server."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
