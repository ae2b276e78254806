"""Responses to photos of sheets: the crosses and the doubtful cells, or why a photo cannot be read.

A photo is read in memory and never stored.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.layouts.catalog import DEFAULT_LANGUAGE
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.photos.errors import PhotoError
from sheetgen.scorer.web.responses import TEXT, Response, make_response
from sheetgen.scorer.web.uploads import REFUSAL_KEY, Uploads

if TYPE_CHECKING:
    from sheetgen.photos.known_sheets import KnownSheets
    from sheetgen.photos.reading import Doubt, SheetReading

REFUSAL_STATUS = {
    "no_picture": "415 Unsupported Media Type",
    "too_large": "413 Content Too Large",
    "busy": "503 Service Unavailable",
}


class PhotoResponder:
    """Reads photos of sheets, at one path per layout. It is not thread-safe."""

    def __init__(self, layouts: Sequence[Layout], languages: Sequence[Locale]) -> None:
        self.layouts = {f"/{layout.slug}/photo": layout for layout in layouts if layout.sheet}
        self.uploads = Uploads(self.layouts, _max_bytes)
        self.languages = {locale.code: locale for locale in languages}
        self.known_sheets: dict[str, KnownSheets] = {}
        self.only_post = make_response("405 Method Not Allowed", TEXT, b"Only POST.\n", extra=[("Allow", "POST")])
        self.foreign_origin = make_response("403 Forbidden", TEXT, b"Photos are taken from the page itself.\n")

    def __call__(self, environ: dict[str, Any]) -> Response:
        """Return the response to a WSGI request at one of the paths."""
        if REFUSAL_KEY not in environ:
            return self.only_post
        refusal, locale = environ[REFUSAL_KEY], self._locale(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        if refusal == "foreign_origin":
            return self.foreign_origin
        if refusal:
            error = PhotoError(refusal, most=_max_bytes() // 1024**2)
            return _json_response(REFUSAL_STATUS[refusal], {"message": error.message(locale)})
        try:
            return _json_response("200 OK", self._read(environ["PATH_INFO"], environ["wsgi.input"].read()))
        except PhotoError as error:
            return _json_response("422 Unprocessable Content", {"message": error.message(locale)})

    def _locale(self, accepted: str) -> Locale:
        """Return the first known language of an Accept-Language header."""
        codes = [part.partition(";")[0].strip() for part in accepted.split(",")]
        found = (self.languages.get(code) or self.languages.get(code.partition("-")[0]) for code in codes)
        return next(filter(None, found), self.languages[DEFAULT_LANGUAGE])

    def _read(self, path: str, content: bytes) -> dict[str, Any]:
        from sheetgen.photos.image import open_photo
        from sheetgen.photos.reading import doubts, read_photo

        reading = read_photo(open_photo(content), self._known_sheets(path))
        return {
            "serial": reading.serial,
            "sheet": reading.code,
            "crossed": [id for id, cell in reading.cells.items() if cell.is_crossed],
            "ask": [_doubt_data(doubt, reading) for doubt in doubts(reading, {})],
        }

    def _known_sheets(self, path: str) -> KnownSheets:
        from sheetgen.photos.known_sheets import KnownSheets

        if path not in self.known_sheets:
            layout = self.layouts[path]
            self.known_sheets[path] = KnownSheets([layout], list(self.languages.values()), only=layout)
        return self.known_sheets[path]


def _max_bytes() -> int:
    """Return the size of the largest photo in bytes."""
    from sheetgen.photos.image import MAX_BYTES

    return MAX_BYTES


def _doubt_data(doubt: Doubt, reading: SheetReading) -> dict[str, Any]:
    picture = b64encode(reading.crop(doubt.cell)).decode()
    return {
        "cell": doubt.cell,
        "crossed": doubt.is_crossed,
        "finding": doubt.finding.code if doubt.finding else None,
        "picture": f"data:image/jpeg;base64,{picture}",
    }


def _json_response(status: str, data: dict[str, Any]) -> Response:
    return make_response(status, "application/json", json.dumps(data).encode(), caching="no-store")
