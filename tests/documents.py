"""Documents as a reader follows them: files are written as they appear, and commands run, from top to bottom."""

from __future__ import annotations

import re
import shlex
import shutil
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.helpers import EXAMPLES, PROJECT, run

DOCUMENTS = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]

# What opens a block of code: its language, and the name of the file that it is.
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE_COMMENT = re.compile(r"# (\S+\.toml)\n")  # another way to name a file, in its first line


class Block(NamedTuple):
    """A block of code."""

    language: str
    file: str | None
    text: str


def blocks(document: Path) -> list[Block]:
    """All blocks of code in a document. The others are between lines of ``` without a language."""
    found = (Block(*each.groups()) for each in _BLOCK.finditer(document.read_text(encoding="utf-8")))
    return [each._replace(file=each.file or _named_inside(each)) for each in found]


def _named_inside(block: Block) -> str | None:
    named = _FILE_COMMENT.match(block.text) if block.language == "toml" else None
    return named[1] if named else None


def follow(document: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Counter[str]:
    """Follow a document in a folder that has the examples, and return how many things of each kind were done.

    Blocks of `sh` are commands that work, and blocks of `text` that begin with `$` are commands with what they print.
    Blocks of `console` are not run, because their commands serve until they are stopped, or change this computer.
    """
    with_examples(folder, monkeypatch)
    done = Counter[str]()
    for block in blocks(document):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
            done["files"] += 1
        elif block.language == "sh":
            for line in block.text.splitlines():
                program, *arguments = shlex.split(line, comments=True) or ["nothing"]
                if program == "sheetgen":
                    outcome = run(capsys, *arguments)
                    assert outcome.status == 0, (line, outcome.errors)
                    done["commands"] += 1
        elif block.language == "text" and block.text.startswith("$ "):
            for part in ("\n" + block.text).split("\n$ ")[1:]:
                command, _, answer = part.partition("\n")
                assert lines(run(capsys, *shlex.split(command)[1:]).output) == lines(answer), command
                done["answers"] += 1
    return done


def with_examples(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder the working directory, as if it were the top of the project, with settings of nobody's."""
    for kind in ("layouts", "games", "photos", "themes", "locales"):
        shutil.copytree(EXAMPLES / kind, folder / "examples" / kind)
    monkeypatch.chdir(folder)
    for variable in ("HOME", "XDG_CONFIG_HOME", "USERPROFILE", "APPDATA"):
        monkeypatch.setenv(variable, str(folder / "home"))
    monkeypatch.setenv("COLUMNS", "80")


def lines(text: str) -> list[str]:
    """The lines of a text that are not empty."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def shown(pattern: str) -> set[str]:
    """The names of the files that any document shows or names, by a pattern of their paths from the top."""
    texts = (document.read_text(encoding="utf-8") for document in DOCUMENTS)
    return {Path(path).name for text in texts for path in re.findall(pattern, text)}
