"""`sheetgen serve --always` and `--never`, on every system.

The system's own program is a stand-in, because tests must not change what the user's session runs; but it reads the
definition as the real one does, and starts the server that it defines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sheetgen.api import background_serving
from sheetgen.scorer.web.background_service import background_service
from sheetgen.scorer.web.server import Server
from tests.cli.commands.test_serve import get
from tests.helpers import run
from tests.systems import posix_only
from tests.timeouts import wait_until

pytestmark = posix_only  # the stand-in is a script, and Windows would find its own program first

PLATFORMS = {"linux": "systemctl", "darwin": "launchctl", "win32": "schtasks"}
SYSTEM_PROGRAM = """#!{python}
import os, plistlib, shlex, signal, subprocess, sys
from pathlib import Path
from xml.etree import ElementTree
words, state = sys.argv[1:], Path({state!r})
with (state / "calls").open("a") as calls:
    print(*words, file=calls)
if "enable" in words:
    unit = dict(line.split("=", 1) for line in Path({unit!r}).read_text().splitlines() if "=" in line)
    command, folder = shlex.split(unit["ExecStart"]), unit["WorkingDirectory"]
elif "bootstrap" in words:
    agent = plistlib.loads(Path(words[-1]).read_bytes())
    command, folder = agent["ProgramArguments"], agent["WorkingDirectory"]
elif "/Create" in words:
    action = [part.text for part in ElementTree.parse(words[words.index("/XML") + 1]).getroot()[-1][0]]
    (state / "task").write_text("\\n".join(action))
    sys.exit()
elif "/Run" in words:
    program, arguments, folder = (state / "task").read_text().splitlines()
    command = [program, *shlex.split(arguments)]
elif "daemon-reload" in words:
    sys.exit()
elif (state / "pid").exists():
    os.kill(int((state / "pid").read_text()), signal.SIGTERM)
    (state / "pid").unlink()
    sys.exit()
else:
    sys.exit("nothing runs")
quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
started = subprocess.Popen(command, cwd=folder, start_new_session=True, **quiet)
(state / "pid").write_text(str(started.pid))
"""


@pytest.fixture
def system(request: pytest.FixtureRequest, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for what the stand-in of a system's program notes; its servers are ended in the end."""
    platform = getattr(request, "param", "linux")
    state = own_folder.parent / "system"
    state.mkdir()
    home = own_folder.parent / "home"
    program = state / PLATFORMS[platform]
    unit = home / ".config" / "systemd" / "user" / "sheetgen.service"
    program.write_text(SYSTEM_PROGRAM.format(python=sys.executable, state=str(state), unit=str(unit)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{state}:/usr/bin:/bin")
    monkeypatch.setattr(background_serving, "background_service", partial(background_service, platform=platform))
    yield state
    program.write_text(SYSTEM_PROGRAM.format(python=sys.executable, state=str(state), unit=str(unit)))
    monkeypatch.setenv("PATH", f"{state}:/usr/bin:/bin")
    service = background_service(home / ".config" / "sheetgen", platform)
    if service.is_installed:
        service.remove()


def free_port() -> int:
    with Server("127.0.0.1", 0) as server:
        return server.port


def is_running(port: int) -> bool:
    try:
        return get(port, "/")[0] == 200
    except OSError:
        return False


def serve_always(capsys: Any, port: int, *options: str) -> Any:
    return run(capsys, "serve", "--always", "--host", "127.0.0.1", "--port", str(port), "--no-mdns", *options)


@pytest.mark.parametrize("system", PLATFORMS, indirect=True)
def test_it_is_installed_changed_and_removed(system: Path, own_folder: Path, capsys: Any) -> None:
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "our-club"\ntitle = "Our Club"\n')
    port, other = free_port(), free_port()
    told = serve_always(capsys, port, "--layout", "mine.toml")
    assert told.status == 0, told.errors
    assert told.output.startswith(f"sheetgen serve runs from now on, and answers at http://127.0.0.1:{port}\n")
    (made,) = [line.split()[1].rstrip(",") for line in told.output.splitlines() if line.startswith("  made ")]
    assert Path(made).is_file()
    assert get(port, "/our-club/")[0] == 200
    assert run(capsys, "pdf", "classic").errors == "", "somebody has chosen where codes lead"
    assert serve_always(capsys, other).status == 0
    wait_until(lambda: is_running(other) and not is_running(port), "the server with its new options")
    told = run(capsys, "serve", "--never")
    assert told.output == f"sheetgen serve was stopped and does not start again: removed {made}\n"
    wait_until(lambda: not is_running(other), "the end of the server")
    assert not Path(made).exists()
    assert "nothing to remove" in run(capsys, "serve", "--never").output


def refuse(system: Path) -> str:
    """Let the system's program fail from now on, and return its name."""
    (program,) = (file for file in system.iterdir() if file.name in PLATFORMS.values())
    program.write_text("#!/bin/sh\necho 'not on Mondays' >&2\nexit 7\n")
    return program.name


def test_what_the_system_refuses_leaves_nothing_behind(system: Path, own_folder: Path, capsys: Any) -> None:
    name = refuse(system)
    told = serve_always(capsys, free_port())
    assert told.status == 2
    assert told.errors.startswith(f"error: {name} cannot start sheetgen\n    It says: not on Mondays. ")
    assert not [file for file in (own_folder.parent / "home").rglob("*") if file.is_file()]


def test_what_cannot_be_stopped_is_not_said_to_be_gone(system: Path, capsys: Any) -> None:
    port = free_port()
    assert serve_always(capsys, port).status == 0
    name = refuse(system)
    for _ in range(2):
        told = run(capsys, "serve", "--never")
        assert told.status == 2 and told.errors.startswith(f"error: {name} cannot stop sheetgen\n")
    assert is_running(port)


def test_a_change_that_fails_leaves_the_service_as_it_was(
    system: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(background_serving, "STOP_TIMEOUT", 0)
    port = free_port()
    assert serve_always(capsys, port).status == 0
    with Server("127.0.0.1", 0) as taken:
        told = serve_always(capsys, taken.port)
    assert told.status == 2 and f"port {taken.port} is taken" in told.errors
    wait_until(lambda: is_running(port), "the service with its old options")


def test_modules_in_its_folder_are_not_imported(system: Path, own_folder: Path, capsys: Any) -> None:
    (own_folder / "sheetgen.toml").write_text('paper = "letter"\n')
    (own_folder / "qrcode.py").write_text("raise SystemExit('imported')\n")
    assert serve_always(capsys, free_port()).status == 0


def test_a_system_without_its_program(system: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    told = serve_always(capsys, free_port())
    assert told.status == 2 and "which this system does not have" in told.errors


BAD = {
    "both": (["--always", "--never"], "--always and --never cannot be combined"),
    "port 0": (["--always", "--port", "0"], "a service needs a port of its own"),
    "no layout": (["--always", "--layout", "none.toml"], "none.toml"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_options_install_nothing(name: str, own_folder: Path, capsys: Any) -> None:
    options, message = BAD[name]
    told = run(capsys, "serve", *options)
    assert told.status == 2 and message in told.errors and told.output == ""
    assert not [file for file in (own_folder.parent / "home").rglob("*") if file.is_file()]


def test_a_taken_port(system: Path, capsys: Any) -> None:
    with Server("127.0.0.1", 0) as taken:
        told = serve_always(capsys, taken.port)
    assert told.status == 2 and f"port {taken.port} is taken" in told.errors
