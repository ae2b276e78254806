"""This computer's addresses in the local network."""

import re
import socket
from ipaddress import IPv4Address

# Adapters to programs inside this computer, and to far networks. Phones that try their addresses wait for nothing.
_INTERNAL = re.compile(
    r"docker|podman|cni|veth|br-|virbr|lxc|lxd|vmnet|vmware|vboxnet|virtualbox|vethernet|hyper-v"
    r"|tun|tap|utun|wg|tailscale|zerotier|zt",
    re.IGNORECASE,
)


def lan_addresses() -> list[str]:
    """The IPv4 addresses at which phones may reach this computer, the likeliest first."""
    import ifaddr

    real: list[str] = []
    internal: list[str] = []
    for adapter in ifaddr.get_adapters():
        found = [ip.ip for ip in adapter.ips if isinstance(ip.ip, str) and not IPv4Address(ip.ip).is_loopback]
        (internal if _INTERNAL.match(adapter.nice_name) else real).extend(found)
    likeliest = outgoing_address()
    return sorted(dict.fromkeys(real or internal), key=lambda address: (address != likeliest, _is_provisional(address)))


def outgoing_address() -> str | None:
    """The address that this computer sends from. Connecting a datagram socket sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if IPv4Address(address).is_loopback else address


def _is_provisional(address: str) -> bool:
    """One that an adapter gave itself because nobody gave it any."""
    return IPv4Address(address).is_link_local
