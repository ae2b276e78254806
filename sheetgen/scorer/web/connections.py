"""One connection of the server: it carries one request, or one photo that may take its time."""

from __future__ import annotations

import socket
from contextlib import suppress
from time import time
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask

from sheetgen.scorer.web.uploads import REFUSAL

SLOWEST = 32 * 1024
"""Bytes that must come in a second on average, or else whoever sends a photo is cut off."""


class Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Reads a request. Photos may be longer than other requests; of one that is refused, just the head is read."""

    content_length: int
    is_photo = False
    refusal: str | None = None

    def __init__(self, channel: Channel, adj: Adjustments) -> None:
        super().__init__(adj)
        self.channel = channel

    def parse_header(self, header_plus: bytes) -> None:
        """Decide about a photo before any of it comes."""
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
            uploads.join(self.channel, self.content_length)
        else:  # chunks come without a word about how many there are, so only few may
            uploads.join(self.channel, self.adj.max_request_body_size)


class OneAnswer(WSGITask):  # type: ignore[misc]  # as above
    """Treats every client as one that wants the connection closed after the answer."""

    def start(self) -> None:
        """Begin, and see to it that the answer is the last one."""
        self.request.headers["CONNECTION"] = "close"
        self.channel.is_unheard = self.request.refusal is not None
        super().start()

    def get_environment(self) -> dict[str, Any]:
        """What the application is told."""
        environ: dict[str, Any] = super().get_environment()
        if self.request.is_photo:
            environ[REFUSAL] = self.request.refusal
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]  # as above
    """A connection that ends with its first answer."""

    task_class = OneAnswer
    is_unheard = False
    """Was it answered before it had sent everything?"""
    is_deaf = False
    """Is it only kept until the client has noticed?"""
    began = 0.0
    """Since when there is room for its photo."""

    def parser_class(self, adj: Adjustments) -> Parser:
        """How requests are read."""
        return Parser(self, adj)

    def readable(self) -> bool:
        """Not before there is room for what would come."""
        if not super().readable() or not self.server.uploads.has_room(self):
            return False
        if not self.began and self.request and self.request.is_photo:
            self.began = self.last_activity = time()
        return True

    def received(self, data: bytes) -> bool:
        """Of whoever has the answer already, nothing more is heard."""
        return not self.is_deaf and super().received(data)

    def service(self) -> None:
        """Answer, unless a photo was taken back while it waited."""
        if self.requests[0].is_photo and self._is_gone():
            self.connected = False
        super().service()

    def _is_gone(self) -> bool:
        try:
            return not self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def handle_close(self) -> None:
        """End the connection; but whoever is still sending would think it broken, and so may go on for a while."""
        if self.is_unheard:
            self.is_unheard, self.is_deaf, self.will_close = False, True, False
            self.creation_time = time()
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
        else:
            super().handle_close()

    def del_channel(self, map: dict[int, Any] | None = None) -> None:
        """The connection is gone, and with it the photo."""
        super().del_channel(map)
        self.server.uploads.leave(self)

    def is_overdue(self, now: float, patience: float) -> bool:
        """Has it not asked in time, does it not read its answer, or does its photo come too slowly?"""
        request = next(iter(self.requests), None) or self.request
        is_asking = not self.requests and not self.total_outbufs_len
        if not request or not request.is_photo or self.total_outbufs_len:
            since = self.creation_time if is_asking else self.last_activity
            return bool(since < now - patience)
        if not is_asking or not self.began:
            return False  # it is we who let it wait
        slowest = patience + request.body_bytes_received / SLOWEST
        return self.last_activity < now - patience or self.began < now - slowest
