"""The scorer's web application: pages that are built in advance, and the reader for photos of sheets."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from threading import BoundedSemaphore, Lock
from typing import Any

from sheetgen.layouts.catalog import DEFAULT_LANGUAGE
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.scorer.page.html_page import HtmlPage
from sheetgen.scorer.web.responses import HTML, ONLY_GET, Request, Response, text_response

MAX_UPLOADS = 4  # photos in memory at once
UPLOAD_WAIT = 20  # seconds that an upload waits for memory before the server responds that it is busy

ONLY_POST = text_response(HTTPStatus.METHOD_NOT_ALLOWED, "Only POST.", ("Allow", "POST"))
WRONG_ORIGIN = text_response(HTTPStatus.FORBIDDEN, "Photos are accepted only from this scorer's own page.")
PHOTO_STATUS = {"too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "busy": HTTPStatus.SERVICE_UNAVAILABLE}


class ScorerApp:
    """Serves the start page and the scorer page of each layout by its slug, and reads photos."""

    def __init__(
        self, start: HtmlPage, missing: HtmlPage, scorers: Mapping[str, HtmlPage], photos: PhotoReader
    ) -> None:
        self.responses = {"/": _page(HTTPStatus.OK, start)}
        for slug, page in scorers.items():
            path = f"/{slug}/"
            self.responses[path] = _page(HTTPStatus.OK, page)
            self.responses[f"/{slug}"] = text_response(HTTPStatus.PERMANENT_REDIRECT, f"See {path}", ("Location", path))
        self.missing = _page(HTTPStatus.NOT_FOUND, missing)
        self.photos = photos

    def __call__(self, request: Request) -> Response:
        """Return the response to a request. No path can lead to anything but the pages and the photo reader."""
        if request.path in self.photos.known_sheets:
            return self.photos(request)
        if request.method not in ("GET", "HEAD"):
            return ONLY_GET
        return self.responses.get(request.path, self.missing)


def _page(status: HTTPStatus, page: HtmlPage) -> Response:
    return Response(status, HTML, page.html.encode(), page.policy)


class PhotoReader:
    """Reads photos of sheets, at one path per layout, one after the other. They are never stored."""

    def __init__(self, layouts: Sequence[Layout], languages: Sequence[Locale]) -> None:
        self.known_sheets = {f"/{each.slug}/photo": KnownSheets([each], languages) for each in layouts if each.sheet}
        self.languages = {locale.code: locale for locale in languages}
        self._memory = BoundedSemaphore(MAX_UPLOADS)
        self._reading = Lock()

    def __call__(self, request: Request) -> Response:
        """Respond with the crosses and the doubtful cells of a photo, or with a message why it cannot be read."""
        if request.method != "POST":
            return ONLY_POST
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2] != request.headers.get("Host"):
            return WRONG_ORIGIN
        try:
            return _json_response(HTTPStatus.OK, self._receive(request))
        except PhotoError as error:
            locale = self.languages.get(request.headers.get("Accept-Language", ""), self.languages[DEFAULT_LANGUAGE])
            status = PHOTO_STATUS.get(error.reason, HTTPStatus.UNPROCESSABLE_ENTITY)
            return _json_response(status, {"message": error.message(locale)})

    def _receive(self, request: Request) -> dict[str, Any]:
        """Read a photo once there is memory for it."""
        from sheetgen.photos.image import MAX_BYTES

        length = request.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() and len(length) < 20 else 0
        if size > MAX_BYTES:
            raise PhotoError("too_large", most=MAX_BYTES // 1024**2)
        if not self._memory.acquire(timeout=UPLOAD_WAIT):
            raise PhotoError("busy")
        try:
            content = request.body.read(size)
            with self._reading:
                return self._read(request.path, content)
        finally:
            self._memory.release()

    def _read(self, path: str, content: bytes) -> dict[str, Any]:
        from sheetgen.photos.image import open_photo
        from sheetgen.photos.reading import read_photo

        reading = read_photo(open_photo(content), self.known_sheets[path])
        return {
            "serial": reading.serial,
            "sheet": reading.code,
            "crossed": [id for id, cell in reading.cells.items() if cell.is_crossed],
            "ask": [
                {
                    "cell": doubt.cell,
                    "crossed": doubt.is_crossed,
                    "finding": doubt.finding.code if doubt.finding else None,
                    "picture": f"data:image/jpeg;base64,{b64encode(reading.crop(doubt.cell)).decode()}",
                }
                for doubt in reading.doubts({})
            ],
        }


def _json_response(status: HTTPStatus, data: dict[str, Any]) -> Response:
    return Response(status, "application/json", json.dumps(data).encode(), is_cached=False)
