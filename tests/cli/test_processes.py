"""Commands as processes: with closed streams, interrupted while they start, and killed while others work for them."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.helpers import is_gone
from tests.photos.plain_shot import photo
from tests.timeouts import TIMEOUT, wait_until

SHEETGEN = [sys.executable, "-m", "sheetgen"]


@pytest.mark.parametrize("closed", ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "command", ["pdf -v classic -o out.pdf", "png -v classic -o out.png", "scan in.jpg -o out.json"]
)
def test_closed_streams_stop_no_command(command: str, closed: str, own_folder: Path) -> None:
    if "scan" in command:
        photo("in.jpg", ["red 2", "red 3"])
    ended = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *SHEETGEN, *command.split()], check=False)
    assert ended.returncode == 0
    content = Path(command.split()[-1]).read_bytes()
    assert content.startswith((b"%PDF", b"\x89PNG", b"{"))
    assert b"unsure" not in content  # no message has gone into the output


def test_a_server_needs_no_output(own_folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as chosen:
        port = chosen.getsockname()[1]
    command = [*SHEETGEN, "serve", "--host", "127.0.0.1", "--port", str(port), "--no-mdns"]
    with subprocess.Popen(["sh", "-c", 'exec "$@" >&- 2>&-', "sh", *command]) as running:
        wait_until(lambda: answers(port) or running.poll() is not None)
        running.terminate()
    assert running.returncode == 0


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=TIMEOUT) as response:
            return bool(response.status == 200)
    except OSError:
        return False


INTERRUPTED = """
import os, runpy, signal, sys

def interrupt(event, arguments):
    if event == "import" and arguments[0] == module:
        os.kill(os.getpid(), signal.SIGINT)

module = sys.argv.pop(1)
sys.addaudithook(interrupt)
runpy.run_module("sheetgen", run_name="__main__")
"""


@pytest.mark.parametrize("module", ["typer", "sheetgen.cli.commands.printing", "sheetgen.api.printing", "pydantic"])
def test_an_interrupt_while_modules_are_imported_shows_no_traceback(module: str, own_folder: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, module, "pdf", "-v", "classic"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert ended.returncode in (-signal.SIGINT, 1, 130)
    assert "Traceback" not in ended.stderr
    assert not list(own_folder.iterdir())


INTERRUPTED_BEFORE_THE_COMMAND = """
import os, signal
import typer.main
from sheetgen.__main__ import main
from tests.systems import posix_only

pytestmark = posix_only

def interrupted(app):
    os.kill(os.getpid(), signal.SIGINT)
    return get_command(app)

get_command, typer.main.get_command = typer.main.get_command, interrupted
main()
"""


def test_an_interrupt_before_the_command_is_known_shows_no_traceback() -> None:
    command = [sys.executable, "-c", INTERRUPTED_BEFORE_THE_COMMAND, "list"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_processes_that_simulate_end_with_the_one_that_started_them(own_folder: Path) -> None:
    """And what it has left behind is gone after the next run."""
    command = [*SHEETGEN, "simulate", "-v", "classic", "-n", "3000000", "--records", "out"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as running:
        wait_until(lambda: list(own_folder.glob(".out.*.part/new/*")))  # all processes have started
        running.kill()
        running.wait(TIMEOUT)
        wait_until(lambda: is_gone(running.pid))
    assert list(own_folder.glob(".out.*"))
    subprocess.run([*SHEETGEN, "simulate", "-v", "classic", "-n", "3", "--records", "out", "-q"], check=True)
    assert [path.name for path in own_folder.iterdir()] == ["out"]
