from __future__ import annotations

import json
from typing import Any

import pytest

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
