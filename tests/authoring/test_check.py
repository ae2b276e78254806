"""Files with the mistakes that people make: each tells in its first lines what must be said about it.

    #! 7:1 unknown key 'game.penalties.point'
    #! hint Did you mean 'points'?

Line and column (after the file, if it is another one), how the message begins, and the hint, which may end with ….
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sheetgen.authoring.check import check_file
from sheetgen.errors import Problem
from tests.helpers import PROJECT, run

BAD = PROJECT / "tests" / "layouts" / "bad"
# From Python 3.15 on, TOML 1.1 is read, which allows tables in braces over several lines.
VALID_HERE = {"brace-over-lines.toml"} if sys.version_info >= (3, 15) else set[str]()
FILES = sorted(
    path.relative_to(BAD)
    for path in BAD.rglob("*.toml")
    if path.read_text(encoding="utf-8").startswith("#!") and path.name not in VALID_HERE
)
LAYOUTS = [file for file in FILES if file.parent == Path()]
SAMPLE = LAYOUTS[::9]

JARGON = re.compile(
    r"\b(?:pydantic|input|string|str|dict|int|float|bool|None|True|False|object|class|model|validat\w+|datetime"
    r"|expression|template|namespace|exception|error|literal|regex|pattern)\b",
)


@dataclass(frozen=True)
class Expected:
    """What must be said: the place, how the message begins, and the hint."""

    place: str
    message: str
    hint: str


def expected(file: Path) -> list[Expected]:
    """What the first lines of the file tell."""
    lines = []
    for line in (BAD / file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#! "):
            break
        lines.append(line.removeprefix("#! "))
    found = []
    for told, hint in zip(lines[::2], lines[1::2], strict=True):
        place, _, message = told.partition(" ")
        assert hint.startswith("hint "), f"{file}: every message needs its hint"
        found.append(Expected(place if place.count(":") == 2 else f"{file}:{place}", message, hint[5:]))
    return found


def _as_told(hint: str, wanted: str) -> str:
    """The hint as far as it is told: lists of what is built in may grow."""
    return hint[: len(wanted) - 1] + "…" if wanted.endswith("…") else hint


def place_of(problem: Problem) -> str:
    place = problem.place
    return f"{place.file}:{place.line}:{place.column}" if place else "nowhere"


@pytest.fixture(autouse=True)
def beside_the_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Messages name files as they were given, so give them as a person would; with a home without settings."""
    monkeypatch.chdir(BAD)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def test_there_are_enough() -> None:
    assert len(FILES) >= 150
    assert len(LAYOUTS) >= 100


@pytest.mark.parametrize("file", FILES, ids=str)
def test_what_is_said(file: Path) -> None:
    problems, wanted = check_file(file), expected(file)
    assert wanted
    said = [
        Expected(place_of(each), each.message[: len(want.message)], _as_told(each.hint or "", want.hint))
        for each, want in zip(problems, wanted, strict=True)
    ]
    assert said == wanted
    assert {problem.severity for problem in problems} == {"error"}


@pytest.mark.parametrize("file", FILES, ids=str)
def test_it_is_said_without_jargon(file: Path) -> None:
    for problem in check_file(file):
        assert problem.hint
        for text in (problem.message, problem.hint):
            plain = re.sub(r"'[^']*'|\"[^\"]*\"", "", text)  # what the file itself says is quoted
            assert not JARGON.search(plain), text


@pytest.mark.parametrize("file", SAMPLE, ids=str)
def test_the_command_says_the_same(file: Path, capsys: Any) -> None:
    problems = check_file(file)
    outcome = run(capsys, "check", str(file))
    assert outcome.status == 2
    assert outcome.output == "".join(f"error: {problem}\n" for problem in problems)
    assert outcome.errors == ""


@pytest.mark.parametrize("file", SAMPLE, ids=str)
def test_the_command_says_the_same_to_programs(file: Path, capsys: Any) -> None:
    outcome = run(capsys, "check", "--format", "json", str(file))
    assert outcome.status == 2
    told = json.loads(outcome.output)
    assert told["ok"] is False
    (only,) = told["files"]
    assert only["file"] == str(file)
    for data, problem in zip(only["problems"], check_file(file), strict=True):
        assert (data["severity"], data["message"], data["hint"]) == ("error", problem.message, problem.hint)
        assert f"{data['file']}:{data['line']}:{data['column']}" == place_of(problem)


@pytest.mark.parametrize("file", LAYOUTS, ids=str)
def test_printing_says_the_same_and_writes_nothing(file: Path, tmp_path: Path, capsys: Any) -> None:
    before = sorted(BAD.rglob("*"))
    target = tmp_path / "made.pdf"
    outcome = run(capsys, "pdf", "--layout", str(file), "-o", str(target))
    assert outcome.status == 2
    assert outcome.errors == "".join(f"error: {problem}\n" for problem in check_file(file))
    assert outcome.output == ""
    assert not target.exists()
    assert sorted(BAD.rglob("*")) == before
