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
from sheetgen.scorer.web.local_network import lan_addresses

STOP_TIMEOUT = 10  # seconds in which the port of a service must be free after it has been stopped
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
) -> tuple[BackgroundService, list[str]]:
    """Install the server as a service, or change its options; return it and its addresses. Options as for `serve`.

    If the working directory has a settings file, the service runs there and uses it. Raises InputError if it cannot be
    started or does not answer; then there is no service, or the one that there was before.
    """
    if port == 0:
        raise InputError.of("a service needs a port of its own, not 0", f"Printed codes lead to {PORT}.")
    make_pages(layouts, changes, load_settings)
    port = PORT if port is None else port
    # With -P, the modules of the folder in which the service runs are not imported.
    command = [str(_python()), "-P", "-m", "sheetgen", "serve", "--host", host, "--port", str(port)]
    command += [] if mdns else ["--no-mdns"]
    for layout in layouts:
        command += ["--layout", str(layout.resolve())]
    for change in changes:
        command += ["--set", change]
    service = background_service(config_folder)
    definition = service.define(command, Path.cwd() if Path(FILE_NAME).is_file() else Path.home())
    previous = service.file.read_bytes() if service.is_installed else None
    if previous is not None:
        service.remove()
    try:
        address = _free_address(host, port, STOP_TIMEOUT if previous is not None else 0)
        service.install(definition)
        _wait_until_it_answers(service, address, port)
    except InputError:
        if previous is not None:
            service.install(previous)
        raise
    hosts = [*lan_addresses(), address] if host == ALL_INTERFACES else [address]
    return service, [f"http://{each}:{port}" for each in hosts]


def _free_address(host: str, port: int, patience: float) -> str:
    """Return the address at which this computer can reach a server on this host.

    Raises InputError if the port is still taken after so many seconds; a server that was stopped may take a moment.
    """
    end = time.monotonic() + patience
    while True:
        try:
            with Server(host, port) as probe:
                return "127.0.0.1" if probe.address == ALL_INTERFACES else probe.address
        except InputError:
            if time.monotonic() > end:
                raise
            time.sleep(PAUSE)


def serve_never(config_folder: Path) -> BackgroundService | None:
    """Remove the service, and return it; None if there was none."""
    service = background_service(config_folder)
    if not service.is_installed:
        return None
    service.remove()
    return service


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
