"""Serving on the local network, with waitress.

Among the clients may be phones that fall asleep in the middle of a request, and scanners that send nonsense. A page is
one request, so every connection carries just one; who neither asks nor reads for a while is cut off. Photos are read
one after the other by a thread of their own, so that pages never wait for them.
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
from sheetgen.scorer.web.uploads import Turns, Uploads

PATIENCE = 20
"""Seconds that a client may take to ask, and then to go on reading, or sending its photo."""

CONNECTIONS = 1000
BACKLOG = 1024
LARGEST_HEADER = 64 * 1024
LARGEST_BODY = 64 * 1024
_OTHER_FILES = 50
IF_TAKEN = f"Is another sheetgen serve running? Or choose one with --port; but printed codes lead to {PORT}."


Application = Callable[[dict[str, Any], Callable[..., object]], Iterable[bytes]]
"""What WSGI calls for each request."""


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Answers requests on a listening socket, and takes photos where there are addresses for them."""

    def __init__(
        self,
        application: Application,
        listening: socket.socket,
        patience: int = PATIENCE,
        uploads: Uploads | None = None,
    ) -> None:
        # Its warnings tell of busy moments and rude clients, which are nothing to the person at the terminal.
        logging.getLogger("waitress").setLevel(logging.ERROR)
        self.channel_class = Channel
        self.uploads = uploads or Uploads((), lambda: 0)
        self.readers = _one_by_one()
        self.stopping = False
        super().__init__(
            application,
            map={},
            _sock=listening,
            bind_socket=False,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            adj=Adjustments(
                channel_timeout=patience,
                cleanup_interval=1,
                connection_limit=_connection_limit(),
                backlog=BACKLOG,
                asyncore_use_poll=True,  # unlike select, it knows more than 1024 files
                max_request_header_size=LARGEST_HEADER,
                max_request_body_size=LARGEST_BODY,
                inbuf_overflow=sys.maxsize,  # what is sent here is never put into files
                log_socket_errors=False,
                ident=None,
            ),
        )

    def run(self) -> None:
        """Serve until `stop` is called, or an exception such as KeyboardInterrupt ends it."""
        try:
            while not self.stopping:
                wasyncore.loop(self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self._map, count=1)
        finally:
            self.readers.shutdown()
            self.task_dispatcher.shutdown()
            wasyncore.close_all(self._map)

    def stop(self) -> None:
        """End `run`, from any thread."""
        self.stopping = True
        with suppress(OSError):  # it may have ended by itself meanwhile
            self.pull_trigger()

    @cached_property
    def photo_adj(self) -> Adjustments:
        """What holds for photos."""
        adj = copy(self.adj)
        adj.max_request_body_size = self.uploads.largest() + 1
        return adj

    def add_task(self, channel: Channel) -> None:
        """A request is complete. Photos are read in turns."""
        request = channel.requests[0]
        is_read = request.is_photo and not request.refusal
        (self.readers if is_read else self.task_dispatcher).add_task(channel)

    def maintenance(self, now: float) -> None:
        """Cut off who is overdue; waitress calls this every second.

        Its own way only counts from the last byte received, and waits for clients that never read.
        """
        for channel in self.active_channels.values():
            if channel.is_overdue(now, self.adj.channel_timeout):
                channel.will_close = True
                with suppress(OSError):  # wakes the loop, which would wait for a full connection to become writable
                    channel.socket.shutdown(socket.SHUT_RDWR)


def _one_by_one() -> ThreadedTaskDispatcher:
    """What lets clients take turns."""
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = Turns()
    dispatcher.set_thread_count(1)
    return dispatcher


def listen(host: str, port: int, if_taken: str = IF_TAKEN) -> socket.socket:
    """A listening socket, or an error that says what is wrong with host or port, and what to do about a taken one."""
    address = _address(host)
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # take a port that was just left; elsewhere this option would mean to share it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise _explained(error, host, port, if_taken) from None
    return listening


def _address(host: str) -> str:
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


def _explained(error: OSError, host: str, port: int, if_taken: str) -> InputError:
    if error.errno == errno.EADDRINUSE:
        return InputError.of(f"port {port} is taken", if_taken)
    if error.errno == errno.EADDRNOTAVAIL:
        return InputError.of(f"{host} is not an address of this computer", "Leave --host out to serve on all.")
    if error.errno == errno.EACCES:
        return InputError.of(f"port {port} is reserved for the system", "Choose one from 1024 on with --port.")
    return InputError.of(f"cannot serve on {host}, port {port}: {error.strerror or error}")


def _connection_limit() -> int:
    """As many connections as the system lets us open files for; more clients wait until it is their turn."""
    try:
        import resource
    except ImportError:  # Windows, where select knows 512
        return 500
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return CONNECTIONS if files == resource.RLIM_INFINITY else max(1, min(CONNECTIONS, files - _OTHER_FILES))
