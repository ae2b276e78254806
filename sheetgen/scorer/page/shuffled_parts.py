"""What a page needs to draw any shuffled sheet by itself: a ground that all share, and each piece that may lie on it.

Pages know the layout, not its sheets: of those there are millions. So they are given the boxes, numbers and signs that
cells can have, by keys that say what each depends on; chains and stairs from row to row; and the colours of bands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Circle, Item, Path, Scene, Text
from sheetgen.drawing.sheet.cells import cell_signs, draw_cell, number_size
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet.rows import Connectors, draw_connectors, draw_plain_band
from sheetgen.rules.rulebook import Cell, Rulebook, ScoreLine
from sheetgen.writers.scene_data import UNITS, units

INK = "currentColor"

Joined = list[int | str]
"""Where the first of two cells is, and the pieces that join them."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that the look of a cell depends on."""

    colour: str
    number: int
    width: float
    height: float
    lines: tuple[bool, ...]
    """Which of the layout's own lines it is in."""
    is_linked: bool
    is_twice: bool
    is_second: bool

    @property
    def keys(self) -> tuple[str, str, str]:
        """By what the page asks for its box, its number and its signs."""
        size = f"{units(self.width)} {units(self.height)}"
        is_heavy = any(self.lines) or self.is_linked or self.is_twice
        flags = "".join(str(int(flag)) for flag in (*self.lines, self.is_linked, self.is_twice, self.is_second))
        return (
            f"{self.colour} {size} {int(is_heavy)}",
            f"{self.number} {size} {int(self.is_second)}",
            f"{self.colour} {size} {flags}",
        )


