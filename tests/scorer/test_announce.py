"""The name sheetgen.local on the loopback network, asked for with hand-made packets.

All tests that announce the name stand here, and hold a lock: there is only one such name on a machine.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from sheetgen.errors import InputError
from sheetgen.scorer.web import local_network
from sheetgen.scorer.web.local_network import following_mdns_responder, mdns_responder
from tests.scorer.commands import COMMAND, serving
from tests.timeouts import TIMEOUT, TIMEOUT_MS

fcntl = pytest.importorskip("fcntl", reason="Windows has none")


LOOPBACK = "127.0.0.1"
GROUP, PORT = "224.0.0.251", 5353
NAME = b"\x08sheetgen\x05local\x00"
IN, A = 1, 1
RESPONSE = 0x8000

Record = tuple[str, int]
"""An address and for how long it holds."""


@pytest.fixture(autouse=True, scope="module")
def _alone_on_this_machine() -> Iterator[None]:
    with (Path(tempfile.gettempdir()) / "sheetgen-mdns-tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(autouse=True)
def _without_the_loops_of_others() -> Iterator[None]:
    """Playwright keeps an event loop running in this thread, and zeroconf would take it for the caller's own."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(autouse=True, scope="module")
def _multicast_works(_alone_on_this_machine: None) -> None:
    with listener() as ear:
        ear.sendto(b"is anybody there?", (GROUP, PORT))
        ear.settimeout(TIMEOUT)
        try:
            while ear.recv(9000) != b"is anybody there?":
                pass
        except TimeoutError:
            pytest.fail("multicast does not work on this machine's loopback interface, so the name cannot be tested")


@contextmanager
def listener() -> Iterator[socket.socket]:
    """One who hears all that is said on the loopback network, and speaks from the port of mDNS."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        ear.bind(("", PORT))
        membership = socket.inet_aton(GROUP) + socket.inet_aton(LOOPBACK)
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
        yield ear


def question(identity: int = 0) -> bytes:
    return struct.pack(">6H", identity, 0, 1, 0, 0, 0) + NAME + struct.pack(">HH", A, IN)


def answers(packet: bytes) -> list[Record]:
    """The addresses of the name in a response."""
    _, flags, questions, *counts = struct.unpack(">6H", packet[:12])
    if not flags & RESPONSE:
        return []
    at, found = 12, []
    for _ in range(questions):
        at = name_at(packet, at)[1] + 4
    for _ in range(sum(counts)):
        name, at = name_at(packet, at)
        kind, _, lifetime, length = struct.unpack(">HHIH", packet[at : at + 10])
        at += 10 + length
        if (name, kind) == ("sheetgen.local", A):
            found.append((socket.inet_ntoa(packet[at - length : at]), lifetime))
    return found


def name_at(packet: bytes, at: int) -> tuple[str, int]:
    """A name, which may end with a pointer to an earlier one, and where the packet goes on."""
    labels: list[str] = []
    while length := packet[at]:
        if length >= 0xC0:
            pointed, _ = name_at(packet, struct.unpack(">H", packet[at : at + 2])[0] & 0x3FFF)
            return ".".join([*labels, pointed]), at + 2
        labels.append(packet[at + 1 : at + 1 + length].decode())
        at += 1 + length
    return ".".join(labels), at + 1


def heard(ear: socket.socket, seconds: float) -> Iterator[list[Record]]:
    """The answers that are heard in this time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        ear.settimeout(left)
        try:
            packet = ear.recv(9000)
        except TimeoutError:
            return
        if len(packet) > 12 and (found := answers(packet)):
            yield found


def goodbye(ear: socket.socket) -> bool:
    return any((LOOPBACK, 0) in found for found in heard(ear, TIMEOUT))


def ask() -> list[Record]:
    """As most phones do: from the port of mDNS; all hear the answer."""
    with listener() as ear:
        ear.sendto(question(), (GROUP, PORT))
        return next(heard(ear, TIMEOUT), [])


