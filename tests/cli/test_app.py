"""The commands: each has a first line of help, and the printing commands share their options."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import sheetgen.cli
from sheetgen.cli.app import app
from sheetgen.cli.commands.printing import pdf_command, png_command, svg_command
from tests.helpers import run

COMMANDS = {command.name: command.callback for command in app.registered_commands}


def test_every_module_of_commands_is_registered() -> None:
    folder = Path(sheetgen.cli.__file__).parent / "commands"
    found = {name for file in folder.glob("*.py") for name in re.findall(r"^def (\w+)_command", file.read_text(), re.M)}
    assert found == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_begins_like_the_help_of_each(name: str, capsys: Any) -> None:
    function = COMMANDS[name]
    assert function and function.__doc__
    first = function.__doc__.split("\n")[0]
    assert first.endswith(".")
    whole = " ".join(run(capsys, name, "--help").output.split())
    assert first in whole
    listed = re.search(rf"  {name} +(\S+ \S+)", run(capsys, "--help").output)
    assert listed and first.startswith(listed[1])


def test_printing_commands_have_the_same_options() -> None:
    own = {"pdf": {"back"}, "svg": set[str](), "png": {"dpi"}}
    shared = set.intersection(
        *(set(inspect.signature(each).parameters) for each in (pdf_command, svg_command, png_command))
    )
    assert len(shared) == 22
    for name, command in (("pdf", pdf_command), ("svg", svg_command), ("png", png_command)):
        assert set(inspect.signature(command).parameters) - shared == own[name]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pdf", "--count", "x"], "--count"),
        (["png", "--dpi", "35"], "--dpi"),
        (["serve", "--port", "70000"], "--port"),
        (["simulate", "-n", "0"], "--games"),
        (["new", "own.toml"], "--from"),
        (["check"], "FILE is missing"),
    ],
)
def test_wrong_values_are_refused_by_name(arguments: list[str], said: str, capsys: Any) -> None:
    outcome = run(capsys, *arguments)
    assert outcome.status == 2 and said in outcome.errors


def test_the_program_alone_says_how_to_begin(capsys: Any) -> None:
    outcome = run(capsys)
    lines = outcome.output.splitlines()
    assert outcome.status == 0 and len(lines) == 3
    assert all(line.startswith("sheetgen ") for line in lines)
