"""The rules in short, for the back of a sheet or board: the language's paragraphs that fit the game."""

from __future__ import annotations

from sheetgen.drawing.canvas import SMALLEST_TEXT, Canvas, wrapped
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Paint, Scene
from sheetgen.drawing.sheet.cells import is_mixed
from sheetgen.errors import InputError
from sheetgen.locales.labels import render
from sheetgen.locales.texts import RuleFeature
from sheetgen.rules.rulebook import Rulebook

LINE = 1.3
"""From one line to the next, in type sizes."""
APART = 0.7
"""Extra space between paragraphs, in type sizes."""
USUAL_DICE = 6
LARGEST = 1.3
"""The text grows at most to this many times the layout's small print."""

Paragraph = tuple[str, list[str]]


def rules_page(edition: Edition, width: float, height: float, margin: float, text: float) -> Scene:
    """A page of this size, in two columns, set in type as large as it allows."""
    canvas = edition.canvas(width, height)
    canvas.ground(edition.theme.ink.paper)
    ink = edition.theme.ink
    inner = margin + text
    area = Box(inner, inner + text * 4, width - 2 * inner, height - 2 * inner - text * 4)
    joint = " – " if ":" in edition.title else ": "
    title = f"{edition.title}{joint}{edition.label('rules')}"
    canvas.text(area.x, inner + text, title, text * 1.9, ink.text, "bold", room=area.w)
    _draw_stripe(canvas, edition, Box(area.x, inner + text * 2.6, area.w, text * 0.3))
    gutter = text * 2.5
    column = (area.w - gutter) / 2
    columns, size = _largest(edition, text * LARGEST, column, area.h)
    for index, paragraphs in enumerate(columns):
        x, y = area.x + index * (column + gutter), area.y
        for heading, lines in paragraphs:
            canvas.text(x, y + size * 0.5, heading, size, ink.text, "bold", room=column)
            y += size * LINE
            for line in lines:
                canvas.text(x, y + size * 0.5, line, size, ink.text)
                y += size * LINE
            y += size * APART
    return canvas.scene("rules")


def rule_paragraphs(edition: Edition) -> list[tuple[str, str]]:
    """Heading and text of the language's paragraphs that fit the game."""
    values, features = rule_values(edition), _features(edition.rulebook)
    return [
        (rule.heading, render(rule.text, values))
        for rule in edition.locale.rules
        if features.issuperset(rule.when) and features.isdisjoint(rule.unless)
    ]


def rule_values(edition: Edition) -> dict[str, str | int]:
    """What the paragraphs may name."""
    rulebook = edition.rulebook
    points = rulebook.scores[0].points
    return {
        "players": edition.layout.game.players.span,
        "rows": len(rulebook.coloured_rows),
        "needs": edition.needs,
        "closed": rulebook.closed_rows,
        "boxes": rulebook.penalty_boxes,
        "penalty": edition.penalty,
        "cost": -rulebook.penalty_points,
        "most": len(points) - 1,
        "best": points[-1],
        "move": rulebook.move,
        "final": rulebook.final,
        "far": max((space.extra for track in rulebook.tracks.values() for space in track), default=0),
        "each": rulebook.tokens_each,
        "dice": rulebook.dice,
        "last": max((row.lock.last for row in rulebook.rows if row.lock), default=0),
        "lines": ", ".join(edition.locale.text(line.title) for line in edition.layout.game.lines.values()),
    }


def _features(rulebook: Rulebook) -> set[RuleFeature]:
    """What kind of game this is, in the words by which locales choose their paragraphs."""
    rows, coloured = rulebook.rows, rulebook.coloured_rows
    has: dict[RuleFeature, object] = {
        "sheets": not rulebook.token_colours,
        "tokens": rulebook.token_colours,
        "bonus": any(row.between for row in rows),
        "track": rulebook.tracks,
        "dice": rulebook.dice != USUAL_DICE,
        "colours": any(is_mixed(row) for row in coloured),
        "numbers": any(_is_jumbled([cell.number for cell in row.cells]) for row in coloured),
        "closing": any(len(row.closing) > 1 for row in rows),
        "doubles": rulebook.doubles,
        "twice": rulebook.twice,
        "lines": rulebook.own_lines,
        "links": rulebook.links,
        "swap": any(row.swaps for row in rows),
        "lucky": rulebook.lucky,
    }
    return {feature for feature, found in has.items() if found}


def _is_jumbled(numbers: list[int]) -> bool:
    """Do they go neither up nor down?"""
    return sorted(numbers) not in (numbers, numbers[::-1])


def _draw_stripe(canvas: Canvas, edition: Edition, box: Box) -> None:
    """A line in the colours of the rows."""
    rows = edition.rulebook.coloured_rows
    width = box.w / len(rows)
    for index, row in enumerate(rows):
        canvas.rect(Box(box.x + index * width, box.y, width, box.h), Paint(fill=edition.row_colours(row).edge))


def _largest(edition: Edition, size: float, column: float, height: float) -> tuple[list[list[Paragraph]], float]:
    """The paragraphs in two columns, and the largest size at which they fit."""
    texts = rule_paragraphs(edition)
    while size >= SMALLEST_TEXT:
        columns = _balanced(
            [(heading, wrapped(text, size, edition.faces["regular"], column)) for heading, text in texts]
        )
        if max(map(_height, columns)) * size <= height:
            return columns, size
        size *= 0.97
    raise InputError.of("the rules in short do not fit on the back", "Make the sheet larger, or print without them.")


def _height(paragraphs: list[Paragraph]) -> float:
    """In type sizes."""
    return sum((1 + len(lines)) * LINE + APART for _, lines in paragraphs) - APART


def _balanced(paragraphs: list[Paragraph]) -> list[list[Paragraph]]:
    """Two columns of about the same height, paragraphs kept whole."""
    splits = ([paragraphs[:at], paragraphs[at:]] for at in range(len(paragraphs) + 1))
    return min(splits, key=lambda columns: max(map(_height, columns)))
