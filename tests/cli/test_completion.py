"""Shell completion: commands, options and built-in values. Where none of them fits, shells complete files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import LANGUAGES, THEMES, VARIANTS, run

SHORT = [name for name in VARIANTS if name.startswith("d")]


def completed(line: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> list[str]:
    """What bash would offer for the last word of a line."""
    words = line.split(" ")
    monkeypatch.setenv("_SHEETGEN_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    outcome = run(capsys)
    assert outcome.status == 0, outcome.errors
    return outcome.output.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sheetgen si", ["site", "simulate"]),
        ("sheetgen pdf --cut", ["--cut-marks"]),
        ("sheetgen pdf d", SHORT),
        ("sheetgen pdf classic d", SHORT),
        ("sheetgen pdf classic --theme grey d", SHORT),
        ("sheetgen show d", SHORT),
        ("sheetgen page d", SHORT),
        ("sheetgen simulate d", SHORT),
        ("sheetgen score --variant d", SHORT),
        ("sheetgen scan photo.jpg -v d", SHORT),
        ("sheetgen pdf --theme ", THEMES),
        ("sheetgen svg --lang ", LANGUAGES),
        ("sheetgen score --lang ", LANGUAGES),
        ("sheetgen png --paper ", ["a3", "a4", "a5", "letter", "legal"]),
        ("sheetgen pdf --orientation ", ["auto", "portrait", "landscape"]),
        ("sheetgen pdf --parts b", ["board", "booklet"]),
        ("sheetgen pdf --back ", ["none", "sheet", "rules"]),
        ("sheetgen simulate --strategy ", ["random", "careful", "greedy"]),
        ("sheetgen new own.toml --from ", [*VARIANTS, *THEMES, *LANGUAGES]),
    ],
)
def test_built_in_values_are_offered(
    line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    assert completed(line, monkeypatch, capsys) == offered


@pytest.mark.parametrize("line", ["sheetgen pdf own", "sheetgen pdf --theme themes/", "sheetgen serve --layout o"])
def test_nothing_is_offered_where_only_a_file_can_fit(line: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    Path("own.toml").touch()
    assert completed(line, monkeypatch, capsys) == []


@pytest.mark.skipif(os.name == "nt", reason="the shells of Windows are others")
def test_bash_completes_with_the_script_that_is_installed() -> None:
    script = """
        source <(_SHEETGEN_COMPLETE=source_bash sheetgen)
        COMP_WORDS=(sheetgen pdf bigp) COMP_CWORD=2
        _sheetgen_completion sheetgen
        echo "offered: ${COMPREPLY[*]}"
        complete -p sheetgen
    """
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert "offered: bigpoints\n" in done.stdout
    assert "-o default" in done.stdout  # files, where nothing is offered


def test_completing_the_names_of_layouts_loads_nothing_heavy() -> None:
    script = (
        "import sys\nfrom sheetgen.cli.app import main\n"
        "try: main([])\nexcept SystemExit: pass\n"
        "print('loaded', *sys.modules)"
    )
    asked = {"_SHEETGEN_COMPLETE": "complete_bash", "COMP_WORDS": "sheetgen pdf cl", "COMP_CWORD": "2"}
    answer = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **asked}, capture_output=True, text=True, check=True
    ).stdout
    assert answer.startswith("classic\n")
    loaded = answer.partition("loaded ")[2].split()
    assert "sheetgen.api.option_values" in loaded
    assert not {"jinja2", "reportlab", "fontTools", "PIL"}.intersection(loaded)
