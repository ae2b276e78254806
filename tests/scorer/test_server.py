"""The server: what it answers, and that no client can hurt it."""

from __future__ import annotations

import multiprocessing
import os
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from sheetgen.errors import InputError
from sheetgen.scorer.page.html_page import HtmlPage
from sheetgen.scorer.web import server as server_module
from sheetgen.scorer.web.app import ScorerApp
from sheetgen.scorer.web.responses import Request
from sheetgen.scorer.web.server import BLOCK_SIZE, MAX_HEADER_SIZE, RequestHandler, Server
from tests.scorer.serving import (
    MISSING,
    PICTURE,
    POLICY,
    SCORER,
    SCRIPTS,
    START,
    Answer,
    ask,
    connect,
    drip,
    running,
    said,
    send_if_possible,
    tell,
)
from tests.systems import posix_only
from tests.timeouts import TIMEOUT, wait_until


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as one:
        yield one


@pytest.mark.parametrize(("path", "page"), [("/", START), ("/game/", SCORER), ("/game/?from=mail", SCORER)])
def test_pages(server: Server, path: str, page: HtmlPage) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.text) == (200, page.html)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert int(answer.headers["content-length"]) == len(answer.body)


@pytest.mark.parametrize("path", ["/camera.js", "/camera.js?1"])
def test_scripts(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.text) == (200, SCRIPTS["camera"])
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize("path", ["/game/picture.svg", "/game/picture.svg?1"])
def test_pictures(server: Server, path: str) -> None:
    for _ in range(2):
        answer = ask(server, path)
        assert (answer.status, answer.text) == (200, PICTURE)
        assert answer.headers["content-type"] == "image/svg+xml"


def test_a_picture_is_drawn_once_and_not_before_it_is_asked_for() -> None:
    drawn: list[str] = []

    def draw() -> bytes:
        drawn.append("game")
        return PICTURE.encode()

    app = ScorerApp(START, MISSING, {"game": SCORER}, SCRIPTS, {"game": draw})
    assert drawn == []
    request = Request("GET", "/game/picture.svg", "", Message())
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(app, [request] * 20))
    assert {answer.body for answer in answers} == {PICTURE.encode()} and drawn == ["game"]


@pytest.mark.parametrize("path", ["/", "/game/", "/game", "/camera.js", "/game/picture.svg", "/nothing"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_every_answer_is_guarded(server: Server, path: str, method: str) -> None:
    headers = ask(server, path, method).headers
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["content-security-policy"].endswith("; frame-ancestors 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    denied = headers["permissions-policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(denied)
    assert all(each.endswith("=()") for each in denied)
    assert headers["cache-control"] == "no-cache"
    assert "server" not in headers


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8717", "127.0.0.1", "127.0.0.1:8717", "[::1]:8717"])
def test_pages_of_this_computer_share_no_window_with_others(server: Server, host: str) -> None:
    answer = Answer.of(tell(server, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()))
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("host", ["sheetgen.local:8717", "192.168.1.5", "localhost.example.org", "127.0.0.1.nip", ""])
def test_other_devices_get_no_header_that_browsers_refuse_there(server: Server, host: str) -> None:
    answer = Answer.of(tell(server, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()))
    assert "cross-origin-opener-policy" not in answer.headers


def test_a_page_has_its_own_policy(server: Server) -> None:
    assert ask(server, "/game/").headers["content-security-policy"] == f"{POLICY}; frame-ancestors 'none'"


@pytest.mark.parametrize("path", ["/game", "/game?x=//elsewhere.example"])
def test_a_missing_slash_is_mended(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.headers["location"]) == (308, "/game/")


@pytest.mark.parametrize(
    "path", ["/nothing", "/nothing/", "/game/x", "/Game/", "/game/index.html", "/picture.svg", "/favicon.ico"]
)
def test_unknown_paths_get_a_helpful_page(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.text) == (404, MISSING.html)
    assert "etag" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        *("/../", "/../../etc/passwd", "/game/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd"),
        *("/..\\..\\x", "/%00", "/game/%00", "/game%00/", "/%ff%fe", "/%", "/%zz", "//etc/passwd", "///", "/./"),
        *("http://other.example/etc/passwd", "/" + "x" * 10_000, "/" + "../" * 3_000, "/game/;x", "*", "game/"),
    ],
)
def test_no_path_leads_anywhere_else(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert answer.status in (200, 400, 404)
    if answer.status == 200:
        assert answer.text in (START.html, SCORER.html)
    assert b"root:" not in answer.body


@pytest.mark.parametrize("path", ["/", "/game/", "/game", "/nothing"])
def test_head_is_get_without_the_body(server: Server, path: str) -> None:
    got, head = ask(server, path), ask(server, path, "HEAD")
    assert head.body == b""
    assert head.status == got.status
    without_date = [{name: value for name, value in each.headers.items() if name != "date"} for each in (got, head)]
    assert without_date[0] == without_date[1]


def test_pages_are_not_posted_to(server: Server) -> None:
    answer = ask(server, "/", "POST")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND", "X" * 500])
def test_other_methods_are_unknown(server: Server, method: str) -> None:
    assert ask(server, "/", method).status == 501


def test_what_a_phone_has_is_not_sent_again(server: Server) -> None:
    tag = ask(server, "/game/").headers["etag"]
    assert tag.startswith('"') and tag.endswith('"')
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        answer = ask(server, "/game/", If_None_Match=known)
        assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)
        assert "content-type" not in answer.headers
    assert ask(server, "/game/", If_None_Match='"other"').status == 200
    assert ask(server, "/", If_None_Match=tag).status == 200
    assert ask(server, "/nothing", If_None_Match="*").status == 404
    assert ask(server, "/game/", "POST", If_None_Match=tag).status == 405


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("deflate, gzip;q=1.0, *;q=0.5", True),
        ("br, GZIP", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        (",;,=;q", False),
    ],
)
def test_compressed_if_the_client_can(server: Server, accepted: str, packed: bool) -> None:
    answer = ask(server, "/game/", Accept_Encoding=accepted)
    assert ("content-encoding" in answer.headers) == packed
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.text == SCORER.html
    assert int(answer.headers["content-length"]) == len(answer.body)
    if packed:
        assert len(answer.body) < len(SCORER.html) / 10
        assert answer.body[4:8] == bytes(4), "the time of packing would make it differ from run to run"


