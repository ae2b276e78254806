"""Uploads of photos: which the server accepts, when each client may send, and in which order photos are read."""

from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

MAX_UPLOADS = 32  # clients that send a photo or wait for its response; others get status 503
MAX_LARGE_PHOTOS = 4  # photos of the maximum size that fit into the memory for uploads
REFUSAL_KEY = "sheetgen.refusal"  # key of the WSGI environment: why a photo was refused, or None
MEDIA_TYPES = ("image/", "application/octet-stream")


class Client(Protocol):
    """A connection with the address of its client."""

    addr: tuple[Any, ...]


class Uploads:
    """The paths that accept photos, and the clients that are sending a photo or wait for its response."""

    def __init__(self, paths: Collection[str], max_size: Callable[[], int]) -> None:
        self.paths = frozenset(paths)
        self.max_size = max_size  # bytes of a photo; a function, because the photo reader is loaded late
        self._sizes: dict[Client, int] = {}

    def refusal(self, headers: Mapping[str, str], size: int) -> str | None:
        """Return why a photo with these headers is refused; None if it is accepted."""
        origin = headers.get("ORIGIN")
        if origin is not None and origin.partition("://")[2] != headers.get("HOST"):
            return "foreign_origin"
        if not headers.get("CONTENT_TYPE", MEDIA_TYPES[-1]).lower().startswith(MEDIA_TYPES):
            return "no_picture"
        if size > self.max_size():
            return "too_large"
        return "busy" if len(self._sizes) >= MAX_UPLOADS else None

    def add(self, client: Client, size: int) -> None:
        """Register a client that is going to send a photo of this size in bytes."""
        self._sizes[client] = size

    def remove(self, client: Client) -> None:
        """Unregister a client that has its response or has disconnected."""
        self._sizes.pop(client, None)

    def may_send(self, client: Client) -> bool:
        """Return whether there is memory for the photo of a client and for those of all clients before it."""
        if client not in self._sizes:
            return True
        left = MAX_LARGE_PHOTOS * self.max_size()
        for other, size in self._sizes.items():
            left -= size
            if other is client:
                break
        return left >= 0


class RoundRobinQueue:
    """A queue that serves the addresses of its clients in turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Client]] = {}

    def __len__(self) -> int:
        return sum(len(clients) for clients in self._waiting.values())

    def append(self, client: Client) -> None:
        """Add a client behind all others from the same address."""
        self._waiting.setdefault(client.addr[0], deque()).append(client)

    def popleft(self) -> Client:
        """Remove and return the next client; its address is served last again."""
        address = next(iter(self._waiting))
        clients = self._waiting.pop(address)
        first = clients.popleft()
        if clients:
            self._waiting[address] = clients
        return first
