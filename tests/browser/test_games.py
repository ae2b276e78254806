"""Whole games, tapped in on a phone, get what `sheetgen score` says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheetgen.layouts.catalog import load_variant
from sheetgen.layouts.locales import load_locale
from sheetgen.layouts.names import figure_name, signed
from tests.browser.phone import Phone
from tests.helpers import EXAMPLES, VARIANTS, run

GAMES = ["classic", "bigpoints", "onboard", "duel", "broken"]


def told(finding: dict[str, Any]) -> tuple[str, str]:
    """A finding as the result screen tells it."""
    who = f"{finding['player']}: " if finding["player"] else ""
    return finding["code"], f"{finding['severity']}: {who}{finding['message']} {finding['rule']}"


def table_of(answer: dict[str, Any]) -> dict[str, list[str]]:
    """The answer to a record as the result screen shows it."""
    layout, locale = load_variant(answer["variant"]), load_locale("en")
    players = answer["players"]
    lines = {
        figure_name(row, layout, locale): [
            f"({player['rows'][row]['crosses']}) {player['rows'][row]['points']}" for player in players
        ]
        for row in players[0]["rows"]
    }
    for figure in ("penalties", *(["extra"] if layout.game.track else []), "total"):
        lines[figure_name(figure, layout, locale)] = [signed(player[figure]) for player in players]
    return {**lines, "Rank": [str(player["rank"]) for player in players]}


@pytest.mark.parametrize(("name", "origin"), [*((name, "server") for name in GAMES), ("classic", "file")])
def test_a_game_tapped_in_scores_as_its_record(
    name: str, origin: str, served: str, files: Path, phone: Phone, capsys: Any
) -> None:
    file = EXAMPLES / "games" / f"{name}.json"
    record = json.loads(file.read_text())
    answer = json.loads(run(capsys, "score", str(file), "--json").output)
    variant = record["variant"]
    url = f"{served}/{variant}/" if origin == "server" else (files / f"{variant}.html").as_uri()
    phone.open(url)
    phone.enter(record)
    phone.go("result")
    phone.tap(".switch")
    assert phone.table() == table_of(answer)
    assert phone.findings() == [told(finding) for finding in answer["findings"]]
    assert phone.page.locator(".winner").inner_text().endswith(", ".join(answer["winners"]))
    assert set(phone.requests) <= {"about:blank", url}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_cell_takes_a_mark_and_gives_it_back(variant: str, served: str, phone: Phone) -> None:
    phone.open(f"{served}/{variant}/")
    cells = [str(cell.get_attribute("data-cell")) for cell in phone.page.locator(".cell").all()]
    start = [id for id in cells if id == "space 0"]
    assert phone.crossed() == start
    on_sheet = [id for id in cells if not id.startswith("space")]
    phone.click(*on_sheet)
    assert set(phone.crossed()) == {*on_sheet, *start}
    if phone.page.locator(".token").count():
        phone.tap('.choice button:has-text("Take one back")')
    phone.click(*reversed(on_sheet))  # penalties are taken back from the last one on
    assert phone.crossed() == start
    assert phone.total() == "0"
