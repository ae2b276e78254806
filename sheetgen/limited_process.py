"""Run a function on untrusted data in a separate process with limited memory and time.

A PDF or font of a few kilobytes can make a parser fill the memory or run for hours.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from sheetgen.errors import InputError, Problem

MAX_MEMORY = 512 * 1024 * 1024  # bytes of address space
MAX_SECONDS = 20  # of running time
MAX_RECURSION = 500  # half of Python's limit, because the same data may be read again from a deeper stack

_IMPORT_PATH = Path(__file__).parents[1]  # from which the separate process imports sheetgen
_SCRIPT = "import sys; sys.path.insert(0, sys.argv[1]); from sheetgen.limited_process import child_main; child_main()"


def call_limited(function: Callable[[bytes, str], Any], data: bytes, label: str, hint: str) -> Any:
    """Return the result of `function(data, label)`, which must be JSON data, from a separate process.

    Raises the function's InputError, or one with this label and hint if the process takes too long or dies.
    """
    names = (function.__module__, function.__name__, label)
    try:
        # -P: do not import from the user's working directory.
        command = [sys.executable, "-P", "-c", _SCRIPT, str(_IMPORT_PATH), *names]
        done = subprocess.run(command, input=data, capture_output=True, timeout=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        raise InputError.of(f"reading {label} takes too long", hint) from None
    if done.returncode:
        raise InputError.of(f"{label} cannot be read: it is damaged, or takes too much memory", hint)
    result, problems = json.loads(done.stdout)
    if problems:
        raise InputError(Problem(*problem) for problem in problems)
    return result


def child_main() -> None:
    """Call the function named on the command line, and print its result and problems as JSON."""
    module, name, label = sys.argv[2:]
    function = getattr(import_module(module), name)
    _limit_memory()
    sys.setrecursionlimit(MAX_RECURSION)
    result = None
    problems = list[tuple[str, str | None]]()
    try:
        result = function(sys.stdin.buffer.read(), label)
    except InputError as error:
        problems = [(problem.message, problem.hint) for problem in error.problems]
    json.dump([result, problems], sys.stdout)


def _limit_memory() -> None:
    """Make allocations beyond MAX_MEMORY fail, and a crash leave no core dump.

    On systems without such limits, pdfium itself stops at about 1 GB.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
