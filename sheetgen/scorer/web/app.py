"""The WSGI application. Every page is made in advance, so that no path can lead to anything else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from sheetgen.scorer.page.page import HtmlPage
from sheetgen.scorer.web.photo_responses import PhotoResponder
from sheetgen.scorer.web.responses import HTML, TEXT, Response, StartResponse, make_response, method_not_allowed


class ScorerApp:
    """Serves the start page, the scorer page of each layout by its slug, and the readings of photos."""

    def __init__(
        self, start: HtmlPage, missing: HtmlPage, scorers: Mapping[str, HtmlPage], photos: PhotoResponder | None = None
    ) -> None:
        self.responses = {"/": _page("200 OK", start)}
        for slug, page in scorers.items():
            self.responses[f"/{slug}/"] = _page("200 OK", page)
            self.responses[f"/{slug}"] = _redirect(f"/{slug}/")
        self.missing = _page("404 Not Found", missing)
        self.method_not_allowed = method_not_allowed()
        self.photos = photos

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Respond to a WSGI request."""
        return self._response(environ).send(environ, start_response)

    def _response(self, environ: dict[str, Any]) -> Response:
        path = environ["PATH_INFO"]
        if self.photos and path in self.photos.layouts:
            return self.photos(environ)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self.method_not_allowed
        return self.responses.get(path, self.missing)


def _page(status: str, page: HtmlPage) -> Response:
    body = page.html.encode()
    version = sha256(body).hexdigest()[:32] if status == "200 OK" else None
    return make_response(status, HTML, body, page.policy, version)


def _redirect(location: str) -> Response:
    extra = [("Location", location)]
    return make_response("308 Permanent Redirect", TEXT, f"See {location}\n".encode(), extra=extra)
