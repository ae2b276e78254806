from __future__ import annotations

import json
from typing import Any

import pytest

from sheetgen.rules.shuffle.arrangement import Pad
from tests.game_input.test_link import HOSTILE_NAMES
from tests.helpers import EXAMPLE_LAYOUTS, VARIANTS, edition, row_cells, run


@pytest.mark.parametrize("variant", VARIANTS)
def test_show_json_is_the_rulebook_and_the_geometry(variant: str, capsys: Any) -> None:
    data = json.loads(run(capsys, "show", variant, "--json").output)
    book = edition(variant).rulebook
    assert data["slug"] == variant
    assert [row["id"] for row in data["rows"]] == [row.id for row in book.rows]
    assert [cell["id"] for cell in data["rows"][0]["cells"]] == [cell.id for cell in book.rows[0].cells]
    lock = book.rows[0].lock
    assert lock and data["rows"][0]["lock"].items() >= {"id": "red lock", "colour": "red", "needs": lock.needs}.items()
    assert ("geometry" in data) == bool(edition(variant).layout.sheet)
    if book.tracks:
        assert data["tracks"]["a"][4] == {"row": "green", "number": 10, "extra": 3}
    if "geometry" in data:
        geometry = data["geometry"]
        assert {"size", "qr", "marks", "cells"} == set(geometry)
        assert set(geometry["cells"]) == {*row_cells(book), *book.penalty_cells}


def test_show_tells_people_the_game(capsys: Any) -> None:
    output = run(capsys, "show", "bigpoints").output
    assert "red-yellow    2 3 4 5 6 7 8 9 10 11 12" in output
    assert "105 120" in output


def test_show_takes_a_file(capsys: Any) -> None:
    for example in EXAMPLE_LAYOUTS:
        assert run(capsys, "show", str(example)).status == 0


@pytest.mark.parametrize("ending", ["", "~Zo%C3%AB", "~Anna).", *(f"~{name}" for name in HOSTILE_NAMES.values())])
def test_show_takes_the_link_of_a_sheet_whatever_name_it_was_printed_for(ending: str, capsys: Any) -> None:
    base = "http://sheetgen.local:8717"
    sheet = Pad(edition("gemixxt-b").rulebook, "7").sheet(5)
    rules = edition("gemixxt-b").rulebook.rules_fingerprint
    outcome = run(capsys, "show", f"{base}/classic/#FW3U6I.7{ending}")
    assert (outcome.status, outcome.output) == (0, run(capsys, "show", "classic").output)
    shown = run(capsys, "show", f"{base}/gemixxt-b/#{rules}AA.5.{sheet.code}{ending}", "--json")
    assert shown.status == 0, shown.errors
    assert json.loads(shown.output)["rows"] == json.loads(json.dumps(sheet.rulebook.to_data()))["rows"]
