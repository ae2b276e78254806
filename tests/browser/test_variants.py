"""One walk through the page of each variant: from a scanned code to the result."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook
from tests.browser.phone import Phone
from tests.browser.scores import check_result
from tests.game_helpers import play_alike
from tests.helpers import UNLIKE, VARIANTS, edition, row_cells, run
from tests.profiles import selection

WITH_EVERY_CELL = selection(VARIANTS, UNLIKE)
WALKED = selection(VARIANTS, [*UNLIKE, "bonus-a", "bonus-b", "connected-chain"])
CELLS = "() => [...document.querySelectorAll('.cell')].map((cell) => cell.dataset.cell)"


@pytest.mark.parametrize("variant", WALKED)
def test_a_walk_through_the_page(variant: str, served: str, phone: Phone, tmp_path: Path, capsys: Any) -> None:
    rulebook = edition(variant).rulebook
    phone.open(f"{served}/{variant}/#{fingerprint(edition(variant))}.5")
    check_sheet_is_known(phone)
    check_camera_is_in_reach_of_the_thumb(phone, has_sheets=edition(variant).layout.sheet is not None)
    if variant in WITH_EVERY_CELL:
        check_every_cell_takes_a_mark_and_gives_it_back(phone, rulebook)
    record = replace(simulated(rulebook), sheets=tuple(spoilt(Random(variant), rulebook)))
    check_record(phone, variant, record, tmp_path, capsys)
    check_players_join_and_play(phone, rulebook)
    assert set(phone.requests) == {f"{served}/{variant}/"}


@pytest.mark.parametrize("variant", selection(VARIANTS, ["xchange"]))
def test_a_legal_game_scores_as_its_record(
    variant: str, served: str, phone: Phone, tmp_path: Path, capsys: Any
) -> None:
    phone.open(f"{served}/{variant}/")
    answer = check_record(phone, variant, simulated(edition(variant).rulebook), tmp_path, capsys)
    assert not answer["findings"]


def check_sheet_is_known(phone: Phone) -> None:
    """Its number is shown, and nothing is said of other rules."""
    assert "No. 5" in phone.page.locator(".name-line").inner_text()
    assert not phone.page.locator(".notices p").count()


def check_camera_is_in_reach_of_the_thumb(phone: Phone, has_sheets: bool) -> None:
    button = phone.page.locator('[data-key="photo"]')
    assert button.count() == has_sheets
    if has_sheets:
        box = button.bounding_box()
        assert box and box["y"] > 740 / 2 and box["y"] + box["height"] <= 740 and box["x"] + box["width"] <= 360
        assert box["width"] >= 44 and box["height"] >= 44
        field = phone.page.locator('input[type="file"][accept^="image/"]')
        assert field.get_attribute("accept") == "image/jpeg,image/png,image/webp"
        assert field.evaluate("field => field.multiple && !field.capture"), "phones offer the camera and the gallery"


def check_every_cell_takes_a_mark_and_gives_it_back(phone: Phone, rulebook: Rulebook) -> None:
    cells = [str(id) for id in phone.page.evaluate(CELLS)]
    start = [id for id in cells if id == "space 0"]
    assert phone.crossed() == start
    on_sheet = [id for id in cells if not id.startswith("space")]
    along = {other for _, other in rulebook.links}
    phone.cross(*(id for id in on_sheet if id not in along))
    assert set(phone.crossed()) == {*on_sheet, *start}
    if rulebook.tokens_each:
        phone.tap('.choice button:has-text("Take one back")')
    phone.cross(*reversed(on_sheet))  # penalties are taken back from the last one on
    assert phone.crossed() == start
    assert phone.total() == "0"
    if rulebook.tokens_each:
        phone.tap('.choice button:has-text("Place")')


def check_record(phone: Phone, variant: str, record: Record, folder: Path, capsys: Any) -> dict[str, Any]:
    """The page says of a game what `sheetgen score` says of its record."""
    sheets = tuple(replace(sheet, history=None) for sheet in record.sheets)
    data = replace(record, sheets=sheets).to_data(edition(variant).rulebook, {"variant": variant})
    file = folder / "game.json"
    file.write_text(json.dumps(data))
    answer: dict[str, Any] = json.loads(run(capsys, "score", str(file), "--json").output)
    phone.enter(data, quick=True)
    check_result(phone, answer)
    return answer


def check_players_join_and_play(phone: Phone, rulebook: Rulebook) -> None:
    """In a new game: a second player, every cell as we play, a shared link."""
    phone.choose("New game")
    ids = row_cells(rulebook)
    if not rulebook.tokens_each:
        phone.tap('[data-key="add"]')
        phone.tap("[data-key$=' playing']")
    phone.cross(*ids)
    assert set(phone.crossed()) & set(ids)
    if rulebook.tracks:
        phone.cross("space 1")
    phone.go("result")
    assert "#" in phone.shared_link("share game")


def simulated(rulebook: Rulebook) -> Record:
    """A game of two careful players."""
    return play_alike(Grid(rulebook), SimulationSetup(2, "careful", 7, next(iter(rulebook.tracks), None)), 1).record


def spoilt(random: Random, rulebook: Rulebook) -> Iterable[Sheet]:
    """Sheets with crosses missing, and others that should not be there."""
    locks = [row.lock.id for row in rulebook.rows if row.lock]
    for sheet in simulated(rulebook).sheets:
        gone = random.sample(sorted(sheet.crosses), 3)
        more = dict.fromkeys([*random.sample(row_cells(rulebook), 5), random.choice(locks)], 1)
        kept = {id: count for id, count in sheet.crosses.items() if id not in gone}
        yield replace(sheet, crosses={**more, **kept})
