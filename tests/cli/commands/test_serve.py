"""`sheetgen serve`: what it tells, and how it ends. The name it announces is tested beside the module that does it."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from sheetgen.api.serving import Serving
from sheetgen.cli.commands.serving import Addresses
from sheetgen.cli.console import QUIET_ZONE, terminal_qr_code
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.interrupts import TERMINATION_SIGNALS
from sheetgen.scorer.web import local_network
from sheetgen.scorer.web.server import Server
from tests.cli.terminal import Screen
from tests.helpers import VARIANTS, Pixels, decoded, run
from tests.scorer.commands import COMMAND, serving
from tests.scorer.serving import said
from tests.timeouts import TIMEOUT, wait_until

pty = pytest.importorskip("pty", reason="Windows has none")


QUIET = "--no-mdns"


def get(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", path, headers={"Host": host})
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("number", TERMINATION_SIGNALS)
def test_it_serves_until_it_is_told_to_stop(number: int, own_folder: Path) -> None:
    """It serves every built-in layout and the user's own, and ends cleanly on each signal."""
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "our-club"\ntitle = "Our Club"\n')
    with serving(own_folder, QUIET, "--layout", "mine.toml") as server:
        port = server.port
        assert "Our Club" in server.printed
        assert "only this computer can open it; leave out --host to let phones open it" in server.printed
        status, start = get(port, "/")
        assert status == 200
        for variant in (*VARIANTS, "our-club"):
            assert f'href="{variant}/"' in start
            status, page = get(port, f"/{variant}/")
            assert status == 200 and page.startswith("<!doctype html>")
        status, book = get(port, "/book/")
        assert status == 200 and "Book of games" in book and 'href="book/"' in start
        assert '"our-club"' in book, "games of the user's layout can be opened"
        assert get(port, "/book")[0] == 308
        status, missing = get(port, "/no/such/page")
        assert status == 404 and 'href="/classic/"' in missing
        with socket.create_connection(("127.0.0.1", port)):
            assert server.end(number) == (0, "\nStopped.\n", ""), "a client that says nothing does not hold it up"
    Server("127.0.0.1", port).server_close()


def test_a_closed_terminal_is_no_error(own_folder: Path) -> None:
    with serving(own_folder, QUIET) as server:
        assert server.process.stdout
        server.process.stdout.close()
        server.process.send_signal(signal.SIGHUP)
        assert server.process.wait(TIMEOUT) == 0
        assert server.process.stderr and server.process.stderr.read() == ""


def test_it_answers_to_its_own_names_and_to_where_printed_codes_lead(own_folder: Path) -> None:
    """Its own are also the name that it is given by --host; here it is one that every system knows."""
    (own_folder / "sheetgen.toml").write_text('scorer_url = "https://Games.example.org:8443/scorer"')
    computer = socket.gethostname().partition(".")[0]
    own = [
        computer,
        f"{computer}.local",
        "localhost",
        "sheetgen.local",
        "127.1",
        "games.example.org",
        "10.0.0.2",
        "[::1]",
    ]
    with serving(own_folder, QUIET, command=(*COMMAND[:-1], "127.1")) as server:
        for host in own:
            assert get(server.port, "/classic/", host)[0] == get(server.port, "/", f"{host}:8717")[0] == 200
        for host in ("example.org", "evil.games.example.org", f"{computer}.evil.example"):
            status, help_text = get(server.port, "/classic/", host)
            assert status == 403
            for way in (
                "IP addresses",
                "localhost",
                "sheetgen.local",
                'scorer_url = "http://NAME:8717"',
                "sheetgen.toml",
            ):
                assert way in help_text
            assert computer not in help_text and "games" not in help_text, "any page can read this"
        assert server.end(signal.SIGINT) == (0, "\nStopped.\n", "")


