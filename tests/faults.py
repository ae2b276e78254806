"""Runs Python code in a process that meets a fault at one of its steps: it is killed there, or the disk is full.

A step is a change in one folder: a file is opened to be written, moved, linked or removed, or a folder is made or
removed. Python reports each of them to an audit hook before it happens.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Literal

from tests.timeouts import TIMEOUT

Fault = Literal["killed", "disk full"]
RENAMES = ("os.link", "os.rename")
STEPS = (*RENAMES, "open", "os.mkdir", "os.remove", "os.rmdir")

COMMAND = "import runpy\nrunpy.run_module('sheetgen', run_name='__main__')"
_SCRIPT = """
import errno, os, signal, sys

fault, steps, folder, faulty_step, code = sys.argv[1:6]
sys.argv[1:] = sys.argv[6:]
done = 0

def watch(event, arguments):
    global done
    if event not in steps.split() or (event == "open" and not arguments[2] & (os.O_WRONLY | os.O_RDWR)):
        return
    is_below_an_open_folder = event in ("os.remove", "os.rmdir") and arguments[1] != -1
    if is_below_an_open_folder or os.path.abspath(os.fsdecode(arguments[0])).startswith(folder):
        done += 1
        if done == int(faulty_step):
            if fault == "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

sys.addaudithook(watch)
try:
    exec(code)
finally:
    if done < int(faulty_step):
        os._exit(100)
"""
_NO_FAULT = 100  # exit status of a process that has ended before its faulty step


def faulty_runs(
    fault: Fault, code: str, arguments: Sequence[str], folder: Path, steps: Sequence[str] = STEPS
) -> Iterator[subprocess.CompletedProcess[str]]:
    """Run the code with a fault at its first step, then at its second, and so on, as long as it has so many steps."""
    for step in count(1):
        options = [fault, " ".join(steps), str(folder), str(step), code]
        command = [sys.executable, "-c", _SCRIPT, *options, *arguments]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if run.returncode == _NO_FAULT:
            return
        yield run
