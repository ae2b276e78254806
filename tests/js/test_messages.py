"""Findings in words, as far as no comparison with Python would show it."""

from __future__ import annotations

import pytest

from tests.js.modules import Modules

WORDS = {
    "rows": {"red": "Red", "constructor": "Constructor", "red-yellow": "Red-Yellow"},
    "figures": {"total": "Total", "penalties": "Misthrows"},
    "lock": "{{ row }} lock",
    "both": "{{ others }} and {{ last }}",
    "findings": {"test": "{{ value }}."},
}


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("{{ one }} and {{one}}", "1 and 1"),
        ("{{ braces }}, {{ pattern }}", "{{ one }}, $& $1"),
        ("{{ unknown }} {{ constructor }} { one } {{ }}", "{{ unknown }} {{ constructor }} { one } {{ }}"),
    ],
)
def test_only_placeholders_of_the_text_are_replaced(modules: Modules, text: str, rendered: str) -> None:
    values = {"one": 1, "braces": "{{ one }}", "pattern": "$& $1"}
    assert modules.call("js/messages", "render", text, values) == rendered


@pytest.mark.parametrize(("number", "text"), [(5, "5"), (0, "0"), (-15, "−15")])
def test_a_minus_is_a_true_one(modules: Modules, number: int, text: str) -> None:
    assert modules.call("js/messages", "signed", number) == text


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("red 5", "Red 5"),
        ("red 5#2", "Red 5#2"),
        ("penalty 2", "Misthrows 2"),
        ("red lock", "Red lock"),
        ("red-yellow 12", "Red-Yellow 12"),
        ("constructor lock", "Constructor lock"),
    ],
)
def test_cells_are_called_by_their_row(modules: Modules, id: str, name: str) -> None:
    assert modules.call("js/messages", "cellName", id, WORDS) == name


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (-5, "−5"),
        ("A-B", "A-B"),
        ({"cells": ["red 5", "red lock"]}, "Red 5, Red lock"),
        ({"rows": ["red", "constructor"]}, "Red, Constructor"),
        ({"names": ["A"]}, "A"),
        ({"names": ["A", "B", "C"]}, "A, B and C"),
        ({"figure": "total"}, "Total"),
        ({"figure": "constructor"}, "Constructor"),
    ],
)
def test_every_kind_of_value_is_named(modules: Modules, value: object, name: str) -> None:
    finding = {"reason": "test", "values": {"value": value}}
    assert modules.call("js/messages", "message", finding, WORDS) == f"{name}."
