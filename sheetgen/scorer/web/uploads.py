"""What clients may send to the server: photos, one from each in turn, and never more of them than fit into memory."""

from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

MOST_WAITING = 32
"""So many clients may send a photo or wait for its answer. More are asked to come back."""
AT_ONCE = 4
"""Memory is set aside for so many of the largest photos. Who comes later does not send before there is room."""
REFUSAL = "sheetgen.refusal"
"""By this key the application is told why a photo was refused; None if it was taken."""

KINDS = ("image/", "application/octet-stream")


class Client(Protocol):
    """A connection, as far as turns depend on it."""

    addr: tuple[Any, ...]


class Uploads:
    """Which addresses take photos, and who is sending one or waits for its answer, in the order they came."""

    def __init__(self, paths: Collection[str], largest: Callable[[], int]) -> None:
        self.paths = frozenset(paths)
        self.largest = largest
        """The most bytes of a photo. Asked for late, because it is known where photos are read."""
        self._sizes: dict[Client, int] = {}

    def refusal(self, headers: Mapping[str, str], size: int) -> str | None:
        """Why a photo with these headers is not taken; None if it is."""
        origin = headers.get("ORIGIN")
        if origin is not None and origin.partition("://")[2] != headers.get("HOST"):
            return "stranger"  # another page, on whose behalf a browser in this network asks
        if not headers.get("CONTENT_TYPE", KINDS[-1]).lower().startswith(KINDS):
            return "no_picture"
        if size > self.largest():
            return "too_large"
        return "busy" if len(self._sizes) >= MOST_WAITING else None

    def join(self, client: Client, size: int) -> None:
        """A client has announced a photo of this size."""
        self._sizes[client] = size

    def leave(self, client: Client) -> None:
        """It has its answer, or is gone."""
        self._sizes.pop(client, None)

    def has_room(self, client: Client) -> bool:
        """May it send now? First come, first served, as far as memory is set aside; whoever sends no photo may."""
        if client not in self._sizes:
            return True
        left = AT_ONCE * self.largest()
        for other, size in self._sizes.items():
            left -= size
            if other is client:
                break
        return left >= 0


class Turns:
    """A queue in which clients take turns: who sends many photos lets others in between."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Client]] = {}

    def __len__(self) -> int:
        return sum(len(clients) for clients in self._waiting.values())

    def append(self, client: Client) -> None:
        """Behind all others from the same address."""
        self._waiting.setdefault(client.addr[0], deque()).append(client)

    def popleft(self) -> Client:
        """Whose turn it is. Its address comes last again."""
        address = next(iter(self._waiting))
        clients = self._waiting.pop(address)
        first = clients.popleft()
        if clients:
            self._waiting[address] = clients
        return first
