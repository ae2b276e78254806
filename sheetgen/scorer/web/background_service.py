"""A command that the system runs whenever the user is logged in, and starts again if it fails.

It is a systemd user unit on Linux, a launchd agent on macOS, and a scheduled task on Windows. Each is a file in the
user's folders, which the system's own program enables and starts. Only the user's own session is changed.
"""

import getpass
import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from sheetgen.errors import InputError
from sheetgen.writers.atomic_files import atomic_file

NAME = "sheetgen"
RETRY_SECONDS = 10  # between a failure and the next start
TASK_RETRY = "PT1M"  # the same for scheduled tasks, whose shortest interval is a minute
TASK_NAMESPACE = "http://schemas.microsoft.com/windows/2004/02/mit/task"

Command = Sequence[str]


class BackgroundService(NamedTuple):
    """How a system runs a command in the background."""

    kind: str  # what the system calls it
    file: Path  # its definition; the service is installed if it exists
    define: Callable[[Command, Path], bytes]  # returns the definition for a command and the folder in which it runs
    start_commands: Sequence[Command]  # read the definition and start the service
    stop_commands: Sequence[Command]  # end the service and forget the definition
    not_running: Collection[int]  # statuses by which stop commands say that there is nothing to end
    notes: Sequence[str]  # where its messages are, and when it runs

    @property
    def is_installed(self) -> bool:
        """Whether the user has installed it."""
        return self.file.is_file()

    def install(self, definition: bytes) -> None:
        """Write the definition and start the service. Raises InputError, and leaves nothing, if the system refuses."""
        program = self.start_commands[0][0]
        if shutil.which(program) is None:
            hint = "Run `sheetgen serve` while you play, or let your system's own start-up run it."
            raise InputError.of(f"a {self.kind} needs {program}, which this system does not have", hint)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(self.file) as temporary:
            temporary.write_bytes(definition)
        try:
            for command in self.start_commands:
                _run(command, "cannot start sheetgen", "Meanwhile, run `sheetgen serve` when you play.")
        except InputError:
            with suppress(InputError):
                self._stop()
            self.file.unlink()
            raise

    def remove(self) -> None:
        """Stop the service and delete its definition. Raises InputError, and deletes nothing, if that is refused."""
        self._stop()
        self.file.unlink(missing_ok=True)

    def _stop(self) -> None:
        for command in self.stop_commands:
            hint = "Log in as the user who has installed it, and try again."
            _run(command, "cannot stop sheetgen", hint, {0, *self.not_running})


def background_service(config_folder: Path, platform: str = sys.platform) -> BackgroundService:
    """Return the service of this system. `config_folder` is the user's folder for the settings of this program."""
    if platform == "win32":
        file = config_folder / "serve.xml"
        return BackgroundService(
            kind="scheduled task",
            file=file,
            define=scheduled_task,
            start_commands=[
                ("schtasks", "/Create", "/TN", NAME, "/XML", str(file), "/F"),
                ("schtasks", "/Run", "/TN", NAME),
            ],
            stop_commands=[("schtasks", "/End", "/TN", NAME), ("schtasks", "/Delete", "/TN", NAME, "/F")],
            not_running=[1],  # its status for any failure
            notes=["it runs whenever you are logged in; the Task Scheduler shows it as `sheetgen`"],
        )
    if platform == "darwin":
        file = Path.home() / "Library" / "LaunchAgents" / f"{NAME}.plist"
        log = Path.home() / "Library" / "Logs" / f"{NAME}.log"
        domain = f"gui/{os.getuid()}"
        return BackgroundService(
            kind="launchd agent",
            file=file,
            define=partial(launchd_agent, log=log),
            start_commands=[("launchctl", "bootstrap", domain, str(file))],
            stop_commands=[("launchctl", "bootout", f"{domain}/{NAME}")],
            not_running=[3, 113],  # no such process, and no such service
            notes=[f"it runs whenever you are logged in; its messages are in {log}"],
        )
    file = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user" / f"{NAME}.service"
    systemctl = ("systemctl", "--user")
    return BackgroundService(
        kind="systemd user unit",
        file=file,
        define=systemd_unit,
        start_commands=[(*systemctl, "daemon-reload"), (*systemctl, "enable", "--now", file.name)],
        stop_commands=[(*systemctl, "disable", "--now", file.name)],
        not_running=[],
        notes=[
            f"it runs whenever you are logged in; its messages: journalctl --user --unit {NAME}",
            "to run it even when nobody is logged in: loginctl enable-linger",
        ],
    )


