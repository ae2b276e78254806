"""Draw everything that can be crossed: numbers with the small signs of special rules, locks, and penalty boxes."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas, LocatedText
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Box, Paint, Turn, Typeface
from sheetgen.drawing.shapes import padlock, symbol
from sheetgen.file_model import MIN_TYPE_PT, SymbolName
from sheetgen.layouts.layout import CellLook
from sheetgen.locales.names import signed
from sheetgen.rules.rulebook import Cell, Lock, Row

NUMBER_WIDTH = 0.62  # widest number / cell width
NUMBER_HEIGHT = 0.42  # height of digits / cell height, small enough for a cross to stand out
BONUS_NUMBER = 0.92  # type size of numbers in bonus fields / that in cells, to keep clear of the ring
SECOND_NUMBER = 0.4  # height of digits in a second box / height of the box
FIELD_SYMBOL = 0.2  # radius of the symbol in a coloured field / cell width
FIELD_WIDTH = 0.74  # widest text in a row that a feature adds / cell width
SIGN_HEIGHT = 0.42  # height of signs without words / space below the number
WORD_HEIGHT = 0.67  # largest height of signs with words / space below the number
WORD_SHARE = 0.6  # largest height of signs with words / height of the number
SIGNS_WIDTH = 0.92  # largest width of all signs together / cell width
SIGN_GAP = 0.4  # gap between signs / their height
HEAVY = 2.2  # outline of special cells / normal outline
FACING_SIZE = 0.8  # type size of a number that is printed twice in its cell / that of other numbers
FACING_NEEDS = 0.42  # type size of the sign between both / that of other numbers
FACING_OFFSET = 0.28  # distance of both from the centre of the cell / height of the cell
TWICE = "×2"  # sign of cells that count twice
NEEDS = "≥{}×"  # sign of last numbers: the crosses that they need


_FACING: tuple[tuple[int, Turn], ...] = ((-1, 180), (1, 0))  # the half of the cell, and how its text is turned


class Signs(NamedTuple):
    """The small signs below the number of a cell, and how the cell itself is drawn."""

    symbols: tuple[SymbolName, ...] = ()  # of the cell's colour, if its row has several, its score lines and rewards
    words: tuple[str, ...] = ()  # TWICE, the letter that the cell shares with its linked cell, dice of a special throw
    needs: str = ""  # NEEDS of a last number, left out if it would be too small to be read
    is_heavy: bool = False  # the cell has a heavy outline
    is_second: bool = False  # the cell is the second box of a number


def signs_of(edition: Edition, letters: Mapping[str, str]) -> dict[str, Signs]:
    """Return the signs of all cells of coloured rows by id. `letters` has those of linked cells without a chain."""
    rulebook = edition.rulebook
    boxes = rulebook.bar.cells if rulebook.bar else ()
    return {
        cell.id: cell_signs(
            edition,
            cell.colour if row.is_mixed else None,
            [line.id for line in rulebook.own_lines if cell.id in line.cells],
            letters.get(cell.id, ""),
            rewards=[index for index, reward in enumerate(rulebook.rewards) if cell.id in reward.cells],
            is_twice=cell.id in rulebook.twice,
            is_heavy=cell.id in rulebook.partners or cell.id in boxes,
            is_second=cell.id in rulebook.doubles,
            needs=row.lock.needs if row.lock and cell in row.closing else 0,
            dice=next((throw.sign for throw in rulebook.throws if throw.number == cell.number), ""),
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
    rewards: Sequence[int] = (),
    is_twice: bool,
    is_heavy: bool,
    is_second: bool,
    needs: int,
    dice: str = "",
) -> Signs:
    """Return the signs of one cell.

    `colour` is None unless the row has several; `lines` are ids of score lines; `rewards` are indices; `needs` is 0 but
    for last numbers; `dice` are those of a special throw. Cells with signs have a heavy outline anyway.
    """
    symbols = [edition.theme.colours[colour].symbol] if colour and edition.theme.symbols else []
    symbols += [edition.layout.game.lines[line].symbol for line in lines]
    symbols += [edition.layout.game.rewards[reward].symbol for reward in rewards]
    words = [word for word in (TWICE if is_twice else "", letter, dice) if word]
    is_heavy = is_heavy or is_twice or bool(lines) or bool(rewards) or bool(dice)
    sign = NEEDS.format(needs) if needs else ""
    return Signs(() if is_second else tuple(symbols), tuple(words), sign, is_heavy, is_second)


def number_size(edition: Edition, look: CellLook) -> float:
    """Return the type size of all numbers in mm, limited by the widest number and the height of the cell."""
    face = edition.faces["number"]
    numbers = {text for row in edition.rulebook.rows if row.kind != "own" for text in row.texts}
    widest = max(text_width(number, 1.0, face) for number in numbers)
    return min(NUMBER_WIDTH * look.width / widest, NUMBER_HEIGHT * look.height / face.cap_height)


def draw_cell(
    canvas: Canvas, edition: Edition, look: CellLook, box: Box, cell: Cell, signs: Signs, size: float
) -> None:
    """Draw a cell of a coloured row, with its number in the given type size."""
    colours = edition.theme.colours[cell.colour or ""]
    line = edition.theme.outline * HEAVY if signs.is_heavy else edition.theme.outline
    canvas.rect(box, Paint(colours.cell, colours.frame, line), look.corner, cell.id)
    if signs.is_second:
        size = _legible_size(edition, SECOND_NUMBER * box.h / edition.faces["number"].cap_height, "second")
    if edition.rulebook.token_colours:
        _draw_facing_text(canvas, box, str(cell.number), size * FACING_SIZE, colours.ink)
        if signs.needs:
            canvas.text(
                *box.centre, signs.needs, size * FACING_NEEDS, colours.ink, "number", "middle", room=box.w * 0.8
            )
        return
    canvas.text(*box.centre, str(cell.number), size, colours.ink, "number", "middle")
    _draw_signs(canvas, edition, box, signs, colours.ink, size)


def _draw_facing_text(canvas: Canvas, box: Box, text: str, size: float, fill: str, room: float | None = None) -> None:
    """Draw a text twice in a cell of a shared board, once towards each player."""
    x, y = box.centre
    for side, turn in _FACING:
        item = canvas.text(x, y + side * box.h * FACING_OFFSET, text, size, fill, "number", "middle", room, turn=turn)
        if set(text) <= set("69"):  # upside down, one looks like the other
            line_y = item.y + side * item.size * 0.14
            canvas.line(x - item.width / 2, line_y, x + item.width / 2, line_y, Paint(stroke=fill, line=size * 0.07))


def draw_field(canvas: Canvas, edition: Edition, look: CellLook, box: Box, cell: Cell, text: str, row: Row) -> None:
    """Draw a cell of a row that a feature adds: the symbol of its colour, or a text that fits like all of the row."""
    ink = edition.theme.ink
    if cell.colour:
        colours = edition.theme.colours[cell.colour]
        canvas.rect(box, Paint(colours.cell, colours.edge, edition.theme.outline * HEAVY), look.corner, cell.id)
        canvas.add(symbol(colours.symbol, *box.centre, box.w * FIELD_SYMBOL, colours.edge))
        return
    canvas.rect(box, Paint(ink.box, ink.on_box, edition.theme.outline), look.corner, cell.id)
    face = edition.faces["number"]
    widest = max(text_width(each, 1.0, face) for each in row.texts)
    size = _legible_size(edition, min(FIELD_WIDTH * box.w / widest, number_size(edition, look)), "width")
    canvas.text(*box.centre, text, size, ink.on_box, "number", "middle")


def draw_lock(canvas: Canvas, edition: Edition, box: Box, lock: Lock) -> None:
    """Draw the lock at the end of a row, in the colours of the row that it closes."""
    colours = edition.theme.colours[lock.colour]
    side = min(box.w, box.h)
    canvas.rect(box, Paint(colours.cell, colours.frame, edition.theme.outline), side / 2, lock.id)
    canvas.add(*padlock(*box.centre, side * 0.46, colours.ink))


def draw_penalty_boxes(
    canvas: Canvas, edition: Edition, boxes: Sequence[Box], radius: float, size: float, room_share: float
) -> None:
    """Draw the penalty boxes with their points, which take at most `room_share` of the width of a box."""
    ink = edition.theme.ink
    for id, points, box in zip(edition.rulebook.penalty_cells, edition.rulebook.penalty_values, boxes, strict=True):
        canvas.rect(box, Paint(ink.box, ink.on_box, edition.theme.outline), radius, id)
        text = LocatedText(signed(points), partial(edition.own_place, ("game", "penalties", "points")))
        if edition.rulebook.token_colours:
            _draw_facing_text(canvas, box, text, size, ink.on_box_soft, box.w * room_share)
        else:
            canvas.text(*box.centre, text, size, ink.on_box_soft, "number", "middle", room=box.w * room_share)


def _draw_signs(canvas: Canvas, edition: Edition, box: Box, signs: Signs, ink: str, size: float) -> None:
    """Draw the signs side by side, centred in the space below the number, as large as they fit."""
    face = canvas.faces["number"]
    number = face.cap_height * size
    room = (box.h - number) / 2
    words = signs.words
    height, together = _sign_sizes(signs.symbols, words, box, number, face)
    if signs.needs:
        with_needs = (*words, signs.needs)
        height_with, together_with = _sign_sizes(signs.symbols, with_needs, box, number, face)
        if height_with >= MIN_TEXT_SIZE * face.cap_height:
            words, height, together = with_needs, height_with, together_with
    y, x = box.bottom - room * (0.47 if words else 0.5), box.centre[0] - together * height / 2
    for name in signs.symbols:
        canvas.add(symbol(name, x + height / 2, y, height / 2, ink))
        x += height * (1 + SIGN_GAP)
    for word in words:
        type_size = _legible_size(edition, height / face.cap_height, "height")
        x += canvas.text(x, y, word, type_size, ink, "number").width + height * SIGN_GAP


def _sign_sizes(
    symbols: Sequence[SymbolName], words: Sequence[str], box: Box, number: float, face: Typeface
) -> tuple[float, float]:
    """Return the height of the signs of a cell whose number has this height, and their width / height."""
    widths = [1.0] * len(symbols) + [text_width(word, 1 / face.cap_height, face) for word in words]
    together = sum(widths) + SIGN_GAP * (len(widths) - 1)
    if not widths:
        return 0.0, 0.0
    room = (box.h - number) / 2
    height = min(WORD_HEIGHT * room, WORD_SHARE * number) if words else SIGN_HEIGHT * room
    return min(height, SIGNS_WIDTH * box.w / together), together


def _legible_size(edition: Edition, size: float, key: str) -> float:
    """Return the type size, or raise an InputError at the key of the cell's look if it is too small to be read."""
    if size < MIN_TEXT_SIZE:
        points = size / MIN_TEXT_SIZE * MIN_TYPE_PT
        raise edition.layout.error(
            f"the text in the cells would be {points:.1f} pt high, too small to be read",
            f"At least {MIN_TYPE_PT} pt: give cell.{key} {MIN_TEXT_SIZE / size - 1:.0%} more.",
            *(("sheet", "cell", name) for name in (key, "height", "width")),
            ("sheet", "cell"),
        )
    return size
