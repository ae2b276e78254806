"""The JSON Schema says what the models say: judged by another validator."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from sheetgen.layouts.files.merge import KINDS, Kind
from sheetgen.layouts.json_schema import json_schema
from sheetgen.locales.texts import BookWords, Labels, PhotoWords, ScanWords, ScorerWords, ScoringWords
from sheetgen.resources import folder
from tests.helpers import EXAMPLE_LAYOUTS, EXAMPLE_LOCALES, EXAMPLE_THEMES, run

TEXTS = (Labels, ScoringWords, ScorerWords, BookWords, PhotoWords, ScanWords)
"""Their keys are explained by the English texts."""


def files(kind: Kind) -> list[Path]:
    examples = {"layouts": EXAMPLE_LAYOUTS, "themes": EXAMPLE_THEMES, "locales": EXAMPLE_LOCALES}[kind]
    return [*sorted((folder("templates") / kind).glob("*.toml")), *examples]


ALL = [(kind, path) for kind in KINDS for path in files(kind)]


def faults(kind: Kind, data: Any) -> list[str]:
    return [error.message for error in Draft7Validator(json_schema(kind)).iter_errors(data)]


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_a_schema(kind: Kind) -> None:
    Draft7Validator.check_schema(json_schema(kind))


@pytest.mark.parametrize(("kind", "path"), ALL, ids=[path.name for _, path in ALL])
def test_every_file_that_comes_along_is_valid(kind: Kind, path: Path) -> None:
    assert not faults(kind, tomllib.loads(path.read_text(encoding="utf-8")))


def tables(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield data
    for value in data.values():
        if isinstance(value, dict):
            yield from tables(value)


def test_an_unknown_key_is_invalid_wherever_it_stands() -> None:
    data = tomllib.loads((folder("templates") / "layouts" / "classic.toml").read_text(encoding="utf-8"))
    data["labels"] = {"scan": "Scan"}
    for index in range(len(list(tables(data)))):
        changed = copy.deepcopy(data)
        table = list(tables(changed))[index]
        if "en" not in table:  # texts may be in any language
            table["Unknown Key"] = 1
            assert faults("layouts", changed), table


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("layouts", {}),
        ("layouts", {"slug": "x"}),
        ("layouts", {"extends": "classic", "slug": "Not A Slug"}),
        ("layouts", {"extends": "classic", "sheet": {"width": 200}}),
        ("layouts", {"extends": "classic", "sheet": {"text": "auto"}}),
        ("layouts", {"extends": "classic", "sheet": {"places": {"code": "middle"}}}),
        ("layouts", {"extends": "classic", "game": {"penalties": {"boxes": 9}}}),
        ("layouts", {"extends": "classic", "game": {"rows": {"Red": {}}}}),
        ("layouts", {"extends": "classic", "game": {"penalties": False}}),
        ("layouts", {"extends": "classic", "labels": {"scann": "Scan"}}),
        ("layouts", {"extends": "classic", "game": {"rows": {"red": {"doubles": [2, 3]}}}}),
        ("layouts", {"extends": "classic", "game": {"rows": {"red": {"scores": "no"}}}}),
        ("layouts", {"extends": "classic", "game": {"rows": {"red": {"lock": {"last": 5}}}}}),
        ("layouts", {"extends": "classic", "game": {"links": ["red 6", "yellow 6"]}}),
        ("layouts", {"extends": "classic", "game": {"swap": {"pairs": 85}}}),
        ("layouts", {"extends": "classic", "game": {"lucky": ["six"]}}),
        ("layouts", {"extends": "classic", "game": {"shuffle": ["rows"]}}),
        ("layouts", {"extends": "classic", "game": {"lines": {"steps": {"symbol": "sun"}}}}),
        ("themes", {"extends": "color", "colours": {"red": "#redred"}}),
        ("themes", {"extends": "color", "ink": {"paper": "#ff"}}),
        ("locales", {"extends": "en", "code": "FRENCH"}),
    ],
)
def test_what_the_program_refuses_is_invalid(kind: Kind, data: dict[str, Any]) -> None:
    assert faults(kind, data)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("layouts", {"extends": "classic", "sheet": {"width": "auto", "cell": {"shape": "round"}}}),
        ("layouts", {"extends": "classic", "game": {"rows": {"blue": False, "red": {"lock": False}}}}),
        ("layouts", {"extends": "classic", "game": {"rows": {"red": {"doubles": "2..11", "twice": "3 5"}}}}),
        ("layouts", {"extends": "classic", "game": {"lucky": [6, 12], "shuffle": ["lucky", "numbers"]}}),
        ("layouts", {"extends": "connected-chain", "game": {"links": False}}),
        ("layouts", {"extends": "connected-steps", "game": {"lines": {"steps": False}}}),
        ("layouts", {"extends": "xchange", "game": {"swap": False}}),
        ("layouts", {"extends": "double-a", "game": {"rows": {"red": {"doubles": False, "lock": {"last": 2}}}}}),
        ("layouts", {"extends": "onboard", "board": False, "game": {"track": False}, "pieces": False}),
        ("themes", {"extends": "color", "colours": {"red": "#aa0011", "plum": {"band": "#551144"}}}),
    ],
)
def test_what_the_program_takes_is_valid(kind: Kind, data: dict[str, Any]) -> None:
    assert not faults(kind, data)


def test_every_key_is_explained() -> None:
    schemas = [json_schema(kind) for kind in KINDS]
    tables = {name: table for schema in schemas for name, table in [("", schema), *schema["definitions"].items()]}
    assert len(tables) > 20
    texts = [model.__name__ for model in TEXTS]
    missing = [
        f"{name}.{key}"
        for name, table in tables.items()
        for key, schema in table["properties"].items()
        if name not in texts and not schema.get("description")
    ]
    assert not missing


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_prints_it(kind: Kind, capsys: Any) -> None:
    told = run(capsys, "schema", kind.removesuffix("s"))
    assert told.status == 0 and f'"sheetgen {kind.removesuffix("s")}"' in told.output
    assert run(capsys, "schema", "nothing").status == 2
