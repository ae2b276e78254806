"""The summary of the rules for the back of a sheet or board, from the paragraphs that apply to the game."""

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, wrap_text
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Paint, Scene
from sheetgen.errors import InputError
from sheetgen.locales.names import MINUS, named, penalty_text
from sheetgen.locales.texts import render
from sheetgen.rules.features import FEATURES, traits

RULES_LINE_HEIGHT = 1.3  # distance between baselines / type size
PARAGRAPH_GAP = 0.7  # extra space between paragraphs / type size
MAX_TEXT_SCALE = 1.3  # largest type size / type size of the layout's small print

Paragraph = tuple[str, list[str]]  # the heading, and the text broken into lines


def rules_page(edition: Edition, width: float, height: float, margin: float, text: float) -> Scene:
    """Draw the rules in two columns on a page of this size in mm, in type as large as fits."""
    canvas = edition.canvas(width, height)
    ink = edition.theme.ink
    canvas.background(ink.paper)
    inner = margin + text
    area = Box(inner, inner + text * 4, width - 2 * inner, height - 2 * inner - text * 4)
    joint = " – " if ":" in edition.title else ": "
    title = f"{edition.title}{joint}{edition.label('rules')}"
    canvas.text(area.x, inner + text, title, text * 1.9, ink.text, "bold", room=area.w)
    rows = edition.rulebook.coloured_rows
    share = area.w / len(rows)
    for index, row in enumerate(rows):  # a stripe in the colours of the rows
        stripe = Box(area.x + index * share, inner + text * 2.6, share, text * 0.3)
        canvas.rect(stripe, Paint(fill=edition.row_colours(row).edge))
    gutter = text * 2.5
    column = (area.w - gutter) / 2
    columns, size = _fit_columns(edition, text * MAX_TEXT_SCALE, column, area.h)
    for index, paragraphs in enumerate(columns):
        x, y = area.x + index * (column + gutter), area.y
        for heading, lines in paragraphs:
            canvas.text(x, y + size * 0.5, heading, size, ink.text, "bold", room=column)
            y += size * RULES_LINE_HEIGHT
            for line in lines:
                canvas.text(x, y + size * 0.5, line, size, ink.text)
                y += size * RULES_LINE_HEIGHT
            y += size * PARAGRAPH_GAP
    return canvas.scene("rules")


def rule_paragraphs(edition: Edition) -> list[tuple[str, str]]:
    """Return heading and text of each of the language's paragraphs that applies to the game."""
    values = rule_values(edition)
    features = traits(edition.rulebook)
    return [
        (rule.heading, render(rule.text, values))
        for rule in edition.locale.rules
        if features.issuperset(rule.when) and features.isdisjoint(rule.unless)
    ]


def rule_values(edition: Edition) -> dict[str, str | int]:
    """Return the values of the placeholders in the paragraphs."""
    rulebook = edition.rulebook
    points = rulebook.scores[0].points
    own = (value for feature in FEATURES for value in feature.rule_values(rulebook).items())
    return {
        **{name: named(value, edition.layout, edition.locale) for name, value in own},
        "players": edition.layout.game.players.span,
        "rows": len(rulebook.coloured_rows),
        "needs": edition.lock_needs,
        "closed": rulebook.closed_rows,
        "boxes": rulebook.penalty_boxes,
        "penalty": penalty_text(rulebook),
        "cost": penalty_text(rulebook).replace(MINUS, ""),
        "most": len(points) - 1,
        "best": points[-1],
        "move": rulebook.move,
        "final": rulebook.final,
        "far": max((space.extra for track in rulebook.tracks.values() for space in track), default=0),
        "each": rulebook.tokens_each,
        "dice": rulebook.die_sides,
        "last": max((row.lock.last for row in rulebook.rows if row.lock), default=0),
    }


def _fit_columns(edition: Edition, size: float, column: float, height: float) -> tuple[list[list[Paragraph]], float]:
    """Return the paragraphs in two columns, and the largest type size up to the given one at which they fit."""
    texts = rule_paragraphs(edition)
    while size >= MIN_TEXT_SIZE:
        wrapped = [(heading, wrap_text(text, size, edition.faces["regular"], column)) for heading, text in texts]
        splits = ([wrapped[:at], wrapped[at:]] for at in range(len(wrapped) + 1))
        columns = min(splits, key=lambda columns: max(map(_height, columns)))
        if max(map(_height, columns)) * size <= height:
            return columns, size
        size *= 0.97
    raise InputError.of("the rules in short do not fit on the back", "Make the sheet larger, or print without them.")


def _height(paragraphs: list[Paragraph]) -> float:
    """Return the height of the paragraphs / type size."""
    return sum((1 + len(lines)) * RULES_LINE_HEIGHT + PARAGRAPH_GAP for _, lines in paragraphs) - PARAGRAPH_GAP
