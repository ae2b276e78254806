"""The scorer's web application: pages, the scripts that read photos, and the pictures of the layouts."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from threading import Lock

from sheetgen.scorer.page.html_page import HtmlPage
from sheetgen.scorer.page.start_content import PICTURE
from sheetgen.scorer.web.responses import HTML, JAVASCRIPT, ONLY_GET, SVG, Request, Response, text_response


class ScorerApp:
    """Serves the start page, the scorer pages and the book by their slugs, and the scripts that read photos by name.

    All of them are built in advance. The pictures of the layouts are drawn on the first request, so that the server
    starts faster.
    """

    def __init__(
        self,
        start: HtmlPage,
        missing: HtmlPage,
        pages: Mapping[str, HtmlPage],
        scripts: Mapping[str, str],
        pictures: Mapping[str, Callable[[], bytes]],
    ) -> None:
        self.responses = {"/": _page(HTTPStatus.OK, start)}
        for name, script in scripts.items():
            self.responses[f"/{name}.js"] = Response(HTTPStatus.OK, JAVASCRIPT, script.encode())
        for slug, page in pages.items():
            path = f"/{slug}/"
            self.responses[path] = _page(HTTPStatus.OK, page)
            self.responses[f"/{slug}"] = text_response(HTTPStatus.PERMANENT_REDIRECT, f"See {path}", ("Location", path))
        self.missing = _page(HTTPStatus.NOT_FOUND, missing)
        self._pictures = {f"/{slug}/{PICTURE}": draw for slug, draw in pictures.items()}
        self._drawing = Lock()  # fonts are read by one thread at a time

    def __call__(self, request: Request) -> Response:
        """Return the response to a request. No path can lead to anything but what was built."""
        if request.method not in ("GET", "HEAD"):
            return ONLY_GET
        if request.path in self._pictures:
            self._draw(request.path)
        return self.responses.get(request.path, self.missing)

    def _draw(self, path: str) -> None:
        """Draw a picture, unless it was drawn before."""
        with self._drawing:
            if path not in self.responses:
                self.responses[path] = Response(HTTPStatus.OK, SVG, self._pictures[path]())


def _page(status: HTTPStatus, page: HtmlPage) -> Response:
    return Response(status, HTML, page.html.encode(), page.policy, uses_camera=page.uses_camera)
