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
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.photos.errors import LIBRARIES
from sheetgen.photos.image import MAX_BYTES
from sheetgen.rules.shuffle.arrangement import Pad
from sheetgen.scorer.web.connections import MIN_UPLOAD_RATE, Channel
from sheetgen.scorer.web.photo_responses import PhotoResponder
from sheetgen.scorer.web.server import MAX_BODY_SIZE, Server
from sheetgen.scorer.web.uploads import MAX_LARGE_PHOTOS, MAX_UPLOADS, RoundRobinQueue
from tests.helpers import LANGUAGES, edition
from tests.photos.plain_shot import as_jpeg
from tests.profiles import amount, selection
from tests.scorer.commands import COMMAND, serving
from tests.scorer.serving import (
    MISSING,
    PATIENCE,
    SCORER,
    START,
    Answer,
    age,
    ask,
    channels,
    connect,
    running,
    said,
    tell,
)
from tests.scorer.sheet_photos import photo, photo_of
from tests.timeouts import TIMEOUT, wait_until

PATH = "/classic/photo"
CROSSED = ("red 2", "red 3", "red 5", "red 6", "red 9", "red 12", "red lock", "yellow 4", "blue 7", "penalty 1")
ONLY_FOR_PHOTOS = [library for library in LIBRARIES if library != "PIL"]


@cache
def photo_answers(*variants: str) -> PhotoResponder:
    """What reads photos, for one server after the other."""
    return PhotoResponder([load_variant(name) for name in variants], [load_locale(name) for name in LANGUAGES])


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
    assert headers["connection"] == "close"
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
        ("de-AT, en;q=0.5", "de"),
        ("xx, de;q=0.9", "de"),
        ("xx", "en"),
        ("", "en"),
        (",;q=,,-", "en"),
    ],
)
def test_in_the_language_of_the_page(server: Server, accepted: str, language: str) -> None:
    assert message(send(server, b"text", Accept_Language=accepted)) == words(language).no_picture


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
def test_photos_are_posted(server: Server, method: str) -> None:
    answer = ask(server, PATH, method)
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("path", ["/duel/photo", "/game/photo", "/photo", "/classic/photo/", "/classic/Photo", "/"])
def test_only_layouts_with_sheets_take_photos(server: Server, path: str) -> None:
    """And what is sent elsewhere may be as long as before."""
    assert send(server, b"x" * 100, path).status == 405
    assert Answer.of(tell(server, request(MAX_BODY_SIZE + 1, path))).status == 413


@pytest.mark.parametrize("path", ["//classic/photo", "/%63lassic/photo", "http://elsewhere.example/classic/photo"])
def test_other_ways_to_write_the_address_lead_round_nothing(server: Server, path: str) -> None:
    answer = send(server, b"x" * 100, path, Origin="http://elsewhere.example")
    assert answer.status in (403, 405)


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/json", "images/jpeg"])
def test_other_kinds_of_files_are_refused(server: Server, kind: str) -> None:
    answer = send(server, sheet(), Content_Type=kind, **{"Content-Type": ""})
    assert (answer.status, message(answer)) == (415, words("en").no_picture)


@pytest.mark.parametrize("kind", ["image/heic", "IMAGE/JPEG", "application/octet-stream", ""])
def test_what_may_be_a_picture_is_looked_at(server: Server, kind: str) -> None:
    assert send(server, b"text", Content_Type=kind, **{"Content-Type": ""}).status == 422


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
    wait_until(lambda: not server.active_channels)


def test_who_never_stops_sending_is_cut_off() -> None:
    with running(photos=photo_answers("classic")) as server, connect(server) as client:
        client.sendall(request(MAX_BYTES + 1))
        wait_until(lambda: any(channel.is_draining for channel in channels(server)))
        client.sendall(b"x" * 1000)
        age(server, PATIENCE + 1, is_active=True)
        wait_until(lambda: not server.active_channels)


def test_the_largest_photo_is_taken(server: Server) -> None:
    assert send(server, bytes(MAX_BYTES)).status == 422


