"""`sheetgen serve` and `preview` as people run them: processes that print, serve, and end on a signal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.timeouts import TIMEOUT

COMMAND = (sys.executable, "-m", "sheetgen", "serve", "--host", "127.0.0.1")
PREVIEW = (sys.executable, "-m", "sheetgen", "preview")


@dataclass(frozen=True)
class Serving:
    """A running server, and what it has printed."""

    process: subprocess.Popen[str]
    printed: str

    @property
    def port(self) -> int:
        return int(re.findall(r"http://127\.0\.0\.1:(\d+)", self.printed)[0])

    def end(self, signal_number: int) -> tuple[int, str, str]:
        """Status, output and errors."""
        self.process.send_signal(signal_number)
        output, errors = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, output, errors


@contextmanager
def serving(folder: Path, *options: str, command: tuple[str, ...] = COMMAND) -> Iterator[Serving]:
    """A server that has told all its addresses. Without options it takes a free port and announces its name."""
    port = () if "--port" in options else ("--port", "0")
    environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    arguments = [*command, *port, *options]
    with subprocess.Popen(
        arguments, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout and process.stderr
            printed = ""
            while not printed.endswith("Stop with Ctrl-C.\n"):
                line = process.stdout.readline()
                assert line, f"it ended early: {printed}{process.stderr.read()}"
                printed += line
            yield Serving(process, printed)
        finally:
            if process.poll() is None:
                process.kill()
