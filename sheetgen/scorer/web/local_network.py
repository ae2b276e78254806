"""This computer in the local network: its IPv4 addresses, and the mDNS responder for the name sheetgen.local."""

import asyncio
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import IPv4Address
from threading import Event, Thread

import ifaddr
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
FOLLOW_INTERVAL = 15.0  # seconds between two looks at whether this computer has other addresses
PROBE_TIMEOUT = 2000  # ms; a responder that has just answered may delay its next answer by more than a second

# Names of adapters that lead to virtual machines or to remote networks, where no phone can reach this computer.
_VIRTUAL_ADAPTERS = re.compile(
    r"docker|podman|cni|veth|br-|virbr|lxc|lxd|vmnet|vmware|vboxnet|virtualbox|vethernet|hyper-v"
    r"|tun|tap|utun|wg|tailscale|zerotier|zt",
    re.IGNORECASE,
)


def lan_addresses() -> list[str]:
    """Return the addresses at which phones may reach this computer, the most likely one first."""
    real: list[str] = []
    virtual: list[str] = []
    for adapter in ifaddr.get_adapters():
        found = [ip.ip for ip in adapter.ips if isinstance(ip.ip, str) and not IPv4Address(ip.ip).is_loopback]
        (virtual if _VIRTUAL_ADAPTERS.match(adapter.nice_name) else real).extend(found)
    likeliest = outgoing_address()
    return sorted(
        dict.fromkeys(real or virtual),
        key=lambda address: (address != likeliest, IPv4Address(address).is_link_local),
    )


def outgoing_address() -> str | None:
    """Return the address from which this computer sends; None if it has no network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # connecting a datagram socket sends nothing
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if IPv4Address(address).is_loopback else address


@contextmanager
def mdns_responder(addresses: Sequence[str], port: int) -> Iterator[None]:
    """Run an mDNS responder that resolves sheetgen.local to these addresses, on their networks, within the context.

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
    with ExitStack() as stack:
        try:
            _require_free_name(addresses)
            responder = stack.enter_context(_start_zeroconf(addresses))  # on exit, it makes phones forget the name
            # The host's name was free, so the name of its service is free too.
            responder.register_service(service, cooperating_responders=True)
        except (Error, RuntimeError) as error:
            raise OSError(str(error) or type(error).__name__) from None
        yield


@contextmanager
def following_mdns_responder(addresses: Sequence[str], port: int) -> Iterator[None]:
    """Run an mDNS responder for this computer's addresses, and a new one whenever it has others.

    So a computer may join a network after it has begun to serve, or change to another one. Raises OSError and
    InputError like `mdns_responder`, but only at first; later it tries again.
    """
    stopped = Event()
    with ExitStack() as responder:
        if addresses:
            responder.enter_context(mdns_responder(addresses, port))

        def follow() -> None:
            announced = list(addresses)
            while not stopped.wait(FOLLOW_INTERVAL):
                found = lan_addresses()
                if found == announced:
                    continue
                responder.close()
                announced = []
                with suppress(OSError, InputError):
                    if found:
                        responder.enter_context(mdns_responder(found, port))
                    announced = found

        thread = Thread(target=follow, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopped.set()
            thread.join()


def _require_free_name(addresses: Sequence[str]) -> None:
    """Raise an InputError if another computer has the name.

    The query needs a Zeroconf instance of its own: a responder ignores a query that it has just sent itself.
    """
    resolver = AddressResolverIPv4(f"{HOST}.")
    with _start_zeroconf(addresses) as client:
        assert client.loop
        query = asyncio.run_coroutine_threadsafe(resolver.async_request(client, PROBE_TIMEOUT), client.loop)
        try:
            if not query.result():
                return
        finally:
            query.cancel()  # if an interrupt ended the wait
    others = ", ".join(resolver.parsed_addresses())
    hint = "Stop the other sheetgen serve, or use --no-mdns."
    raise InputError.of(f"the name {HOST} is already used by {others}", hint)


def _start_zeroconf(addresses: Sequence[str]) -> Zeroconf:
    """Return a Zeroconf instance on the networks of these addresses."""
    with signals_deferred():  # a signal could interrupt the start of its thread
        zeroconf = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
        assert zeroconf.loop
        asyncio.run_coroutine_threadsafe(zeroconf.async_wait_for_start(), zeroconf.loop).result()
    if not zeroconf.engine.senders:
        zeroconf.close()
        raise OSError("this network has no multicast")
    return zeroconf
