"""The rules in short, for the back of a sheet or board: the language's paragraphs that fit the game."""

from __future__ import annotations

from sheetgen.drawing.canvas import SMALLEST_TEXT, Canvas, wrapped
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Scene
from sheetgen.errors import InputError
from sheetgen.layouts.labels import render

LINE = 1.3
COLUMNS = 2
Paragraph = tuple[str, list[str]]


def rules_page(edition: Edition, width: float, height: float, margin: float, text: float) -> Scene:
    """A page of this size, set in type as large as it allows."""
    canvas = Canvas(width, height)
    ink = edition.theme.ink
    inner = margin + text
    title = f"{edition.title}: {edition.label('rules')}"
    canvas.text(inner, inner + text, title, text * 1.9, ink.text, "bold", room=width - 2 * inner)
    top = inner + text * 3.2
    gutter = text * 2.5
    column = (width - 2 * inner - gutter * (COLUMNS - 1)) / COLUMNS
    columns, size = _largest(edition, text * 1.5, column, height - inner - top)
    for index, paragraphs in enumerate(columns):
        x, y = inner + index * (column + gutter), top
        for heading, lines in paragraphs:
            canvas.text(x, y + size * 0.5, heading, size, ink.text, "bold", room=column)
            y += size * LINE
            for line in lines:
                canvas.text(x, y + size * 0.5, line, size, ink.text)
                y += size * LINE
            y += size * 0.45
    return canvas.scene("rules")


def rule_values(edition: Edition) -> dict[str, str | int]:
    """What the paragraphs may name."""
    rulebook = edition.rulebook
    points = rulebook.scores[0].points
    return {
        "rows": len(rulebook.coloured_rows),
        "needs": "/".join(str(n) for n in sorted({row.lock.needs for row in rulebook.rows if row.lock})),
        "closed": rulebook.closed_rows,
        "boxes": rulebook.penalty_boxes,
        "penalty": edition.penalty,
        "most": len(points) - 1,
        "best": points[-1],
        "move": rulebook.move,
        "final": rulebook.final,
        "far": max((space.extra for track in rulebook.tracks.values() for space in track), default=0),
        "each": rulebook.tokens_each,
    }


def _largest(edition: Edition, size: float, column: float, height: float) -> tuple[list[list[Paragraph]], float]:
    """The paragraphs in columns, and the largest size at which they fit."""
    values = rule_values(edition)
    texts = [
        (rule.heading, render(rule.text, values))
        for rule in edition.locale.rules
        if edition.rulebook.features.issuperset(rule.when)
    ]
    while size >= SMALLEST_TEXT:
        paragraphs = [(heading, wrapped(text, size, "regular", column)) for heading, text in texts]
        columns = _flow(paragraphs, height / size)
        if len(columns) <= COLUMNS:
            return columns, size
        size *= 0.97
    raise InputError.of("the rules in short do not fit the page", "Make the sheet larger.")


def _flow(paragraphs: list[Paragraph], height: float) -> list[list[Paragraph]]:
    """Fill one column after the other, keeping paragraphs whole. Heights are in type sizes."""
    columns: list[list[Paragraph]] = [[]]
    used = 0.0
    for heading, lines in paragraphs:
        needs = (1 + len(lines)) * LINE
        if used + needs > height and columns[-1]:
            columns.append([])
            used = 0.0
        columns[-1].append((heading, lines))
        used += needs + 0.45
        if needs > height:
            columns.append([])
            used = height
    return columns
