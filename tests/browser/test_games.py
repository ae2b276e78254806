"""Whole games, tapped in on a phone, get what `sheetgen score` says of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.layouts.catalog import load_variant
from sheetgen.layouts.locales import load_locale
from sheetgen.layouts.names import figure_name, signed
from sheetgen.rules.grid import Grid
from sheetgen.rules.record import Sheet
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.simulate import Setup, play
from tests.browser.phone import Phone
from tests.helpers import EXAMPLES, VARIANTS, edition, row_cells, run

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


def spoilt(random: Random, rulebook: Rulebook, sheet: Sheet) -> Sheet:
    """A sheet with crosses missing, and others that should not be there."""
    gone = random.sample(sorted(sheet.marks), 3)
    locks = [row.lock.id for row in rulebook.rows if row.lock]
    more = dict.fromkeys([*random.sample(row_cells(rulebook), 5), random.choice(locks)], 1)
    return replace(sheet, marks={**more, **{id: count for id, count in sheet.marks.items() if id not in gone}})


@pytest.mark.parametrize("kind", ["legal", "spoilt"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_simulated_game_tapped_in_scores_as_its_record(
    variant: str, kind: str, served: str, phone: Phone, tmp_path: Path, capsys: Any
) -> None:
    rulebook, random = edition(variant).rulebook, Random(variant)
    record = play(Grid(rulebook), Setup(2, "careful", 7, next(iter(rulebook.tracks), None)), 1).record
    if kind == "spoilt":
        record = replace(record, sheets=tuple(spoilt(random, rulebook, sheet) for sheet in record.sheets))
    sheets = tuple(replace(sheet, history=None) for sheet in record.sheets)
    data = replace(record, sheets=sheets).to_data(rulebook, {"variant": variant})
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    answer = json.loads(run(capsys, "score", str(file), "--json").output)
    assert bool(answer["findings"]) == (kind == "spoilt")
    phone.open(f"{served}/{variant}/")
    phone.enter(data, quick=True)
    phone.go("result")
    phone.tap(".switch")
    assert phone.table() == table_of(answer)
    assert phone.findings() == [told(finding) for finding in answer["findings"]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_cell_takes_a_mark_and_gives_it_back(variant: str, served: str, phone: Phone) -> None:
    phone.open(f"{served}/{variant}/")
    cells = [str(cell.get_attribute("data-cell")) for cell in phone.page.locator(".cell").all()]
    start = [id for id in cells if id == "space 0"]
    assert phone.crossed() == start
    on_sheet = [id for id in cells if not id.startswith("space")]
    along = {other for _, other in edition(variant).rulebook.links}
    phone.click(*(id for id in on_sheet if id not in along))
    assert set(phone.crossed()) == {*on_sheet, *start}
    if phone.page.locator(".token").count():
        phone.tap('.choice button:has-text("Take one back")')
    phone.click(*reversed(on_sheet))  # penalties are taken back from the last one on
    assert phone.crossed() == start
    assert phone.total() == "0"
