"""Positions of the rows and their cells, for sheets and boards alike. Nothing here draws."""

from typing import NamedTuple

from sheetgen.drawing.scene import Box
from sheetgen.layouts.layout import BandLook, CellLook
from sheetgen.rules.rulebook import Row, Rulebook

SECOND_GAP = 0.45  # gap between a number and its second box / gap between two cells
PAIRS_HEAD = 1.5  # width of the label before pairs / cell pitch
MAX_PAIR_WIDTH = 1.5  # largest width of a pair of numbers / cell width


class PlacedRow(NamedTuple):
    """A row with the boxes of its band and its cells, the lock last."""

    row: Row
    band: Box
    cells: tuple[Box, ...]

    @property
    def boxes(self) -> dict[str, Box]:
        """The boxes of the cells and the lock by id."""
        return dict(zip(self.row.ids, self.cells, strict=True))


def rows_width(rulebook: Rulebook, cell: CellLook, band: BandLook) -> float:
    """Return the width of the rows with their bands in mm. Second boxes take no columns of their own."""
    doubles = rulebook.doubles
    columns = max(
        len(row.cells) + PAIRS_HEAD if row.kind == "pairs" else sum(id not in doubles for id in row.ids)
        for row in rulebook.rows
    )
    return band.head + columns * (cell.width + cell.gap) - cell.gap + band.padding


def place_rows(rulebook: Rulebook, cell: CellLook, band: BandLook, x: float, y: float) -> list[PlacedRow]:
    """Place the rows one below the other from x, y on. Bonus rows touch the bands of their neighbours."""
    width, pitch = rows_width(rulebook, cell, band), cell.width + cell.gap
    doubles = rulebook.doubles
    placed: list[PlacedRow] = []
    for row in rulebook.rows:
        if placed and not row.between and not placed[-1].row.between:
            y += band.gap
        if row.between:
            left, top, side = x + band.head, y + band.bonus, min(cell.width, cell.height)
            inset = (cell.width - side) / 2  # bonus fields are in the middle of their columns
            boxes = [Box(left + column * pitch + inset, top, side, side) for column in range(len(row.ids))]
            height = side + 2 * band.bonus
        elif row.kind == "pairs":
            left, count = x + band.head + PAIRS_HEAD * pitch, len(row.cells)
            room = x + width - band.padding - left
            each = min((room + cell.gap) / count - cell.gap, MAX_PAIR_WIDTH * cell.width)
            boxes = [
                Box(left + index * (each + cell.gap), y + band.padding, each, cell.height) for index in range(count)
            ]
            height = cell.height + 2 * band.padding
        else:
            boxes = _cells(row, doubles, cell, x + band.head, y + band.padding)
            height = _row_height(row, doubles, cell) + 2 * band.padding
        placed.append(PlacedRow(row, Box(x, y, width, height), tuple(boxes)))
        y += height
    return placed


def _row_height(row: Row, doubles: dict[str, str], cell: CellLook) -> float:
    has_doubles = any(id in doubles for id in row.ids)
    return cell.height + (SECOND_GAP * cell.gap + cell.second_height if has_doubles else 0.0)


def _cells(row: Row, doubles: dict[str, str], cell: CellLook, x: float, y: float) -> list[Box]:
    """Place cells side by side, second boxes below their numbers. A cell without one is as high as both."""
    numbers, height = set(doubles.values()), _row_height(row, doubles, cell)
    boxes: list[Box] = []
    column = 0
    for id in row.ids:
        if id in doubles:
            top = y + height - cell.second_height
            boxes.append(Box(boxes[-1].x, top, cell.width, cell.second_height))
        else:
            left = x + column * (cell.width + cell.gap)
            boxes.append(Box(left, y, cell.width, cell.height if id in numbers else height))
            column += 1
    return boxes
