"""The scorer's web application: pages and the scripts that read photos, all of them built in advance."""

from collections.abc import Mapping
from http import HTTPStatus

from sheetgen.scorer.page.html_page import HtmlPage
from sheetgen.scorer.web.responses import HTML, JAVASCRIPT, ONLY_GET, Request, Response, text_response


class ScorerApp:
    """Serves the start page, the scorer pages and the book by their slugs, and the scripts that read photos by name."""

    def __init__(
        self, start: HtmlPage, missing: HtmlPage, pages: Mapping[str, HtmlPage], scripts: Mapping[str, str]
    ) -> None:
        self.responses = {"/": _page(HTTPStatus.OK, start)}
        for name, script in scripts.items():
            self.responses[f"/{name}.js"] = Response(HTTPStatus.OK, JAVASCRIPT, script.encode())
        for slug, page in pages.items():
            path = f"/{slug}/"
            self.responses[path] = _page(HTTPStatus.OK, page)
            self.responses[f"/{slug}"] = text_response(HTTPStatus.PERMANENT_REDIRECT, f"See {path}", ("Location", path))
        self.missing = _page(HTTPStatus.NOT_FOUND, missing)

    def __call__(self, request: Request) -> Response:
        """Return the response to a request. No path can lead to anything but what was built."""
        if request.method not in ("GET", "HEAD"):
            return ONLY_GET
        return self.responses.get(request.path, self.missing)


def _page(status: HTTPStatus, page: HtmlPage) -> Response:
    return Response(status, HTML, page.html.encode(), page.policy)
