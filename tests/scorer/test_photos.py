"""Photos at the server: what is answered, what is refused, and that no client can hurt others by them."""

from __future__ import annotations

import base64
import io
import json
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.photos.errors import SCAN_LIBRARIES
from sheetgen.photos.image import MAX_BYTES
from sheetgen.rules.shuffle.arrangement import Pad
from sheetgen.scorer.web import app, server as server_module
from sheetgen.scorer.web.app import MAX_UPLOADS, PhotoReader
from sheetgen.scorer.web.server import RequestHandler, Server
from tests.helpers import LANGUAGES, edition
from tests.photos.plain_shot import as_jpeg
from tests.profiles import amount, selection
from tests.scorer.commands import COMMAND, serving
from tests.scorer.serving import (
    MISSING,
    SCORER,
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
from tests.scorer.sheet_photos import photo, photo_of
from tests.timeouts import TIMEOUT, wait_until

PATH = "/classic/photo"
CROSSED = ("red 2", "red 3", "red 5", "red 6", "red 9", "red 12", "red lock", "yellow 4", "blue 7", "penalty 1")
ONLY_FOR_PHOTOS = [library for library in SCAN_LIBRARIES if library != "PIL"]


@cache
def photo_answers(*variants: str) -> PhotoReader:
    """What reads photos, for one server after the other."""
    return PhotoReader([load_variant(name) for name in variants], [load_locale(name) for name in LANGUAGES])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(photos=photo_answers("classic", "gemixxt-a", "duel")) as one:
        yield one


def request(length: int, path: str = PATH, **headers: str) -> bytes:
    """The head of a request that sends a photo of this length."""
    given = {"Host": "x", "Content-Type": "image/jpeg", "Content-Length": str(length), **headers}
    lines = [f"POST {path} HTTP/1.1", *(f"{name.replace('_', '-')}: {value}" for name, value in given.items() if value)]
    return "\r\n".join([*lines, "", ""]).encode()


def sheet() -> bytes:
    """A good photo."""
    return photo("classic", 41, CROSSED)


def send(server: Server, content: bytes | None = None, path: str = PATH, **headers: str) -> Answer:
    content = sheet() if content is None else content
    return Answer.of(tell(server, request(len(content), path, **headers) + content))


def message(answer: Answer) -> str:
    [(key, text)] = json.loads(answer.text).items()
    assert key == "message"
    return str(text)


def words(language: str) -> Any:
    return load_locale(language).photos


def test_a_photo_comes_back_as_crosses(server: Server) -> None:
    answer = send(server)
    assert answer.status == 200
    assert json.loads(answer.text) == {"serial": 41, "sheet": None, "crossed": list(CROSSED), "ask": []}


def test_what_cannot_be_told_is_asked_with_its_picture(server: Server) -> None:
    crossed = ("red 2", "green lock")
    asked = json.loads(send(server, photo("classic", 42, crossed, ("yellow 5", "penalty 2"))).text)["ask"]
    told = [(doubt["cell"], doubt["crossed"], doubt["finding"]) for doubt in asked]
    assert told == [("yellow 5", False, None), ("green lock", True, "lock-without-number"), ("penalty 2", False, None)]
    for doubt in asked:
        kind, _, data = doubt["picture"].partition(",")
        assert kind == "data:image/jpeg;base64"
        picture = Image.open(io.BytesIO(base64.b64decode(data, validate=True)))
        assert picture.format == "JPEG" and max(picture.size) < 300


def test_a_shuffled_sheet_tells_how_it_is_shuffled(server: Server) -> None:
    plain = edition("gemixxt-a")
    shuffled = plain.shuffled(Pad(plain.rulebook, "photos").sheet(7))
    assert shuffled.arrangement
    crossed = tuple(cell.id for row in shuffled.rulebook.rows for cell in row.cells[1:4])
    answer = send(server, photo_of(shuffled, 7, crossed), "/gemixxt-a/photo")
    told = json.loads(answer.text)
    assert (told["serial"], told["sheet"]) == (7, shuffled.arrangement.code)
    assert sorted(told["crossed"]) == sorted(crossed)


@pytest.mark.parametrize("content", [None, b"no picture"], ids=["good", "bad"])
def test_every_answer_is_guarded_and_kept_by_nobody(server: Server, content: bytes | None) -> None:
    headers = send(server, content).headers
    assert headers["content-type"] == "application/json"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert not {"etag", "server", "access-control-allow-origin"} & set(headers)


def test_what_is_no_sheet_is_told_in_words(server: Server) -> None:
    en = words("en")
    table = as_jpeg(numpy.full((600, 800, 3), 160, numpy.uint8))
    contents = {
        b"Dear server, this is a text.": en.no_picture,
        b"": en.no_picture,
        sheet()[: len(sheet()) // 2]: en.cut_short,
        table: en.no_marks,
    }
    for content, text in contents.items():
        answer = send(server, content)
        assert (answer.status, message(answer)) == (422, text)
    other = send(server, photo("bigpoints", 1, ()))
    assert other.status == 422 and "bigpoints" in message(other)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        *((code, code) for code in LANGUAGES),
        ("xx", "en"),
        ("", "en"),
        (",;q=,,-", "en"),
    ],
)
def test_in_the_language_of_the_page(server: Server, accepted: str, language: str) -> None:
    assert message(send(server, b"text", Accept_Language=accepted)) == words(language).no_picture


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_photos_are_posted(server: Server, method: str) -> None:
    answer = ask(server, PATH, method)
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("path", ["/duel/photo", "/game/photo", "/photo", "/classic/photo/", "/classic/Photo", "/"])
def test_only_layouts_with_sheets_take_photos(server: Server, path: str) -> None:
    assert send(server, b"x" * 100, path).status == 405


