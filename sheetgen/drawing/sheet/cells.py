"""One cell: its box, its number, and the small signs below it that tell what else is so about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sheetgen.drawing.canvas import SMALLEST_TEXT, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Box, Paint
from sheetgen.drawing.shapes import symbol
from sheetgen.layouts.models.looks import CellLook
from sheetgen.model import MIN_TYPE_PT, SymbolName
from sheetgen.rules.rulebook import Cell, Row
from sheetgen.themes.theme import RowColours

NUMBER_WIDTH = 0.62
"""The widest number takes at most this share of its cell's width,"""
NUMBER_HEIGHT = 0.42
"""and its digits at most this share of its height, so that a cross stands out beside it."""
BONUS_NUMBER = 0.92
"""The numbers of bonus fields are so much smaller, to stay off the ring."""
SECOND_NUMBER = 0.4
"""The digits in a second box take this share of its height."""
PAIR_WIDTH = 0.74
"""Pairs of numbers take at most this share of their cell's width."""
SIGN_HEIGHT = 0.42
"""Signs take this share of the room below the number,"""
SIGNS_WIDTH = 0.8
"""at most this share of the cell's width,"""
SIGNS_APART = 0.4
"""and stand so far apart, in their heights."""
HEAVY = 2.2
"""The frames of special cells, in outlines."""
TWICE = "×2"


class Signs(NamedTuple):
    """What a cell shows besides its number."""

    symbols: tuple[SymbolName, ...] = ()
    """Of its colour, where the row has several, and of the score lines that it belongs to."""
    words: tuple[str, ...] = ()
    """That it counts twice; the letter that it shares with the cell it is linked to."""
    is_heavy: bool = False
    """Has it a heavy frame?"""
    is_second: bool = False
    """Is it the second box of a number?"""


def signs_of(edition: Edition, letters: Mapping[str, str]) -> dict[str, Signs]:
    """The signs of all cells of coloured rows. Letters are those of linked cells that no chain can join."""
    rulebook = edition.rulebook
    lines, linked, doubles = rulebook.own_lines, rulebook.partners, rulebook.doubles
    return {
        cell.id: cell_signs(
            edition,
            cell.colour if is_mixed(row) else None,
            [line.id for line in lines if cell.id in line.cells],
            letters.get(cell.id, ""),
            is_twice=cell.id in rulebook.twice,
            is_linked=cell.id in linked,
            is_second=cell.id in doubles,
        )
        for row in rulebook.coloured_rows
        for cell in row.cells
    }


def cell_signs(
    edition: Edition,
    colour: str | None,
    lines: Sequence[str],
    letter: str = "",
    *,
    is_twice: bool,
    is_linked: bool,
    is_second: bool,
) -> Signs:
    """What a cell shows: its colour, if its row has several; the lines it is in; its letter, if it has one."""
    symbols = [edition.theme.colours[colour].symbol] if colour and edition.theme.symbols else []
    symbols += [edition.layout.game.lines[line].symbol for line in lines]
    words = ([TWICE] if is_twice else []) + ([letter] if letter else [])
    is_heavy = is_twice or is_linked or bool(lines)
    return Signs(() if is_second else tuple(symbols), tuple(words), is_heavy, is_second)


def is_mixed(row: Row) -> bool:
    """Has it cells of several colours?"""
    return len({cell.colour for cell in row.cells} | ({row.lock.colour} if row.lock else set())) > 1


def number_size(edition: Edition, cell: CellLook) -> float:
    """One type size for all numbers, set by the widest and the height of the cell."""
    face = edition.faces["number"]
    numbers = {str(each.number) for row in edition.rulebook.rows if not row.swaps for each in row.cells}
    widest = max(text_width(number, 1.0, face) for number in numbers)
    return min(NUMBER_WIDTH * cell.width / widest, NUMBER_HEIGHT * cell.height / face.cap_height)


def draw_cell(
    canvas: Canvas, edition: Edition, look: CellLook, box: Box, cell: Cell, signs: Signs, size: float
) -> None:
    """A cell of a coloured row, in its colour, with a number of this type size."""
    own, theme = edition.theme.colours[cell.colour or ""], edition.theme
    line = theme.outline * HEAVY if signs.is_heavy else theme.outline
    canvas.rect(box, Paint(own.cell, own.frame, line), look.corner, cell.id)
    if signs.is_second:
        size = _legible(edition, SECOND_NUMBER * box.h / edition.faces["number"].cap_height, "second")
    canvas.text(*box.centre, str(cell.number), size, own.ink, "number", "middle")
    _draw_signs(canvas, edition, box, signs, own, size)


def draw_pair(
    canvas: Canvas, edition: Edition, look: CellLook, box: Box, cell: Cell, pair: tuple[int, int], row: Row
) -> None:
    """A pair of a swap row, plain, as large as the widest pair of the row allows."""
    ink, face = edition.theme.ink, edition.faces["number"]
    widest = max(text_width(_written(each), 1.0, face) for each in row.swaps)
    size = _legible(edition, min(PAIR_WIDTH * box.w / widest, number_size(edition, look)), "width")
    canvas.rect(box, Paint(ink.box, ink.on_box, edition.theme.outline), look.corner, cell.id)
    canvas.text(*box.centre, _written(pair), size, ink.on_box, "number", "middle")


def _written(pair: tuple[int, int]) -> str:
    """As it stands on the sheet."""
    return f"{pair[0]}/{pair[1]}"


def _draw_signs(canvas: Canvas, edition: Edition, box: Box, signs: Signs, own: RowColours, size: float) -> None:
    """Side by side in the middle of the room below the number, as large as all of them fit."""
    face = canvas.faces["number"]
    room = (box.h - face.cap_height * size) / 2
    widths = [1.0] * len(signs.symbols) + [text_width(word, 1 / face.cap_height, face) for word in signs.words]
    together = sum(widths) + SIGNS_APART * (len(widths) - 1)
    if not widths:
        return
    height = min(SIGN_HEIGHT * room, SIGNS_WIDTH * box.w / together)
    y, x = box.bottom - room / 2, box.centre[0] - together * height / 2
    for name in signs.symbols:
        canvas.add(symbol(name, x + height / 2, y, height / 2, own.ink))
        x += height * (1 + SIGNS_APART)
    for word in signs.words:
        type_size = _legible(edition, height / face.cap_height, "height")
        x += canvas.text(x, y, word, type_size, own.ink, "number").width + height * SIGNS_APART


def _legible(edition: Edition, size: float, key: str) -> float:
    """The type size itself, or an error that names the key of the cell that is to blame."""
    if size < SMALLEST_TEXT:
        points = size / SMALLEST_TEXT * MIN_TYPE_PT
        raise edition.layout.error(
            f"what stands in the cells would be {points:.1f} pt high, too small to be read",
            f"At least {MIN_TYPE_PT} pt: give cell.{key} {SMALLEST_TEXT / size - 1:.0%} more.",
            *(("sheet", "cell", name) for name in (key, "height", "width")),
            ("sheet", "cell"),
        )
    return size
