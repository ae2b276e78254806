"""The definitions of background services, as the systems that run them read them."""

from __future__ import annotations

import plistlib
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sheetgen.errors import InputError
from sheetgen.scorer.web.background_service import (
    TASK_NAMESPACE,
    background_service,
    launchd_agent,
    scheduled_task,
    systemd_unit,
)

COMMAND = (sys.executable, "-m", "sheetgen", "serve", "--layout", '/home/a b/100% "our" $x\\club.toml')


def test_a_systemd_unit_runs_the_very_command(tmp_path: Path) -> None:
    unit = systemd_unit(COMMAND, tmp_path).decode()
    (line,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    assert tuple(shlex.split(line.partition("=")[2].replace("%%", "%").replace("$$", "$"))) == COMMAND
    assert f"\nWorkingDirectory={tmp_path}\n" in unit and "\nRestart=on-failure\n" in unit


@pytest.mark.parametrize("folder", ["a\nEnvironment=EVIL=1", "a\\"])
def test_a_systemd_unit_cannot_hold_every_path(folder: str) -> None:
    """Lines end with a line break, and a backslash at the end of one joins the next."""
    with pytest.raises(InputError, match="a systemd unit cannot hold"):
        systemd_unit(COMMAND, Path(folder))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="only Linux with systemd can verify units")
def test_systemd_finds_no_fault_in_its_unit(tmp_path: Path) -> None:
    file = tmp_path / "sheetgen.service"
    file.write_bytes(systemd_unit(COMMAND, tmp_path))
    verify = ("systemd-analyze", "--user", "--man=no", "verify")
    environment = {"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run([*verify, file], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    file.write_bytes(file.read_bytes().replace(b"RestartSec", b"RestartSeconds"))
    done = subprocess.run([*verify, file], env=environment, capture_output=True, text=True, check=False)
    assert "RestartSeconds" in done.stderr, "it does find faults"


def test_a_launchd_agent_runs_the_very_command(tmp_path: Path) -> None:
    agent = plistlib.loads(launchd_agent(COMMAND, tmp_path, tmp_path / "sheetgen.log"))
    assert tuple(agent["ProgramArguments"]) == COMMAND
    assert agent["WorkingDirectory"] == str(tmp_path)
    assert agent["RunAtLoad"] is True and agent["KeepAlive"] == {"SuccessfulExit": False}


def test_a_scheduled_task_runs_the_very_command(tmp_path: Path) -> None:
    data = scheduled_task(COMMAND, tmp_path)
    assert data.decode("utf-16").startswith("<?xml version='1.0' encoding='utf-16'?>")
    action = ElementTree.fromstring(data).find(f"{{{TASK_NAMESPACE}}}Actions/{{{TASK_NAMESPACE}}}Exec")
    assert action is not None
    command, arguments, folder = (part.text for part in action)
    assert (command, arguments) == (COMMAND[0], subprocess.list2cmdline(COMMAND[1:]))
    assert folder == str(tmp_path)


def test_every_system_has_its_file_in_the_users_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    files = {platform: background_service(tmp_path / "app", platform).file for platform in ("linux", "darwin", "win32")}
    assert files == {
        "linux": tmp_path / "config" / "systemd" / "user" / "sheetgen.service",
        "darwin": tmp_path / "Library" / "LaunchAgents" / "sheetgen.plist",
        "win32": tmp_path / "app" / "serve.xml",
    }
