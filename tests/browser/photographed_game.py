"""A finished game of four, of which somebody took a photo of each sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from sheetgen.rules.engine.simulate import SimulationSetup
from tests.browser.scores import table_of
from tests.game_helpers import grid, play_alike
from tests.helpers import edition, run
from tests.scorer.sheet_photos import photo, photo_without_code

VARIANT = "classic"
NAMES = ("Anna", "Ben", "Cleo", "Dan")


class PhotographedGame(NamedTuple):
    """The crosses and the photos of all players, and what `sheetgen scan` says about them."""

    crossed: list[tuple[str, ...]]
    photos: list[Path]
    scanned: dict[str, Any]

    def points(self) -> dict[str, list[str]]:
        """Return the table of points."""
        return table_of(self.scanned)


def photographed_game(folder: Path, capsys: Any) -> PhotographedGame:
    """Return a game: one cell of the second sheet is covered, and so is the code of the last sheet."""
    rulebook = edition(VARIANT).rulebook
    sheets = play_alike(grid(VARIANT), SimulationSetup(len(NAMES), "careful", 1), 1).record.sheets
    crossed = [(*sheet.crosses, *rulebook.penalty_cells[: sheet.penalties]) for sheet in sheets]
    unknown = next(id for row in rulebook.rows for id in row.ids if id not in crossed[1])
    covered = [(), (unknown,), ()]
    contents = [photo(VARIANT, 7 + seat, crossed[seat], covered=covered[seat]) for seat in range(3)]
    contents.append(photo_without_code(VARIANT, crossed[3]))
    photos = [folder / f"{name}.jpg" for name in NAMES]
    for file, content in zip(photos, contents, strict=True):
        file.write_bytes(content)
    options = [word for name in NAMES for word in ("--name", name)]
    told = run(capsys, "scan", *map(str, photos), "--variant", VARIANT, *options, "--json")
    return PhotographedGame(crossed, photos, json.loads(told.output))
