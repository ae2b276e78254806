"""Serve the scorer whenever the user is logged in, as a service of the system."""

import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from sheetgen.api.serving import ALL_INTERFACES, PORT, LoadSettings, Server, make_pages
from sheetgen.api.settings import FILE_NAME, Settings
from sheetgen.errors import InputError
from sheetgen.scorer.web.background_service import BackgroundService, background_service

START_TIMEOUT = 60  # seconds in which a service must answer after it has been started
PAUSE = 0.2  # seconds between two attempts to reach it


def serve_always(
    config_folder: Path,
    *,
    host: str = ALL_INTERFACES,
    port: int | None = None,
    mdns: bool = True,
    layouts: Sequence[Path] = (),
    changes: Sequence[str] = (),
    load_settings: LoadSettings = Settings,
) -> tuple[BackgroundService, str]:
    """Install the server as a service, or change its options; return it and its address. Options as for `serve`.

    If the working directory has a settings file, the service runs there and uses it. Raises InputError, and leaves
    no service, if it cannot be started or does not answer.
    """
    if port == 0:
        raise InputError.of("a service needs a port of its own, not 0", f"Printed codes lead to {PORT}.")
    make_pages(layouts, changes, load_settings)
    port = PORT if port is None else port
    command = [str(_python()), "-m", "sheetgen", "serve", "--host", host, "--port", str(port)]
    command += [] if mdns else ["--no-mdns"]
    for layout in layouts:
        command += ["--layout", str(layout.resolve())]
    for change in changes:
        command += ["--set", change]
    service = background_service(config_folder)
    service.remove()
    with Server(host, port) as free:  # raises an InputError if the port is taken
        address = "127.0.0.1" if free.address == ALL_INTERFACES else free.address
    service.install(command, Path.cwd() if Path(FILE_NAME).is_file() else Path.home())
    _wait_until_it_answers(service, address, port)
    return service, f"http://{address}:{port}"


def serve_never(config_folder: Path) -> BackgroundService | None:
    """Remove the service, and return it; None if there was none."""
    service = background_service(config_folder)
    if not service.is_installed:
        return None
    service.remove()
    return service


def is_always_served(config_folder: Path) -> bool:
    """Return whether the service is installed."""
    return background_service(config_folder).is_installed


def _wait_until_it_answers(service: BackgroundService, host: str, port: int) -> None:
    end = time.monotonic() + START_TIMEOUT
    while time.monotonic() < end:
        try:
            socket.create_connection((host, port), PAUSE).close()
            return
        except OSError:
            time.sleep(PAUSE)
    service.remove()
    raise InputError.of(f"the {service.kind} was started, but does not answer, so it was removed", service.notes[0])


def _python() -> Path:
    """Return the interpreter that runs this program; on Windows, the one that opens no console window."""
    python = Path(sys.executable)
    windowless = python.with_name("pythonw.exe")
    return windowless if windowless.exists() else python
