"""Call functions on untrusted data in a separate process with limited memory and time.

A photo, PDF or font of a few kilobytes can make a parser fill the memory or run for hours. The time is that of the
processor, so that nothing fails because a machine is busy.

Both processes run this program, so they may exchange any Python objects by `pickle`.
"""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from math import ceil
from pathlib import Path
from threading import Event, Timer
from typing import Any, NamedTuple

from sheetgen.errors import InputError
from sheetgen.interrupts import signals_deferred

MAX_MEMORY = 512 * 1024 * 1024  # bytes that calls may use
MAX_SECONDS = 20  # of processor time for one call
MAX_WAITING_SECONDS = 120  # until a call is given up, for systems that do not limit the processor time
MAX_RECURSION = 500  # half of Python's limit, because the same data may be read again from a deeper stack

_IMPORT_PATH = Path(__file__).parents[1]  # from which the separate process imports sheetgen
_SCRIPT = "import sys; sys.path.insert(0, sys.argv[1]); from sheetgen.limited_process import child_main; child_main()"


class ProcessError(Exception):
    """A separate process has exceeded a limit or died."""


class ProcessTimeoutError(ProcessError):
    """A separate process has taken too long."""


class _Task(NamedTuple):
    """What a separate process is told first."""

    function: Callable[..., Any]
    errors: tuple[type[Exception], ...]
    max_memory: int
    max_seconds: int
    prepare: Callable[[], None] | None


class LimitedProcess:
    """Calls one function in a separate process, any number of times, with limited memory and time for each call.

    The process is started for the first call, and again for a call after one that has failed. It ends when it is
    closed, or soon after this process has been killed.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        errors: tuple[type[Exception], ...],
        max_memory: int = MAX_MEMORY,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        """Prepare to call a function, which can be pickled and raises these errors.

        The process calls `prepare` once, before its memory is limited; what that has taken does not count.
        """
        self._task = pickle.dumps(_Task(function, errors, max_memory, MAX_SECONDS, prepare))
        self._process: subprocess.Popen[bytes] | None = None

    def call(self, *arguments: Any) -> Any:
        """Return the function's result or raise its error; raise a ProcessError if the process fails."""
        is_given_up = Event()
        timer = Timer(MAX_WAITING_SECONDS, self._give_up, [is_given_up])
        timer.daemon = True  # it must not keep this process running if Ctrl-C comes before it is cancelled
        try:
            process = self._process or self._start()
            assert process.stdin and process.stdout
            timer.start()
            pickle.dump(arguments, process.stdin)
            process.stdin.flush()
            result, error = pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            is_slow = self.close() == -getattr(signal, "SIGXCPU", 0) or is_given_up.is_set()
            raise ProcessTimeoutError if is_slow else ProcessError from None
        except BaseException:  # Ctrl-C, for instance
            self.close()
            raise
        finally:
            timer.cancel()
        if error:
            raise error
        return result

    def _give_up(self, is_given_up: Event) -> None:
        """Kill the process, so that nobody waits for its answer any longer."""
        is_given_up.set()
        if process := self._process:
            process.kill()

    def _start(self) -> subprocess.Popen[bytes]:
        # -P: do not import from the user's working directory.
        command = [sys.executable, "-P", "-c", _SCRIPT, str(_IMPORT_PATH)]
        # The process never receives the signals that end this one: it neither complains nor has to know them.
        with signals_deferred():
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        assert self._process.stdin
        self._process.stdin.write(self._task)
        return self._process

    def close(self) -> int | None:
        """End the process, and return its status if there was one."""
        process, self._process = self._process, None
        if not process:
            return None
        process.kill()
        status = process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # data that the process has not read cannot be written any more
                if pipe:
                    pipe.close()
        return status


def call_limited(function: Callable[[bytes, str], Any], data: bytes, label: str, hint: str) -> Any:
    """Return the result of `function(data, label)` from a separate process.

    Raises the function's InputError, or one with this label and hint if the process takes too long or dies.
    """
    try:
        with closing(LimitedProcess(function, (InputError,))) as process:
            return process.call(data, label)
    except ProcessTimeoutError:
        raise InputError.of(f"reading {label} takes too long", hint) from None
    except ProcessError:
        raise InputError.of(f"{label} cannot be read: it is damaged, or takes too much memory", hint) from None


def child_main() -> None:
    """Serve the calls of a LimitedProcess until there are no more of them.

    An error that is not expected ends this process.
    """
    calls, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print must not get into the answers
    task: _Task = pickle.load(calls)
    if task.prepare:
        task.prepare()
    _limit_memory(task.max_memory)
    sys.setrecursionlimit(MAX_RECURSION)
    while True:
        _limit_time(task.max_seconds)
        try:
            arguments = pickle.load(calls)
        except EOFError:
            return
        result, error = None, None
        try:
            result = task.function(*arguments)
        except task.errors as expected:
            error = expected
        pickle.dump((result, error), answers)
        answers.flush()


def _limit_memory(most: int) -> None:
    """Let this process use at most `most` bytes more than it does now, and leave no core dump if it crashes.

    Only Linux tells and limits the memory that a process can write to. On other systems, pdfium itself stops at about
    1 GB. The address space cannot be limited instead, because V8 reserves a terabyte of it.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        written = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_DATA, (written + most, written + most))


def _limit_time(seconds: int) -> None:
    """End this process when it has used the processor for this many more seconds."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(used.ru_utime + used.ru_stime) + seconds, most))
