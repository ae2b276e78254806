"""A real server on the loopback address, and clients that say exactly what a test wants."""

from __future__ import annotations

import gzip
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from sheetgen.scorer.page.html_page import HtmlPage
from sheetgen.scorer.web.app import ScorerApp
from sheetgen.scorer.web.server import Server
from tests.timeouts import TIMEOUT

POLICY = "default-src 'none'; style-src 'self'"
START = HtmlPage("<!doctype html><title>start</title>", POLICY)
MISSING = HtmlPage("<!doctype html><title>missing</title>", POLICY)
SCORER = HtmlPage("<!doctype html><title>scorer ✗</title>" + "<p>a row of cells</p>" * 15_000, POLICY)

SCRIPTS = {"camera": 'console.log("✗")'}
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg'/>"


@dataclass(frozen=True)
class Answer:
    """A response, taken apart."""

    status: int
    headers: dict[str, str]
    body: bytes

    @classmethod
    def of(cls, raw: bytes) -> Answer:
        head, _, body = raw.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        assert len(headers) == len(lines), "a header came twice"
        return cls(int(first.split()[1]), {name.lower(): value for name, value in headers.items()}, body)

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


@contextmanager
def running(scorer: HtmlPage = SCORER, kind: type[Server] = Server) -> Iterator[Server]:
    """A server with one scorer, under the slug `game`, and its picture, and one script."""
    server = kind("127.0.0.1", 0)
    server.application = ScorerApp(START, MISSING, {"game": scorer}, SCRIPTS, {"game": PICTURE.encode})
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(TIMEOUT)
        assert not thread.is_alive()


def connect(server: Server) -> socket.socket:
    return socket.create_connection((server.address, server.port), timeout=TIMEOUT)


def said(client: socket.socket) -> bytes:
    """All that comes until the server ends the connection."""
    received = b""
    while True:
        try:
            data = client.recv(65536)
        except ConnectionResetError:
            return received
        if not data:
            return received
        received += data


def tell(server: Server, request: bytes) -> bytes:
    """What a server says to these very bytes. It may end the connection before it has heard all of them."""
    with connect(server) as client:
        send_if_possible(client, request)
        return said(client)


def send_if_possible(client: socket.socket, data: bytes) -> None:
    """Send data, unless the server has ended the connection already."""
    with suppress(ConnectionError):
        client.sendall(data)


def drip(client: socket.socket, data: bytes) -> None:
    """Send data again and again, for as long as the server lets it."""
    while True:
        client.sendall(data)
        time.sleep(0.02)


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: x",
        *(f"{name.replace('_', '-')}: {headers[name]}" for name in headers),
    ]
    return Answer.of(tell(server, "\r\n".join([*lines, "", ""]).encode("latin-1")))
