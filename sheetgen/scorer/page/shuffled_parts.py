"""The parts from which a page draws any shuffled sheet: a background that all sheets share, and what lies on it.

A layout has millions of shuffled sheets, too many for one page. A page has a symbol for each box, number and set of
signs that a cell can have, for each chain and stair between two rows, and the colours of the bands. The id of a symbol
lists everything that its look depends on; `shuffled_parts.js` builds the same ids.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Circle, Item, Path, Scene, Text, Use
from sheetgen.drawing.sheet.cells_and_locks import cell_signs, draw_cell, number_size
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet.rows import Connectors, draw_connectors, draw_plain_band
from sheetgen.rules.rulebook import Cell, Rulebook
from sheetgen.scorer.page.symbols import rounded

INK = "currentColor"  # the colour that the page sets where it uses a symbol


@dataclass(frozen=True, slots=True)
class CellStyle:
    """Everything that the look of a cell depends on. Width and height are in mm."""

    colour: str
    number: int
    width: float
    height: float
    in_lines: tuple[bool, ...]  # for each score line of the layout's own, whether the cell belongs to it
    is_linked: bool
    is_twice: bool
    is_second: bool
    needs: int  # crosses that a last number needs; 0 for other cells

    @property
    def symbol_ids(self) -> tuple[str, str, str]:
        """Ids of the symbols of the cell's box, number and signs."""
        size = f"{rounded(self.width):g}x{rounded(self.height):g}"
        features = [*self.in_lines, self.is_linked, self.is_twice]
        flags = "".join(str(int(flag)) for flag in (*features, self.is_second))
        return (
            f"box-{self.colour}-{size}-{int(any(features))}",
            f"number-{self.number}-{size}-{int(self.is_second)}",
            f"signs-{self.colour}-{size}-{flags}-{self.needs}",
        )