def test_the_two_forms_have_different_tags(server: Server) -> None:
    plain, packed = ask(server, "/game/"), ask(server, "/game/", Accept_Encoding="gzip")
    assert plain.headers["etag"] != packed.headers["etag"]
    assert ask(server, "/game/", Accept_Encoding="gzip", If_None_Match=packed.headers["etag"]).status == 304
    assert ask(server, "/game/", Accept_Encoding="gzip", If_None_Match=plain.headers["etag"]).status == 200


def header_names(answer: Answer) -> set[str]:
    """The names of the headers without those that only some answers have."""
    return set(answer.headers) - {"location", "allow", "etag", "content-type", "content-length"}


UNUSUAL = {
    "HEAD": (b"HEAD / HTTP/1.1\r\n\r\n", 200),
    "redirect": (b"GET /game HTTP/1.1\r\n\r\n", 308),
    "current copy": (b"GET / HTTP/1.1\r\nIf-None-Match: *\r\n\r\n", 304),
    "unknown path": (b"GET /nothing HTTP/1.1\r\n\r\n", 404),
    "other method": (b"POST / HTTP/1.1\r\n\r\n", 405),
    "unknown method": (b"BREW / HTTP/1.1\r\n\r\n", 501),
    "HTTP/0.9": (b"GET /\r\n\r\n", 200),
    "HTTP/0.9 by name": (b"GET / HTTP/0.9\r\n\r\n", 200),
    "HTTP/0.9 with another method": (b"POST /\r\n\r\n", 400),
    "HTTP/2.0": (b"GET / HTTP/2.0\r\n\r\n", 505),
    "no valid version": (b"GET / HTTP/1.\xb2\r\n\r\n", 400),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
    "one word": (b"GET\r\n\r\n", 400),
    "four words": (b"GET / / HTTP/1.1\r\n\r\n", 400),
    "long line": (b"GET /" + b"x" * MAX_HEADER_SIZE + b" HTTP/1.1\r\n\r\n", 414),
    "long header": (b"GET / HTTP/1.1\r\nX: " + b"x" * MAX_HEADER_SIZE + b"\r\n\r\n", 431),
    "many headers": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431),
    "many short headers": (b"GET / HTTP/1.1\r\n" + b"X:\r\n" * MAX_HEADER_SIZE, 431),
}


@pytest.mark.parametrize("name", list(UNUSUAL))
def test_answers_of_all_kinds_have_the_same_headers(server: Server, name: str) -> None:
    request, status = UNUSUAL[name]
    answer = Answer.of(tell(server, request))
    assert answer.status == status
    assert header_names(answer) == header_names(ask(server, "/"))


def test_an_error_has_no_body_for_head(server: Server) -> None:
    answer = Answer.of(tell(server, b"HEAD / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n"))
    assert (answer.status, answer.body) == (431, b"")


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "-" + "9" * 5000, "x", "0x10", "\xb2", "1, 2", ""])
def test_whatever_length_a_body_claims_to_have_is_ignored(server: Server, length: str, capfd: Any) -> None:
    for method, status in (("GET", 200), ("POST", 405)):
        head = f"{method} / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode("latin-1")
        assert Answer.of(tell(server, head + b"abc")).status == status
    assert capfd.readouterr().err == ""


