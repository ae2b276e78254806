"""The reading of a sheet on a photo, and the questions that it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.rules.audit.findings import Finding
from sheetgen.rules.audit.sheet_checks import check_sheet
from sheetgen.rules.records import Record, Sheet, crosses_data
from sheetgen.rules.rulebook import Rulebook

Answer = Literal["cross", "not", "ask"]


class CellReading(NamedTuple):
    """The reading of one cell: its answer, and the better guess if the answer is "ask"."""

    answer: Answer
    is_crossed: bool


class SheetOnPhoto(NamedTuple):
    """What is read from a sheet on a photo, before it is looked up."""

    link: str | None  # in the code on the sheet; None if it cannot be read
    cells: Mapping[str, CellReading]  # by cell id
    picture: Image.Image  # the rectified sheet, RGB, upright
    scale: float  # pixels of the picture per mm of the sheet

    def of_sheet(self, known_sheets: KnownSheets) -> SheetReading:
        """Return the reading of the known sheet that the link identifies."""
        edition, serial, name = known_sheets.find(self.link)
        return SheetReading(edition, serial, self.cells, self.picture, self.scale, name)


class PhotoReading(NamedTuple):
    """What is on a photo."""

    sheets: list[SheetOnPhoto | PhotoError]  # row by row; a sheet that cannot be read is a PhotoError
    cut_off: int  # corner marks of other sheets, most of which are outside


class Doubt(NamedTuple):
    """A cell to ask about: it is unclear, or it breaks a rule and so was probably misread."""

    cell: str
    is_crossed: bool  # as it was read
    finding: Finding | None  # the broken rule; None if the cell is unclear


@dataclass(frozen=True)
class SheetReading:
    """The reading of a sheet on a photo."""

    edition: Edition  # the layout of the sheet and, if it is shuffled, its arrangement
    serial: int | None  # the serial number of the sheet; None if its code could not be read
    cells: Mapping[str, CellReading]  # by cell id: numbers, locks, bonus fields, penalty boxes
    picture: Image.Image  # the rectified sheet, RGB, upright
    scale: float  # pixels of the picture per mm of the sheet
    name: str = ""  # of the player that the sheet was printed for; empty if unknown

    @property
    def boxes(self) -> Mapping[str, Box]:
        """The positions of the cells on the sheet, in mm."""
        return self.edition.cached(sheet_front).cells()

    @property
    def code(self) -> str | None:
        """The code of a shuffled sheet's arrangement, as in its link; None if it is not shuffled."""
        return self.edition.arrangement.code if self.edition.arrangement else None

    def crosses(self, settled: Mapping[str, bool]) -> dict[str, int]:
        """Return 1 for each crossed cell, penalty boxes included. Settled cells override what was read."""
        return {id: 1 for id, cell in self.cells.items() if settled.get(id, cell.is_crossed)}

    def sheet_data(self, name: str, settled: Mapping[str, bool], game: str) -> dict[str, Any]:
        """Return the player's sheet as it stands in the data of a record of the layout with the slug `game`."""
        crossed = self.crosses(settled)
        penalties = sum(id in crossed for id in self.edition.rulebook.penalty_cells)
        data = {"name": name, **crosses_data(self.edition.rulebook, crossed), "penalties": penalties}
        layout = self.edition.layout.slug
        other = self.code or (layout if layout != game else None)
        return {**data, "sheet": other} if other else data

    def doubts(self, settled: Mapping[str, bool]) -> list[Doubt]:
        """Return one doubt for each unclear or rule-breaking cell that is not settled, in the order of the sheet."""
        found: dict[str, Finding | None] = {**broken_rules(self.edition.rulebook, self.crosses(settled))}
        found |= {id: None for id, cell in self.cells.items() if cell.answer == "ask"}
        left = {id: cell for id, cell in self.cells.items() if id in found and id not in settled}
        return [Doubt(id, cell.is_crossed, found[id]) for id, cell in left.items()]


def broken_rules(rulebook: Rulebook, crosses: Mapping[str, int]) -> dict[str, Finding]:
    """Return the first broken rule of each cell that breaks one, given the crossed cells of a sheet."""
    sheet = Sheet("", crosses)
    found: dict[str, Finding] = {}
    for finding in check_sheet(rulebook, Record((sheet,)), sheet):
        for id in finding.cells:
            found.setdefault(id, finding)
    return found
