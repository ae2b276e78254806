"""Terminals with few characters, or few columns, lose nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.helpers import EXAMPLES

BROKEN = EXAMPLES / "games" / "broken.json"


def shown(*arguments: str, **environment: str) -> str:
    command = [sys.executable, "-m", "sheetgen", *arguments]
    done = subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.decode(environment.get("PYTHONIOENCODING", "utf-8"))


def test_an_old_encoding_has_a_minus_and_bars() -> None:
    text = shown("score", str(BROKEN), PYTHONIOENCODING="latin-1")
    assert " -10 " in text and "?" not in text
    text = shown("simulate", "-v", "classic", "-n", "50", PYTHONIOENCODING="cp437")
    assert "████" in text and "±" in text and "?" not in text
    text = shown("simulate", "-v", "classic", "-n", "50", "--strategy", "random", PYTHONIOENCODING="latin-1")
    assert "####" in text and "from -" in text and "?" not in text


def test_json_is_the_same_in_any_encoding() -> None:
    entry = ("score", "-v", "classic", "--player", "Łukasz: red 2", "--json")
    assert shown(*entry, PYTHONIOENCODING="cp1252") == shown(*entry)
    assert json.loads(shown(*entry, PYTHONIOENCODING="cp1252"))["players"][0]["name"] == "Łukasz"


@pytest.mark.parametrize("columns", ["0", "20", "40", "80", "500"])
def test_findings_are_whole_however_narrow_the_terminal_is(columns: str) -> None:
    text = shown("score", str(BROKEN), COLUMNS=columns)
    assert "error: Anna: Red 12 needs 5 crosses before it; this row has 3. (C6)\n" in text
    assert "Yellow      (4)   10   (7)   28   (0)    0" in text


def test_long_names_are_folded_and_whole() -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff"
    text = shown("score", "-v", "classic", "--player", f"{name}: red 12", "--player", "李" * 30 + ": red 2")
    head = text.partition("─")[0]
    assert "".join(word for word in head.split() if word in name) == name
    assert head.count("李") == 30
