"""Any host for static files."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Redirecting(Quiet):
    """Redirects folders to their index.html, as some hosts do."""

    def do_GET(self) -> None:
        if self.path.endswith("/"):
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", f"{self.path}index.html")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()


class WithMissingPage(Quiet):
    """Answers requests for unknown paths with the page 404.html, as many hosts do."""

    missing = "404.html"  # path of the page on this host

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, self.missing).read_bytes()
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


@contextmanager
def hosted(folder: Path, port: int = 0, kind: type[Quiet] = Quiet) -> Iterator[int]:
    """Serve a folder, and tell the port."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(kind, directory=folder)) as host:
        thread = threading.Thread(target=host.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield host.server_address[1]
        finally:
            host.shutdown()
            thread.join()