def ask_simply(seconds: float = TIMEOUT) -> list[Record]:
    """As simple programs do: from any port; the answer comes back to it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
        client.sendto(question(identity=77), (GROUP, PORT))
        return next(heard(client, seconds), [])


@contextmanager
def somebody_else(address: str) -> Iterator[None]:
    """Another computer that has the name, as far as this one can tell."""
    info = ServiceInfo(
        "_http._tcp.local.", "x._http._tcp.local.", 80, server="sheetgen.local.", addresses=[socket.inet_aton(address)]
    )
    with Zeroconf(interfaces=[LOOPBACK], ip_version=IPVersion.V4Only) as other:
        other.register_service(info, cooperating_responders=True)
        yield


@pytest.fixture
def _nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has the name, so there is nobody to wait for."""
    monkeypatch.setattr(local_network, "PROBE_TIMEOUT", 1)


@pytest.mark.usefixtures("_nobody_else")
def test_whoever_asks_is_told() -> None:
    with mdns_responder([LOOPBACK], 8717):
        for found in (ask(), ask_simply()):
            assert [address for address, _ in found] == [LOOPBACK]
            assert all(0 < lifetime <= 120 for _, lifetime in found)
    assert ask_simply(0.5) == []


@pytest.mark.usefixtures("_nobody_else")
def test_the_service_can_be_found() -> None:
    with mdns_responder([LOOPBACK], 4711), Zeroconf(interfaces=[LOOPBACK], ip_version=IPVersion.V4Only) as other:
        info = other.get_service_info("_http._tcp.local.", "sheetgen._http._tcp.local.", TIMEOUT_MS)
    assert info is not None
    assert (info.port, info.server, info.parsed_addresses()) == (4711, "sheetgen.local.", [LOOPBACK])


@pytest.mark.usefixtures("_nobody_else")
def test_it_says_goodbye() -> None:
    with listener() as ear:
        with mdns_responder([LOOPBACK], 8717):
            pass
        assert goodbye(ear)


@pytest.mark.usefixtures("_nobody_else")
def test_a_computer_that_joins_a_network_later_announces_its_name_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says goodbye when it leaves it."""
    addresses: list[str] = []
    monkeypatch.setattr(local_network, "lan_addresses", lambda: list(addresses))
    monkeypatch.setattr(local_network, "FOLLOW_INTERVAL", 0.01)
    with listener() as ear, following_mdns_responder([], 8717):
        addresses.append(LOOPBACK)
        assert any(lifetime for found in heard(ear, TIMEOUT) for address, lifetime in found if address == LOOPBACK)
        addresses.clear()
        assert goodbye(ear)


def test_a_taken_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "PROBE_TIMEOUT", TIMEOUT_MS)
    with (
        somebody_else("192.168.1.7"),
        pytest.raises(InputError, match=r"sheetgen\.local is already used by 192\.168\.1\.7") as error,
        mdns_responder([LOOPBACK], 8717),
    ):
        pytest.fail("it should not have come so far")
    assert "--no-mdns" in str(error.value)


def test_where_multicast_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("No adapter found")

    monkeypatch.setattr(local_network, "Zeroconf", fail)
    with pytest.raises(OSError, match="No adapter found"), mdns_responder([LOOPBACK], 8717):
        pytest.fail("it should not have come so far")


def test_a_served_name_from_first_to_last(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert f"http://sheetgen.local:{server.port} " in server.printed
        assert [address for address, _ in ask()] == [LOOPBACK]
        assert [address for address, _ in ask_simply()] == [LOOPBACK]

        second = subprocess.run([*COMMAND, "--port", "0"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == (
            "error: the name sheetgen.local is already used by 127.0.0.1\n"
            "    Stop the other sheetgen serve, or use --no-mdns.\n"
        )
        with serving(tmp_path, "--no-mdns") as third:
            assert "sheetgen.local" not in third.printed.replace("--scorer-url http://sheetgen.local", "")
            assert third.end(signal.SIGINT)[0] == 0
        assert [address for address, _ in ask_simply()] == [LOOPBACK]

        with listener() as ear:
            assert server.end(signal.SIGTERM) == (0, "\nStopped.\n", "")
            assert goodbye(ear)
        assert ask_simply(0.5) == []
