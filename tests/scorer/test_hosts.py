"""The check of the Host header: a server answers to its own names, and to no name that was made to lead to it."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from sheetgen.scorer.web.hosts import HostCheck, own_host_names
from sheetgen.scorer.web.server import Server
from tests.scorer.serving import START, Answer, running, tell

REFUSAL = "This server answers only to club.example."


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as one:
        one.application = HostCheck(one.application, ["Club.example.", "localhost"], REFUSAL, allow_ip_addresses=True)
        yield one


@pytest.fixture(scope="module")
def strict_server() -> Iterator[Server]:
    """A server that allows only its own port, and no other addresses."""
    with running() as one:
        one.application = HostCheck(one.application, ["127.0.0.1", "localhost"], REFUSAL, port=one.port)
        yield one


def asked(server: Server, *hosts: str, target: str = "/", version: str = "1.1") -> Answer:
    """The answer to a request with these Host headers."""
    lines = [f"GET {target} HTTP/{version}", *(f"Host: {host}" for host in hosts), "", ""]
    return Answer.of(tell(server, "\r\n".join(lines).encode("latin-1")))


ALLOWED = [
    *("club.example", "CLUB.Example", "club.example.", "club.example:8717", "club.example.:1", "club.example:"),
    *(
        "localhost",
        "127.0.0.1",
        "127.0.0.1:9",
        "192.168.1.5:8717",
        "[::1]",
        "[::1]:80",
        "[FE80::1]",
        "[::ffff:10.0.0.2]",
    ),
]


@pytest.mark.parametrize("host", ALLOWED)
def test_own_names_and_all_addresses_are_answered_on_any_port(host: str, server: Server) -> None:
    answer = asked(server, host)
    assert (answer.status, answer.text) == (200, START.html)


REFUSED = {
    "another name": "evil.example",
    "another name with the port": "evil.example:{port}",
    "a name that contains an own one": "club.example.evil.example",
    "a name below an own one": "www.club.example",
    "a name that contains an address": "127.0.0.1.evil.example",
    "nothing": "",
    "only a port": ":80",
    "only a dot": ".",
    "two dots": "club.example..",
    "a user": "evil.example@club.example",
    "a user and a password": "club.example:80@evil.example",
    "a space": "club.example evil.example",
    "a tab": "club.example\tevil.example",
    "a folded line": "club.example\r\n evil.example",
    "a list": "club.example, evil.example",
    "a path": "club.example/",
    "a URL": "http://club.example",
    "an escape": "club%2eexample",
    "NUL": "club.example\0",
    "bytes beyond ASCII": "clüb.example",
    "no number as a port": "club.example:x",
    "a superscript as a port": "club.example:\xb2",
    "two ports": "club.example:80:80",
    "a negative port": "club.example:-1",
    "a port of 5,000 digits": "club.example:" + "8" * 5000,
    "an incomplete address": "127.1",
    "an address as a number": "2130706433",
    "an address that is too large": "1.2.3.256",
    "an IPv6 address without brackets": "::1",
    "an IPv6 address with a zone": "[fe80::1%25eth0]",
    "a name in brackets": "[club.example]",
    "an IPv4 address in brackets": "[127.0.0.1]",
    "no address in brackets": "[]",
    "one bracket": "[::1",
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_other_and_malformed_hosts_are_refused(name: str, server: Server) -> None:
    answer = asked(server, REFUSED[name].format(port=server.port))
    assert (answer.status, answer.text) == (403, f"{REFUSAL}\n")


def test_a_request_without_a_host_or_with_two_is_refused(server: Server) -> None:
    for hosts in ((), ("localhost", "localhost"), ("localhost", "evil.example"), ("evil.example", "localhost")):
        assert asked(server, *hosts).status == 403
    assert asked(server, version="1.0").status == 403
    assert asked(server, "localhost", version="1.0").status == 200


@pytest.mark.parametrize(
    "target", ["http://evil.example/", "http://localhost/", "//evil.example/", "localhost:80", "*"]
)
def test_only_a_path_can_be_requested(target: str, server: Server) -> None:
    status = asked(server, "localhost", target=target).status
    assert status == (404 if target.startswith("/") else 403)


@pytest.mark.parametrize("target", ["/", "/game/", "/game", "/camera.js", "/nothing"])
def test_every_page_is_protected(target: str, server: Server) -> None:
    assert asked(server, "evil.example", target=target).status == 403


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LocalHost.:{port}"])
def test_a_strict_server_answers_to_its_own_port(host: str, strict_server: Server) -> None:
    assert asked(strict_server, host.format(port=strict_server.port)).status == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:1", "10.0.0.2:{port}", "[::1]:{port}", "evil.example:{port}"])
def test_a_strict_server_answers_to_nothing_else(host: str, strict_server: Server) -> None:
    assert asked(strict_server, host.format(port=strict_server.port)).status == 403


def test_a_host_without_a_port_has_that_of_http() -> None:
    with running() as server:
        server.application = HostCheck(server.application, ["localhost"], REFUSAL, port=80)
        assert asked(server, "localhost").status == asked(server, "localhost:80").status == 200
        assert asked(server, "localhost:8717").status == 403


def test_a_computer_has_its_name_with_and_without_local() -> None:
    name = socket.gethostname()
    label = name.split(".")[0]
    assert own_host_names() == {name, label, f"{label}.local"}
