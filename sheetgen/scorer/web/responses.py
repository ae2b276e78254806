"""What the server answers: every page is made beforehand, so that no address can lead to anything else."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sheetgen.scorer.page.page import Page

if TYPE_CHECKING:
    from sheetgen.scorer.web.photo_responses import PhotoAnswers

Header = tuple[str, str]
StartResponse = Callable[[str, list[Header]], object]

HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
_NOTHING = "default-src 'none'"
_REFUSED_CODING = re.compile(r"q=0(\.0*)?")


@dataclass(frozen=True, slots=True)
class Response:
    """One answer, as it is and compressed."""

    status: str
    headers: tuple[Header, ...]
    body: bytes
    packed: bytes
    tag: str | None
    """Tells versions of a page apart, so that a phone that has it need not load it again."""

    def head(self, packed: bool) -> list[Header]:
        """The headers of one of the two forms."""
        length = len(self.packed if packed else self.body)
        headers = [*self.headers, ("Content-Length", str(length)), ("Vary", "Accept-Encoding")]
        if packed:
            headers.append(("Content-Encoding", "gzip"))
        if self.tag:
            headers.append(("ETag", self.entity_tag(packed)))
        return headers

    def entity_tag(self, packed: bool) -> str:
        """A strong tag: the two forms are different bytes, so they have different ones."""
        return f'"{self.tag}-gzip"' if packed else f'"{self.tag}"'

    def send(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request with this, as WSGI wants it: as small as the client can read it, if it lacks it."""
        packed = _accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        headers = self.head(packed)
        if self.tag and _is_known(self.entity_tag(packed), environ.get("HTTP_IF_NONE_MATCH", "")):
            start_response("304 Not Modified", [header for header in headers if not header[0].startswith("Content-")])
            return []
        start_response(self.status, headers)
        if environ["REQUEST_METHOD"] == "HEAD":
            return []
        return [self.packed if packed else self.body]


class Answers:
    """The WSGI application: looks up the address among the answers, or hands a photo to who reads it."""

    def __init__(
        self, start: Page, missing: Page, scorers: Mapping[str, Page], photos: PhotoAnswers | None = None
    ) -> None:
        self.found = {"/": _page("200 OK", start)}
        for slug, page in scorers.items():
            self.found[f"/{slug}/"] = _page("200 OK", page)
            self.found[f"/{slug}"] = _redirect(f"/{slug}/")
        self.missing = _page("404 Not Found", missing)
        self.refusal = refusal()
        self.photos = photos

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, as WSGI wants it."""
        return self._response(environ).send(environ, start_response)

    def _response(self, environ: dict[str, Any]) -> Response:
        path = environ["PATH_INFO"]
        if self.photos and path in self.photos.layouts:
            return self.photos(environ)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self.refusal
        return self.found.get(path, self.missing)


def _page(status: str, page: Page) -> Response:
    body = page.html.encode()
    tag = sha256(body).hexdigest()[:32] if status == "200 OK" else None
    return make_response(status, HTML, body, page.policy, tag=tag)


def _redirect(location: str) -> Response:
    extra = [("Location", location)]
    return make_response("308 Permanent Redirect", TEXT, f"See {location}\n".encode(), extra=extra)


def refusal() -> Response:
    """The answer to who wants more than to read."""
    body, extra = b"Only GET and HEAD.\n", [("Allow", "GET, HEAD")]
    return make_response("405 Method Not Allowed", TEXT, body, extra=extra)


def make_response(
    status: str,
    kind: str,
    body: bytes,
    policy: str = _NOTHING,
    tag: str | None = None,
    extra: Iterable[Header] = (),
    framed_by: str = "'none'",
    caching: str = "no-cache",
) -> Response:
    """An answer with the headers that all answers have."""
    headers = (
        ("Content-Type", kind),
        ("Content-Security-Policy", f"{policy}; frame-ancestors {framed_by}"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", caching),
        *extra,
    )
    return Response(status, headers, body, gzip.compress(body, mtime=0), tag)


def _accepts_gzip(accepted: str) -> bool:
    for part in accepted.lower().replace(" ", "").split(","):
        coding, *parameters = part.split(";")
        if coding == "gzip":
            return not any(_REFUSED_CODING.fullmatch(parameter) for parameter in parameters)
    return False


def _is_known(tag: str, known: str) -> bool:
    tags = [each.strip().removeprefix("W/") for each in known.split(",")]
    return tag in tags or tags == ["*"]