def test_more_clients_than_file_descriptors_are_answered_in_turn(own_folder: Path) -> None:
    few = ("sh", "-c", 'ulimit -n 24; exec "$0" "$@"', *COMMAND)
    with serving(own_folder, QUIET, command=few) as server, ExitStack() as clients:
        address = ("127.0.0.1", server.port)
        connections = [clients.enter_context(socket.create_connection(address, TIMEOUT)) for _ in range(40)]
        for connection in connections:
            connection.sendall(b"GET /classic HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for connection in connections:
            assert said(connection).startswith(b"HTTP/1.0 308 ")
            connection.close()
        assert server.end(signal.SIGINT) == (0, "\nStopped.\n", "")


def test_codes_that_lead_elsewhere_are_told(capsys: Any) -> None:
    note = "printed codes lead to port 8717; to print some that lead here, give --scorer-url http://192.168.1.5:9000"
    assert note in told(capsys, reachable(9000, ["192.168.1.5"], None, is_everywhere=True))
    chosen = reachable(9000, ["192.168.1.5"], None, is_everywhere=True, base="https://games.example.org")
    assert "--scorer-url" not in told(capsys, chosen), "the settings say where codes lead, perhaps to a proxy"


def test_a_taken_port(own_folder: Path, capsys: Any) -> None:
    with Server("127.0.0.1", 0) as taken:
        port = str(taken.port)
        outcome = run(capsys, "serve", "--host", "127.0.0.1", "--port", port, QUIET)
    assert (outcome.status, outcome.output) == (2, "")
    assert f"error: port {port} is taken\n" in outcome.errors
    assert "--port" in outcome.errors and "8717" in outcome.errors


BAD = {
    "host that is none": (("--host", "a..b"), "there is no IPv4 address 'a..b'"),
    "host of others": (("--host", "203.0.113.77"), "203.0.113.77 is not an address of this computer"),
    "port too high": (("--port", "65536"), "Give a whole number from 0 to 65535."),
    "port below 0": (("--port", "-1"), "Give a whole number from 0 to 65535."),
    "no layout": (("--layout", "nope.toml"), "there is no file nope.toml"),
    "slug of a built-in": (
        ("--layout", "same.toml"),
        "same.toml and the built-in layout classic have the same slug 'classic'",
    ),
    "slug of the book": (
        ("--layout", "book.toml"),
        "book.toml and the page of all games have the same slug 'book'\n    Give book.toml another slug.",
    ),
    "slug twice": (("--layout", "a.toml", "--layout", "b.toml"), "b.toml and a.toml have the same slug 'x'"),
    "settings": ((), "there is no theme 'colr'"),
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad_input(name: str, own_folder: Path, capsys: Any) -> None:
    (own_folder / "same.toml").write_text('extends = "classic"\ntitle = "Mine"\n')
    (own_folder / "book.toml").write_text('extends = "classic"\nslug = "book"\n')
    for each in ("a", "b"):
        (own_folder / f"{each}.toml").write_text('extends = "classic"\nslug = "x"\n')
    if name == "settings":
        (own_folder / "sheetgen.toml").write_text('theme = "colr"')
    options, message = BAD[name]
    usual = [
        word for option in (("--host", "127.0.0.1"), ("--port", "0")) if option[0] not in options for word in option
    ]
    outcome = run(capsys, "serve", *usual, QUIET, *options)
    assert (outcome.status, outcome.output) == (2, "")
    assert message in outcome.errors and "Traceback" not in outcome.errors


def test_all_bad_layouts_are_told_at_once(own_folder: Path, capsys: Any) -> None:
    (own_folder / "a.toml").write_text("a = = 1")
    (own_folder / "wide.toml").write_text('extends = "classic"\nslug = "w"\n[sheet.cell]\nwidth = "14.6mm"\n')
    options = [option for name in ("a", "nope", "wide") for option in ("--layout", f"{name}.toml")]
    outcome = run(capsys, "serve", "--port", "0", QUIET, *options)
    assert outcome.status == 2
    for message in (
        "a.toml:1:5: not valid TOML",
        "no file nope.toml",
        "wide.toml:4:1: the parts of the sheet are 47.6 mm too wide",
    ):
        assert message in outcome.errors


def reachable(
    port: int,
    addresses: list[str],
    name: str | None,
    *,
    is_everywhere: bool,
    problem: str | None = None,
    base: str = DEFAULT_BASE,
) -> Addresses:
    server: Any = SimpleNamespace(address="0.0.0.0" if is_everywhere else addresses[0], port=port)
    return Addresses(Serving(server, "", addresses, name, problem, base))


def told(capsys: Any, addresses: Addresses) -> str:
    addresses.show()
    return str(capsys.readouterr().out)


def test_every_address_says_what_it_is_good_for(capsys: Any) -> None:
    reach = reachable(8717, ["192.168.1.5", "10.0.0.2"], "sheetgen.local", is_everywhere=True)
    lines = told(capsys, reach).splitlines()
    assert re.fullmatch(r"  http://sheetgen.local:8717 +where printed codes lead", lines[0])
    assert re.fullmatch(r"  http://192.168.1.5:8717 +for phones that cannot open the name.*Android phones", lines[1])
    assert lines[2].startswith("  http://10.0.0.2:8717 ")
    assert re.fullmatch(r"  http://127.0.0.1:8717 +on this computer", lines[3])
    assert lines[4:] == ["Stop with Ctrl-C."]
    assert (reach.best, reach.own) == ("http://192.168.1.5:8717", "http://127.0.0.1:8717")


def test_without_a_name_or_a_network(capsys: Any) -> None:
    problem = "the name cannot be announced"
    nameless = told(capsys, reachable(8717, ["192.168.1.5"], None, is_everywhere=True, problem=problem))
    assert "http://192.168.1.5:8717   for phones in this network\n" in nameless
    assert "  note: the name cannot be announced\n" in nameless
    alone = reachable(8717, [], None, is_everywhere=True)
    assert "not in a network" in told(capsys, alone) and alone.best == "http://127.0.0.1:8717"
    local = reachable(8717, ["127.0.0.1"], "sheetgen.local", is_everywhere=False)
    assert told(capsys, local).count("on this computer\n") == 2 and local.best == "http://sheetgen.local:8717"


def test_inner_addresses_are_not_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    import ifaddr

    def adapter(name: str, *numbers: str) -> ifaddr.Adapter:
        return ifaddr.Adapter(name, name, [ifaddr.IP(number, 24, name) for number in numbers])

    own = [
        adapter("lo", "127.0.0.1"),
        adapter("docker0", "172.17.0.1"),
        adapter("eth0", "169.254.7.7", "10.0.0.2"),
        adapter("wlan0", "192.168.1.5"),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: own)
    monkeypatch.setattr(local_network, "outgoing_address", lambda: "192.168.1.5")
    assert local_network.lan_addresses() == ["192.168.1.5", "10.0.0.2", "169.254.7.7"]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: own[:2])
    assert local_network.lan_addresses() == ["172.17.0.1"]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: own[:1])
    assert local_network.lan_addresses() == []


