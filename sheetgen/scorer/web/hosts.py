"""The check of the Host header, which prevents DNS rebinding.

A foreign page can give its own name the address of this computer, and could then read whatever the server sends. The
browser still sends that name in the Host header, so requests for names that are not the server's own are refused.
"""

import re
import socket
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address

from sheetgen.scorer.web.responses import Request, Response, text_response
from sheetgen.scorer.web.server import Application

_HOST = re.compile(r"(?:(?P<name>[a-z0-9._-]+)|\[(?P<ipv6>[0-9a-f:.]+)\])(?::(?P<port>[0-9]{0,5}))?")
_DEFAULT_PORT = 80  # that of http, which browsers leave out


class HostCheck:
    """An application that passes requests for the server's own hosts on to another one, and refuses all others."""

    def __init__(
        self,
        application: Application,
        names: Iterable[str],
        refusal: str,
        *,
        allow_ip_addresses: bool = False,
        port: int | None = None,
    ) -> None:
        """Allow only certain hosts.

        Args:
            application: The application that answers the requests for them.
            names: The allowed names, in upper or lower case.
            refusal: The text that requests for other hosts get. It is readable for any page, so it must not be private.
            allow_ip_addresses: Whether every IP address is allowed as well, because DNS rebinding needs a name.
            port: The only allowed port; None allows all, because proxies and containers may have others.
        """
        self.application = application
        self.names = frozenset(name.lower().removesuffix(".") for name in names)
        # Not 421, after which browsers would repeat the request in vain.
        self.refusal = text_response(HTTPStatus.FORBIDDEN, refusal)
        self.allow_ip_addresses = allow_ip_addresses
        self.port = port

    def __call__(self, request: Request) -> Response:
        """Return the application's response, or the refusal."""
        return self.application(request) if self._is_allowed(request) else self.refusal

    def _is_allowed(self, request: Request) -> bool:
        hosts = request.headers.get_all("Host", [])
        host = _HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
        is_path = request.path.startswith("/")  # and not a whole URL, whose host would count instead
        if host is None or not is_path or self.port not in (None, int(host["port"] or _DEFAULT_PORT)):
            return False
        is_own_name = host["name"] is not None and host["name"].removesuffix(".") in self.names
        return is_own_name or (self.allow_ip_addresses and _is_ip_address(host))


def own_host_names() -> set[str]:
    """Return the names of this computer: its host name, the same without the domain, and its mDNS name."""
    name = socket.gethostname()
    label = name.partition(".")[0]
    return {name, label, f"{label}.local"}


def _is_ip_address(host: re.Match[str]) -> bool:
    try:
        IPv4Address(host["name"]) if host["ipv6"] is None else IPv6Address(host["ipv6"])
    except ValueError:
        return False
    return True
