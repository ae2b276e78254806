"""`sheetgen preview`: what it tells, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from sheetgen.scorer.web.server import Server
from tests.helpers import run
from tests.scorer.commands import PREVIEW, serving
from tests.systems import posix_only
from tests.timeouts import TIMEOUT, wait_until

pytestmark = posix_only


@pytest.fixture
def file(own_folder: Path) -> Path:
    path = own_folder / "mine.toml"
    path.write_text('extends = "classic"\nslug = "mine"\n')
    return path


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_where_and_what_and_ends_when_it_is_told_to(number: int, file: Path) -> None:
    with serving(file.parent, "mine.toml", command=PREVIEW) as server:
        assert server.printed.splitlines() == [
            "Previewing mine.toml",
            f"  http://127.0.0.1:{server.port}   on this computer only",
            f"  Watching {file.parent} and what the layout extends.",
            "Stop with Ctrl-C.",
        ]
        assert server.end(number) == (0, "\nStopped.\n", "")


def test_it_starts_with_a_file_that_is_wrong(file: Path) -> None:
    file.write_text("a = = 1\n")
    with serving(file.parent, "mine.toml", command=PREVIEW) as server:
        assert server.end(signal.SIGINT)[0] == 0


BAD = {
    "missing": ("nope.toml", "there is no file nope.toml"),
    "folder": (".", ". is a folder"),
    "pipe": ("pipe", "pipe is not a regular file"),
    "settings": ("mine.toml", "there is no theme 'colr'"),
    "theme": ("night.toml", "night.toml is a theme, not a layout"),
    "language": ("words.toml", "words.toml is a language, not a layout"),
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad_input(name: str, file: Path, capsys: Any) -> None:
    os.mkfifo(file.parent / "pipe")
    (file.parent / "night.toml").write_text('extends = "mono"\n[ink]\ntext = "#000000"\n')
    (file.parent / "words.toml").write_text('extends = "de"\n')
    if name == "settings":
        (file.parent / "sheetgen.toml").write_text('theme = "colr"\n')
    given, message = BAD[name]
    outcome = run(capsys, "preview", given, "--port", "0")
    assert (outcome.status, outcome.output) == (2, "")
    assert message in outcome.errors


@pytest.mark.parametrize("text", ['extends = "classic"\nslug = "mine"\n', "a = = 1\n"], ids=["good", "wrong"])
def test_a_change_that_is_none(text: str, file: Path, capsys: Any) -> None:
    file.write_text(text)
    outcome = run(capsys, "preview", "mine.toml", "--port", "0", "--set", "bad")
    assert (outcome.status, outcome.output) == (2, "")
    assert "'bad' is not a change" in outcome.errors


def test_a_taken_port(file: Path, capsys: Any) -> None:
    with Server("127.0.0.1", 0) as taken:
        port = str(taken.port)
        outcome = run(capsys, "preview", str(file), "--port", port)
    assert (outcome.status, outcome.output) == (2, "")
    assert f"error: port {port} is taken\n" in outcome.errors and "another sheetgen preview" in outcome.errors


def test_it_opens_the_browser(file: Path) -> None:
    script, opened = file.parent / "browser", file.parent / "opened"
    script.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    script.chmod(0o755)
    with subprocess.Popen(
        [*PREVIEW, "mine.toml", "--port", "0", "--open"],
        cwd=file.parent,
        env={**os.environ, "BROWSER": str(script)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        wait_until(lambda: opened.exists() and opened.read_text())
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert opened.read_text().strip() in printed


def test_settings_are_the_defaults(file: Path) -> None:
    (file.parent / "sheetgen.toml").write_text('paper = "A5"\n')
    with serving(file.parent, "mine.toml", command=PREVIEW) as server:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        connection.request("GET", "/")
        assert '<option value="a5" selected>A5</option>' in connection.getresponse().read().decode()
        connection.close()