class ShuffledParts:
    """The parts of all shuffled sheets of a layout, given the rows of some of these sheets."""

    def __init__(self, edition: Edition, samples: Sequence[Scene]) -> None:
        self.edition = edition
        self.rulebook = edition.rulebook
        self.plan = edition.cached(SheetPlan)
        self.rows = [row for row in self.plan.rows if row.row.kind == "coloured"]
        self.scenes: dict[str, Scene] = {
            "shuffled-background": self._background(samples),
            **dict(self._cells()),
            **dict(self._chains()),
            **dict(self._stairs()),
        }
        self.data: dict[str, Any] = {
            "inks": {name: edition.theme.colours[name].ink for name in self.rulebook.die_colours},
            "bands": self._bands(),
        }

    def _background(self, samples: Sequence[Scene]) -> Scene:
        """Return what all sheets share. Where colours are shuffled, it includes the bands in the rows' own colours."""
        canvas = self.edition.canvas(self.plan.width, self.plan.height)
        for row in self.rows if "colours" in self.rulebook.shuffle else ():
            draw_plain_band(canvas, self.edition, self.plan.look.cell, row)
        first, *others = (sample.items for sample in samples)
        shared = [item for item in first if all(item in other for other in others)]
        # A chain or stair may be at the same place in all samples by chance.
        moving = set(self._connectors(self._only_shuffled()).items)
        return Scene(0, 0, (*canvas.scene().items, *(item for item in shared if item not in moving)))

    def _only_shuffled(self) -> Rulebook:
        """Return the rulebook without the links and lines that are the same on all sheets."""
        rulebook = self.rulebook
        shuffle = self.rulebook.shuffle
        return replace(
            rulebook,
            links=rulebook.links if "links" in shuffle else (),
            scores=rulebook.own_lines if "lines" in shuffle else (),
        )

    def _styles(self) -> Iterator[CellStyle]:
        """Yield every style that a cell can have at any place."""
        shuffle = self.rulebook.shuffle
        rulebook = self.rulebook
        lines = rulebook.own_lines
        for row in self.rows:
            for cell, box in zip(row.row.cells, row.cells, strict=False):
                numbers = [each.number for each in row.row.cells] if "numbers" in shuffle else [cell.number]
                colours = rulebook.die_colours if "colours" in shuffle else [cell.colour or ""]
                own_lines = tuple(cell.id in line.cells for line in lines)
                in_lines = list(product([False, True], repeat=len(lines))) if "lines" in shuffle else [own_lines]
                is_linked = [False, True] if "links" in shuffle else [cell.id in rulebook.partners]
                needs = row.row.lock.needs if row.row.lock and cell in row.row.closing else 0
                fixed = cell.id in rulebook.twice, cell.id in rulebook.doubles, needs
                for number, colour, within, link in product(numbers, colours, in_lines, is_linked):
                    yield CellStyle(colour, number, box.w, box.h, within, link, *fixed)

    def _cells(self) -> Iterator[tuple[str, Scene]]:
        """Yield the symbols of all styles. A box has its colours; the page sets the ink of numbers and signs."""
        for style in dict.fromkeys(self._styles()):
            box, number, *signs = self._draw_cell(style)
            parts = ([box], [_inked(number)], [_inked(sign) for sign in signs])
            for id, items in zip(style.symbol_ids, parts, strict=True):
                yield id, Scene(0, 0, tuple(items))

    def _draw_cell(self, style: CellStyle) -> tuple[Item, ...]:
        edition = self.edition
        canvas = edition.canvas(style.width, style.height)
        signs = cell_signs(
            edition,
            style.colour if any(row.row.is_mixed for row in self.rows) else None,
            [line.id for line, is_in in zip(self.rulebook.own_lines, style.in_lines, strict=True) if is_in],
            is_twice=style.is_twice,
            is_heavy=style.is_linked,
            is_second=style.is_second,
            needs=style.needs,
        )
        cell = Cell("", style.number, style.colour)
        box = Box(0, 0, style.width, style.height)
        draw_cell(canvas, edition, self.plan.look.cell, box, cell, signs, number_size(edition, self.plan.look.cell))
        return canvas.scene().items

    def _chains(self) -> Iterator[tuple[str, Scene]]:
        """Yield the chain from each row to the next, relative to the corner of its upper cell."""
        rows = pairwise(self.rows) if "links" in self.rulebook.shuffle else ()
        for index, (upper, lower) in enumerate(rows):
            pair = upper.row.cells[0].id, lower.row.cells[0].id
            connectors = self._connectors(replace(self.rulebook, scores=(), links=(pair,)))
            yield f"chain-{index}", _moved(connectors, upper.cells[0])

    def _stairs(self) -> Iterator[tuple[str, Scene]]:
        """Yield the background and the line of a stair from each row to each row, one column to the right.

        They are relative to the corner of the left cell, and empty where rows are too far apart for a stair.
        """
        for one, other in product(range(len(self.rows)), repeat=2) if "lines" in self.rulebook.shuffle else ():
            cells = self.rows[one].row.cells[0].id, self.rows[other].row.cells[1].id
            line = self.rulebook.own_lines[0]._replace(cells=cells)
            connectors = self._connectors(replace(self.rulebook, scores=(line,), links=()))
            for name, items in (("stair-background", connectors.items[:1]), ("stair-line", connectors.items[1:])):
                yield f"{name}-{one}-{other}", _moved(Scene(0, 0, items), self.rows[one].cells[0])

    def _connectors(self, rulebook: Rulebook) -> Scene:
        """Return all chains and stairs of a rulebook."""
        canvas = self.edition.canvas(self.plan.width, self.plan.height)
        draw_connectors(canvas, self.edition, Connectors(rulebook, self.plan.rows))
        return canvas.scene()

    def _bands(self) -> dict[str, Any] | None:
        """Return the colours of the bands and their places in mm; None if colours are not shuffled."""
        if "colours" not in self.rulebook.shuffle:
            return None
        theme = self.edition.theme
        inner = {row.row.id: row.band.grown(-theme.outline / 2) for row in self.rows}
        used = {colour: theme.colours[colour] for colour in self.rulebook.die_colours}
        return {
            "colours": {name: {"fill": colours.band, "stroke": colours.edge} for name, colours in used.items()},
            "rows": {
                id: {"y": rounded(box.y), "height": rounded(box.h), "right": rounded(box.right)}
                for id, box in inner.items()
            },
            "outline": theme.outline,
            # from the left edge of a band's colour to the left edge of its first cell
            "before": rounded((self.plan.look.cell.gap - theme.outline) / 2),
        }


def _moved(scene: Scene, origin: Box) -> Scene:
    """Return the scene with the corner of a box as its origin."""
    return Scene(0, 0, (Use(scene, -origin.x, -origin.y),) if scene.items else ())


def _inked(item: Item) -> Item:
    """Return the item in the ink that the page sets where it uses the symbol."""
    match item:
        case Text():
            return item._replace(fill=INK)
        case Path() | Circle():
            fill, stroke = (INK if colour else None for colour in (item.paint.fill, item.paint.stroke))
            return item._replace(paint=item.paint._replace(fill=fill, stroke=stroke))
        case _:
            raise TypeError(f"a {type(item).__name__} is no part of a cell's number or signs")