@pytest.mark.parametrize("path", ["//classic/photo", "/%63lassic/photo", "http://elsewhere.example/classic/photo"])
def test_other_ways_to_write_the_address_lead_round_nothing(server: Server, path: str) -> None:
    answer = send(server, b"x" * 100, path, Origin="http://elsewhere.example")
    assert answer.status in (403, 405)


@pytest.mark.parametrize("kind", ["image/heic", "text/plain", ""])
def test_whatever_its_kind_a_file_is_looked_at(server: Server, kind: str) -> None:
    assert send(server, b"text", Content_Type=kind, **{"Content-Type": ""}).status == 422


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "", "9" * 5000])
def test_lengths_that_are_none(server: Server, length: str) -> None:
    head = request(0).replace(b"Content-Length: 0", f"Content-Length: {length}".encode())
    assert Answer.of(ended(server, head)).status == 422


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "http://x:8717", "http://y", "x", "http://x.y", "http://["]
)
def test_no_other_page_can_send_photos(server: Server, origin: str) -> None:
    answer = send(server, sheet(), Origin=origin)
    assert (answer.status, answer.headers["content-type"]) == (403, "text/plain; charset=utf-8")
    assert "access-control-allow-origin" not in ask(server, PATH, "OPTIONS", Origin=origin).headers


def test_the_page_itself_and_programs_can(server: Server) -> None:
    assert send(server, b"text", Host="127.0.0.1:8717", Origin="http://127.0.0.1:8717").status == 422
    assert send(server, b"text").status == 422


def ended(server: Server, request: bytes) -> bytes:
    """What a server says to a client that sends nothing after these bytes, and reads."""
    with connect(server) as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        return said(client)


