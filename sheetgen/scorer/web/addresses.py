"""IPv4 addresses of this computer in the local network."""

import re
import socket
from ipaddress import IPv4Address

import ifaddr

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
    """Return the address from which this computer sends; None without a network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # connecting a datagram socket sends nothing
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if IPv4Address(address).is_loopback else address
