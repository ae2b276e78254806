"""The user's terminal and environment: encoding, settings, progress bars, QR codes, browser, and stopping a server."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from sheetgen.interrupts import on_termination

if TYPE_CHECKING:
    from sheetgen.api.printing import Progress
    from sheetgen.api.serving import Server
    from sheetgen.api.settings import Settings

PROGRESS_DELAY = 1.0  # seconds of work before a progress bar appears
QUIET_ZONE = 4  # white modules around a QR code
WHERE_CODES_LEAD_TOPIC = "where-codes-lead"  # what is explained once, unless the user has chosen it before
ENCODING_ERRORS = "sheetgen-plain"  # name of the error handler for characters that the encoding lacks

_ASCII = {"−": "-", "–": "-", "±": "+-", "×": "x", "…": "...", "→": "->", "█": "#", **dict.fromkeys("▏▎▍▌▋▊▉", " ")}
_BLACK_ON_WHITE, _RESET = "\x1b[38;5;16;48;5;231m", "\x1b[0m"  # regardless of the terminal's colours


def prepare_output_streams() -> None:
    """Make stdout and stderr replace characters that their encoding lacks, and discard output if they are closed."""
    codecs.register_error(ENCODING_ERRORS, _replaced)
    # Opening a file in place of a closed stream also keeps its number from an output file, to which messages of
    # libraries would go.
    sys.stdout = sys.stdout or _null_stream()
    sys.stderr = sys.stderr or _null_stream()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ENCODING_ERRORS)


def _null_stream() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ASCII.get(character, "?") for character in error.object[error.start : error.end]), error.end


def config_folder() -> Path:
    """Return the folder for the user's settings of this program."""
    return Path(typer.get_app_dir("sheetgen"))


def user_settings() -> Settings:
    """Load the user's settings and those of the working directory, which take precedence."""
    from sheetgen.api import settings

    return settings.load_settings([config_folder(), Path()])


def settings_file() -> Path:
    """Return the settings file to change: that of the working directory if it has one, else the user's."""
    from sheetgen.api.settings import FILE_NAME

    return Path(FILE_NAME) if Path(FILE_NAME).is_file() else config_folder() / FILE_NAME


def is_first_time(topic: str) -> bool:
    """Return whether a topic comes up for the first time. An empty file in the user's config folder remembers it."""
    file = config_folder() / "explained" / topic
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:  # the folder cannot be written, so it is said again
        return True
    return True


def progress_bar(quiet: bool, label: str) -> Progress:
    """Return a wrapper that passes items on and shows a bar on stderr after PROGRESS_DELAY, unless quiet."""

    def pass_on(items: Iterable[Any], total: int) -> Iterator[Any]:
        if quiet or not sys.stderr.isatty():
            yield from items
            return
        started = time.monotonic()
        iterator = iter(items)
        done = 0
        for item in iterator:
            yield item
            done += 1
            if time.monotonic() - started > PROGRESS_DELAY:
                break
        if done < total:
            with typer.progressbar(iterator, length=total, label=label, file=typer.get_text_stream("stderr")) as bar:
                bar.update(done)
                yield from bar

    return pass_on


def terminal_qr_code(text: str) -> list[str]:
    """Return a QR code as lines of block characters, each with two rows of modules."""
    from qrcode.constants import ERROR_CORRECT_L
    from qrcode.main import QRCode

    code = QRCode(error_correction=ERROR_CORRECT_L, border=QUIET_ZONE)
    drawn = StringIO()
    code.add_data(text)
    code.print_ascii(drawn)
    return [_BLACK_ON_WHITE + line.replace("\u00a0", " ") + _RESET for line in drawn.getvalue().splitlines()]


def can_show(lines: list[str]) -> bool:
    """Return whether stdout is a terminal that has these characters, shows colours and is wide enough."""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR"):
        return False
    try:
        "".join(lines).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    width = len(lines[0]) - len(_BLACK_ON_WHITE) - len(_RESET)
    return shutil.get_terminal_size().columns >= width


@contextmanager
def until_stopped(server: Server) -> Iterator[None]:
    """Let a termination signal stop the server between two requests; report afterwards that it has stopped."""
    on_termination(lambda _number: server.stop())
    yield
    with suppress(OSError):  # the terminal may be gone
        typer.echo("\nStopped.")


def open_browser(url: str) -> None:
    """Open a page in a thread: some browsers block their caller, which still has to start serving the page."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
