"""The scorer's JavaScript modules, run in V8 in this process: no page is needed to test them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer

from sheetgen.scorer.page.html_page import bundle

ROOT = Path(__file__).parents[2]
FOLDERS = {"js": "templates/scorer/js", "tests": "tests/js"}


class Modules:
    """An engine that can load the modules, each with all that it imports. Values travel as JSON text, as records do."""

    def __init__(self) -> None:
        self._engine = MiniRacer()
        self._engine.eval((ROOT / "tests/js/web_apis.js").read_text(encoding="utf-8"))
        self._engine.eval("const modules = {};")
        self._loaded: set[str] = set()

    def call(self, module: str, function: str, *arguments: Any) -> Any:
        """What an exported function returns. `js/app` is a module of the scorer, `tests/answers` one of the tests."""
        if module not in self._loaded:
            folder, _, name = module.partition("/")
            self._load(module, bundle(ROOT / FOLDERS[folder] / f"{name}.js"))
        return self._answer(module, function, arguments)

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script of one piece answers, by the function that it leaves for everybody."""
        self._load("script", script)
        return self._answer("script", "answered", arguments)

    def _load(self, name: str, script: str) -> None:
        """Run a script in a scope of its own, of which functions can be called by their names."""
        self._engine.eval(f"modules[{json.dumps(name)}] = (() => {{ {script}\nreturn (name) => eval(name); }})(); 0")
        self._loaded.add(name)

    def _answer(self, module: str, function: str, arguments: tuple[Any, ...]) -> Any:
        # Data that stands in a script itself would not be quite the same: the key `__proto__` has a meaning there.
        given = f"JSON.parse({json.dumps(json.dumps(arguments))})"
        call = f"modules[{json.dumps(module)}]({json.dumps(function)})(...{given})"
        answer = self._engine.eval(f"JSON.stringify({call}) ?? 'null'")
        assert isinstance(answer, str)
        return json.loads(answer)
