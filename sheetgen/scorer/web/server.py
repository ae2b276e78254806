"""The HTTP server for the local network, with waitress.

Phones may fall asleep during a request, and scanners may send anything. A page is one request, so every connection
carries one request, and clients that neither send nor read for a while are disconnected. One thread reads photos one
after the other, so that pages never wait for them.
"""

import errno
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy
from functools import cached_property
from ipaddress import IPv4Address
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from sheetgen.drawing.sheet_links import PORT
from sheetgen.errors import InputError
from sheetgen.scorer.web.connections import Channel
from sheetgen.scorer.web.uploads import RoundRobinQueue, Uploads

TIMEOUT = 20  # seconds for a request, and without progress of a response or an upload
MAX_CONNECTIONS = 1000
BACKLOG = 1024  # connections that wait to be accepted
MAX_HEADER_SIZE = 64 * 1024  # bytes
MAX_BODY_SIZE = 64 * 1024  # bytes of a request that is no photo
_OTHER_FILES = 50  # files that the process needs besides connections
PORT_TAKEN_HINT = f"Is another sheetgen serve running? Or choose one with --port; but printed codes lead to {PORT}."

Application = Callable[[dict[str, Any], Callable[..., object]], Iterable[bytes]]


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Serves a WSGI application on a listening socket, and accepts the uploads of photos."""

    def __init__(
        self,
        application: Application,
        listening: socket.socket,
        timeout: int = TIMEOUT,
        uploads: Uploads | None = None,
    ) -> None:
        # Warnings about many clients or bad requests do not concern the person at the terminal.
        logging.getLogger("waitress").setLevel(logging.ERROR)
        self.channel_class = Channel
        self.uploads = uploads or Uploads((), lambda: 0)
        self.photo_dispatcher = _photo_dispatcher()
        self.stopping = False
        super().__init__(
            application,
            map={},
            _sock=listening,
            bind_socket=False,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            adj=Adjustments(
                channel_timeout=timeout,
                cleanup_interval=1,
                connection_limit=_connection_limit(),
                backlog=BACKLOG,
                asyncore_use_poll=True,  # unlike select, it allows more than 1024 files
                max_request_header_size=MAX_HEADER_SIZE,
                max_request_body_size=MAX_BODY_SIZE,
                inbuf_overflow=sys.maxsize,  # never writes requests to files
                log_socket_errors=False,
                ident=None,
            ),
        )

    def run(self) -> None:
        """Serve until `stop` is called, or until an exception such as KeyboardInterrupt."""
        try:
            while not self.stopping:
                wasyncore.loop(self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self._map, count=1)
        finally:
            self.photo_dispatcher.shutdown()
            self.task_dispatcher.shutdown()
            wasyncore.close_all(self._map)

    def stop(self) -> None:
        """End `run`, from any thread."""
        self.stopping = True
        with suppress(OSError):  # `run` may have ended meanwhile
            self.pull_trigger()

    @cached_property
    def photo_adj(self) -> Adjustments:
        """Settings for photos, which may be larger than other requests."""
        adj = copy(self.adj)
        adj.max_request_body_size = self.uploads.max_size() + 1
        return adj

    def add_task(self, channel: Channel) -> None:
        """Queue a complete request, separately if it is a photo to be read."""
        request = channel.requests[0]
        is_read = request.is_photo and not request.refusal
        (self.photo_dispatcher if is_read else self.task_dispatcher).add_task(channel)

    def maintenance(self, now: float) -> None:
        """Disconnect overdue clients; waitress calls this every second.

        The method of waitress counts from the last byte received only, and waits for clients that never read.
        """
        for channel in self.active_channels.values():
            if channel.is_overdue(now, self.adj.channel_timeout):
                channel.will_close = True
                with suppress(OSError):  # wakes the loop, which would wait for a full connection to become writable
                    channel.socket.shutdown(socket.SHUT_RDWR)


def _photo_dispatcher() -> ThreadedTaskDispatcher:
    """Return a dispatcher with one thread that serves the addresses of its clients in turn."""
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = RoundRobinQueue()
    dispatcher.set_thread_count(1)
    return dispatcher


def listen(host: str, port: int, taken_hint: str = PORT_TAKEN_HINT) -> socket.socket:
    """Return a listening socket, or raise an InputError about host or port; with `taken_hint` if the port is taken."""
    address = _resolve(host)
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # reuse a port that was just released; elsewhere this option means to share it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise _listen_error(error, host, port, taken_hint) from None
    return listening


def _resolve(host: str) -> str:
    try:
        if not host.strip():
            raise ValueError
        found = socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, ValueError):
        raise InputError.of(f"there is no IPv4 address {host!r:.60}", "Leave --host out to serve on all.") from None
    address = IPv4Address(found[0][4][0])
    if address.is_multicast or address.is_reserved:
        raise InputError.of(f"{address} is no address of a computer", "Leave --host out to serve on all.")
    return str(address)


def _listen_error(error: OSError, host: str, port: int, taken_hint: str) -> InputError:
    if error.errno == errno.EADDRINUSE:
        return InputError.of(f"port {port} is taken", taken_hint)
    if error.errno == errno.EADDRNOTAVAIL:
        return InputError.of(f"{host} is not an address of this computer", "Leave --host out to serve on all.")
    if error.errno == errno.EACCES:
        return InputError.of(f"port {port} is reserved for the system", "Choose one from 1024 on with --port.")
    return InputError.of(f"cannot serve on {host}, port {port}: {error.strerror or error}")


def _connection_limit() -> int:
    """Return the number of connections that the system's limit of open files allows; further clients wait."""
    try:
        import resource
    except ImportError:  # on Windows, where select allows 512
        return 500
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS if files == resource.RLIM_INFINITY else max(1, min(MAX_CONNECTIONS, files - _OTHER_FILES))