@pytest.mark.parametrize("length", [MAX_BYTES + 1, 10**9, 10**15])
def test_what_is_too_large_is_refused_before_it_comes(server: Server, length: int) -> None:
    for more in ({}, {"Expect": "100-continue"}):
        answer = Answer.of(tell(server, request(length, Accept_Language="de", **more)))
        assert answer.status == 413
        assert message(answer) == words("de").too_large.replace("{{ most }}", str(MAX_BYTES // 1024**2))


def test_who_sends_it_all_the_same_hears_why_not(server: Server) -> None:
    """A connection that ends while a browser is sending looks broken to it, and then nobody sees the answer."""
    with connect(server) as client:
        client.sendall(request(MAX_BYTES + 1))
        for _ in range(40):
            client.sendall(b"x" * 250_000)
        client.shutdown(socket.SHUT_WR)
        assert Answer.of(said(client)).status == 413


def test_who_never_stops_sending_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MAX_SECONDS", 0.5)
    with running(photos=photo_answers("classic")) as server, connect(server) as client:
        client.sendall(request(MAX_BYTES + 1))
        with pytest.raises(ConnectionError):
            drip(client, b"x" * 1000)


def test_the_largest_photo_is_taken(server: Server) -> None:
    assert send(server, bytes(MAX_BYTES)).status == 422


def test_chunks_are_not_read(server: Server) -> None:
    head = request(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    assert Answer.of(tell(server, head + b"4\r\ntext\r\n0\r\n\r\n")).status == 422


def test_nothing_is_put_into_files() -> None:
    """Not even while a photo comes, and however large it is."""

    def files() -> set[str]:
        found = set()
        for entry in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                found.add(str(entry.readlink()))
        return {file for file in found if file.startswith("/") and not file.startswith("/dev/")}

    with running(photos=photo_answers("classic")) as server:
        before = files()
        with connect(server) as client:
            client.sendall(request(MAX_BYTES) + bytes(MAX_BYTES - 1))
            assert server.deadlines and files() == before


def test_a_photo_that_breaks_off_hurts_nobody(server: Server) -> None:
    for _ in range(5):
        with connect(server) as client:
            client.sendall(request(len(sheet())) + sheet()[: len(sheet()) // 2])
    assert send(server).status == 200
    wait_until(lambda: not server.deadlines)


def test_who_stops_in_the_middle_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RequestHandler, "timeout", 0.5)
    with running(photos=photo_answers("classic")) as server, connect(server) as client:
        send_if_possible(client, request(len(sheet())) + sheet()[:10_000])
        assert said(client) == b""


def test_who_sends_drop_by_drop_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MAX_SECONDS", 0.5)
    with running(photos=photo_answers("classic")) as server, connect(server) as client:
        send_if_possible(client, request(len(sheet())) + sheet()[:10_000])
        with pytest.raises(ConnectionError):
            drip(client, b"x")


def test_many_photos_at_once_and_pages_do_not_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some wait for memory, and all are read one after the other."""
    monkeypatch.setattr(app, "UPLOAD_WAIT", TIMEOUT)
    held, count = Held(), amount(default=MAX_UPLOADS + 2, thorough=20)
    with running(photos=held) as server, ThreadPoolExecutor(count) as pool:
        answers = [pool.submit(send, server) for _ in range(count)]
        wait_until(lambda: held.asked == 1 and len(server.deadlines) == count)
        assert ask(server, "/game/").text == SCORER.html
        held.may_read.set()
        for answer in answers:
            told = answer.result(TIMEOUT)
            assert told.status == 200 and json.loads(told.text)["crossed"] == list(CROSSED)
    assert held.most == 1


def test_more_than_fit_are_asked_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes last: the others keep their memory for as long as no photo may be read."""
    monkeypatch.setattr(app, "UPLOAD_WAIT", 0.2)
    held, count = Held(), MAX_UPLOADS + 1
    with running(photos=held) as server, ThreadPoolExecutor(count) as pool:
        answers = [pool.submit(send, server, Accept_Language="de") for _ in range(count)]
        first = next(as_completed(answers, TIMEOUT)).result()
        assert (first.status, message(first)) == (503, words("de").busy)
        assert ask(server, "/").text == START.html
        held.may_read.set()
        statuses = [answer.result(TIMEOUT).status for answer in answers]
        assert sorted(statuses) == [200] * MAX_UPLOADS + [503]
        assert send(server).status == 200


class Held(PhotoReader):
    """Reads no photo before it may, and counts."""

    def __init__(self) -> None:
        super().__init__([load_variant("classic")], [load_locale(name) for name in LANGUAGES])
        self.may_read = threading.Event()
        self.asked = self.reading = self.most = 0

    def _read(self, path: str, content: bytes) -> dict[str, Any]:
        self.asked += 1
        self.reading += 1
        self.most = max(self.most, self.reading)
        assert self.may_read.wait(TIMEOUT)
        try:
            return super()._read(path, content)
        finally:
            self.reading -= 1


def test_the_server_ends_while_photos_come_and_wait() -> None:
    with running(photos=photo_answers("classic")) as server:
        clients = [connect(server) for _ in range(6)]
        for client in clients[:3]:
            client.sendall(request(len(sheet())) + sheet())
        for client in clients[3:]:
            client.sendall(request(len(sheet())) + sheet()[:1000])
    for client in clients:
        client.close()


def test_the_command_reads_photos_and_starts_without_what_reads_them(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-mdns") as running_server:
        memory = Path(f"/proc/{running_server.process.pid}/maps")
        assert "photos" not in running_server.printed
        assert not any(library in memory.read_text() for library in ONLY_FOR_PHOTOS)
        with socket.create_connection(("127.0.0.1", running_server.port), timeout=TIMEOUT) as client:
            client.sendall(request(len(sheet())) + sheet())
            assert json.loads(Answer.of(said(client)).text)["serial"] == 41
        assert all(library in memory.read_text() for library in ONLY_FOR_PHOTOS)
        status, _, errors = running_server.end(signal.SIGINT)
        assert (status, errors) == (0, "")


@pytest.mark.parametrize("library", selection(ONLY_FOR_PHOTOS, ["cv2"]))
def test_without_what_reads_photos_the_pages_have_no_camera(library: str, tmp_path: Path) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; from sheetgen.cli.app import main; main()"
    command = (sys.executable, "-c", code, *COMMAND[3:])
    with serving(tmp_path, "--no-mdns", command=command) as running_server:
        assert (
            "note: photos of sheets are not read here; for that, pip install 'sheetgen[scan]'" in running_server.printed
        )
        for method, path in (("GET", "/classic/"), ("POST", PATH)):
            with socket.create_connection(("127.0.0.1", running_server.port), timeout=TIMEOUT) as client:
                client.sendall(f"{method} {path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n".encode())
                answer = Answer.of(said(client))
            if method == "GET":
                assert answer.status == 200 and "connect-src" not in answer.headers["content-security-policy"]
                assert "capture" not in answer.text
            else:
                assert answer.status == 405


def test_unknown_pages_stay_unknown(server: Server) -> None:
    assert ask(server, "/classic/photos").text == MISSING.html
