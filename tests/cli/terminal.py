"""A command at a terminal, and somebody who answers its questions."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from tests.helpers import Outcome

PATIENCE = 60
"""Seconds until a question must have come, or the end."""
PAUSE = 0.2
"""Seconds without anything new, after which a question is complete."""
END = "\x04"
"""What Ctrl-D sends: nobody answers any more."""


def at_terminal(*arguments: str, answers: Sequence[tuple[str, str | Callable[[], str]]] = ()) -> Outcome:
    """Run a command. Each answer is typed when the text before it is what the terminal shows last, in this order.

    An answer may be found out when its question is there.
    """
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "sheetgen", *arguments]
    environment = {**os.environ, "NO_COLOR": "1"}
    process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment, start_new_session=True)
    os.close(its)
    shown, waiting = "", list(answers)
    try:
        while chunk := _read(ours):
            shown += chunk
            if waiting and shown.endswith(waiting[0][0]):
                _, given = waiting.pop(0)
                answer = given if isinstance(given, str) else given()
                os.write(ours, (answer if answer == END else f"{answer}\n").encode())
        status = process.wait(PATIENCE)
    except TimeoutError:
        raise AssertionError(f"not the question that was expected:\n{shown}") from None
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert not waiting, f"never asked: {waiting[0][0]!r}\n{shown}"
    return Outcome(status, shown.replace("\r\n", "\n"), "")


def _read(terminal: int) -> str:
    """What is shown until there is a pause; nothing when the command has ended. Waiting for us too long is an error."""
    deadline, text = time.monotonic() + PATIENCE, b""
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], PAUSE)[0]:
            try:
                more = os.read(terminal, 65536)
            except OSError:  # so Linux says that the other side is closed
                more = b""
            if not more:
                return text.decode()
            text += more
        elif text:
            return text.decode()
    raise TimeoutError
