"""The package as a whole: its folders and layers, and what commands import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers import PROJECT, VARIANTS

PACKAGE = PROJECT / "sheetgen"
MODULES = sorted(PACKAGE.rglob("*.py"))
PURE = {
    *("__future__", "abc", "collections", "contextlib", "dataclasses", "functools", "hashlib", "itertools"),
    *("json", "math", "operator", "random", "re", "typing", "unicodedata", "sheetgen"),
    *("annotated_types", "copy", "pydantic"),
}
LAYERS = [
    {"rules"},
    {"layouts", "themes", "locales"},
    {"game_input"},
    {"drawing"},
    {"authoring", "writers"},
    {"scorer"},
    {"photos"},
    {"preview"},
    {"api"},
    {"cli"},
]
PACKAGES = set[str]().union(*LAYERS)
MAX_MODULES = 15  # Python files in one folder, `__init__.py` included


def imported(module: Path) -> set[str]:
    """The layers that a module imports from."""
    names = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("sheetgen."):
            names.add(node.module.split(".")[1])
    return names & PACKAGES


def test_no_folder_has_too_many_modules() -> None:
    counts = Counter(module.parent for module in MODULES)
    assert not {folder: count for folder, count in counts.items() if count > MAX_MODULES}


def test_every_package_has_a_docstring() -> None:
    for folder in {module.parent for module in MODULES}:
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))), folder


def test_imports_go_one_way() -> None:
    for module in MODULES:
        package = module.relative_to(PACKAGE).parts[0]
        if package in PACKAGES:
            height = next(index for index, layer in enumerate(LAYERS) if package in layer)
            assert imported(module) <= set[str]().union(*LAYERS[: height + 1]), module


def test_commands_are_written_on_the_api_and_on_nothing_below() -> None:
    for module in (PACKAGE / "cli").rglob("*.py"):
        assert imported(module) <= {"api", "cli"}, module


def test_no_code_names_a_variant() -> None:
    """Examples in docstrings do, to be readable."""
    for module in MODULES:
        tree = ast.parse(module.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
                node.body[0] = ast.Pass()
        text = ast.unparse(tree)
        assert not [variant for variant in VARIANTS if variant in text], module


def test_rules_are_pure() -> None:
    """No files, no drawing: only the standard library's data tools."""
    for module in (PACKAGE / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert (name or "").split(".")[0] in PURE


@pytest.mark.parametrize("command", ["score examples/games/classic.json", "list --help"])
def test_what_does_not_draw_loads_nothing_that_draws(command: str) -> None:
    script = (
        "import sys\nfrom sheetgen.cli.app import main\n"
        f"try: main({command.split()!r})\nexcept SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('reportlab', 'fontTools', 'pypdfium2', 'qrcode', 'PIL')))"
    )
    subprocess.run([sys.executable, "-c", script], cwd=PROJECT, check=True, capture_output=True)


@pytest.mark.parametrize("command", ["--help", "--version", "pdf --help", "pdf --vraiant x", "scan --help"])
def test_help_and_errors_load_nothing_that_draws(command: str) -> None:
    """Whoever asks for help or mistypes an option does not wait for that."""
    script = (
        "import sys, typer\nbefore = set(sys.modules)\nfrom sheetgen.cli.app import main\n"
        f"try: main({command.split()!r})\nexcept SystemExit: pass\n"
        "print('loaded', *(set(sys.modules) - before))"
    )
    answer = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, check=True, capture_output=True, text=True)
    loaded = answer.stdout.split("loaded ")[-1].split()
    assert not {name.split(".")[0] for name in loaded} & {
        "reportlab",
        "fontTools",
        "pypdfium2",
        "qrcode",
        "PIL",
        "jinja2",
    }
    assert not [name for name in loaded if name.startswith("sheetgen.api")]
