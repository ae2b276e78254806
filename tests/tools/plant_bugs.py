"""Plant bugs one by one and see which profile of the tests catches each: `python -m tests.tools.plant_bugs`.

A bug is one small change of the code: another operator or constant, a check that is dropped. The same seed plants the
same bugs. Each is planted in a copy of the project, in which the tests that most likely catch it run until the first
failure. Then all bugs that were not caught are planted together, and the whole default profile runs, and after it the
thorough one; if it fails, it runs with half of them, until it is known which of them it catches. It takes hours;
`--results FILE` keeps what is known, to go on from there.

Needs the test extra, and the browsers in SHEETGEN_BROWSER and SHEETGEN_FIREFOX.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.run import WORKERS

LONGEST = 60 * 60  # seconds, after which a run counts as one that never ends
SURVIVES = "none"
PROJECT = Path(__file__).resolve().parents[2]
PICTURES = ("tests/test_readme.py", "tests/test_docs.py", "tests/test_examples.py")
# Each part of the code: where it is, how many of 40 bugs are planted in it, and which tests are likely to catch them.
PARTS = {
    "rules": ("sheetgen/rules/**/*.py", 8, ("tests/rules", "tests/game_input", "tests/js")),
    "layouts": (
        "sheetgen/layouts/**/*.py",
        8,
        ("tests/layouts", "tests/authoring", "tests/cli/commands/test_new.py"),
    ),
    "drawing": ("sheetgen/drawing/**/*.py", 7, ("tests/drawing", *PICTURES)),
    "writers": ("sheetgen/writers/**/*.py", 5, ("tests/writers", *PICTURES)),
    "page": ("templates/scorer/js/**/*.js", 7, ("tests/js", "tests/browser")),
    "photos": ("sheetgen/photos/*.py", 5, ("tests/photos",)),
}
COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPERATORS = {**COMPARED, "+": "-", "-": "+", "*": "+", "and": "or", "or": "and", "in": "not in"}
SYMBOLS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.And: "and",
    ast.Or: "or",
}
# In JavaScript, operators between spaces and lone numbers; comments are left out line by line.
JAVASCRIPT = re.compile(r" (?:===|!==|<=?|>=?|&&|\|\||\+|-) |(?<![\w.#\"'`-])\d+(?![\w.%\"'`])")
JAVASCRIPT_OPERATORS = {
    "===": "!==",
    "!==": "===",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
}


@dataclass(frozen=True)
class Bug:
    """One change: in which file, from which character to which, what stands there and what comes instead."""

    part: str
    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    @property
    def key(self) -> str:
        return json.dumps(asdict(self))

    def plant(self, text: str) -> str:
        """Return the text with the bug in it."""
        assert text[self.start : self.end] == self.before, self
        return text[: self.start] + self.after + text[self.end :]


def main() -> None:
    """Plant the bugs, and print a line for each and the sums."""
    parser = argparse.ArgumentParser(description="Plant bugs, and see which profile of the tests catches each.")
    parser.add_argument("--seed", type=int, default=1, help="another one plants other bugs")
    parser.add_argument("--results", type=Path, help="a JSON file with what is known; to go on later")
    parser.add_argument("--list", action="store_true", help="only list the bugs")
    options = parser.parse_args()
    bugs = [bug for part in PARTS for bug in choose_bugs(part, Random(f"{options.seed}/{part}"))]
    known: dict[str, str] = {}
    if options.results and options.results.exists():
        known = json.loads(options.results.read_text(encoding="utf-8"))

    def keep(found: dict[str, str]) -> None:
        known.update(found)
        if options.results:
            options.results.write_text(json.dumps(known, indent=1), encoding="utf-8")

    with TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        if not options.list:
            copy_project(copy)
            for bug in bugs:
                if bug.key not in known:
                    failed = first_failure([bug], copy, "default", PARTS[bug.part][2])
                    keep({bug.key: f"default: {failed}" if failed else SURVIVES})
            for profile in ("default", "thorough"):
                keep(caught_by(profile, [bug for bug in bugs if known[bug.key] == SURVIVES], copy))
    for number, bug in enumerate(bugs, start=1):
        change = f"`{bug.before.strip()}` → `{bug.after.strip()}`".replace("|", "\\|").replace("\n", " ")
        print(f"| {number} | {bug.file}:{bug.line} | {change[:90]} | {known.get(bug.key, '')} |")
    for profile in ("default", "thorough", "none"):
        print(f"{profile}: {sum(found.startswith(profile) for found in known.values())}")


def choose_bugs(part: str, random: Random) -> list[Bug]:
    """Return the bugs of one part, in different files as far as there are enough."""
    pattern, count, _ = PARTS[part]
    files = sorted(path for path in PROJECT.glob(pattern) if path.name != "__init__.py")
    random.shuffle(files)
    chosen: list[Bug] = []
    while len(chosen) < count:
        for file in files:
            candidates = [bug for bug in possible_bugs(part, file) if bug not in chosen]
            if candidates and len(chosen) < count:
                chosen.append(random.choice(candidates))
    return chosen


def possible_bugs(part: str, file: Path) -> Iterator[Bug]:
    """All bugs that can be planted in a file."""
    text, name = file.read_text(encoding="utf-8"), file.relative_to(PROJECT).as_posix()
    changes = javascript_changes(text) if file.suffix == ".js" else python_changes(text)
    for start, end, after in changes:
        yield Bug(part, name, text.count("\n", 0, start) + 1, start, end, text[start:end], after)


def python_changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Operators, numbers and checks inside functions: from where to where, and what comes instead."""
    lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def at(line: int, column: int) -> int:
        start = lines[line - 1]
        return start + len(text[start:].split("\n", 1)[0].encode()[:column].decode())

    def between(left: ast.expr, operator: ast.AST, right: ast.expr) -> Iterator[tuple[int, int, str]]:
        start, end = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
        symbol = SYMBOLS.get(type(operator))
        found = re.search(rf"(?<![\w=<>!]){re.escape(symbol)}(?![\w=])", text[start:end]) if symbol else None
        if symbol and found:
            yield start + found.start(), start + found.end(), OPERATORS[symbol]

    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    for node in {inner: None for function in functions for part in function.body for inner in ast.walk(part)}:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from between(node.left, node.ops[0], node.comparators[0])
        elif isinstance(node, ast.BinOp):
            yield from between(node.left, node.op, node.right)
        elif isinstance(node, ast.BoolOp):
            yield from between(node.values[0], node.op, node.values[1])
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            start, end = at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)
            yield start, end, str(node.value + 1)
        elif isinstance(node, ast.If) and not node.orelse:
            test = node.test
            yield at(test.lineno, test.col_offset), at(test.end_lineno or 0, test.end_col_offset or 0), "False"