def test_chunks_have_the_limit_of_all_others(server: Server) -> None:
    head = request(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    small = head + b"4\r\ntext\r\n0\r\n\r\n"
    assert Answer.of(tell(server, small)).status == 422
    large = head + b"4000\r\n%b\r\n" % (b"x" * 0x4000) * 5 + b"0\r\n\r\n"
    assert Answer.of(tell(server, large)).status == 413


def test_nothing_is_put_into_files(server: Server) -> None:
    """Not even while a photo comes, and however large it is."""

    def files() -> set[str]:
        found = set()
        for entry in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                found.add(str(entry.readlink()))
        return {file for file in found if file.startswith("/") and not file.startswith("/dev/")}

    before = files()
    with connect(server) as client:
        client.sendall(request(MAX_BYTES) + bytes(MAX_BYTES - 1))
        wait_until(lambda: _received(server) == MAX_BYTES - 1)
        assert files() == before
    wait_until(lambda: not server.active_channels)


def _received(server: Server) -> int:
    return sum(channel.request.body_bytes_received for channel in channels(server) if channel.request)


def test_a_photo_that_breaks_off_hurts_nobody(server: Server) -> None:
    for _ in range(5):
        with connect(server) as client:
            client.sendall(request(len(sheet())) + sheet()[: len(sheet()) // 2])
    assert send(server).status == 200
    wait_until(lambda: not server.active_channels)


@pytest.mark.parametrize("is_active", [False, True], ids=["silent", "drop by drop"])
def test_who_stops_in_the_middle_or_sends_drop_by_drop_is_cut_off(is_active: bool) -> None:
    with running(photos=photo_answers("classic")) as server:
        with connect(server) as client:
            client.sendall(request(len(sheet())) + sheet()[:10_000])
            wait_until(lambda: _received(server) == 10_000)
            age(server, PATIENCE + 10_000 / MIN_UPLOAD_RATE + 1, is_active)
            assert said(client) == b""
        assert send(server).status == 200


def test_a_slow_phone_may_take_longer_than_others_may() -> None:
    half = len(sheet()) // 2
    with running(photos=photo_answers("classic")) as server, connect(server) as client:
        client.sendall(request(len(sheet())) + sheet()[:half])
        wait_until(lambda: _received(server) == half)
        age(server, PATIENCE + half / MIN_UPLOAD_RATE / 2, is_active=True)
        client.sendall(sheet()[half:])
        assert Answer.of(said(client)).status == 200


def test_many_photos_at_once_and_pages_do_not_wait_for_them() -> None:
    """All from one address."""
    held, count = Held(), amount(default=5, thorough=20)
    with running(photos=held) as server, ThreadPoolExecutor(count) as pool:
        answers = [pool.submit(send, server) for _ in range(count)]
        wait_until(lambda: held.asked == 1 and len(server.photo_dispatcher.queue) == count - 1)
        assert ask(server, "/game/").text == SCORER.html
        held.may_read.set()
        for answer in answers:
            told = answer.result(TIMEOUT)
            assert told.status == 200 and json.loads(told.text)["crossed"] == list(CROSSED)


def test_more_than_fit_are_asked_to_come_back(server: Server) -> None:
    clients = [connect(server) for _ in range(MAX_UPLOADS)]
    for client in clients:
        client.sendall(request(1000))
    wait_until(lambda: len(server.active_channels) == MAX_UPLOADS)
    wait_until(lambda: all(channel.upload_start for channel in channels(server)))
    answer = send(server, Accept_Language="de")
    assert (answer.status, message(answer)) == (503, words("de").busy)
    assert ask(server, "/").text == START.html
    clients.pop().close()
    wait_until(lambda: len(server.active_channels) == MAX_UPLOADS - 1)
    assert send(server).status == 200
    for client in clients:
        client.close()


def test_who_comes_when_memory_is_full_waits_for_room() -> None:
    """And is not cut off meanwhile, for it is not his fault."""
    with running(photos=photo_answers("classic")) as server, ThreadPoolExecutor(1) as pool:
        first = [connect(server) for _ in range(MAX_LARGE_PHOTOS)]
        for client in first:
            client.sendall(request(MAX_BYTES))
        wait_until(
            lambda: (
                len(channels(server)) == MAX_LARGE_PHOTOS and all(channel.upload_start for channel in channels(server))
            )
        )
        early = set(channels(server))
        late = pool.submit(send, server)
        wait_until(lambda: any(_is_announced(channel) for channel in set(channels(server)) - early))
        (channel,) = set(channels(server)) - early
        age(server, 2 * PATIENCE, only=lambda each: each is channel)
        assert ask(server, "/").text == START.html
        assert not late.done() and channel in channels(server)
        first.pop().close()
        assert late.result(TIMEOUT).status == 200
        for client in first:
            client.close()


def _is_announced(channel: Channel) -> bool:
    """Has the head of a photo come?"""
    return bool(channel.request and channel.request.is_photo)


class Held(PhotoResponder):
    """Reads no photo before it may, and counts."""

    def __init__(self) -> None:
        super().__init__([load_variant("classic")], [load_locale("en")])
        self.may_read = threading.Event()
        self.asked = 0

    def __call__(self, environ: dict[str, Any]) -> Any:
        self.asked += 1
        assert self.may_read.wait(TIMEOUT)
        return super().__call__(environ)


def test_photos_that_were_taken_back_are_not_read() -> None:
    held = Held()
    with running(photos=held) as server:
        first, *others = (connect(server) for _ in range(5))
        first.sendall(request(len(sheet())) + sheet())
        wait_until(lambda: held.asked == 1)
        for client in others:
            client.sendall(request(len(sheet())) + sheet())
        wait_until(lambda: len(server.photo_dispatcher.queue) == 4)
        for client in others:
            client.close()
        held.may_read.set()
        assert Answer.of(said(first)).status == 200
        first.close()
        wait_until(lambda: not server.active_channels)
    assert held.asked == 1


def test_who_waits_longer_than_patience_for_his_photo_is_not_cut_off() -> None:
    held = Held()
    with running(photos=held) as server, ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(send, server) for _ in range(2)]
        wait_until(lambda: held.asked == 1 and len(server.photo_dispatcher.queue) == 1)
        age(server, 2 * PATIENCE)
        held.may_read.set()
        assert [answer.result(TIMEOUT).status for answer in answers] == [200, 200]


@dataclass
class Client:
    addr: tuple[str, int]


def test_clients_take_turns() -> None:
    turns = RoundRobinQueue()
    for number, address in enumerate("aaabacbd"):
        turns.append(Client((address, number)))
    assert len(turns) == 8
    order = [turns.popleft().addr for _ in range(8)]
    assert "".join(address for address, _ in order) == "abcdabaa"
    assert [number for address, number in order if address == "a"] == [0, 1, 2, 4]
    assert not turns


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
