"""HTTP responses with the headers that all of them share."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

Header = tuple[str, str]
StartResponse = Callable[[str, list[Header]], object]

HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
_ALLOW_NOTHING = "default-src 'none'"
_ZERO_QUALITY = re.compile(r"q=0(\.0*)?")


@dataclass(frozen=True, slots=True)
class Response:
    """A response with its body, plain and compressed."""

    status: str
    headers: tuple[Header, ...]
    body: bytes
    compressed: bytes
    version: str | None  # part of the ETag, by which browsers know that their copy is current

    def send(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Respond to a WSGI request: compressed if the client accepts it, without a body if its copy is current."""
        is_compressed = _accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        body = self.compressed if is_compressed else self.body
        headers = [*self.headers, ("Content-Length", str(len(body))), ("Vary", "Accept-Encoding")]
        if is_compressed:
            headers.append(("Content-Encoding", "gzip"))
        if self.version:
            etag = f'"{self.version}-gzip"' if is_compressed else f'"{self.version}"'
            headers.append(("ETag", etag))
            if _matches(etag, environ.get("HTTP_IF_NONE_MATCH", "")):
                kept = [header for header in headers if not header[0].startswith("Content-")]
                start_response("304 Not Modified", kept)
                return []
        start_response(self.status, headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


def make_response(
    status: str,
    media_type: str,
    body: bytes,
    policy: str = _ALLOW_NOTHING,
    version: str | None = None,
    extra: Iterable[Header] = (),
    framed_by: str = "'none'",
    caching: str = "no-cache",
) -> Response:
    """Return a response with the headers that all responses have."""
    headers = (
        ("Content-Type", media_type),
        ("Content-Security-Policy", f"{policy}; frame-ancestors {framed_by}"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", caching),
        *extra,
    )
    return Response(status, headers, body, gzip.compress(body, mtime=0), version)


def method_not_allowed() -> Response:
    """Return the response to methods other than GET and HEAD."""
    body, extra = b"Only GET and HEAD.\n", [("Allow", "GET, HEAD")]
    return make_response("405 Method Not Allowed", TEXT, body, extra=extra)


def _accepts_gzip(accepted: str) -> bool:
    for part in accepted.lower().replace(" ", "").split(","):
        coding, *parameters = part.split(";")
        if coding == "gzip":
            return not any(_ZERO_QUALITY.fullmatch(parameter) for parameter in parameters)
    return False


def _matches(etag: str, known: str) -> bool:
    etags = [each.strip().removeprefix("W/") for each in known.split(",")]
    return etag in etags or etags == ["*"]