class Kit:
    """The pieces of all shuffled sheets of a layout. The ground is cut out of these views of some of them."""

    def __init__(self, edition: Edition, views: Sequence[Scene]) -> None:
        self.edition, self.rulebook, self.plan = edition, edition.rulebook, edition.cached(SheetPlan)
        self.rows = [row for row in self.plan.rows if row.row.is_coloured]
        self.scenes: dict[str, Scene] = {}
        """The pieces by their names."""
        self.data: dict[str, Any] = {
            "ground": self._add(self._ground(views)),
            "cells": self._cells(),
            "inks": {name: edition.theme.colours[name].ink for name in self.rulebook.die_colours},
            "chains": list(self._chains()),
            "stairs": dict(self._stairs()),
            "bands": self._bands(),
        }
        """What the page is told about them."""

    def _add(self, items: Sequence[Item]) -> str:
        name = f"k{len(self.scenes)}"
        self.scenes[name] = Scene(0, 0, tuple(items))
        return name

    def _ground(self, views: Sequence[Scene]) -> list[Item]:
        """What all have in common. Where colours are shuffled, bands are drawn in their own, for others to lie on."""
        canvas = self.edition.canvas(self.plan.width, self.plan.height)
        for row in self.rows if "colours" in self.rulebook.shuffle else ():
            draw_plain_band(canvas, self.edition, self.plan.look.cell, row)
        first, *others = (view.items for view in views)
        shared = [item for item in first if all(item in other for other in others)]
        # What joins cells may be where it is on all of these by chance.
        moving = set(self._joins(self._only_shuffled()))
        return [*canvas.scene().items, *(item for item in shared if item not in moving)]

    def _only_shuffled(self) -> Rulebook:
        """The rulebook without links and lines that stay."""
        rulebook, shuffle = self.rulebook, self.rulebook.shuffle
        return replace(
            rulebook,
            links=rulebook.links if "links" in shuffle else (),
            scores=rulebook.own_lines if "lines" in shuffle else (),
        )

    def _looks(self) -> Iterator[Look]:
        """Every look that a cell can have, wherever it stands."""
        shuffle, rulebook = self.rulebook.shuffle, self.rulebook
        lines = rulebook.own_lines
        linked, doubles = rulebook.partners, rulebook.doubles
        for row in self.rows:
            for cell, box in zip(row.row.cells, row.cells, strict=False):
                numbers = [each.number for each in row.row.cells] if "numbers" in shuffle else [cell.number]
                colours = rulebook.die_colours if "colours" in shuffle else [cell.colour or ""]
                in_lines = product([False, True], repeat=len(lines)) if "lines" in shuffle else [_in(lines, cell)]
                is_linked = [False, True] if "links" in shuffle else [cell.id in linked]
                own = cell.id in rulebook.twice, cell.id in doubles
                for number, colour, within, link in product(numbers, colours, list(in_lines), is_linked):
                    yield Look(colour, number, box.w, box.h, within, link, *own)

    def _cells(self) -> dict[str, str]:
        """The parts of all looks by their keys. Boxes have their colours; all else takes the ink it is used with."""
        found: dict[str, str] = {}
        for look in dict.fromkeys(self._looks()):
            box, number, *signs = self._cell(look)
            for key, items in zip(look.keys, ([box], [_inked(number)], [_inked(sign) for sign in signs]), strict=True):
                if key not in found and items:
                    found[key] = self._add(items)
        return found

    def _cell(self, look: Look) -> tuple[Item, ...]:
        edition, own = self.edition, self.rulebook.own_lines
        canvas = edition.canvas(look.width, look.height)
        signs = cell_signs(
            edition,
            look.colour if any(row.row.is_mixed for row in self.rows) else None,
            [line.id for line, is_in in zip(own, look.lines, strict=True) if is_in],
            is_twice=look.is_twice,
            is_linked=look.is_linked,
            is_second=look.is_second,
        )
        cell, box = Cell("", look.number, look.colour), Box(0, 0, look.width, look.height)
        draw_cell(canvas, edition, self.plan.look.cell, box, cell, signs, number_size(edition, self.plan.look.cell))
        return canvas.scene().items

    def _chains(self) -> Iterator[Joined]:
        """For each row the chain to the next one."""
        for upper, lower in pairwise(self.rows) if "links" in self.rulebook.shuffle else ():
            pair = upper.row.cells[0].id, lower.row.cells[0].id
            yield self._joined(replace(self.rulebook, scores=(), links=(pair,)), upper.cells[0])

    def _stairs(self) -> Iterator[tuple[str, Joined]]:
        """From each row to each, one column on. What lies below a stair's line comes first, then the line."""
        for one, other in product(range(len(self.rows)), repeat=2) if "lines" in self.rulebook.shuffle else ():
            cells = self.rows[one].row.cells[0].id, self.rows[other].row.cells[1].id
            line = self.rulebook.own_lines[0]._replace(cells=cells)
            rulebook = replace(self.rulebook, scores=(line,), links=())
            yield f"{one} {other}", self._joined(rulebook, self.rows[one].cells[0])

    def _joined(self, rulebook: Rulebook, start: Box) -> Joined:
        """What joins the only two cells that are linked or in a line."""
        items = self._joins(rulebook)
        layers = [items] if rulebook.links else [[item] for item in items]
        return [units(start.x), units(start.y), *(self._add(layer) for layer in layers)]

    def _joins(self, rulebook: Rulebook) -> tuple[Item, ...]:
        """All that joins cells by this rulebook."""
        canvas = self.edition.canvas(self.plan.width, self.plan.height)
        draw_connectors(canvas, self.edition, Connectors(rulebook, self.plan.rows))
        return canvas.scene().items

    def _bands(self) -> dict[str, Any] | None:
        """How bands are painted, where they lie, and how far before a cell its colour begins."""
        if "colours" not in self.rulebook.shuffle:
            return None
        theme = self.edition.theme
        edges = {row.row.id: row.band.grown(-theme.outline / 2) for row in self.rows}
        used = {colour: theme.colours[colour] for colour in self.rulebook.die_colours}
        return {
            "colours": {name: [colours.band, colours.edge] for name, colours in used.items()},
            "rows": {id: [units(edge.y), units(edge.h), units(edge.right)] for id, edge in edges.items()},
            "line": UNITS * theme.outline,
            "before": round(UNITS * (self.plan.look.cell.gap - theme.outline) / 2, 1),
        }


def _inked(item: Item) -> Item:
    """The item in whatever ink it is used with."""
    match item:
        case Text():
            return item._replace(fill=INK)
        case Path() | Circle():
            fill, stroke = (INK if colour else None for colour in (item.paint.fill, item.paint.stroke))
            return item._replace(paint=item.paint._replace(fill=fill, stroke=stroke))
        case _:
            raise TypeError(f"{type(item).__name__} is no part of a cell's number or signs")


def _in(lines: Sequence[ScoreLine], cell: Cell) -> tuple[bool, ...]:
    return tuple(cell.id in line.cells for line in lines)
