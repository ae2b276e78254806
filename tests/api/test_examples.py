"""The examples in docstrings, in docs/api.md and in examples/api.py run and say what they say."""

import doctest
import os
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import sheetgen
import sheetgen.api
from tests.helpers import EXAMPLES

MODULES = ["sheetgen", *(module.name for module in pkgutil.iter_modules(sheetgen.api.__path__, "sheetgen.api."))]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_enough_of_them() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [test for name in MODULES for test in finder.find(import_module(name)) if test.examples]
    assert len(examples) >= 8


def test_the_document_about_the_api() -> None:
    file = EXAMPLES.parent / "docs" / "api.md"
    outcome = doctest.testfile(str(file), module_relative=False, encoding="utf-8")
    assert outcome.attempted >= 30 and outcome.failed == 0


def test_the_example_program(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "api.py"), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent)}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    assert told.startswith("2 sheets on 1 page(s): pad.pdf\n") and "Winner: " in told
    assert (tmp_path / "pad.pdf").read_bytes().startswith(b"%PDF")