MALFORMED = {
    "nonsense": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "strange version": b"GET / HTTP/9.9\r\n\r\n",
    "no path": b"GET  HTTP/1.1\r\n\r\n",
    "no method": b" / HTTP/1.1\r\n\r\n",
    "header without colon": b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    "header of blanks": b"GET / HTTP/1.1\r\n : \r\n\r\n",
    "bare line feeds": b"GET / HTTP/1.1\nHost: x\n\n\r\n\r\n",
    "NUL": b"GET /\x00 HTTP/1.1\r\nHost: \x00\r\n\r\n",
    "bytes beyond ASCII": b"GET /\xff\xfe HTTP/1.1\r\nX: \xff\r\n\r\n",
    "huge header": b"GET / HTTP/1.1\r\nX: " + b"x" * (MAX_HEADER_SIZE * 4) + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50_000 + b"\r\n",
    "huge path": b"GET /" + b"x" * (MAX_HEADER_SIZE * 4) + b" HTTP/1.1\r\n\r\n",
    "two lengths": b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    "length below zero": b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "length and chunks": b"GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "huge body": b"GET / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n" + b"x" * 250_000,
    "broken chunks": b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nxx\r\n",
    "huge chunks": b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"4000\r\n%b\r\n" % (b"x" * 0x4000) * 40,
    "unknown coding": b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
    "empty lines": b"\r\n" * 2000 + b"GET / HTTP/1.1\r\n\r\n",
}


@pytest.mark.parametrize("name", list(MALFORMED))
def test_malformed_requests(server: Server, name: str) -> None:
    raw = tell(server, MALFORMED[name])
    if raw.startswith(b"HTTP/"):  # a client that is still sending may miss the answer
        answer = Answer.of(raw)
        assert answer.status in (200, 400, 404, 414, 431, 501, 505)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert b"Traceback" not in answer.body and b"python" not in raw.lower()
    assert ask(server, "/").status == 200


def test_a_small_body_is_ignored(server: Server) -> None:
    chunked = b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    for request in (chunked, b"GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"):
        assert Answer.of(tell(server, request)).text == START.html


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_one_answer_for_a_connection(server: Server, version: str) -> None:
    """However many requests a client sends without reading, it costs the server one."""
    request = f"GET /game/ HTTP/{version}\r\nHost: x\r\nConnection: keep-alive\r\n\r\n".encode()
    raw = tell(server, request * 100)
    assert raw.count(b"HTTP/1.") <= 1
    raw = tell(server, request)
    assert raw.startswith(b"HTTP/1.0 200 ") and Answer.of(raw).text == SCORER.html


def test_two_hundred_clients_at_once(server: Server) -> None:
    together = threading.Barrier(200)

    def client(number: int) -> bool:
        together.wait(TIMEOUT)
        answer = ask(server, "/game/", Accept_Encoding="gzip" if number % 2 else "identity")
        return answer.status == 200 and answer.text == SCORER.html

    with ThreadPoolExecutor(200) as pool:
        assert all(pool.map(client, range(200)))


def impatient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """From now on the server waits no longer for anything that a new client does."""
    monkeypatch.setattr(RequestHandler, "timeout", seconds)


HALVES = [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\n", b"\r\n\r\n"]


@pytest.mark.parametrize("half", HALVES)
def test_who_says_nothing_or_only_half_is_cut_off(half: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 0.5)
    with running() as server:
        assert tell(server, half) == b""


def test_others_are_served_meanwhile(server: Server) -> None:
    clients = [connect(server) for _ in range(20) for _ in HALVES]
    for client, half in zip(clients, HALVES * 20, strict=True):
        send_if_possible(client, half)
    assert ask(server, "/game/").text == SCORER.html
    for client in clients:
        client.close()


def test_who_sends_drop_by_drop_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MAX_SECONDS", 0.5)
    with running() as server, connect(server) as client, pytest.raises(ConnectionError):
        drip(client, b"x")


def test_who_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 3)  # time enough for a busy machine to send the request
    large = HtmlPage("x" * 40_000_000, POLICY)
    with running(large) as server, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect((server.address, server.port))
        client.sendall(b"GET /game/ HTTP/1.1\r\n\r\n")
        assert client.recv(1)
        wait_until(lambda: not server.deadlines)


