"""What the server answers: every answer is made beforehand, so that no address can lead to anything else."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sheetgen.scorer.page import Page

Header = tuple[str, str]

_HTML = "text/html; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"
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


class Answers:
    """The WSGI application: looks up the address among the answers."""

    def __init__(self, start: Page, missing: Page, scorers: Mapping[str, Page]) -> None:
        self.found = {"/": _page("200 OK", start)}
        for slug, page in scorers.items():
            self.found[f"/{slug}/"] = _page("200 OK", page)
            self.found[f"/{slug}"] = _redirect(f"/{slug}/")
        self.missing = _page("404 Not Found", missing)
        self.refusal = _response(
            "405 Method Not Allowed", _TEXT, b"Only GET and HEAD.\n", extra=[("Allow", "GET, HEAD")]
        )

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[[str, list[Header]], object]
    ) -> Iterable[bytes]:
        """Answer one request, as WSGI wants it."""
        method = environ["REQUEST_METHOD"]
        response = self.found.get(environ["PATH_INFO"], self.missing)
        if method not in ("GET", "HEAD"):
            response = self.refusal
        packed = _accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        headers = response.head(packed)
        if response.tag and _is_known(response.entity_tag(packed), environ.get("HTTP_IF_NONE_MATCH", "")):
            start_response("304 Not Modified", [header for header in headers if not header[0].startswith("Content-")])
            return []
        start_response(response.status, headers)
        if method == "HEAD":
            return []
        return [response.packed if packed else response.body]


def _page(status: str, page: Page) -> Response:
    body = page.html.encode()
    return _response(
        status, _HTML, body, page.policy, tag=sha256(body).hexdigest()[:32] if status == "200 OK" else None
    )


def _redirect(location: str) -> Response:
    return _response("308 Permanent Redirect", _TEXT, f"See {location}\n".encode(), extra=[("Location", location)])


def _response(
    status: str, kind: str, body: bytes, policy: str = _NOTHING, tag: str | None = None, extra: Iterable[Header] = ()
) -> Response:
    headers = (
        ("Content-Type", kind),
        ("Content-Security-Policy", f"{policy}; frame-ancestors 'none'"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-cache"),
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