def picture(lines: list[str], background: int) -> Pixels:
    """The lines as a terminal of this background shows them: cells of 8 × 16 pixels."""
    pixels: Pixels = numpy.full((len(lines) * 16 + 64, 640), background, numpy.uint8)
    for row, line in enumerate(lines):
        column, paper, ink = 4, background, 255 - background
        for code, sign in re.findall(r"\x1b\[([\d;]*)m|(.)", line):
            if sign:
                top, left = 32 + row * 16, column * 8
                pixels[top : top + 8, left : left + 8] = ink if sign in "█▀" else paper
                pixels[top + 8 : top + 16, left : left + 8] = ink if sign in "█▄" else paper
                column += 1
            elif code == "38;5;16;48;5;231":
                paper, ink = 255, 0
            else:
                paper, ink = background, 255 - background
    return pixels


@pytest.mark.parametrize("url", ["http://192.168.178.123:8717/", "http://sheetgen.local:8717/", "http://10.0.0.1:1/"])
def test_the_code_in_the_terminal_is_dark_on_light_everywhere(url: str) -> None:
    lines = terminal_qr_code(url)
    for background in (0, 40, 255):
        pixels = picture(lines, background)
        assert decoded(pixels) == [url]
        assert pixels[33, 4 * 8] == 255, "its quiet zone is white"
    assert QUIET_ZONE == 4 and len({len(line) for line in lines}) == 1


def in_terminal(folder: Path) -> str:
    """What the command prints in a real terminal, and then Ctrl-C."""
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    terminal, inside = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", QUIET],
        cwd=folder,
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env={**inherited, "TERM": "xterm-256color", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(inside)
    shown = b""
    with process, suppress(OSError):  # the terminal is gone when the process is
        try:
            while select.select([terminal], [], [], TIMEOUT)[0]:
                shown += os.read(terminal, 65536)
                if b"Ctrl-C." in shown:
                    process.send_signal(signal.SIGINT)
        finally:
            process.send_signal(signal.SIGINT)
            os.close(terminal)
    assert process.returncode == 0
    return shown.decode()


def test_a_terminal_shows_the_code(own_folder: Path) -> None:
    shown = in_terminal(own_folder)
    (address,) = re.findall(r"Scan this to open (\S+)", shown)
    lines = [line.strip() for line in shown.splitlines() if "\x1b[38" in line]
    assert decoded(picture(lines, 0)) == [f"{address}/"]


@pytest.mark.parametrize(
    ("environment", "encoding", "is_shown"),
    [
        ({}, "utf-8", True),
        ({"NO_COLOR": "1"}, "utf-8", False),
        ({"TERM": "dumb"}, "utf-8", False),
        ({}, "latin-1", False),
        ({"COLUMNS": "30"}, "utf-8", False),
    ],
    ids=["capable", "no colours", "dumb", "latin-1", "narrow"],
)
def test_only_capable_terminals_show_the_code(
    environment: dict[str, str], encoding: str, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm-256color", "COLUMNS": "100", **environment}.items():
        monkeypatch.setenv(name, value)
    screen = Screen()
    monkeypatch.setattr(Screen, "encoding", encoding)
    monkeypatch.setattr(sys, "stdout", screen)
    reachable(8717, ["192.168.1.5"], None, is_everywhere=True).show()
    shown = screen.getvalue()
    assert ("Scan this" in shown) == ("\x1b" in shown) == is_shown and "Ctrl-C" in shown


def test_it_opens_the_browser(own_folder: Path) -> None:
    script = own_folder / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {own_folder}/opened\n')
    script.chmod(0o755)
    environment = {**os.environ, "BROWSER": str(script)}
    with subprocess.Popen(
        [*COMMAND, "--port", "0", QUIET, "--open"], cwd=own_folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        opened = own_folder / "opened"
        wait_until(lambda: opened.exists() and opened.read_text())
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert opened.read_text().strip() in printed


def test_help_is_quick() -> None:
    script = (
        "import sys\nfrom sheetgen.cli.app import main\ntry: main(['serve', '--help'])\nexcept SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('http.server', 'zeroconf', 'fontTools', 'jinja2.environment')))"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
