"""The table of commands, and values that options take without Typer's help."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperCommand
from typer.main import get_command

from sheetgen.cli.app import COMMANDS, function_of
from sheetgen.cli.quick import QuickCommand


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_tells_the_first_line_of_each_help(name: str) -> None:
    assert (function_of(name).__doc__ or "").split("\n")[0] == COMMANDS[name]


def test_every_command_is_in_the_list() -> None:
    folder = Path(import_module("sheetgen.cli").__path__[0])
    modules = [import_module(f"sheetgen.cli.{file.stem}") for file in sorted(folder.glob("*.py"))]
    found = {name.removesuffix("_command") for module in modules for name in vars(module) if name.endswith("_command")}
    assert found - {"get"} == set(COMMANDS)


def received(name: str, cls: type[TyperCommand], arguments: list[str], without: str = "") -> Any:
    """What the command's function is called with, or what is said instead; perhaps if Typer lacked an attribute."""
    calls: list[dict[str, Any]] = []

    def record(function: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(function)
        def recorded(**values: Any) -> None:
            calls.append(values)

        return recorded

    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, cls=cls)(record(function_of(name)))
    command = get_command(app)
    for parameter in command.params if without else ():
        delattr(parameter, without)
    try:
        command(arguments, standalone_mode=False)
    except Exception as error:
        return type(error), str(error)
    return {key: (type(value), value) for key, value in calls[0].items()}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("pdf", []),
        ("pdf", ["--variant", "classic", "--output", "sheets.pdf"]),
        ("pdf", ["--layout", "."]),
        ("pdf", ["--layout", "none/such.toml"]),
        ("pdf", ["--player", "Ada", "--player", "Grace"]),
        ("pdf", ["--player", "a\u00a0b"]),
        ("pdf", ["--player", ""]),
        ("pdf", ["--variant", "a\nb"]),
        ("pdf", ["--variant", "\udcff"]),
        ("pdf", ["--output", "\udcff"]),
        ("pdf", ["--output", ""]),
        ("pdf", ["--no-cut-marks", "--quiet"]),
        *(
            ("pdf", ["--count", number])
            for number in ("3", "-3", "+3", "007", " 3", "3.0", "1_0", "٣", "x", "", "9" * 30)
        ),
        *(("png", ["--dpi", number]) for number in ("35", "36", "600", "601", "x")),
        ("score", []),
        ("score", ["game.json"]),
        ("score", ["-", "--json"]),
        ("scan", []),
        ("scan", ["one.jpg", "two.jpg", "--name", "Ada", "--space", "yellow 6 +3"]),
        ("check", []),
        ("check", ["one.toml", "two.toml"]),
        ("new", ["own.toml"]),
        ("new", ["own.toml", "--from", "classic"]),
        ("simulate", ["-n", "0"]),
        ("simulate", ["-n", "7", "--seed", "5"]),
        ("schema", []),
        ("serve", ["--port", "70000"]),
    ],
)
def test_simple_values_are_what_typer_makes_of_them(name: str, arguments: list[str]) -> None:
    assert received(name, QuickCommand, arguments) == received(name, TyperCommand, arguments)


def test_commands_receive_what_is_given() -> None:
    given = received("pdf", QuickCommand, ["--variant", "classic", "--count", "3", "--player", "Ada", "--quiet"])
    assert given["variant"] == (str, "classic") and given["count"] == (int, 3) and given["player"] == (list, ["Ada"])
    assert given["quiet"] == (bool, True) and given["layout"] == (type(None), None)


@pytest.mark.parametrize("dots", ["35", "36"])
def test_a_typer_that_tells_less_goes_its_own_way(dots: str) -> None:
    """It may forget the limits of a number where we look for them, and still keep them."""
    arguments = ["--dpi", dots]
    assert received("png", QuickCommand, arguments, without="min") == received("png", TyperCommand, arguments)