def test_who_reads_slowly_gets_it_all() -> None:
    """The server's patience counts for each block by itself, so a client may take longer for all of them."""
    sizes: list[int] = []

    class Recorder(RequestHandler):
        def setup(self) -> None:
            super().setup()
            write = self.wfile.write

            def recorded(block: Any) -> int:
                sizes.append(len(block))
                return write(block)

            self.wfile.write = recorded  # type: ignore[method-assign]

    with running(HtmlPage("x" * 12_000_000, POLICY)) as server:
        server.RequestHandlerClass = Recorder
        assert len(ask(server, "/game/").text) == 12_000_000
    assert max(sizes) == BLOCK_SIZE and sum(sizes) > 12_000_000


def test_more_clients_than_the_limit_wait_for_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MAX_CONNECTIONS", 10)
    with running() as server, ThreadPoolExecutor(1) as pool:
        idle = [connect(server) for _ in range(30)]
        wait_until(lambda: len(server.deadlines) == 10)
        answer = pool.submit(ask, server, "/")
        for client in idle:
            client.close()
        assert answer.result(TIMEOUT).status == 200


class CountingServer(Server):
    """A server that counts its attempts to accept a connection."""

    attempts = 0

    def get_request(self) -> tuple[Any, Any]:
        self.attempts += 1
        return super().get_request()


@contextmanager
def no_free_file_descriptor() -> Iterator[None]:
    """Nothing in this process can open a file or accept a connection."""
    import resource  # not on Windows

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path(os.devnull).open() as first_free:
        number = first_free.fileno()
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@contextmanager
def no_further_thread() -> Iterator[None]:
    """No thread can be started, because its stack would not fit into any memory."""
    before = threading.stack_size(1 << 46)
    try:
        yield
    finally:
        threading.stack_size(before)


def serve_without_file_descriptors() -> None:
    with running(kind=CountingServer) as server, socket.socket() as client:
        assert isinstance(server, CountingServer)
        client.settimeout(TIMEOUT)
        with no_free_file_descriptor():
            start, before = time.monotonic(), server.attempts
            client.connect((server.address, server.port))
            client.sendall(b"GET /game/ HTTP/1.1\r\n\r\n")
            wait_until(lambda: server.attempts >= before + 3)
            # It pauses after each, so there cannot be more, however long the test took.
            assert server.attempts - before <= 1 + (time.monotonic() - start) / server_module.PAUSE
        assert Answer.of(said(client)).text == SCORER.html


@posix_only
def test_without_file_descriptors_it_waits_and_goes_on_later(capfd: Any) -> None:
    # In a process of its own, because what earlier tests have left may close a file at any moment here.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        processes.submit(serve_without_file_descriptors).result(2 * TIMEOUT)
    assert capfd.readouterr().err == ""


def test_without_threads_it_waits_and_goes_on_later(capfd: Any) -> None:
    with running() as server, ThreadPoolExecutor(1) as pool:
        pool.submit(list).result(TIMEOUT)  # now the client's thread is there
        with no_further_thread():
            answer = pool.submit(ask, server, "/game/")
            wait_until(lambda: server.deadlines)
        assert answer.result(TIMEOUT).text == SCORER.html
    assert capfd.readouterr().err == ""


def test_it_stops_while_it_waits_for_a_thread(capfd: Any) -> None:
    with running() as server, no_further_thread(), connect(server) as client:
        client.sendall(b"GET /game/ HTTP/1.1\r\n\r\n")
        wait_until(lambda: server.deadlines)
        server.stop()
        assert said(client) == b""
    assert capfd.readouterr().err == ""


def test_connections_that_break_off(server: Server) -> None:
    for _ in range(50):
        with connect(server) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # ends with a reset
            client.sendall(b"GET /game/ HTTP/1.1\r\n\r\n")
    assert ask(server, "/game/").text == SCORER.html


def test_a_stopped_server_leaves_its_port_at_once() -> None:
    with running() as server:
        port = server.port
        waiting = connect(server)
        assert ask(server, "/").status == 200
    assert said(waiting) == b""
    waiting.close()
    Server("127.0.0.1", port).server_close()


def test_a_taken_port() -> None:
    with Server("127.0.0.1", 0) as first:
        port = first.port
        for host in ("127.0.0.1", "0.0.0.0", "localhost"):
            with pytest.raises(InputError, match=f"port {port} is taken") as error:
                Server(host, port)
            assert "--port" in str(error.value) and "8717" in str(error.value)


@pytest.mark.parametrize(
    ("host", "message"),
    [
        ("", "no IPv4 address ''"),
        ("a..b", "no IPv4 address 'a..b'"),
        ("::1", "no IPv4 address"),
        ("x" * 300, "no IPv4 address"),
        ("a\0b", "no IPv4 address"),
        ("203.0.113.77", "is not an address of this computer"),
    ],
)
def test_a_bad_host(host: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Server(host, 0)
