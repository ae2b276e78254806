"""How `sheetgen serve` does while photos are read: `python -m benchmarks.serve`.

Needs the test extra. All times are told as ratios within one run: a page while photos are read, compared with one while
nothing else happens; and stopping, compared with starting.
"""

from __future__ import annotations

import signal
import statistics
import time
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.photos.studio.shot import take
from tests.scorer.commands import serving

PAGES = 40
PHOTOS = 8


def main() -> None:
    """Print both ratios."""
    photo = take(1).jpeg
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        with serving(Path(folder), "--no-mdns") as server:
            start = time.perf_counter() - began
            _post(server.port, photo)  # the first one loads all that reads photos
            quiet = [_get(server.port) for _ in range(PAGES)]
            with ThreadPoolExecutor(PHOTOS) as pool:
                sent = [pool.submit(_post, server.port, photo) for _ in range(PHOTOS)]
                busy = _until_done(sent, server.port)
            began = time.perf_counter()
            server.end(signal.SIGTERM)
            stop = time.perf_counter() - began
    usual, longest = statistics.median(busy) / statistics.median(quiet), max(busy) / statistics.median(quiet)
    print(f"while {PHOTOS} photos are read, a page takes {usual:.1f} times as long as otherwise, at most {longest:.1f}")
    print(f"to stop takes {stop / start:.2f} times as long as to start")


def _until_done(sent: list[Future[None]], port: int) -> list[float]:
    """Return how long each page took until all photos were read."""
    times = []
    while not all(photo.done() for photo in sent):
        times.append(_get(port))
        time.sleep(0.02)
    for photo in sent:
        photo.result()
    return times


def _get(port: int) -> float:
    """Return the seconds that a page takes."""
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/classic/")
    answer = connection.getresponse()
    assert answer.status == 200 and answer.read()
    connection.close()
    return time.perf_counter() - began


def _post(port: int, photo: bytes) -> None:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/classic/photo", photo, {"Content-Type": "image/jpeg"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    connection.close()


if __name__ == "__main__":
    main()
