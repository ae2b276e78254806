"""A real server on the loopback address, and clients that say exactly what a test wants."""

from __future__ import annotations

import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from sheetgen.scorer.page.page import HtmlPage
from sheetgen.scorer.web.app import ScorerApp
from sheetgen.scorer.web.connections import Channel
from sheetgen.scorer.web.photo_responses import PhotoResponder
from sheetgen.scorer.web.server import Server, listen
from tests.timeouts import TIMEOUT

PATIENCE = 100 * TIMEOUT  # seconds that the server waits for a client
POLICY = "default-src 'none'; style-src 'self'"
START = HtmlPage("<!doctype html><title>start</title>", POLICY)
MISSING = HtmlPage("<!doctype html><title>missing</title>", POLICY)
SCORER = HtmlPage("<!doctype html><title>scorer ✗</title>" + "<p>a row of cells</p>" * 15_000, POLICY)


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
def running(scorer: HtmlPage = SCORER, photos: PhotoResponder | None = None) -> Iterator[Server]:
    """A server with one scorer, under the slug `game`, and perhaps one that reads photos.

    Its patience is so long that on the slowest machine only `age` ends it.
    """
    answers = ScorerApp(START, MISSING, {"game": scorer}, photos)
    server = Server(answers, listen("127.0.0.1", 0), PATIENCE, photos.uploads if photos else None)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(TIMEOUT)
        assert not thread.is_alive()


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.effective_port)), timeout=TIMEOUT)


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
        with suppress(BrokenPipeError, ConnectionResetError):
            client.sendall(request)
        return said(client)


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: x",
        *(f"{name.replace('_', '-')}: {headers[name]}" for name in headers),
    ]
    return Answer.of(tell(server, "\r\n".join([*lines, "", ""]).encode("latin-1")))


def channels(server: Server) -> list[Channel]:
    """The open connections, while others come and go."""
    return list(server.active_channels.values())


def age(
    server: Server, seconds: float, is_active: bool = False, only: Callable[[Channel], bool] = lambda channel: True
) -> None:
    """Let the server look for clients that are overdue, as if so much time had passed for all, or for some of them.

    Active ones have sent or read something all the time.
    """
    looked = threading.Event()

    def look() -> None:
        for channel in filter(only, channels(server)):
            channel.creation_time -= seconds
            channel.upload_start -= seconds if channel.upload_start else 0
            channel.last_activity -= 0 if is_active else seconds
        server.maintenance(time.time())
        looked.set()

    server.trigger.pull_trigger(look)
    assert looked.wait(TIMEOUT)
