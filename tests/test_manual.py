"""The manual page: current, complete, and safe from text that roff would take for its own."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from docs.make_manual import EXAMPLES, make, manual
from sheetgen.cli.app import app
from tests.helpers import PROJECT, run

PAGE = PROJECT / "docs" / "sheetgen.1"
SECTIONS = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "FILES", "EXIT STATUS", "EXAMPLES")


def test_the_manual_is_current(tmp_path: Path) -> None:
    make(tmp_path)
    assert PAGE.read_text("ascii") == (tmp_path / "sheetgen.1").read_text("ascii"), "run python docs/make_manual.py"


def test_the_manual_has_every_section_and_every_command_with_its_options(capsys: Any) -> None:
    page = re.sub(r"\\f[BIR]|\\", "", PAGE.read_text("ascii"))
    assert tuple(re.findall(r"^\.SH (.+)$", page, re.MULTILINE)) == SECTIONS
    parts = dict(re.findall(r"^\.SS sheetgen (\w+)(.*?)(?=^\.S[SH])", page, re.MULTILINE | re.DOTALL))
    assert list(parts) == [command.name for command in app.registered_commands]
    for name, part in parts.items():
        if reference := re.search(r"It has the options of sheetgen (\w+)", part):
            part += parts[reference[1]]
        listed = run(capsys, name, "--help").output.partition("Options:")[2]
        options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", listed, re.MULTILINE))
        assert options - {"--help"} <= set(re.findall(r"--[\w-]+", part)) and options, name


def test_the_examples_of_the_manual_work(capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    commands = [command for commands in EXAMPLES.values() for command in commands if command != "sheetgen serve"]
    assert len(commands) > 4
    for command in commands:
        outcome = run(capsys, *shlex.split(command)[1:])
        assert outcome.status == 0, (command, outcome.errors)


def test_text_that_roff_would_read_as_its_own_is_escaped() -> None:
    program = typer.Typer(help="It's a program. For tests.")

    @program.command("first")
    def first(option: Annotated[str, typer.Option(help=r".TH `--name` \n … 'quoted'")] = ".default") -> None:
        """Do it.

        .SH is no heading here.
        """

    program.command("second")(first)
    lines = manual(program).splitlines()
    assert r"\&.TH \fB\-\-name\fR \en \[u2026] \(aqquoted\(aq [default: .default]" in lines
    assert r"\&.SH is no heading here." in lines
    assert r"sheetgen \- it\(aqs a program" in lines
    assert r"\fB\-\-option\fR \fIOPTION\fR" in lines
