"""Commands with their time, their memory and what they wrote. Progress goes to the standard error."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
RUNNER = Path(__file__).with_name("runner.py")


@dataclass(frozen=True)
class Command:
    """What is run, with which variables on top of the environment, and how it should end."""

    arguments: tuple[str, ...]
    variables: Mapping[str, str]
    status: int = 0


@dataclass(frozen=True)
class Run:
    """One run of a command: seconds from start to end, and its peak of memory in bytes."""

    seconds: float
    peak: int


def python(*arguments: str) -> Command:
    """This Python, which finds this project."""
    return Command((sys.executable, *arguments), {"PYTHONPATH": str(PROJECT)})


def sheetgen(*arguments: str, status: int = 0, variables: Mapping[str, str] | None = None) -> Command:
    """The real command, as it is installed beside this Python, or else the package as it stands here."""
    script = Path(sys.executable).with_name("sheetgen")
    start = (str(script),) if script.exists() else (sys.executable, "-m", "sheetgen")
    return Command((*start, *arguments), {"PYTHONPATH": str(PROJECT), **(variables or {})}, status)


def measure(command: Command, folder: Path) -> Run:
    """Run it once, in this folder. A command that ends otherwise than it should ends the benchmark."""
    runner = (sys.executable, "-I", "-S", str(RUNNER))
    ran = subprocess.run(
        (*runner, *command.arguments),
        cwd=folder,
        env={**os.environ, **command.variables},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(ran.stdout)
    if told["status"] != command.status:
        sys.exit(f"{' '.join(command.arguments)}\nended with {told['status']}:\n{told['errors']}")
    return Run(told["seconds"], told["peak"])


def medians(commands: Mapping[str, Command], runs: int, folder: Path) -> dict[str, float]:
    """The median of so many runs of each, taken in turns, so that a slow minute is slow for all of them."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(runs):
        say(f"round {number + 1} of {runs}")
        for name, command in commands.items():
            taken[name].append(measure(command, folder).seconds)
    return {name: statistics.median(times) for name, times in taken.items()}


def rounds(works: Mapping[str, Callable[[], Run]], most: int, patience: float) -> dict[str, list[Run]]:
    """Each work once, and in turns again while it has not been run `most` times or for so many seconds."""
    taken: dict[str, list[Run]] = {name: [] for name in works}
    for number in range(most):
        for name, work in works.items():
            if sum(run.seconds for run in taken[name]) < patience:
                say(f"{name}, run {number + 1}")
                taken[name].append(work())
    return taken


def say(text: str) -> None:
    """A line of progress."""
    print(f"  … {text}", file=sys.stderr, flush=True)
