"""The HTTP server for the local network: the standard library's, with one thread for each connection.

Phones may fall asleep during a request, and scanners may send anything. Every connection therefore carries one request,
and clients that neither send nor read for a while are disconnected.
"""

import errno
import io
import os
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from email.message import Message
from http import HTTPStatus
from http.client import LineTooLong
from http.server import BaseHTTPRequestHandler
from ipaddress import IPv4Address
from socketserver import ThreadingTCPServer
from typing import Any

from sheetgen.drawing.sheet_links import PORT
from sheetgen.errors import InputError
from sheetgen.scorer.web.responses import Request, Response, text_response

TIMEOUT = 20  # seconds without progress after which a client is disconnected
MAX_SECONDS = 120  # duration of a connection, even if the client makes progress
MAX_CONNECTIONS = 200  # further clients wait
MAX_HEADER_SIZE = 64 * 1024  # bytes; longer headers are refused
BLOCK_SIZE = 64 * 1024  # bytes that a client must read within TIMEOUT
PAUSE = 0.5  # seconds between two checks for overdue connections, and between two attempts to get resources
NO_RESOURCES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}  # no file descriptor, or no memory
PORT_TAKEN_HINT = f"Is another sheetgen serve running? Or choose one with --port; but printed codes lead to {PORT}."

Application = Callable[[Request], Response]


class RequestReader(io.BufferedReader):
    """Input of a connection. It limits the total length of all lines, which are the header of the request."""

    remaining = MAX_HEADER_SIZE + 1  # bytes; with one more, the base class sees that its first line is too long

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return the next line. Raises LineTooLong beyond the limit, to which the handler's base class responds."""
        if not self.remaining:
            raise LineTooLong("header")
        line = super().readline(self.remaining if size is None or size < 0 else min(size, self.remaining))
        self.remaining -= len(line)
        return line


class RequestHandler(BaseHTTPRequestHandler):
    """Responds to the one request of a connection."""

    server: "Server"
    timeout = TIMEOUT
    rbufsize = 0  # RequestReader has the buffer

    def setup(self) -> None:
        """Prepare input and output."""
        super().setup()
        self.rfile = RequestReader(self.rfile)

    def do_GET(self) -> None:
        """Send the application's response."""
        path, _, query = self.path.partition("?")
        request = Request(self.command, path, query, self.headers)
        self._send(self.server.application(request), request)

    do_HEAD = do_POST = do_GET  # noqa: N815  # names that the base class requires

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Respond to a request that is malformed or has an unknown method, with the headers of every response."""
        status = HTTPStatus(code)
        method = self.command or ""  # if it could be read
        self._send(text_response(status, f"{status.phrase}."), Request(method, "", "", Message()))

    def _send(self, response: Response, request: Request) -> None:
        status, headers, body = response.for_client(request)
        self.send_response(status)
        for header in headers:
            self.send_header(*header)
        self.end_headers()
        for start in range(0, len(body), BLOCK_SIZE):
            self.wfile.write(body[start : start + BLOCK_SIZE])
        self.connection.shutdown(socket.SHUT_WR)
        while self.rfile.read1(BLOCK_SIZE):  # a client that is still sending would not read the response otherwise
            pass

    def send_response(self, code: int, message: str | None = None) -> None:
        """Start a response, without a header that names the server's software."""
        # Without a valid version, the base class takes the request for HTTP/0.9 and omits status line and headers.
        self.request_version = self.protocol_version
        self.send_response_only(code, message)
        self.send_header("Date", self.date_time_string())

    def log_message(self, *_: object) -> None:
        """Log nothing: the person at the terminal does not need to see requests."""


class Server(ThreadingTCPServer):
    """Listens at an address, and serves the application that it is given before it runs."""

    address: str
    port: int
    application: Application
    allow_reuse_address = os.name == "posix"  # reuse a port that was just released; elsewhere this means to share it
    request_queue_size = 1024  # connections that wait to be accepted
    block_on_close = False  # the interpreter waits for threads anyway; this fails if one could not be started

    def __init__(self, host: str, port: int, taken_hint: str = PORT_TAKEN_HINT) -> None:
        """Listen, or raise an InputError about the host or port, with the hint `taken_hint` if the port is taken."""
        try:
            super().__init__((_resolve(host), port), RequestHandler)
        except OSError as error:
            raise _listen_error(error, host, port, taken_hint) from None
        self.address, self.port = self.socket.getsockname()
        self.socket.settimeout(PAUSE)
        self.deadlines: dict[Any, float] = {}  # monotonic time by which each open connection has to end
        self.stopping = False

    def run(self) -> None:
        """Serve until `stop` is called, or until an exception such as KeyboardInterrupt."""
        try:
            while not self.stopping:
                if len(self.deadlines) < MAX_CONNECTIONS:
                    self.handle_request()
                else:
                    time.sleep(PAUSE)
                self._disconnect(before=time.monotonic())
        finally:
            self._disconnect(before=float("inf"))
            self.server_close()

    def stop(self) -> None:
        """End `run`, from any thread or signal handler."""
        self.stopping = True
        with suppress(OSError):  # wakes `run` on most systems; on others, it wakes after its pause
            self.socket.shutdown(socket.SHUT_RD)

    def get_request(self) -> tuple[Any, Any]:
        """Accept a connection. Raises OSError if that fails: after a pause if the next attempt would fail as well."""
        try:
            return super().get_request()
        except OSError as error:
            if error.errno in NO_RESOURCES:
                time.sleep(PAUSE)
            raise

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start a thread for a connection, as soon as the system allows another one."""
        self.deadlines[request] = time.monotonic() + MAX_SECONDS
        while not self.stopping:
            try:
                super().process_request(request, client_address)
                return
            except RuntimeError:  # no further thread can be started now
                time.sleep(PAUSE)
                self._disconnect(before=time.monotonic())
        self.shutdown_request(request)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self.deadlines.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print the exception that ended a connection, unless its client is the reason."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def _disconnect(self, before: float) -> None:
        """Shut down the connections whose deadlines are before a time; their threads close them."""
        for connection, deadline in list(self.deadlines.items()):
            if deadline < before:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


def _resolve(host: str) -> str:
    try:
        if not host.strip():
            raise ValueError
        found = socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, ValueError):
        raise InputError.of(f"there is no IPv4 address {host!r:.60}", "Leave --host out to serve on all.") from None
    address = IPv4Address(found[0][4][0])
    if address.is_multicast or address.is_reserved:
        raise InputError.of(f"{address} is not the address of a computer", "Leave --host out to serve on all.")
    return str(address)


def _listen_error(error: OSError, host: str, port: int, taken_hint: str) -> InputError:
    if error.errno == errno.EADDRINUSE:
        return InputError.of(f"port {port} is taken", taken_hint)
    if error.errno == errno.EADDRNOTAVAIL:
        return InputError.of(f"{host} is not an address of this computer", "Leave --host out to serve on all.")
    if error.errno == errno.EACCES:
        return InputError.of(f"port {port} is reserved for the system", "Choose one from 1024 on with --port.")
    return InputError.of(f"cannot serve on {host}, port {port}: {error.strerror or error}")