def javascript_changes(text: str) -> Iterator[tuple[int, int, str]]:
    """The same for JavaScript, as far as can be seen without parsing it; `if` never holds."""
    start = 0
    for line in text.split("\n"):
        if not line.strip().startswith(("//", "/*", "*", "import", "export {")):
            for found in JAVASCRIPT.finditer(line.partition(" // ")[0]):
                symbol = found[0].strip()
                after = str(int(symbol) + 1) if symbol.isdigit() else f" {JAVASCRIPT_OPERATORS[symbol]} "
                yield start + found.start(), start + found.end(), after
            if check := re.match(r"\s*if \((?=.*\) (?:return|continue|\{))", line):
                yield start + check.end(), start + check.end(), "false && "
        start += len(line) + 1


def copy_project(folder: Path) -> None:
    """Copy all files that git knows."""
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / name, target)


def caught_by(profile: str, bugs: list[Bug], project: Path) -> dict[str, str]:
    """Return which of these bugs a profile catches. They are planted together, as long as it catches none."""
    failed = first_failure(bugs, project, profile, ("tests",)) if bugs else None
    if failed and len(bugs) > 1:
        half = len(bugs) // 2
        return caught_by(profile, bugs[:half], project) | caught_by(profile, bugs[half:], project)
    return {bug.key: f"{profile}: {failed}" if failed else SURVIVES for bug in bugs}


def first_failure(bugs: list[Bug], project: Path, profile: str, tests: tuple[str, ...]) -> str | None:
    """Return the id of a test that fails with these bugs, if any does."""
    good = {file: (project / file).read_text(encoding="utf-8") for file in {bug.file for bug in bugs}}
    for file, text in good.items():
        for bug in sorted(bugs, key=lambda bug: -bug.start):
            if bug.file == file:
                text = bug.plant(text)
        (project / file).write_text(text, encoding="utf-8")
    try:
        return run_tests(project, profile, tests)
    finally:
        for file, text in good.items():
            (project / file).write_text(text, encoding="utf-8")


def run_tests(project: Path, profile: str, tests: tuple[str, ...]) -> str | None:
    """Return the id of the first test that fails, if any does."""
    environment = {**os.environ, "PYTHONPATH": str(project), "SHEETGEN_THOROUGH": str(int(profile == "thorough"))}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "pytest", "-x", "-q", *WORKERS, *tests]
    with subprocess.Popen(
        command, cwd=project, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        try:
            output, _ = running.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return "it never ends"
    if running.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    return found[1] if found else f"exit status {running.returncode}"


if __name__ == "__main__":
    main()
