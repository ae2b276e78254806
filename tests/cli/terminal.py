"""A command at a terminal, and somebody who answers its questions: in this process, or in one of its own."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import pytest

from sheetgen.cli.app import main
from tests.helpers import Outcome
from tests.timeouts import TIMEOUT

PAUSE = 0.2  # seconds without anything new, after which a question may be complete
END = "\x04"  # what Ctrl-D sends: nobody answers any more

ScorerApp = Sequence[tuple[str, str | Callable[[], str]]]
"""Each question as the terminal shows it last, and its answer, which may be found out when its question is there."""


class Screen(io.StringIO):
    """What a terminal shows."""

    def isatty(self) -> bool:
        """Say that somebody looks at it."""
        return True


class Keyboard:
    """Types each answer when its question is what the screen shows last."""

    def __init__(self, screen: Screen, answers: ScorerApp) -> None:
        self.screen, self.waiting = screen, list(answers)

    def isatty(self) -> bool:
        """Say that somebody types."""
        return True

    def readline(self) -> str:
        """Return the answer to what is asked, and show it, as terminals do."""
        shown = self.screen.getvalue()
        assert self.waiting and shown.endswith(self.waiting[0][0]), f"not the question that was expected:\n{shown}"
        _, given = self.waiting.pop(0)
        answer = given if isinstance(given, str) else given()
        if answer == END:
            return ""
        self.screen.write(f"{answer}\n")
        return f"{answer}\n"


def at_terminal(*arguments: str, answers: ScorerApp = ()) -> Outcome:
    """Run a command in this process, with streams that say that they are a terminal."""
    screen = Screen()
    keyboard = Keyboard(screen, answers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_COLOR", "1")
        for name, stream in (("stdin", keyboard), ("stdout", screen), ("stderr", screen)):
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
    assert not keyboard.waiting, f"never asked: {keyboard.waiting[0][0]!r}\n{screen.getvalue()}"
    return Outcome(int(ended.value.code or 0), screen.getvalue(), "")


def at_real_terminal(*arguments: str, answers: ScorerApp = ()) -> Outcome:
    """The same in a process of its own, at a pseudo-terminal."""
    import pty  # not on Windows

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
        status = process.wait(TIMEOUT)
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
    deadline, text = time.monotonic() + TIMEOUT, b""
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
