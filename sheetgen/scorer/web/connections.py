"""Connections of the server. Each carries one request, which may be the upload of a photo."""

from __future__ import annotations

import socket
from contextlib import suppress
from time import time
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask

from sheetgen.scorer.web.uploads import REFUSAL_KEY

MIN_UPLOAD_RATE = 32 * 1024  # bytes/s on average; slower uploads are disconnected


class RequestParser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Parses a request. Photos may be larger than other requests; the body of a refused photo is not read."""

    content_length: int
    is_photo = False
    refusal: str | None = None

    def __init__(self, channel: Channel, adj: Adjustments) -> None:
        super().__init__(adj)
        self.channel = channel

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header, and accept or refuse a photo before its body arrives."""
        super().parse_header(header_plus)
        uploads = self.channel.server.uploads
        if self.command != "POST" or self.path not in uploads.paths:
            return
        self.is_photo = True
        self.refusal = uploads.refusal(self.headers, self.content_length)
        if self.refusal:
            self.body_rcv, self.content_length, self.expect_continue = None, 0, False
        elif self.content_length:
            self.adj = self.channel.server.photo_adj
            uploads.add(self.channel, self.content_length)
        else:  # a chunked body of unknown size, which has the limit of other requests
            uploads.add(self.channel, self.adj.max_request_body_size)


class SingleRequestTask(WSGITask):  # type: ignore[misc]  # as above
    """Responds to a request and closes the connection."""

    def start(self) -> None:
        """Start the response as if the client had asked to close the connection."""
        self.request.headers["CONNECTION"] = "close"
        self.channel.is_refused = self.request.refusal is not None
        super().start()

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, for photos with the reason of a refusal."""
        environ: dict[str, Any] = super().get_environment()
        if self.request.is_photo:
            environ[REFUSAL_KEY] = self.request.refusal
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]  # as above
    """A connection that is closed after its first response."""

    task_class = SingleRequestTask
    is_refused = False  # the response is sent before the body of the request was received
    is_draining = False  # the response has been sent, and further input is discarded
    upload_start = 0.0  # time from which the client may send its photo

    def parser_class(self, adj: Adjustments) -> RequestParser:
        """Return the parser of a request."""
        return RequestParser(self, adj)

    def readable(self) -> bool:
        """Return whether input can be received; a photo only once there is memory for it."""
        if not super().readable() or not self.server.uploads.may_send(self):
            return False
        if not self.upload_start and self.request and self.request.is_photo:
            self.upload_start = self.last_activity = time()
        return True

    def received(self, data: bytes) -> bool:
        """Parse input; discard it once the response has been sent."""
        return not self.is_draining and super().received(data)

    def service(self) -> None:
        """Respond, unless the client of a photo has disconnected while it waited."""
        if self.requests[0].is_photo and self._is_disconnected():
            self.connected = False
        super().service()

    def _is_disconnected(self) -> bool:
        try:
            return not self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def handle_close(self) -> None:
        """Close the connection. A refused client is drained first: it would not read the response while it sends."""
        if self.is_refused:
            self.is_refused, self.is_draining, self.will_close = False, True, False
            self.creation_time = time()
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
        else:
            super().handle_close()

    def del_channel(self, map: dict[int, Any] | None = None) -> None:
        """Unregister the connection and its upload."""
        super().del_channel(map)
        self.server.uploads.remove(self)

    def is_overdue(self, now: float, timeout: float) -> bool:
        """Return whether the client is too slow to send its request, to read the response, or to upload its photo."""
        request = next(iter(self.requests), None) or self.request
        is_receiving = not self.requests and not self.total_outbufs_len
        if not request or not request.is_photo or self.total_outbufs_len:
            since = self.creation_time if is_receiving else self.last_activity
            return bool(since < now - timeout)
        if not is_receiving or not self.upload_start:
            return False  # the client waits for the server
        longest = timeout + request.body_bytes_received / MIN_UPLOAD_RATE
        return self.last_activity < now - timeout or self.upload_start < now - longest
