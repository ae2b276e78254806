"""HTTP requests, and responses with the headers that all of them share."""

import gzip
import re
from dataclasses import dataclass
from email.message import Message
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

Header = tuple[str, str]

HTML = "text/html; charset=utf-8"
JAVASCRIPT = "text/javascript; charset=utf-8"
SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"
# What no page uses. Taking a photo by a file field needs no permission to use a camera.
_DENIED_FEATURES = "display-capture geolocation hid microphone midi payment serial usb"
# Hosts at which browsers heed Cross-Origin-Opener-Policy without TLS; elsewhere they only complain about it.
_OWN_COMPUTER = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]*)?", re.IGNORECASE)
_GZIP_REFUSED = re.compile(r"gzip;q=0(\.0*)?(,|$)")


class Request(NamedTuple):
    """A request. Its body, if it has one, is ignored."""

    method: str
    path: str
    query: str
    headers: Message  # an absent header is None


@dataclass(frozen=True, slots=True)
class Response:
    """A response, before it is adapted to what a client accepts and has cached."""

    status: HTTPStatus
    media_type: str
    body: bytes
    policy: str = "default-src 'none'"  # Content-Security-Policy
    framed_by: str = "'none'"  # pages that may show it in a frame
    uses_camera: bool = False  # whether this page itself may ask for the camera
    is_cached: bool = True  # whether browsers may cache and revalidate it
    headers: tuple[Header, ...] = ()  # besides those of every response

    def _permissions(self) -> str:
        """Return the Permissions-Policy: a page may use the camera if it reads photos, and nothing else."""
        denied = [f"{feature}=()" for feature in _DENIED_FEATURES.split()]
        return ", ".join(["camera=(self)" if self.uses_camera else "camera=()", *denied])

    def for_client(self, request: Request) -> tuple[HTTPStatus, list[Header], bytes]:
        """Return status, headers and body: compressed if the client accepts gzip, empty if its copy is current."""
        body, encoding = self.body, []
        if _accepts_gzip(request.headers.get("Accept-Encoding", "")):
            body, encoding = gzip.compress(body, compresslevel=9, mtime=0), [("Content-Encoding", "gzip")]
        headers = [
            ("Content-Security-Policy", f"{self.policy}; frame-ancestors {self.framed_by}"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", self._permissions()),
            ("Cache-Control", "no-cache" if self.is_cached else "no-store"),
            ("Vary", "Accept-Encoding"),
            *self.headers,
        ]
        if _OWN_COMPUTER.fullmatch(request.headers.get("Host", "")):
            headers.append(("Cross-Origin-Opener-Policy", "same-origin"))
        if self.is_cached and self.status == HTTPStatus.OK:
            etag = f'"{sha256(body).hexdigest()[:32]}"'
            headers.append(("ETag", etag))
            known = request.headers.get("If-None-Match", "")
            if etag in known or known == "*":
                return HTTPStatus.NOT_MODIFIED, headers, b""
        headers += [("Content-Type", self.media_type), ("Content-Length", str(len(body))), *encoding]
        return self.status, headers, b"" if request.method == "HEAD" else body


def text_response(status: HTTPStatus, text: str, *headers: Header) -> Response:
    """Return a response with a line of text."""
    return Response(status, TEXT, f"{text}\n".encode(), headers=headers)


ONLY_GET = text_response(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD.", ("Allow", "GET, HEAD"))


def _accepts_gzip(accepted: str) -> bool:
    codings = accepted.lower().replace(" ", "")
    return "gzip" in codings and not _GZIP_REFUSED.search(codings)
