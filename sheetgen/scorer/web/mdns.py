"""The name sheetgen.local: told to whoever asks the local network for it (mDNS)."""

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

PROBE = 2000
"""Milliseconds to wait for somebody who has the name already. Responders may hold an answer back for more than one
second if they have just given it."""


@contextmanager
def announced(addresses: Sequence[str], port: int) -> Iterator[None]:
    """For as long as this lasts, the name leads to these addresses, on whose networks it is announced.

    Raises OSError if that is impossible here, and InputError if somebody else has the name.
    """
    service = ServiceInfo(
        SERVICE,
        f"sheetgen.{SERVICE}",
        port,
        properties={"path": "/"},
        server=f"{HOST}.",
        addresses=[socket.inet_aton(address) for address in addresses],
    )
    with _told_as_os_error():
        _check_free(addresses)
        network = _network(addresses)
    with network:  # leaving it says goodbye, so that no phone remembers the name
        with _told_as_os_error():
            # The host's name was free, so nobody else calls a service by it.
            network.register_service(service, cooperating_responders=True)
        yield


def _check_free(addresses: Sequence[str]) -> None:
    """Ask in a network of its own: the one that answers would take the next such question for an echo of this one."""
    taken = AddressResolverIPv4(f"{HOST}.")
    with _network(addresses) as network:
        asked = asyncio.run_coroutine_threadsafe(taken.async_request(network, PROBE), _loop(network))
        try:
            if not asked.result():
                return
        finally:
            asked.cancel()  # nobody waits for the answer who has been asked to stop
    others = ", ".join(taken.parsed_addresses())
    hint = "Stop the other sheetgen serve, or use --no-mdns."
    raise InputError.of(f"the name {HOST} is already announced by {others}", hint)


def _network(addresses: Sequence[str]) -> Zeroconf:
    with signals_deferred():  # or they could break into a thread that starts
        network = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
        asyncio.run_coroutine_threadsafe(network.async_wait_for_start(), _loop(network)).result()
    if not network.engine.senders:
        network.close()
        raise OSError("this network has no multicast")
    return network


def _loop(network: Zeroconf) -> asyncio.AbstractEventLoop:
    assert network.loop
    return network.loop


@contextmanager
def _told_as_os_error() -> Iterator[None]:
    """Whatever the library calls it, the network is at fault."""
    try:
        yield
    except (Error, RuntimeError) as error:
        raise OSError(str(error) or type(error).__name__) from None
