"""The mDNS responder for the name sheetgen.local."""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from zeroconf import (  # type: ignore[attr-defined]  # __all__ lacks the resolver
    AddressResolverIPv4,
    Error,
    IPVersion,
    ServiceInfo,
    Zeroconf,
)

from sheetgen.errors import InputError
from sheetgen.interrupts import signals_deferred

HOST = "sheetgen.local"
SERVICE = "_http._tcp.local."
PROBE_TIMEOUT = 2000  # ms; a responder that has just answered may delay its next answer by more than a second


@contextmanager
def announced(addresses: Sequence[str], port: int) -> Iterator[None]:
    """Resolve the name to these addresses, on the networks of these addresses, as long as the context lasts.

    Raises OSError if the network does not allow it, and InputError if another computer has the name.
    """
    service = ServiceInfo(
        SERVICE,
        f"sheetgen.{SERVICE}",
        port,
        properties={"path": "/"},
        server=f"{HOST}.",
        addresses=[socket.inet_aton(address) for address in addresses],
    )
    with _as_os_error():
        _check_free(addresses)
        responder = _start(addresses)
    with responder:  # on exit, it tells phones to forget the name
        with _as_os_error():
            # The host's name was free, so the name of its service is free too.
            responder.register_service(service, cooperating_responders=True)
        yield


def _check_free(addresses: Sequence[str]) -> None:
    """Raise an InputError if another computer has the name.

    The query needs a Zeroconf instance of its own: a responder ignores a query that it has just sent itself.
    """
    resolver = AddressResolverIPv4(f"{HOST}.")
    with _start(addresses) as client:
        query = asyncio.run_coroutine_threadsafe(resolver.async_request(client, PROBE_TIMEOUT), _loop(client))
        try:
            if not query.result():
                return
        finally:
            query.cancel()  # if an interrupt ended the wait
    others = ", ".join(resolver.parsed_addresses())
    hint = "Stop the other sheetgen serve, or use --no-mdns."
    raise InputError.of(f"the name {HOST} is already announced by {others}", hint)


def _start(addresses: Sequence[str]) -> Zeroconf:
    """Return a Zeroconf instance on the networks of these addresses."""
    with signals_deferred():  # a signal could interrupt the start of its thread
        zeroconf = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
        asyncio.run_coroutine_threadsafe(zeroconf.async_wait_for_start(), _loop(zeroconf)).result()
    if not zeroconf.engine.senders:
        zeroconf.close()
        raise OSError("this network has no multicast")
    return zeroconf


def _loop(zeroconf: Zeroconf) -> asyncio.AbstractEventLoop:
    assert zeroconf.loop
    return zeroconf.loop


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Raise the library's exceptions as OSError."""
    try:
        yield
    except (Error, RuntimeError) as error:
        raise OSError(str(error) or type(error).__name__) from None
