"""`sheetgen score LINK`: what the scorer's page shares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import run

BASE = "http://sheetgen.local:8717/classic/"
CODE = "FW3UUni-fGfZUlzJ"
"""A classic sheet without a name: 70 points, two of the four boxes for penalties crossed."""


@pytest.mark.parametrize(
    "link",
    [
        f"{BASE}#{CODE}",
        f"https://games.example.org/a/b/classic/index.html#{CODE}",
        f"HTTP://127.0.0.1/classic#{CODE}).",
        f"file:///home/anna/classic/#{CODE}",
    ],
)
def test_a_shared_sheet(link: str, capsys: Any) -> None:
    outcome = run(capsys, "score", link, "--json")
    assert outcome.status == 0, outcome.errors
    answer = json.loads(outcome.output)
    assert answer["players"] == [
        {
            "name": "Player 1",
            "rows": {
                "red": {"crosses": 4, "points": 10},
                "yellow": {"crosses": 3, "points": 6},
                "green": {"crosses": 7, "points": 28},
                "blue": {"crosses": 8, "points": 36},
            },
            "penalties": -10,
            "extra": 0,
            "total": 70,
            "rank": 1,
        }
    ]


def test_it_speaks_the_language(capsys: Any) -> None:
    assert "Spieler 1" in run(capsys, "score", f"{BASE}#{CODE}", "--lang", "de").output


def test_a_layout_of_ones_own_is_given_along(own_folder: Path, capsys: Any) -> None:
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "mine"\ntitle = "Mine"\n')
    link = f"http://x.example/mine/#{CODE}"
    outcome = run(capsys, "score", link)
    assert outcome.status == 2
    assert "leads to 'mine', which is not a built-in layout" in outcome.errors and "--layout" in outcome.errors
    assert "70" in run(capsys, "score", link, "--layout", "mine.toml").output
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "mine"\n[game.penalties]\npoints = -3\n')
    outcome = run(capsys, "score", link, "--layout", "mine.toml")
    assert outcome.status == 2 and "made with other rules: FW3U instead of" in outcome.errors


BAD = {
    "damaged": (f"{BASE}#{CODE[:-1]}A", "the link is damaged"),
    "cut": (f"{BASE}#{CODE[:-3]}", "the link is damaged"),
    "long": (f"{BASE}#{CODE}{'A' * 10_000}", "the link is damaged"),
    "other letters": (f"{BASE}#FW3Uäöü", "the link is damaged"),
    "printed": (f"{BASE}#FW3U6I.7", "holds no crosses"),
    "printed for a player": (f"{BASE}#FW3U6I.7~Anna", "holds no crosses"),
    "printed for nobody known": (f"{BASE}#FW3U6I.7~%C3%0", "holds no crosses"),
    "damaged, with a name": (f"{BASE}#{CODE}~Anna", "the link is damaged"),
    "nothing": (BASE, "holds no crosses"),
    "of another game": (f"{BASE}#THGW{CODE[4:]}", "other rules: THGW instead of FW3U"),
    "nowhere": (f"http://[#{CODE}", "which is not a built-in layout"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_link(name: str, capsys: Any) -> None:
    link, told = BAD[name]
    outcome = run(capsys, "score", link)
    assert (outcome.status, outcome.output) == (2, "")
    assert told in outcome.errors
    assert len(outcome.errors) < 500


def test_a_link_goes_with_no_other_sheets(capsys: Any) -> None:
    outcome = run(capsys, "score", f"{BASE}#{CODE}", "--player", "A: red 2")
    assert outcome.status == 2 and "a link already says whose sheets it holds" in outcome.errors