def systemd_unit(command: Command, folder: Path) -> bytes:
    """Return a systemd unit that runs a command in a folder. Raises InputError for paths that a unit cannot hold."""
    for word in (*command, str(folder)):
        if not word.isprintable() or str(folder).endswith("\\"):
            raise InputError.of(f"a systemd unit cannot hold {word!r:.80}", "Give the file or the folder another name.")
    quoted = (word.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$") for word in command)
    lines = [
        "[Unit]",
        "Description=Scorer of printed sheets (sheetgen serve)",
        "",
        "[Service]",
        "ExecStart=" + " ".join(f'"{word}"' for word in quoted).replace("%", "%%"),
        "WorkingDirectory=" + str(folder).replace("%", "%%"),
        "Restart=on-failure",
        f"RestartSec={RETRY_SECONDS}",
        "",
        "[Install]",
        "WantedBy=default.target",
    ]
    return "\n".join([*lines, ""]).encode()


def launchd_agent(command: Command, folder: Path, log: Path) -> bytes:
    """Return the property list of a launchd agent that runs a command in a folder."""
    return plistlib.dumps(
        {
            "Label": NAME,
            "ProgramArguments": list(command),
            "WorkingDirectory": str(folder),
            "RunAtLoad": True,
            "KeepAlive": {"SuccessfulExit": False},
            "ThrottleInterval": RETRY_SECONDS,
            "StandardOutPath": str(log),
            "StandardErrorPath": str(log),
        }
    )


def scheduled_task(command: Command, folder: Path) -> bytes:
    """Return the XML of a task of the Windows Task Scheduler that runs a command in a folder."""
    task = ElementTree.Element("Task", {"version": "1.2", "xmlns": TASK_NAMESPACE})

    def add(path: str, text: str) -> None:
        parent = task
        *above, name = path.split("/")
        for step in above:
            found = parent.find(step)
            parent = ElementTree.SubElement(parent, step) if found is None else found
        ElementTree.SubElement(parent, name).text = text

    user = f"{os.environ.get('USERDOMAIN', '.')}\\{getpass.getuser()}"
    add("Triggers/LogonTrigger/UserId", user)
    add("Principals/Principal/UserId", user)
    add("Principals/Principal/LogonType", "InteractiveToken")
    add("Settings/MultipleInstancesPolicy", "IgnoreNew")
    add("Settings/DisallowStartIfOnBatteries", "false")
    add("Settings/StopIfGoingOnBatteries", "false")
    add("Settings/ExecutionTimeLimit", "PT0S")  # none
    add("Settings/RestartOnFailure/Interval", TASK_RETRY)
    add("Settings/RestartOnFailure/Count", "999")
    add("Actions/Exec/Command", command[0])
    add("Actions/Exec/Arguments", subprocess.list2cmdline(command[1:]))
    add("Actions/Exec/WorkingDirectory", str(folder))
    return bytes(ElementTree.tostring(task, encoding="utf-16", xml_declaration=True))


def _run(command: Command, problem: str, hint: str, accepted: Collection[int] = (0,)) -> None:
    """Run a program of the system. Raises InputError with what it says and the hint unless its status is accepted."""
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    except OSError as error:
        raise InputError.of(f"{command[0]} {problem}", error.strerror) from None
    if done.returncode not in accepted:
        said = " ".join(f"{done.stdout} {done.stderr}".split()) or f"status {done.returncode}"
        raise InputError.of(f"{command[0]} {problem}", f"It says: {said.rstrip('.')}. {hint}")
